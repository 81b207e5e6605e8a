import { LINES, TABLES, type TableName } from './columns.ts'
import { REQUIRED_OF_GAMES } from './games.ts'
import type { Mistakes } from './mistakes.ts'
import { findHeadings, readTable, toHeading, type Sheet, type Table } from './table.ts'

const isTableName = (name: string): name is TableName => name in TABLES

/** The table that a sheet is by its name, which may end with a number, or else by its columns. */
const findTable = (sheet: Sheet): TableName | undefined => {
  const heading = toHeading(sheet.name).replace(/\d+$/, '')
  const byName = Object.entries(TABLES).find(([, { names }]) => names.includes(heading))?.[0]
  if (byName !== undefined && isTableName(byName)) return byName
  if (findHeadings(sheet, REQUIRED_OF_GAMES)?.found.size === REQUIRED_OF_GAMES.length) return 'games'
  const found = findHeadings(sheet, [LINES.team, LINES.player, LINES.last_name])?.found
  return found?.size === 2 ? 'lines' : undefined
}

/** The sheet that explains the template. */
const READ_ME = 'readme'

/** Finds out which tables sheets are, and reads their headings. */
export const assignTables = (sheets: readonly Sheet[], mistakes: Mistakes): Record<TableName, Table[]> => {
  const tables: Record<TableName, Table[]> = { competition: [], teams: [], players: [], games: [], lines: [] }
  for (const sheet of sheets) {
    const name = findTable(sheet)
    if (name === undefined) {
      if (toHeading(sheet.name) !== READ_ME) mistakes.ignore(sheet.name, null)
      continue
    }
    const { columns } = TABLES[name]
    const headings = findHeadings(sheet, columns)
    if (headings !== undefined) tables[name].push(readTable(sheet, headings, columns, mistakes))
    else if (sheet.rows.length > 0)
      mistakes.add(
        { sheet: sheet.name, row: 1, column: null },
        `There is no row of headings, like ${columns
          .slice(0, 4)
          .map(({ names }) => names[0])
          .join(', ')}.`,
      )
  }
  return tables
}
