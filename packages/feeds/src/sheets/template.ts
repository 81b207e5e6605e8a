import { readFileSync } from 'node:fs'
import { addDays, utcDay } from '@basketball-data/core/contract'
import { parseRecords } from '../csv.ts'
import { findSeason } from './records.ts'

/** A value of the template. A day is a date in a workbook, and YYYY-MM-DD in a CSV file. */
export type TemplateCell = string | number | { day: string } | null

/** A sheet of the template, with its headings in the first row. */
export type TemplateSheet = { name: string; rows: readonly (readonly TemplateCell[])[] }

/** The tables of the example; its days and its season stand in double braces. */
const TABLES = ['competition', 'teams', 'players', 'games', 'lines']

const readExample = (file: string): string =>
  readFileSync(new URL(`../../example-league/${file}`, import.meta.url), 'utf8')

/** The rules, as the first sheet of the template explains them. */
export const readRules = (): string[] => readExample('read me.txt').trim().split('\n')

const SATURDAY = 6

/**
 * The example of a league: its rules, four teams, a game that was played on the Saturday before `now`, and one a week later. All names
 * are made up.
 */
export const buildTemplate = (now: Date): TemplateSheet[] => {
  const played = addDays(now, -(((now.getUTCDay() + 6 - SATURDAY) % 7) + 1))
  const [last, next] = [utcDay(played), utcDay(addDays(played, 7))]
  const values = new Map<string, TemplateCell>([
    ['', null],
    ['{{last}}', { day: last }],
    ['{{next}}', { day: next }],
    ['{{season}}', findSeason([last])?.name ?? null],
  ])
  const toCell = (field: string): TemplateCell => {
    const value = values.get(field)
    return value === undefined ? (/^\d+$/.test(field) ? Number(field) : field) : value
  }
  const tables = TABLES.map((name) => {
    const records = parseRecords(readExample(`${name}.csv`), name, ',')
    return { name, rows: records.map(({ fields }) => fields.map(toCell)) }
  })
  return [{ name: 'read me', rows: readRules().map((rule) => [rule]) }, ...tables]
}

const toField = (cell: TemplateCell): string => {
  if (cell === null) return ''
  const text = typeof cell === 'object' ? cell.day : String(cell)
  return /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A sheet as a CSV file: UTF-8 with a byte order mark, by which spreadsheets recognize it. */
export const toCsv = ({ rows }: TemplateSheet): string =>
  `\uFEFF${rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')}`

/** A text is formatted as one, so that a spreadsheet does not make a date of 5/9 when it is edited. */
const toWorkbookCell = (cell: TemplateCell) => {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'string') return { value: cell, type: String, format: '@' }
  return { value: new Date(`${cell.day}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
}

const MAX_WIDTH = 24

/** Sheets as a workbook (.xlsx). */
export const toWorkbook = async (sheets: readonly TemplateSheet[]): Promise<Buffer> => {
  const { default: writeWorkbook } = await import('write-excel-file/node')
  return writeWorkbook(
    sheets.map(({ name, rows }) => ({
      sheet: name,
      data: rows.map((row) => row.map(toWorkbookCell)),
      columns: (rows[0] ?? []).map((_, column) => ({
        width: Math.min(MAX_WIDTH, Math.max(...rows.map((row) => toField(row[column] ?? null).length + 2))),
      })),
    })),
  ).toBuffer()
}
