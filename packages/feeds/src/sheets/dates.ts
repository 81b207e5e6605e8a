import { toDateTime } from '@basketball-data/core/contract'
import { toMoment } from '../time-zones.ts'
import type { Cell, Column, Row, Table, Unreadable } from './table.ts'
import { unreadable } from './values.ts'

type Filled = Exclude<Cell, null>

/** The orders of day, month and year in a date. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
/** The order of day, month and year in a date. */
export type DateOrder = (typeof DATE_ORDERS)[number]

/** A date as it is in every order that makes it one. */
export type ReadDate = {
  written: string
  /** YYYY-MM-DD by order. */
  days: Partial<Record<DateOrder, string>>
  /** The time of day in minutes from midnight; null if the cell has none. */
  minutes: number | null
}

const toDay = (year: number, month: number, day: number): string | undefined => {
  const moment = new Date(Date.UTC(year, month - 1, day))
  const exists = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day && year >= 1800 && year <= 2200
  return exists ? moment.toISOString().slice(0, 10) : undefined
}

/** 26 is 2026, 98 is 1998. */
const toYear = (digits: string): number => {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < 80 ? 2000 + year : 1900 + year
}

/** The days of a date that is the same in every order. */
const always = (day: string | undefined): ReadDate['days'] =>
  day === undefined ? {} : { dmy: day, mdy: day, ymd: day }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const toMonth = (word: string): number => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1

/** The ways to write a date, and the days that it then is. */
const FORMS: readonly [RegExp, (...parts: string[]) => ReadDate['days']][] = [
  [/^(\d{4})(\d\d)(\d\d)(?!\d)/, (y = '', m, d) => always(toDay(toYear(y), Number(m), Number(d)))],
  [
    /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})(?!\d)/,
    (y = '', _mark, m, d) => always(toDay(toYear(y), Number(m), Number(d))),
  ],
  [
    /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d\d)(?!\d)\.?/,
    (a = '', _mark, b, c = '') => {
      const dmy = toDay(toYear(c), Number(b), Number(a))
      const mdy = toDay(toYear(c), Number(a), Number(b))
      const ymd = c.length === 2 ? toDay(toYear(a), Number(b), Number(c)) : undefined
      return { ...(dmy && { dmy }), ...(mdy && { mdy }), ...(ymd && { ymd }) }
    },
  ],
  [
    /^(\d{1,2})[. -]*(\p{L}{3,9})[., -]*(\d{4}|\d\d)(?!\d)/u,
    (d, month = '', y = '') => always(toDay(toYear(y), toMonth(month), Number(d))),
  ],
  [
    /^(\p{L}{3,9})[. ]+(\d{1,2}),? (\d{4})(?!\d)/u,
    (month = '', d, y = '') => always(toDay(toYear(y), toMonth(month), Number(d))),
  ],
]

/** Days from 1899-12-30, where the dates of workbooks begin, to 1970-01-01. */
const EPOCH = 25_569

/** The minutes from midnight of a date in a workbook. */
const serialMinutes = (serial: number): number => Math.round((serial - Math.floor(serial)) * 1440) % 1440

const fromSerial = (serial: number): Omit<ReadDate, 'written'> => {
  const moment = new Date((Math.floor(serial) - EPOCH) * 86_400_000)
  const day = toDay(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate())
  return { days: always(day), minutes: serialMinutes(serial) || null }
}

/** A time of day in minutes from midnight: 20:30, 20.30, 20h30, 8:30 pm. */
const toMinutes = (text: string): number | undefined => {
  const [, hours = '', , rest = '0', half = ''] =
    /^(\d{1,2})(?:([:.h])(\d{2})?(?::00)?)? ?(am|pm|a\.m\.|p\.m\.|h)?$/i.exec(text) ?? []
  const isNamed = /\D/.test(text)
  const afternoon = /^p/i.test(half)
  const morning = /^a/i.test(half)
  const hour = Number(hours)
  if (hours === '' || !isNamed || Number(rest) > 59 || hour > (afternoon || morning ? 12 : 23)) return undefined
  return (afternoon || morning ? (hour % 12) + (afternoon ? 12 : 0) : hour) * 60 + Number(rest)
}

const fromText = (text: string): Omit<ReadDate, 'written'> | undefined => {
  for (const [form, toDays] of FORMS) {
    const [all = '', ...parts] = form.exec(text) ?? []
    if (all === '') continue
    const rest = text
      .slice(all.length)
      .replace(/^[ T,]+/, '')
      .replace(/(?<=:\d\d):00(?:\.0+)?$/, '')
    const minutes = rest === '' ? 0 : toMinutes(rest)
    return minutes === undefined ? undefined : { days: toDays(...parts), minutes: minutes || null }
  }
  return undefined
}

/** The end of a time in UTC, or with an offset from it. */
const FROM_UTC = /:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/i

/** Reads a date in every order that makes it one. Midnight is no time: spreadsheets add it to dates. */
export const date = (cell: Filled): ReadDate | Unreadable => {
  const written = typeof cell === 'object' ? '' : String(cell)
  if (FROM_UTC.test(written))
    return unreadable(cell, 'a date and time where the game is played, like 2026-11-19 20:30, without Z or an offset')
  const serial =
    typeof cell === 'object' ? cell.serial + (cell.firstDay ?? 0) : Number(/^\d{5}(?:\.\d+)?$/.exec(written)?.[0])
  const withoutWeekday = written.replace(/^\p{L}+[.,]* (?=\d)/u, '')
  const read = Number.isNaN(serial) ? (fromText(written) ?? fromText(withoutWeekday)) : fromSerial(serial)
  if (read === undefined || Object.keys(read.days).length === 0)
    return unreadable(cell, 'a date, like 2026-11-19 or 19.11.2026')
  return { written, ...read }
}

/** Reads a time of day as minutes from midnight. */
export const time = (cell: Filled): number | Unreadable => {
  const expected = () => unreadable(cell, 'a time, like 20:30 or 8:30 pm')
  if (typeof cell === 'object') return serialMinutes(cell.serial)
  // 20.30 typed into a workbook is the number 20.3.
  const written = typeof cell === 'number' ? cell.toFixed(2) : String(cell)
  return toMinutes(written) ?? expected()
}

/** The days of a column by row. */
export type Days = {
  byRow: ReadonlyMap<Row, Pick<ReadDate, 'minutes'> & { day: string }>
  /** The order of the column; undefined if every date is the same in any order. */
  order: DateOrder | undefined
}

const MAX_NAMED_ROWS = 10

type Dated = { row: Row; read: ReadDate }

/** The one order in which all dates of a column are days; mistakes if there is none, or two that differ. */
const findOrder = (
  all: readonly Dated[],
  column: Column<ReadDate>,
  usual: DateOrder | undefined,
): DateOrder | undefined => {
  const lacking = (order: DateOrder) => dated.filter(({ read }) => read.days[order] === undefined)
  const dated = all.filter(({ read }) => read.days.dmy !== undefined || read.days.mdy !== undefined)
  for (const { row, read } of all)
    if (read.days.dmy === undefined && read.days.mdy === undefined)
      row.refuse(
        column,
        `${read.written} has the year first, with two digits; write ${read.days.ymd}, or choose the order ymd (--dates).`,
      )
  const [dmy, mdy] = [lacking('dmy'), lacking('mdy')]
  if (dmy.length > 0 && mdy.length > 0) {
    const [order, wrong] = dmy.length <= mdy.length ? (['dmy', dmy] as const) : (['mdy', mdy] as const)
    for (const { row, read } of wrong)
      row.refuse(
        column,
        `${read.written} has ${order === 'dmy' ? 'the month' : 'the day'} first, most others do not; write all dates in one order.`,
      )
    return order
  }
  if (dmy.length > 0) return 'mdy'
  if (mdy.length > 0) return 'dmy'
  const unclear = dated.filter(({ read }) => read.days.dmy !== read.days.mdy)
  const [first] = unclear
  if (first === undefined || usual !== undefined) return usual
  const rows = unclear.slice(0, MAX_NAMED_ROWS).map(({ row }) => row.number)
  first.row.refuse(
    column,
    `${first.read.written} can be ${first.read.days.dmy} or ${first.read.days.mdy}, and no date of the column says which (${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}${unclear.length > rows.length ? ', …' : ''}). Choose the order dmy or mdy (--dates), or write dates like ${first.read.days.dmy}.`,
  )
  return undefined
}

/**
 * Reads a column of dates, which have one order: the one that is named, or the only one that makes all of them days.
 *
 * @param named the order that the reader of the sheet has named
 * @param usual the order if the column does not show its own
 */
export const readDays = (
  { rows }: Table,
  column: Column<ReadDate>,
  named: DateOrder | undefined,
  usual?: DateOrder,
): Days => {
  const dated = rows.flatMap((row): Dated[] => {
    const read = row.get(column)
    return read === null ? [] : [{ row, read }]
  })
  const order = named ?? findOrder(dated, column, usual)
  const byRow = new Map<Row, Pick<ReadDate, 'minutes'> & { day: string }>()
  for (const { row, read } of dated) {
    const day = read.days[order ?? 'dmy']
    if (day !== undefined) byRow.set(row, { day, minutes: read.minutes })
    else if (named !== undefined) row.refuse(column, `${read.written} is no date in the order ${named}.`)
  }
  return { byRow, order }
}

/** A local day and time as a moment; undefined if clocks skip it in that time zone. */
export const toTipOff = (day: string, minutes: number, timeZone: string): string | undefined => {
  const moment = toMoment(day, minutes, timeZone)
  return moment === null ? undefined : toDateTime(new Date(moment))
}
