/** The beginning of a date in any of the three formats of HTTP; that of asctime names no time zone. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/**
 * The seconds of a `Retry-After` header, which has seconds or a date, at least 0; null if it is missing or malformed.
 * Source: RFC 9110, section 10.2.3.
 */
export const parseRetryAfter = (header: string | null | undefined, now: Date): number | null => {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const moment = HTTP_DATE.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - now.getTime()) / 1000))
}
