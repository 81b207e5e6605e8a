import { createCore } from '@basketball-data/core'
import { expect, onTestFinished, test } from 'vitest'
import { SAMPLE_NOW, sampleGames } from './index.ts'

test('every game of the sample league is accepted without a warning, and has the data of the examples', async () => {
  const core = await createCore({ database: 'memory://', now: () => SAMPLE_NOW })
  onTestFinished(() => core.close())
  for (const game of sampleGames()) expect(await core.ingest(game)).toMatchObject({ outcome: 'created' })
  expect(await core.warnings()).toEqual([])
  const { data: games } = await core.caller().games.list({})
  expect(games.map(({ status }) => status).toSorted()).toEqual([
    'final',
    'final',
    'final',
    'final',
    'no_result',
    'scheduled',
  ])
  const full = games.find(({ has }) => has.boxscore && has.playbyplay && has.shots)
  expect(full).toMatchObject({ date: '2026-11-20', status: 'final' })
  const { data: prices } = await core.caller().games.prices({ id: full?.id ?? '' })
  expect(prices.average).not.toBeNull()
})
