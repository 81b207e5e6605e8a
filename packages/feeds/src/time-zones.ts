const MINUTE = 60_000

/** By time zone, because making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

const offsetAt = (moment: number, timeZone: string): number => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  const zone = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(zone ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE
}

/**
 * The moment, in milliseconds, of a local day and time of day; null if clocks skip the time on that day.
 *
 * @param minutes from midnight
 */
export const toMoment = (day: string, minutes: number, timeZone: string): number | null => {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE
  if (Number.isNaN(asIfUtc)) return null
  const moment = asIfUtc - offsetAt(asIfUtc - offsetAt(asIfUtc, timeZone), timeZone)
  return moment + offsetAt(moment, timeZone) === asIfUtc ? moment : null
}
