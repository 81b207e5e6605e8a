import { HIDDEN_CHARACTER } from '@basketball-data/core/contract'
import type { Message, Mistakes } from './mistakes.ts'
import { isMisspelt } from './near-names.ts'

/** A date, a time or a duration of a workbook in days. Dates count them from 1899-12-30; `firstDay` is added to one of the system of 1904. */
export type Serial = { serial: number; firstDay?: number }

/** What a cell has: text as written, or what a workbook stores, which of a formula is its value. Null: nothing. */
export type Cell = string | number | boolean | Serial | null

/** Columns of a sheet; no league has as many. */
export const MAX_COLUMNS = 500
/** Characters of a cell, of which Excel allows no more. */
const MAX_CHARACTERS = 32_767
/** Marks on one letter, which text has at most 30 of (Unicode, stream-safe): normalizing takes a time that grows with their square. */
const MANY_MARKS = /\p{M}{31}/u

/** What a cell has too much of; undefined: nothing. */
export const findExcess = (cell: string): string | undefined => {
  if (cell.length > MAX_CHARACTERS) return `a cell of more than ${MAX_CHARACTERS.toLocaleString('en')} characters`
  return MANY_MARKS.test(cell) ? 'more than 30 accents on one letter' : undefined
}

/** The name of a sheet, of which Excel allows 31 characters. */
export const toSheetName = (written: string): string => written.slice(0, 100).toWellFormed()

/** A sheet of a workbook, or a CSV file. */
export type Sheet = {
  name: string
  /** Its rows, each with its number as a spreadsheet shows it. Empty ones may be missing. */
  rows: readonly { number: number; cells: readonly Cell[] }[]
}

/** Why a value cannot be read: what it is, and what would be right. */
export class Unreadable {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** A kind of column: the other ways to write its name, without blanks and marks, and how its values are read. */
export type Column<Value> = {
  names: readonly string[]
  parse: (cell: Exclude<Cell, null>) => Value | Unreadable
}

/** A row of a table whose columns are known. */
export type Row = {
  number: number
  /** The value of a column; null if the column or the cell is missing or empty, or the value is unreadable, which is a mistake. */
  get: <Value>(column: Column<Value>) => Value | null
  /** Adds a mistake about the row, or about one of its columns. */
  refuse: (column: Column<unknown> | null, message: Message) => void
  /** Whether a mistake about one of the columns has been added; without columns: about the row or any column of it. */
  isWrong: (...columns: readonly Column<unknown>[]) => boolean
}

/** A table whose columns are known. */
export type Table = { sheet: string; rows: readonly Row[]; has: (column: Column<unknown>) => boolean }

const hidden = new RegExp(HIDDEN_CHARACTER, 'gu')

/** A text in one line with single blanks, without characters that nobody sees. */
export const cleanText = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ').replace(hidden, '').trim()

/** What stands in cells that have no value. */
const NOTHING = new Set(['', '-', '–', '—'])

const cleanCell = (cell: Cell | undefined): Cell => {
  if (cell === undefined || cell === null) return null
  if (typeof cell !== 'string') return cell
  const text = cleanText(cell)
  return NOTHING.has(text) ? null : text
}

/** A heading as it is written. */
const toWritten = (cell: Cell | undefined): string =>
  typeof cell === 'string' || typeof cell === 'number' ? cleanText(String(cell)) : ''

/** A heading as columns are compared: in lower case, without accents, blanks and marks other than `%` and `+`. */
export const toHeading = (cell: Cell | undefined): string =>
  toWritten(cell)
    .replaceAll('±', '+')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%+]+/gu, '')

/** Rows above the headings, such as a title. */
const MAX_ABOVE = 10

type Headings = { number: number; found: ReadonlyMap<Column<unknown>, number>; cells: readonly Cell[] }

const matchHeadings = (row: Sheet['rows'][number], columns: readonly Column<unknown>[]): Headings => {
  const found = new Map<Column<unknown>, number>()
  for (const [index, cell] of row.cells.entries()) {
    const heading = toHeading(cell)
    const column = columns.find(({ names }) => names.includes(heading))
    if (column !== undefined && !found.has(column)) found.set(column, index)
  }
  return { number: row.number, found, cells: row.cells }
}

/** The headings of a sheet: of its first rows the one that names the most of the columns. Undefined: none names any. */
export const findHeadings = (sheet: Sheet, columns: readonly Column<unknown>[]): Headings | undefined =>
  sheet.rows
    .slice(0, MAX_ABOVE)
    .map((row) => matchHeadings(row, columns))
    .filter(({ found }) => found.size > 0)
    .toSorted((one, other) => other.found.size - one.found.size)[0]

/** Columns of statistics that are computed here, or have another formula elsewhere. */
const COMPUTED = /%|^(?:eff|efficiency|ef)$/

const checkHeadings = (
  sheet: Sheet,
  { number, found, cells }: Headings,
  columns: readonly Column<unknown>[],
  { add, ignore }: Mistakes,
): void => {
  const all = columns.flatMap(({ names }) => names)
  for (const [index, cell] of cells.entries()) {
    const heading = toHeading(cell)
    if (heading === '' || COMPUTED.test(heading)) continue
    const written = toWritten(cell)
    const column = columns.find(({ names }) => names.includes(heading))
    if (column !== undefined && found.get(column) !== index)
      add(
        { sheet: sheet.name, row: number, column: written },
        'is there twice; delete one of the columns, or rename it.',
      )
    if (column !== undefined) continue
    const near = all.find((name) => isMisspelt(name, heading))
    if (near === undefined) ignore(sheet.name, written)
    else add({ sheet: sheet.name, row: number, column: written }, `is no column of this sheet; is it ${near}?`)
  }
}

/** What spreadsheets show for a formula that fails, in their languages: #N/A, #REF!, #¿NOMBRE?, #NV, Err:502. */
const FORMULA_ERROR = /^(?:#(?:[¡¿]?[\p{Lu}/_0]+[!?]|\p{Lu}\/\p{Lu}|NV|YOK)|Err:\d{3})$/u

const parseCell = <Value>(cell: Exclude<Cell, null>, { parse }: Column<Value>): Value | Unreadable =>
  typeof cell === 'string' && FORMULA_ERROR.test(cell)
    ? new Unreadable(`${cell} is the error of a formula; correct the formula.`)
    : parse(cell)

/** The rows of a sheet below its headings. */
export const readTable = (
  sheet: Sheet,
  headings: Headings,
  columns: readonly Column<unknown>[],
  mistakes: Mistakes,
): Table => {
  const { found, cells: titles } = headings
  checkHeadings(sheet, headings, columns, mistakes)
  const rows = sheet.rows.flatMap(({ number, cells }): Row[] => {
    if (number <= headings.number || cells.every((cell) => cleanCell(cell) === null)) return []
    const wrong = new Set<Column<unknown> | null>()
    const refuse: Row['refuse'] = (column, message) => {
      wrong.add(column)
      const index = column === null ? undefined : found.get(column)
      const written = index === undefined ? (column?.names[0] ?? null) : toWritten(titles[index])
      mistakes.add({ sheet: sheet.name, row: number, column: written }, message)
    }
    const get: Row['get'] = (column) => {
      const index = found.get(column)
      const cell = wrong.has(column) || index === undefined ? null : cleanCell(cells[index])
      const value = cell === null ? null : parseCell(cell, column)
      if (!(value instanceof Unreadable)) return value
      refuse(column, value.message)
      return null
    }
    return [
      {
        number,
        get,
        refuse,
        isWrong: (...some) => (some.length === 0 ? wrong.size > 0 : some.some((column) => wrong.has(column))),
      },
    ]
  })
  return { sheet: sheet.name, rows, has: (column) => found.has(column) }
}
