import { SECONDS_PER_DAY, utcDay } from '@basketball-data/core/contract'

const DAY_MS = SECONDS_PER_DAY * 1000

/** Days since 1970-01-01, the arithmetic form of a calendar day. */
export type Day = number

/**
 * The day number of a calendar day written YYYY-MM-DD.
 * @throws RangeError when there is no such day.
 */
export const readDay = (date: string): Day => {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS
  if (!Number.isInteger(day) || writeDay(day) !== date)
    throw new RangeError(`${date} is not a calendar day written YYYY-MM-DD`)
  return day
}

/** Writes a day number as YYYY-MM-DD. */
export const writeDay = (day: Day): string => utcDay(new Date(day * DAY_MS))

/** The day number of a day of a year; months from 0, beyond either end of the year they run on. */
const dayOf = (year: number, month: number, date: number): Day => Date.UTC(year, month, date) / DAY_MS

/** Day of the week, Monday 0 to Sunday 6. */
export const weekday = (day: Day): number => (((day + 3) % 7) + 7) % 7

/** The day itself when it is a Monday, else the next Monday. */
const mondayFrom = (day: Day): Day => day + ((7 - weekday(day)) % 7)

/** When the seasons of a competition begin, seen from the quarter of the year that today lies in. */
export type Opening = {
  /** Months from the first month of the quarter, negative for before. */
  months: number
  /** The season begins on the first Monday from this day of that month. */
  date: number
}

/** One season on the calendar. */
export type SeasonDates = { start_year: number; name: string; first_monday: Day }

/**
 * The season that is `seasons_ago` before the one in progress. Seasons are laid around the quarter of the year rather
 * than the day, so that the calendar stands still for three months while today moves through it.
 */
export const seasonDates = (today: Day, opening: Opening, seasons_ago: number): SeasonDates => {
  const now = new Date(today * DAY_MS)
  const quarter = Math.floor(now.getUTCMonth() / 3) * 3
  const nominal = new Date(dayOf(now.getUTCFullYear() - seasons_ago, quarter + opening.months, opening.date) * DAY_MS)
  const start_year = nominal.getUTCFullYear()
  // A season that begins by April ends within its year; any other carries both years in its name.
  const name =
    nominal.getUTCMonth() < 4 ? String(start_year) : `${start_year}-${String((start_year + 1) % 100).padStart(2, '0')}`
  return { start_year, name, first_monday: mondayFrom(nominal.getTime() / DAY_MS) }
}

const sundayBefore = (day: Day): Day => day - ((weekday(day) + 1) % 7)

/** Minutes that local time is ahead of UTC on a day (in the evening), by the rules in force since 2007. */
const minutesAhead = (time_zone: string | null, day: Day): number => {
  const year = new Date(day * DAY_MS).getUTCFullYear()
  switch (time_zone) {
    case 'Europe/Paris': {
      const summer = day >= sundayBefore(dayOf(year, 2, 31)) && day < sundayBefore(dayOf(year, 9, 31))
      return summer ? 120 : 60
    }
    case 'America/New_York': {
      const summer = day >= sundayBefore(dayOf(year, 2, 14)) && day < sundayBefore(dayOf(year, 10, 7))
      return summer ? -240 : -300
    }
    default:
      return 0
  }
}

/** The moment (milliseconds since 1970) at which a clock of the time zone shows hours:minutes on a day. */
export const momentOf = (day: Day, time: string, time_zone: string | null): number => {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number)
  return day * DAY_MS + (hours * 60 + minutes - minutesAhead(time_zone, day)) * 60_000
}
