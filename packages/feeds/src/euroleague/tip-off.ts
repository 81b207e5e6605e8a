import { toDateTimeOrNull } from '../facts.ts'
import { noteIf, type Note } from '../notes.ts'
import { toMoment } from '../time-zones.ts'
import type { ShotRow } from './schemas.ts'

const MINUTE = 60_000
/** The time in milliseconds of a central European day and hour; null if the hour is unknown. */
export const centralEuropean = (day: string, hour: string): number | null => {
  const [, hours, minutes] = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(hour) ?? []
  // The feed has midnight for unknown hours.
  if (hours === undefined || (Number(hours) === 0 && Number(minutes) === 0)) return null
  return toMoment(day, Number(hours) * 60 + Number(minutes), 'Europe/Madrid') // for every arena
}

/** The time of a shot in milliseconds, from "yyyymmddhhmmss" in UTC; null if not recorded. */
export const parseStamp = (row: ShotRow): number | null => {
  const [, y, m, d, hours, minutes, seconds] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(row.UTC) ?? []
  const moment = Date.parse(`${y}-${m}-${d}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(moment) ? null : moment
}

/** The tip-off, and how it agrees with the time of the first shot. */
type TipOff = {
  /** In milliseconds; null if unknown. */
  tipOff: number | null
  /**
   * "hour doubtful": the tip-off is the stated hour. "hour wrong": the tip-off is taken from the first shot. "stamps wrong": the
   * times of the shots are unrelated to the game (the shots were entered later).
   */
  finding: 'none' | 'hour doubtful' | 'hour wrong' | 'stamps wrong'
  /** Whole minutes from the stated hour to the first shot; 0 if one of them is unknown. */
  minutes: number
}

/** Minutes. The clocks of the arena and of the statisticians can differ slightly. */
const MIN_CONFIRMED = -2
/** Minutes. In 325 of 329 games with times (E2022, E2024) the first shot is within 10; a wrong hour differs by 15 or more. */
const MAX_CONFIRMED = 15
/** Minutes. An hour of another time zone differs by 60 or more; a smaller difference may be a late start. */
const MAX_DOUBTFUL = 60
/** Minutes. With a larger difference, the times are unrelated to the game. */
const MAX_SAME_GAME = 360

/**
 * Compares the stated hour with the first shot, which is usually a few minutes later.
 *
 * A shot later in the same hour makes the stated hour doubtful. Otherwise, up to six hours apart, the hour is in another
 * time zone or mistyped: the tip-off is the quarter-hour before the first shot. Further apart, the times are wrong.
 */
export const checkTipOff = (stated: number | null, rows: ShotRow[]): TipOff => {
  const stamps = rows.map(parseStamp).filter((stamp) => stamp !== null)
  if (stated === null || stamps.length === 0) return { tipOff: stated, finding: 'none', minutes: 0 }
  const first = stamps.reduce((earliest, stamp) => Math.min(earliest, stamp), Infinity)
  const lag = (first - stated) / MINUTE
  const minutes = Math.trunc(lag)
  if (Math.abs(lag) > MAX_SAME_GAME) return { tipOff: stated, finding: 'stamps wrong', minutes }
  if (lag < MIN_CONFIRMED || lag > MAX_DOUBTFUL)
    return { tipOff: first - (first % (15 * MINUTE)), finding: 'hour wrong', minutes }
  return { tipOff: stated, finding: lag > MAX_CONFIRMED ? 'hour doubtful' : 'none', minutes }
}

/** The notes on a tip-off. */
export const tipOffNotes = ({ tipOff, finding, minutes }: TipOff): Note[] => [
  ...noteIf(
    finding === 'hour doubtful',
    'tip_off_doubtful',
    `The first shot fell ${minutes} minutes after the stated hour, which is used: the game began late, or the hour is wrong.`,
  ),
  ...noteIf(
    finding === 'hour wrong',
    'tip_off_corrected',
    `The shots contradict the stated hour; tip-off ${toDateTimeOrNull(tipOff)} is taken from them.`,
  ),
  ...noteIf(
    finding === 'stamps wrong',
    'shot_times_wrong',
    'The times of the shots are hours away from the game; they are left out.',
  ),
]
