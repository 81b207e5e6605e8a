/** Minutes of a period: quarters are 1 to 4, overtimes follow. */
export const periodMinutes = (period: number): number => (period <= 4 ? 10 : 5)

const minutesBefore = (period: number): number => (period <= 4 ? (period - 1) * 10 : 40 + (period - 5) * 5)

/** The period of a game minute, 1 being the first; null where it is none. */
export const periodOfMinute = (minute: number | null): number | null => {
  if (minute === null || minute < 1) return null
  return minute <= 40 ? Math.ceil(minute / 10) : 4 + Math.ceil((minute - 40) / 5)
}

/** The last minute of a period, as MINUTE counts. */
export const lastMinute = (period: number): number => minutesBefore(period) + periodMinutes(period)

const twoDigits = (number: number): string => String(number).padStart(2, '0')
const written = (minutes: number, seconds: number): string => `${twoDigits(minutes)}:${twoDigits(seconds)}`

/** "26:10" in seconds; null where it is no such time. */
export const secondsOf = (time: string): number | null => {
  const [, minutes, seconds] = /^(\d{1,3}):(\d{1,2})$/.exec(time) ?? []
  return minutes === undefined || Number(seconds) > 59 ? null : Number(minutes) * 60 + Number(seconds)
}

/** The clock of an event, and whether it was unreadable (null then) or corrected. */
export interface ClockReading {
  clock: string | null
  state: 'as written' | 'none' | 'unreadable' | 'corrected'
}

/**
 * Time left in the period from MARKERTIME ("09:41").
 *
 * A clock with more time left than the period has is EuroCup's stuck minute of 2011-12 to 2014-15 ("10:35" in minute
 * 20 of the game): its minutes are taken from MINUTE, its seconds stand. "ND", "00:-1" and the like are unreadable.
 */
export const readClock = (marker: string, minute: number | null, period: number): ClockReading => {
  if (marker === '') return { clock: null, state: 'none' }
  const left = secondsOf(marker)
  if (left === null) return { clock: null, state: 'unreadable' }
  const length = periodMinutes(period) * 60
  const minuteOfPeriod = (minute ?? 0) - minutesBefore(period)
  const stuckAtFull = left === length && minuteOfPeriod > 1
  if (left <= length && !stuckAtFull) return { clock: written(Math.floor(left / 60), left % 60), state: 'as written' }
  if (minuteOfPeriod < 1 || minuteOfPeriod > length / 60) return { clock: null, state: 'unreadable' }
  return { clock: written(length / 60 - minuteOfPeriod, left % 60), state: 'corrected' }
}

/** The clock of a period that has just begun. */
export const fullClock = (period: number): string => written(periodMinutes(period), 0)
