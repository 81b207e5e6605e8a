import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GAMES, PERIODS, TABLES, type TableName } from './columns.ts'
import { toHeading, type Column } from './table.ts'

const page = readFileSync(new URL('../../../../docs/sheets.md', import.meta.url), 'utf8')

/** The columns that the page lists of each sheet. Those of a row without a sheet belong to the sheet above. */
const readColumns = (): Map<string, string[]> => {
  const columns = new Map<string, string[]>()
  let current = ''
  for (const [, sheet = '', list = ''] of page.matchAll(/^\| (`[a-z]+`)? +\| (.*`.*) \|$/gm)) {
    if (sheet !== '') current = sheet.replaceAll('`', '')
    const headings = Array.from(list.matchAll(/`([^`]+)`/g), ([, heading = '']) => toHeading(heading))
    columns.set(current, [...(columns.get(current) ?? []), ...headings])
  }
  return columns
}

/** A period that the page shows stands for all. */
const standsForOthers: ReadonlySet<Column<unknown>> = new Set([...PERIODS.both, ...PERIODS.home, ...PERIODS.away])

test.each(Object.keys(TABLES) as TableName[])('the page of sheets lists every column of %s, and no other', (table) => {
  const listed = readColumns().get(table) ?? []
  const columns: readonly Column<unknown>[] = TABLES[table].columns
  const unlisted = columns.filter(
    (column) => !standsForOthers.has(column) && !listed.some((heading) => column.names.includes(heading)),
  )
  expect(unlisted.map(({ names }) => names[0])).toEqual([])
  expect(listed.filter((heading) => !columns.some(({ names }) => names.includes(heading)))).toEqual([])
})

test('no name of a column is that of two columns of its sheet', () => {
  for (const { columns } of Object.values(TABLES)) {
    const names = columns.flatMap((column) => column.names)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(names.filter((name) => name !== toHeading(name))).toEqual([])
  }
  expect(GAMES.date.names).toContain('date')
})
