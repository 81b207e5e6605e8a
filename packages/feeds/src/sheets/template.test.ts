import { describe, expect, test } from 'vitest'
import { addDays, GameBundle } from '@basketball-data/core/contract'
import { anyDatabase, ingestOrThrow, sharedCore } from '../test-support/core.ts'
import { readSheets } from './read-sheets.ts'
import { buildTemplate, toCsv, toWorkbook } from './template.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

const readTemplate = async (now: Date) => {
  const sheets = buildTemplate(now)
  const files = sheets.map((sheet) => ({ name: `${sheet.name}.csv`, bytes: Buffer.from(toCsv(sheet)) }))
  return {
    ofCsv: await readSheets(files),
    ofWorkbook: await readSheets([{ name: 'league.xlsx', bytes: await toWorkbook(sheets) }]),
  }
}

test('the example is read as it is, from a workbook as from CSV files', async () => {
  const { ofCsv, ofWorkbook } = await readTemplate(NOW)
  expect(ofCsv).toMatchObject({ mistakes: [], mistake_count: 0, ignored: [] })
  expect(ofWorkbook).toEqual(ofCsv)
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
    const { ofCsv } = await readTemplate(addDays(NOW, day))
    expect(ofCsv.mistakes).toEqual([])
  }
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('the example is imported without a warning, and a second time changes nothing', async () => {
    const { ofCsv } = await readTemplate(NOW)
    for (const outcome of ['created', 'unchanged'])
      for (const bundle of ofCsv.bundles)
        expect(await ingestOrThrow(core(), bundle)).toMatchObject({ outcome, warnings: [] })
  })
})
