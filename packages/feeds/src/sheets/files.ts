import { parseHeader, parseRecords } from '../csv.ts'
import { FeedError } from '../feed.ts'
import { decodeText } from './decode.ts'
import type { Mistakes } from './mistakes.ts'
import { MAX_CELLS, type Sheet } from './table.ts'

/** A file of a league: a workbook (.xlsx), or a table as CSV that is named like it. */
export type SheetFile = { name: string; bytes: Uint8Array }

/** Bytes of all files of a league together. */
export const MAX_BYTES = 20_000_000

/** Rows of all sheets together; the lines of 300 games are 8,000. */
const MAX_ROWS = 50_000

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

const toSheetName = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.[a-z]{1,4}$/i, '')

const openCsv = ({ name, bytes }: SheetFile, { add }: Mistakes): Sheet[] => {
  const { text, error } = decodeText(bytes)
  const whole = { sheet: name, row: null, column: null }
  if (text === undefined) {
    add(whole, `The file ${error}`)
    return []
  }
  try {
    const records = parseRecords(text, name, parseHeader(text).separator, MAX_CELLS)
    return [{ name: toSheetName(name), rows: records.map(({ line, fields }) => ({ number: line, cells: fields })) }]
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

const openFile = async (file: SheetFile, mistakes: Mistakes): Promise<Sheet[]> => {
  const { name, bytes } = file
  const whole = { sheet: name, row: null, column: null }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    mistakes.add(whole, 'The file is a workbook of old Excel (.xls), or has a password; save it as .xlsx without one.')
    return []
  }
  if (!startsWith(bytes, 0x50, 0x4b)) return openCsv(file, mistakes)
  const { readWorkbook } = await import('./workbook.ts')
  const { BadArchive } = await import('./unzip.ts')
  try {
    return readWorkbook(bytes)
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error
    mistakes.add(whole, `The file is no workbook (.xlsx) that can be read: ${error.message}.`)
    return []
  }
}

/** Opens the sheets of files; what cannot be opened is a mistake. */
export const openFiles = async (files: readonly SheetFile[], mistakes: Mistakes): Promise<Sheet[]> => {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const whole = { sheet: files[0]?.name ?? '', row: null, column: null }
  if (size > MAX_BYTES) {
    mistakes.add(
      whole,
      `The files have ${Math.ceil(size / 1e6)} MB; ${MAX_BYTES / 1e6} MB are possible. Import a season at a time.`,
    )
    return []
  }
  const sheets: Sheet[] = []
  for (const file of files) sheets.push(...(await openFile(file, mistakes)))
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0)
  if (rows <= MAX_ROWS) return sheets
  const counts = [rows, MAX_ROWS].map((count) => count.toLocaleString('en'))
  mistakes.add(whole, `The files have ${counts[0]} rows; ${counts[1]} are possible. Import a season at a time.`)
  return []
}
