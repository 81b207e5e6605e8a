import { Unreadable, type Cell, type Column } from './table.ts'

type Filled = Exclude<Cell, null>

const MAX_SHOWN = 40

/** A value as a mistake shows it. */
const show = (cell: Filled): string =>
  typeof cell === 'object' ? 'A date' : JSON.stringify(String(cell).slice(0, MAX_SHOWN))

/** A value that is none of those that a column has. */
export const unreadable = (cell: Filled, expected: string): Unreadable =>
  new Unreadable(
    typeof cell === 'object'
      ? `The spreadsheet has made a date of what was typed; format the column as text, and write ${expected}.`
      : `${show(cell)} is not ${expected}.`,
  )

/** A column of values of one kind, with the ways to write its name. */
export const column = <Value>(names: string, parse: Column<Value>['parse']): Column<Value> => ({
  names: names.split(' '),
  parse,
})

/** A text of at most `max` characters. */
export const text =
  (max: number) =>
  (cell: Filled): string | Unreadable => {
    if (typeof cell === 'object') return unreadable(cell, 'text')
    const written = String(cell)
    if (written.includes('\uFFFD')) return new Unreadable(`${show(cell)} has a letter that was lost; type it again.`)
    return written.length > max ? new Unreadable(`is longer than ${max} characters; shorten it.`) : written
  }

/** A name: a text with a letter or a digit. */
export const name = (cell: Filled): string | Unreadable =>
  typeof cell === 'string' && !/[\p{L}\p{N}]/u.test(cell) ? unreadable(cell, 'a name') : text(200)(cell)

/** A number with or without decimals, which may have a decimal comma; undefined if it is none. */
const toNumber = (cell: Filled): number | undefined => {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return undefined
  const [, sign = '', digits = '', decimals = ''] = /^([+−-]?)(\d{1,9})(?:[.,](\d+))?$/.exec(cell) ?? []
  return digits === '' ? undefined : Number(`${sign === '' || sign === '+' ? '' : '-'}${digits}.${decimals || '0'}`)
}

const MAX_COUNT = 2_147_483_647

/** A whole number from `min`. */
const whole =
  (min: number, expected: string) =>
  (cell: Filled): number | Unreadable => {
    const number = toNumber(cell)
    if (typeof cell === 'string' && cell.endsWith('%'))
      return new Unreadable(`${show(cell)} is a percentage; write ${expected}.`)
    if (number === undefined || !Number.isInteger(number) || number < min || number > MAX_COUNT)
      return unreadable(cell, expected)
    return number
  }

/** A whole number, 0 or more. */
export const count = whole(0, 'a whole number, 0 or more')
/** A whole number that may be negative. */
export const difference = whole(-MAX_COUNT, 'a whole number, like 7 or -7')

/** Points of a game in the table of a league. */
export const leaguePoints = (cell: Filled): number | Unreadable => {
  const points = difference(cell)
  return typeof points === 'number' && Math.abs(points) <= 100
    ? points
    : unreadable(cell, 'points of the table, like 2')
}

/** A count whose thousands may be set apart: 2,345, 2.345 or 2 345. */
export const crowd = (cell: Filled): number | Unreadable =>
  count(typeof cell === 'string' && /^\d{1,3}(?:[., '’]\d{3})+$/.test(cell) ? cell.replaceAll(/\D/g, '') : cell)

/** A whole number within bounds. */
export const between =
  (min: number, max: number) =>
  (cell: Filled): number | Unreadable => {
    const number = count(cell)
    if (number instanceof Unreadable || (number >= min && number <= max)) return number
    return unreadable(cell, `a whole number from ${min} to ${max}`)
  }

/** What was made and attempted, or only what was made. */
export type Shots = { made: number; attempted: number | null }

/** Made and attempted shots, `5/9` or `5-9`; made ones alone where another column has the attempts. */
export const shots = (cell: Filled): Shots | Unreadable => {
  const [, made, attempted] = /^(\d{1,3}) ?[/:–-] ?(\d{1,3})$/.exec(typeof cell === 'string' ? cell : '') ?? []
  if (made !== undefined) return { made: Number(made), attempted: Number(attempted) }
  const alone = count(cell)
  if (typeof alone === 'number') return { made: alone, attempted: null }
  return typeof cell === 'string' && cell.endsWith('%')
    ? new Unreadable(`${show(cell)} is a percentage; write made and attempted, like 5/9.`)
    : unreadable(cell, 'made and attempted, like 5/9')
}

/** The points of both teams. */
export type Score = { home: number; away: number }

const toScore = (text: string): Score | undefined => {
  const [, home, away] = /^(\d{1,3}) ?[-–:/] ?(\d{1,3})$/.exec(text) ?? []
  return home === undefined ? undefined : { home: Number(home), away: Number(away) }
}

/** A score, `84-79`. */
export const score = (cell: Filled): Score | Unreadable =>
  (typeof cell === 'string' ? toScore(cell) : undefined) ?? unreadable(cell, 'a score of home and away, like 84-79')

/** The scores of all periods, `20-18, 25-20, 15-17, 24-24`. */
export const scores = (cell: Filled): Score[] | Unreadable => {
  const parts =
    typeof cell === 'string'
      ? cell
          .replaceAll(/[()]/g, '')
          .split(/[,; |]+/)
          .filter((part) => part !== '')
      : []
  const read = parts.flatMap((part) => toScore(part) ?? [])
  return read.length > 0 && read.length === parts.length && read.length <= 30
    ? read
    : unreadable(cell, 'the score of each period, like 20-18, 25-20, 15-17, 24-24')
}

const YES = new Set(['yes', 'y', 'x', '1', 'true', 's', '*', '✓', '✔', 'starter'])
const NO = new Set(['no', 'n', '0', 'false'])

/** Yes, x or 1; no or 0. */
export const yesNo = (cell: Filled): boolean | Unreadable => {
  const written = typeof cell === 'object' ? '' : String(cell).toLowerCase()
  if (YES.has(written)) return true
  return NO.has(written) ? false : unreadable(cell, 'yes or no (also x, 1, 0)')
}

/** One of some words, each with other ways to write it. */
export const readChoice =
  <Word extends string>(words: Readonly<Record<Word, string>>) =>
  (cell: Filled): Word | Unreadable => {
    const written = typeof cell === 'string' ? cell.toLowerCase().replaceAll(/[_ ]+/g, ' ') : ''
    const options = Object.entries<string>(words)
    const found = options.find(
      ([word, others]) => word.replace('_', ' ') === written || others.split(', ').includes(written),
    )
    const isWord = (text: string): text is Word => text in words
    return found !== undefined && isWord(found[0])
      ? found[0]
      : unreadable(cell, `one of ${options.map(([word]) => word.replace('_', ' ')).join(', ')}`)
  }

/**
 * A time with hours, in seconds: of 31:24 typed into a spreadsheet, 31 h 24 min; 0:31:24 is what it says. Of those below an hour without
 * seconds, only the others of the column tell.
 */
export type Duration = { duration: number; isText: boolean }

/** Time played: seconds, a duration, or that the player did not play. */
export type Played = number | Duration | 'dnp'

const MAX_SECONDS = 200 * 60
const MINUTES = 'minutes like 31:24 or 31.4, or DNP'

/** Why a duration is refused. */
export const EITHER_TIME =
  'can be minutes (0:31:00) or seconds (0:31), and the column does not show which; write it as text, like 31:00 or 0:31.'

const hasSeconds = (duration: number): boolean => duration % 60 !== 0

const toDuration = (duration: number, isText: boolean): Duration | undefined =>
  duration < 0 || (hasSeconds(duration) ? duration : duration / 60) > MAX_SECONDS ? undefined : { duration, isText }

/** Minutes and seconds; or hours, minutes and seconds, of which the first or the last are 0. */
const readClock = (text: string): number | Duration | undefined => {
  const [first = 0, second = 0, third] = text.split(':').map(Number)
  if (second > 59 || (third ?? 0) > 59) return undefined
  if (third === undefined) return first * 60 + second
  return first > 0 && third > 0 ? undefined : toDuration(first * 3600 + second * 60 + third, true)
}

/**
 * Reads the durations of a column as seconds; undefined: it is not known which. If one has seconds, they are as they should be; if one is
 * longer than a player can play, all are minutes and seconds.
 */
export const readDurations = (durations: readonly Duration[]): ((read: Duration) => number | undefined) => {
  const areExact = durations.some(({ duration }) => hasSeconds(duration))
  const areMinutes = durations.some(({ duration }) => !hasSeconds(duration) && duration > MAX_SECONDS)
  return ({ duration, isText }) => {
    const asMinutes = duration / 60
    if (duration === 0 || hasSeconds(duration)) return duration
    if (duration > MAX_SECONDS) return asMinutes
    if (areExact !== areMinutes) return areExact ? duration : asMinutes
    if (areExact) return undefined
    return duration >= 3600 ? asMinutes : isText ? duration : undefined
  }
}

/** Minutes played: 31:24, 31, 31.4 or 31,4 (24 seconds), 0:31:24, or DNP. */
export const minutes = (cell: Filled): Played | Unreadable => {
  const check = (read: number | Duration | undefined) =>
    read === undefined || (typeof read === 'number' && read > MAX_SECONDS) ? unreadable(cell, MINUTES) : read
  if (typeof cell === 'object') return check(toDuration(Math.round(cell.serial * 86_400), false))
  if (typeof cell === 'string' && /^(?:dnp|dns|did not play|dnd|nwt)\b/i.test(cell)) return 'dnp'
  if (typeof cell === 'string' && /^\d{1,3}(?::\d{1,2}){1,2}$/.test(cell)) return check(readClock(cell))
  const decimal = toNumber(cell)
  if (decimal === undefined || decimal < 0) return unreadable(cell, MINUTES)
  if (/^\d+[.,]\d\d$/.test(String(cell))) {
    const [whole = '', rest = ''] = String(cell).split(/[.,]/)
    const asClock = Number(rest) < 60 ? `${whole}:${rest}` : `${whole}:…`
    return new Unreadable(
      `${show(cell)} can be ${asClock} or ${whole}.${rest} minutes; write minutes and seconds with a colon.`,
    )
  }
  return check(Math.round(decimal * 60))
}

/** A height: 198 (centimetres), 1.98 or 1,98 (metres). */
export const height = (cell: Filled): number | Unreadable => {
  const number = toNumber(typeof cell === 'string' ? cell.replace(/ ?c?m$/i, '') : cell)
  const centimetres = number !== undefined && number < 3 ? Math.round(number * 100) : number
  return centimetres !== undefined && Number.isInteger(centimetres) && centimetres >= 100 && centimetres <= 260
    ? centimetres
    : unreadable(cell, 'a height in centimetres, like 198')
}

/** Names in one cell, separated by semicolons or commas. */
export const list = (cell: Filled): string[] | Unreadable => {
  const read = text(2000)(cell)
  if (read instanceof Unreadable) return read
  const items = read
    .split(/[;,|]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
  if (items.length > 20) return new Unreadable(`has ${items.length} names; 20 are possible.`)
  return items.some((item) => item.length > 200)
    ? new Unreadable('has a name of more than 200 characters; shorten it.')
    : items
}

/** An IANA time zone. */
export const timeZone = (cell: Filled): string | Unreadable => {
  try {
    if (typeof cell === 'string')
      return new Intl.DateTimeFormat('en', { timeZone: cell }).resolvedOptions().timeZone && cell
  } catch {
    // refused below
  }
  return unreadable(cell, 'a time zone, like Europe/Ljubljana')
}
