import { dateTimeOf } from '../facts.ts'
import { noteIf, type Note } from '../notes.ts'
import type { ShotRow } from './schemas.ts'

const MINUTE = 60_000
/** The header's clock is central European time wherever the arena stands. */
const clockZone = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Madrid', timeZoneName: 'longOffset' })

const offsetAt = (moment: number): number => {
  const zone = clockZone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value
  const [, hours = '0', minutes = '0'] = /\+(\d+):(\d+)/.exec(zone ?? '') ?? []
  return (Number(hours) * 60 + Number(minutes)) * MINUTE
}

/** The moment (ms) of a calendar day and a clock time, both central European; null where there is no clock time. */
export const centralEuropean = (day: string, hour: string): number | null => {
  const [, hours, minutes] = /^(\d{1,2})[:.](\d{2})$/.exec(hour) ?? []
  // A game at midnight is a game of unknown hour.
  if (hours === undefined || (Number(hours) === 0 && Number(minutes) === 0)) return null
  const asIfUtc = Date.parse(`${day}T${hours.padStart(2, '0')}:${minutes}:00Z`)
  return Number.isNaN(asIfUtc) ? null : asIfUtc - offsetAt(asIfUtc - offsetAt(asIfUtc))
}

/** The moment (ms) a shot was taken, "yyyymmddhhmmss" in UTC; null where not recorded. */
export const stampOf = (row: ShotRow): number | null => {
  const [, y, m, d, hours, minutes, seconds] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(row.UTC) ?? []
  const moment = Date.parse(`${y}-${m}-${d}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(moment) ? null : moment
}

/** When the game began, and what the first stamped shot says of the given hour. */
export type TipOff = {
  /** ms; null where unknown. */
  tipOff: number | null
  /**
   * Hour doubtful: it is kept. Hour wrong: tip-off comes from the first shot. Stamps wrong: they are of another occasion
   * (typed in later) and say nothing.
   */
  finding: 'none' | 'hour doubtful' | 'hour wrong' | 'stamps wrong'
  /** Whole minutes from the given hour to the first stamped shot; 0 where either is unknown. */
  minutes: number
}

/** Clocks of hall and desk need not agree to the second. */
const EARLIEST = -2
/** Of 329 games with stamps (E2022, E2024) 325 have a shot within 10 minutes; a wrong hour is a quarter off or more. */
const LATEST_AS_GIVEN = 15
/** An hour of another time zone is a whole hour off; what is less may as well be a late start. */
const LATEST_IN_DOUBT = 60
const SAME_OCCASION = 360

/**
 * Holds the given hour against the first stamped shot, which falls minutes after it.
 *
 * One later in the same hour leaves the given hour in doubt. Any other, up to six hours apart, says that the hour is in
 * another time zone or mistyped: the game began at the quarter-hour before its first shot. Further apart, the stamps are
 * not of the game.
 */
export const checkTipOff = (given: number | null, rows: ShotRow[]): TipOff => {
  const stamps = rows.map(stampOf).filter((stamp) => stamp !== null)
  if (given === null || stamps.length === 0) return { tipOff: given, finding: 'none', minutes: 0 }
  const first = stamps.reduce((least, stamp) => Math.min(least, stamp), Infinity)
  const lag = (first - given) / MINUTE
  const minutes = Math.trunc(lag)
  if (Math.abs(lag) > SAME_OCCASION) return { tipOff: given, finding: 'stamps wrong', minutes }
  if (lag < EARLIEST || lag > LATEST_IN_DOUBT)
    return { tipOff: first - (first % (15 * MINUTE)), finding: 'hour wrong', minutes }
  return { tipOff: given, finding: lag > LATEST_AS_GIVEN ? 'hour doubtful' : 'none', minutes }
}

/** What is to be said of a tip-off. */
export const tipOffNotes = ({ tipOff, finding, minutes }: TipOff): Note[] => [
  ...noteIf(
    finding === 'hour doubtful',
    'tip_off_doubtful',
    `The first shot fell ${minutes} minutes after the given hour, which is kept: the game began late, or the hour is wrong.`,
  ),
  ...noteIf(
    finding === 'hour wrong',
    'tip_off_corrected',
    `The shots contradict the given hour; tip-off ${dateTimeOf(tipOff)} is taken from them.`,
  ),
  ...noteIf(
    finding === 'stamps wrong',
    'shot_times_wrong',
    'The times of the shots are hours away from the game; they are left out.',
  ),
]
