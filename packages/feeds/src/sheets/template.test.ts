import { describe, expect, test } from 'vitest'
import { addDays, GameBundle } from '@basketball-data/core/contract'
import { anyDatabase, ingestOrThrow, sharedCore } from '../test-support/core.ts'
import { readSheets } from './read-sheets.ts'
import { buildTemplate, toCsv, toWorkbook } from './template.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

const readCsv = (now: Date) =>
  readSheets(buildTemplate(now).map((sheet) => ({ name: `${sheet.name}.csv`, bytes: Buffer.from(toCsv(sheet)) })))

const readWorkbook = async (now: Date) =>
  readSheets([{ name: 'league.xlsx', bytes: await toWorkbook(buildTemplate(now)) }])

test('the example is read as it is, from a workbook as from CSV files', async () => {
  const ofCsv = await readCsv(NOW)
  expect(ofCsv).toMatchObject({ mistakes: [], mistake_count: 0, ignored: [] })
  expect(await readWorkbook(NOW)).toEqual(ofCsv)
  expect(ofCsv.bundles.map(({ game }) => [game.date, game.status])).toEqual([
    ['2026-11-14', 'final'],
    ['2026-11-21', 'scheduled'],
  ])
  const games = buildTemplate(NOW).find(({ name }) => name === 'games')
  expect(games?.rows[0]).toContain('period minutes')
  for (const bundle of ofCsv.bundles) expect(GameBundle.safeParse(bundle).success).toBe(true)
})

test('the example is read on any day of the year', async () => {
  for (let day = 0; day < 366; day += 5) {
    const { mistakes } = await readCsv(addDays(NOW, day))
    expect(mistakes).toEqual([])
  }
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('the example is imported without a warning, and a second time changes nothing', async () => {
    const { bundles } = await readCsv(NOW)
    for (const outcome of ['created', 'unchanged'])
      for (const bundle of bundles) expect(await ingestOrThrow(core(), bundle)).toMatchObject({ outcome, warnings: [] })
  })
})
