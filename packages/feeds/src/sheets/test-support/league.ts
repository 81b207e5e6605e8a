import type { SheetFile } from '../files.ts'
import { readSheets, type SheetOptions } from '../read-sheets.ts'

/** Sheets by name, each as text with a row per line and fields separated by `|`. */
export type Tables = Readonly<Record<string, string>>

/** A league of two games; the first has the lines of four players. */
export const LEAGUE = {
  competition: `
name|season|time zone
Summer League|2026-27|Europe/Ljubljana`,
  games: `
id|date|time|home|away|home score|away score|periods|status
1|2026-11-19|20:30|Red Foxes|Blue Herons|71|68|18-20, 17-15, 20-17, 16-16|final
2|2026-11-26|18:00|Blue Herons|Red Foxes||||`,
  lines: `
game|team|player|number|starter|minutes|2P|3P|FT|OREB|DREB|AST|TO|PTS
1|Red Foxes|Ana Example|4|x|31:24|5/9|1/4|2/2|1|3|5|2|15
1|Red Foxes|Bea Sample|00||31.4|4/8|0/0|0/0|0|2|1|0|8
1|Blue Herons|Gina Blank|7|1|31|3/6|2/5|1/2|2|2|0|1|13
1|Blue Herons|Hana Copy|9|no|DNP||||||||`,
} satisfies Tables

/** The rows of a table. */
export const toRows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|'))

/** CSV files of tables, with comma, semicolon or tab. */
export const toFiles = (tables: Tables, separator = ','): SheetFile[] =>
  Object.entries(tables).map(([name, table]) => ({
    name: `${name}.csv`,
    bytes: new TextEncoder().encode(
      toRows(table)
        .map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(separator))
        .join('\r\n'),
    ),
  }))

/** Reads tables as CSV files. */
export const readTables = (tables: Tables, options?: SheetOptions) => readSheets(toFiles(tables), options)

/** Reads tables that must have no mistakes. */
export const readBundles = async (tables: Tables, options?: SheetOptions) => {
  const { bundles, mistakes } = await readTables(tables, options)
  if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes))
  return bundles
}

/** Text of a table, and what stands in its place. */
export type Change = [table: keyof typeof LEAGUE, from: string, to: string]

/** The league with other text in some tables. */
export const change = (...changes: Change[]): Tables => {
  const tables: Record<string, string> = { ...LEAGUE }
  for (const [table, from, to] of changes) {
    if (!tables[table]?.includes(from)) throw new Error(`${table} has no ${from}`)
    tables[table] = tables[table].replaceAll(from, to)
  }
  return tables
}
