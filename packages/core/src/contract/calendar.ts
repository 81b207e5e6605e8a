/** Seconds of a time written "minutes:seconds", also with tenths: "26:10" → 1570; null if it is not written that way. */
export const parseClock = (time: string): number | null => {
  const [, minutes, seconds] = /^(\d{1,3}):(\d{1,2}(?:\.\d)?)$/.exec(time) ?? []
  return minutes === undefined || Number(seconds) >= 60 ? null : Number(minutes) * 60 + Number(seconds)
}

/** Writes seconds as "minutes:seconds", each part with at least two digits, and tenths if there are any: 1570 → "26:10". */
export const formatClock = (seconds: number): string => {
  const tenths = Math.round(seconds * 10)
  const whole = Math.floor(tenths / 10)
  const clock = [Math.floor(whole / 60), whole % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return tenths % 10 === 0 ? clock : `${clock}.${tenths % 10}`
}

/** The current time by the clock of this process. */
export const getCurrentTime = (): Date => new Date()

/** Length of a UTC day in seconds. */
export const SECONDS_PER_DAY = 86_400

/** By time zone, because making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment in a time zone, YYYY-MM-DD; in UTC if the zone is null. */
export const dayIn = (moment: Date, time_zone: string | null): string => {
  const timeZone = time_zone ?? 'UTC'
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  formats.set(timeZone, format)
  return format.format(moment)
}

/** The UTC day of a moment, YYYY-MM-DD. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The moment `days` times 24 hours after another; before it if `days` is negative. */
export const addDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * SECONDS_PER_DAY * 1000)

/** 00:00 UTC of the day after a day written YYYY-MM-DD. */
export const getNextDay = (day: string): Date => addDays(new Date(`${day}T00:00:00Z`), 1)

/** 00:00 UTC of the first day of the month that a UTC day (YYYY-MM-DD) lies in. */
export const getMonthStart = (day: string): Date => new Date(`${day.slice(0, 7)}-01T00:00:00Z`)

/** 00:00 UTC of the first day of the month after the one that a UTC day (YYYY-MM-DD) lies in. */
export const getNextMonth = (day: string): Date => {
  const start = getMonthStart(day)
  start.setUTCMonth(start.getUTCMonth() + 1)
  return start
}
