import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore } from '@basketball-data/core'
import { expect, test } from 'vitest'
import { finalGame, ingestOrThrow, testDatabase } from '../../http/src/testing/databases.js'
import { newFolder, runCommand } from './testing/run-cli.ts'

test('forecasts --report prints the report of the database, or writes it to a file', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  await ingestOrThrow(core, finalGame([80, 77]))
  const report = await core.reportForecasts()
  expect(report).toMatch(/\| season[^]*\| 1 /)
  await core.close()

  const printed = await runCommand(['forecasts', '--report', '--database', database])
  expect(printed).toMatchObject({ code: 0, stdout: report, stderr: '' })
  const output = join(newFolder(), 'forecasts.md')
  const written = await runCommand(['forecasts', '--report', '--output', output, '--json', '--database', database])
  expect(written).toMatchObject({ code: 0, stdout: `${JSON.stringify({ file: output })}\n` })
  expect(readFileSync(output, 'utf8')).toBe(report)
  expect(await runCommand(['forecasts', '--database', database])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Say what to do with the forecasts: --report.'),
  })
})
