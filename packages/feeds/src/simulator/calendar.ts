import { SECONDS_PER_DAY, utcDay } from '@basketball-data/core/contract'

const DAY_MS = SECONDS_PER_DAY * 1000

/** A calendar day as the number of days since 1970-01-01. */
export type Day = number

/**
 * Reads a calendar day written YYYY-MM-DD.
 * @throws RangeError if there is no such day.
 */
export const readDay = (date: string): Day => {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS
  if (!Number.isInteger(day) || writeDay(day) !== date)
    throw new RangeError(`${date} is not a calendar day written YYYY-MM-DD`)
  return day
}

/** Writes a day as YYYY-MM-DD. */
export const writeDay = (day: Day): string => utcDay(new Date(day * DAY_MS))

/** Months count from 0; a month outside 0–11 belongs to an earlier or a later year. */
const toDay = (year: number, month: number, date: number): Day => Date.UTC(year, month, date) / DAY_MS

/** Day of the week, Monday 0 to Sunday 6. */
export const weekday = (day: Day): number => (((day + 3) % 7) + 7) % 7

const mondayOnOrAfter = (day: Day): Day => day + ((7 - weekday(day)) % 7)

/** When the seasons of a competition begin, relative to the quarter of the year that contains today. */
export type SeasonStart = {
  /** Months after the first month of the quarter; negative for months before it. */
  months: number
  /** The season begins on the first Monday on or after this day of that month. */
  date: number
}

/** A season and its first day. */
export type SeasonDates = { startYear: number; name: string; firstMonday: Day }

/**
 * The dates of the season `seasonsAgo` seasons before the one in progress. They depend on the quarter of the year, not
 * on the day, so the calendar stays the same for three months while today advances.
 */
export const seasonDates = (today: Day, start: SeasonStart, seasonsAgo: number): SeasonDates => {
  const now = new Date(today * DAY_MS)
  const quarter = Math.floor(now.getUTCMonth() / 3) * 3
  const earliest = new Date(toDay(now.getUTCFullYear() - seasonsAgo, quarter + start.months, start.date) * DAY_MS)
  const startYear = earliest.getUTCFullYear()
  // A season that begins by April ends in the same year; any other is named after both years.
  const name =
    earliest.getUTCMonth() < 4 ? String(startYear) : `${startYear}-${String((startYear + 1) % 100).padStart(2, '0')}`
  return { startYear, name, firstMonday: mondayOnOrAfter(earliest.getTime() / DAY_MS) }
}

const sundayOnOrBefore = (day: Day): Day => day - ((weekday(day) + 1) % 7)

/** Minutes that local time is ahead of UTC in the evening of a day, by the rules in force since 2007. */
const utcOffset = (timeZone: string | null, day: Day): number => {
  const year = new Date(day * DAY_MS).getUTCFullYear()
  switch (timeZone) {
    case 'Europe/Paris': {
      const summer = day >= sundayOnOrBefore(toDay(year, 2, 31)) && day < sundayOnOrBefore(toDay(year, 9, 31))
      return summer ? 120 : 60
    }
    case 'America/New_York': {
      const summer = day >= sundayOnOrBefore(toDay(year, 2, 14)) && day < sundayOnOrBefore(toDay(year, 10, 7))
      return summer ? -240 : -300
    }
    default:
      return 0
  }
}

/** The moment, in milliseconds since 1970, of a local time (HH:MM) on a day; UTC if the time zone is null. */
export const toMoment = (day: Day, time: string, timeZone: string | null): number => {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number)
  return day * DAY_MS + (hours * 60 + minutes - utcOffset(timeZone, day)) * 60_000
}
