import { parseHeader, parseRecords } from '../csv.ts'
import { FeedError } from '../feed.ts'
import { openBudget, take, TooLarge, type Budget } from './budget.ts'
import { decodeText } from './decode.ts'
import type { Mistakes } from './mistakes.ts'
import { findExcess, MAX_COLUMNS, toSheetName, type Sheet } from './table.ts'

/** A file of a league: a workbook (.xlsx), or a table as CSV that is named like it. */
export type SheetFile = { name: string; bytes: Uint8Array }

/** Bytes of all files of a league together. */
export const MAX_BYTES = 20_000_000

/** Files that cannot be read, after which no more are tried: it is not known how much was unpacked of them. */
const MAX_UNREADABLE = 20

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

const nameSheet = (file: string): string => toSheetName(file.replace(/^.*[/\\]/, '').replace(/\.[a-z]{1,4}$/i, ''))

/** Takes a row from the budget; returns what it has too much of. */
const takeRow = (budget: Budget, fields: readonly string[]): string | undefined => {
  take(budget, 'rows', 1)
  take(budget, 'cells', fields.length)
  if (fields.length > MAX_COLUMNS && fields.findLastIndex((field) => field.trim() !== '') >= MAX_COLUMNS)
    return `it has more than ${MAX_COLUMNS} columns`
  const excess = fields.map(findExcess).find((each) => each !== undefined)
  return excess && `it has ${excess}`
}

const openCsv = ({ name, bytes }: SheetFile, budget: Budget, { add }: Mistakes): Sheet[] => {
  const { text, error } = decodeText(bytes)
  const whole = { sheet: name, row: null, column: null }
  if (text === undefined) {
    add(whole, `The file ${error}`)
    return []
  }
  try {
    const records = parseRecords(text, name, parseHeader(text).separator, (fields) => takeRow(budget, fields))
    return [{ name: nameSheet(name), rows: records.map(({ line, fields }) => ({ number: line, cells: fields })) }]
  } catch (broken) {
    if (!(broken instanceof FeedError)) throw broken
    const [, line, reason] = /^line (\d+): (.*)$/s.exec(broken.reason) ?? []
    add(
      { ...whole, row: line === undefined ? null : Number(line) },
      `The file has a row that cannot be read: ${reason ?? broken.reason}.`,
    )
    return []
  }
}

const openFile = async (file: SheetFile, budget: Budget, mistakes: Mistakes): Promise<Sheet[]> => {
  const { name, bytes } = file
  const whole = { sheet: name, row: null, column: null }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    mistakes.add(whole, 'The file is a workbook of old Excel (.xls), or has a password; save it as .xlsx without one.')
    return []
  }
  if (!startsWith(bytes, 0x50, 0x4b)) return openCsv(file, budget, mistakes)
  const { readWorkbook } = await import('./workbook.ts')
  const { BadArchive } = await import('./unzip.ts')
  try {
    return readWorkbook(bytes, budget)
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error
    mistakes.add(whole, `The file is no workbook (.xlsx) that can be read: ${error.message}.`)
    return []
  }
}

/** Opens the sheets of files; what cannot be opened is a mistake. */
export const openFiles = async (files: readonly SheetFile[], mistakes: Mistakes): Promise<Sheet[]> => {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > MAX_BYTES) {
    mistakes.add(
      { sheet: files[0]?.name ?? '', row: null, column: null },
      `The files have ${Math.ceil(size / 1e6)} MB; ${MAX_BYTES / 1e6} MB are possible. Import a season at a time.`,
    )
    return []
  }
  const sheets: Sheet[] = []
  const budget = openBudget()
  for (const file of files) {
    if (mistakes.count() >= MAX_UNREADABLE) break
    try {
      sheets.push(...(await openFile(file, budget, mistakes)))
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
      mistakes.add({ sheet: file.name, row: null, column: null }, error.message)
      return []
    }
  }
  return sheets
}
