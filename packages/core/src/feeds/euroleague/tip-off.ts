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

/** When the game began, and which of hour and stamps had to give way. */
export type TipOff = {
  /** ms; null where unknown. */
  tipOff: number | null
  /** The given hour is wrong and the moment comes from the first shot. */
  hourWrong: boolean
  /** The stamps are of another occasion (typed in later) and say nothing. */
  stampsWrong: boolean
}

/**
 * Holds the given hour against the first stamped shot, which falls within the first hour after it.
 *
 * Up to six hours apart, the hour is in another time zone or mistyped: the game began at the quarter-hour before its
 * first shot. Further apart, the stamps are not of the game.
 */
export const checkTipOff = (given: number | null, rows: ShotRow[]): TipOff => {
  const stamps = rows.map(stampOf).filter((stamp) => stamp !== null)
  const first = stamps.reduce((least, stamp) => Math.min(least, stamp), Infinity)
  const lag = (first - (given ?? first)) / MINUTE
  if (given === null || stamps.length === 0) return { tipOff: given, hourWrong: false, stampsWrong: false }
  if (lag >= -2 && lag <= 60) return { tipOff: given, hourWrong: false, stampsWrong: false }
  if (Math.abs(lag) > 360) return { tipOff: given, hourWrong: false, stampsWrong: true }
  return { tipOff: first - (first % (15 * MINUTE)), hourWrong: true, stampsWrong: false }
}
