import { CsvError, parse, type Options } from 'csv-parse/sync'
import { FeedError } from './feed.ts'

/** A row of a CSV file by column name, and the number of its first line in the file. */
export type CsvRow = { line: number; values: Readonly<Record<string, string>> }

/** Bytes of a row; only a quotation mark that is not closed makes one longer. */
const MAX_ROW = 100_000

/** Characters in which a header ends. */
const MAX_HEADER = 10_000

const OPTIONS = {
  bom: true,
  record_delimiter: '\n',
  relax_column_count: true,
  relax_quotes: true, // in a field that does not begin with one
  skip_empty_lines: true,
  trim: true,
  max_record_size: MAX_ROW,
} as const satisfies Options

/** csv-parse would count \r\n as two lines. */
const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

const parseColumns = (head: string, delimiter: string): string[] => {
  try {
    return parse(head, { ...OPTIONS, delimiter, to: 1 })[0] ?? []
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

const SEPARATORS = [',', ';', '\t']

const countIn = (text: string, part: string): number => text.split(part).length - 1

/**
 * The column names in the first line of a CSV file, and its separator: a comma, a semicolon or a tab, whichever separates most
 * in it, or else in the lines below. There are no columns if its quotation marks are broken. The start of the file is enough.
 */
export const parseHeader = (text: string): { columns: string[]; separator: string } => {
  const head = withLineFeeds(text.slice(0, MAX_HEADER))
  const [best] = SEPARATORS.map((separator) => ({ separator, columns: parseColumns(head, separator) })).toSorted(
    (one, other) =>
      other.columns.length - one.columns.length || countIn(head, other.separator) - countIn(head, one.separator),
  )
  return best ?? { columns: [], separator: ',' }
}

/** A number in a table with semicolons or tabs, which spreadsheets write where the comma is the decimal mark. */
const withDecimalPoint = (field: string): string => field.replace(/^([+−-]?\d+),(\d+)$/, '$1.$2')

const lineFeedsIn = (text: string): number => countIn(text, '\n')

const REASONS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and not closed',
  CSV_MAX_RECORD_SIZE: `longer than ${MAX_ROW.toLocaleString('en')} bytes; is a quotation mark not closed?`,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'text follows a closing quotation mark; one inside of a field is written as ""',
}

/** The error for a row that cannot be parsed; csv-parse has the number of the line at which it gave up. */
const brokenRow = (error: CsvError, text: string, name: string): FeedError => {
  const { bytes } = error
  const above = Buffer.from(text).subarray(0, typeof bytes === 'number' ? bytes : 0)
  const reason = REASONS[error.code] ?? error.message
  return new FeedError(name, `line ${lineFeedsIn(above.toString()) + 1}: ${reason}`, { cause: error })
}

/** A row of a CSV file, trimmed, and the number of its first line in the file. */
export type CsvRecord = { line: number; fields: readonly string[] }

/**
 * All rows of a CSV file that are not blank (RFC 4180), its header included.
 *
 * @param check why a row is refused, and with it the file; undefined: it is not
 * @throws {FeedError} if quotation marks are broken anywhere: it is unknown which rows they hide; or for a refused row
 */
export const parseRecords = (
  text: string,
  name: string,
  separator: string,
  check?: (fields: readonly string[]) => string | undefined,
): CsvRecord[] => {
  const table = withLineFeeds(text)
  const records: CsvRecord[] = []
  const addRecord = (record: string[], { lines }: { lines: number }): null => {
    const line = lines - lineFeedsIn(record.join(''))
    const reason = check?.(record)
    if (reason !== undefined) throw new FeedError(name, `line ${line}: ${reason}`)
    records.push({ line, fields: record.map((field) => field.trim()) })
    return null
  }
  try {
    parse(table, { ...OPTIONS, delimiter: separator, on_record: addRecord })
  } catch (error) {
    throw error instanceof CsvError ? brokenRow(error, table, name) : error
  }
  return records
}

/**
 * The rows of a CSV file below its header, by column name. In a table with semicolons or tabs, decimal commas become points.
 *
 * @throws {FeedError} if quotation marks are broken anywhere
 */
export const parseRows = (text: string, name: string): CsvRow[] => {
  const { columns, separator } = parseHeader(text)
  return parseRecords(text, name, separator)
    .slice(1)
    .map(({ line, fields: written }) => {
      const fields = separator === ',' ? written : written.map(withDecimalPoint)
      return { line, values: Object.fromEntries(columns.map((column, i) => [column, fields[i] ?? ''])) }
    })
}
