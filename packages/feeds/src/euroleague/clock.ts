import { parseClock, formatClock } from '@basketball-data/core/contract'

/** The length of a period in minutes: periods 1 to 4 are quarters, the others overtimes. */
const periodMinutes = (period: number): number => (period <= 4 ? 10 : 5)

const minutesBefore = (period: number): number => (period <= 4 ? (period - 1) * 10 : 40 + (period - 5) * 5)

/** The period of a minute of the game, from 1; null for an invalid minute. */
export const getPeriodOfMinute = (minute: number | null): number | null => {
  if (minute === null || minute < 1) return null
  return minute <= 40 ? Math.ceil(minute / 10) : 4 + Math.ceil((minute - 40) / 5)
}

/** The last minute of the game in a period, as in MINUTE. */
export const lastMinute = (period: number): number => minutesBefore(period) + periodMinutes(period)

/** The clock of an event; it is null if it is unreadable or missing. */
export type ClockReading = {
  clock: string | null
  state: 'as written' | 'none' | 'unreadable' | 'corrected'
}

/**
 * Reads the time left in the period from MARKERTIME ("09:41").
 *
 * Two errors of the feed are corrected by taking the minutes from MINUTE and the seconds from MARKERTIME. In EuroCup games
 * of 2011-12 to 2014-15 more time is left than the period has ("10:35" in minute 20). In games of 2011-12 to 2015-16 full
 * minutes are one too low ("01:00" in minute 8, which ends at 02:00). "ND", "00:-1" and the like are unreadable.
 */
export const readClock = (marker: string, minute: number | null, period: number): ClockReading => {
  if (marker === '') return { clock: null, state: 'none' }
  const left = parseClock(marker)
  if (left === null) return { clock: null, state: 'unreadable' }
  const length = periodMinutes(period) * 60
  const periodMinute = (minute ?? 0) - minutesBefore(period)
  const inPeriod = periodMinute >= 1 && periodMinute <= length / 60
  const atItsEnd = length - periodMinute * 60
  const stuck = left > length || (left === length && periodMinute > 1)
  const low = inPeriod && left === atItsEnd - 60
  if (!stuck && !low) return { clock: formatClock(left), state: 'as written' }
  return inPeriod
    ? { clock: formatClock(atItsEnd + (left % 60)), state: 'corrected' }
    : { clock: null, state: 'unreadable' }
}

/** The clock when so many minutes of a period have been played: at its start by default. */
export const fullClock = (period: number, played = 0): string => formatClock((periodMinutes(period) - played) * 60)
