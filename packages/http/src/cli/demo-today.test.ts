import { createCore, type Core } from '@basketball-data/core'
import { simulateToday } from '@basketball-data/feeds/simulator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openToday } from './demo-today.ts'
import { simulatedGames } from './demo-world.ts'

const WORLD = { day: '2026-11-21', seasons: 1 }
const SPEED = 5
const START = Date.parse('2026-11-21T09:00:00Z')
const games = simulateToday(WORLD)
const at = (seconds: number) => new Date(START + seconds * 1000)

const withCore = async (run: (core: Core) => Promise<void>): Promise<void> => {
  const core = await createCore({ database: 'memory://' })
  try {
    await run(core)
  } finally {
    await core.close()
  }
}

/** What the database has of the games of the day, without the moments at which they were played. */
const storedGames = async (core: Core) => {
  const found = await simulatedGames(core, { date: WORLD.day })
  const caller = core.caller()
  return Promise.all(
    [...found]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(async ([external_id, { id, status, has }]) => ({
        external_id,
        status,
        score: await caller.games.get({ id }).then(({ data }) => [data.home_score, data.away_score, data.periods]),
        events: has.playbyplay ? (await caller.games.playByPlay({ id })).data.events : null,
        box: has.boxscore ? (await caller.games.boxScore({ id })).data.home.totals : null,
      })),
  )
}

test('a game ends within a minute, another one is in its middle, and a third one begins', async () => {
  await withCore(async (core) => {
    const today = await openToday(core, WORLD, SPEED)
    await today.advance(at(0))
    const begun = (await storedGames(core)).filter(({ box }) => box !== null)
    expect(begun.map(({ status }) => status)).toEqual(['scheduled', 'scheduled', 'scheduled'])
    expect(await today.advance(at(58))).toEqual([])
    expect((await today.advance(at(61))).map(({ final }) => final.game.status)).toEqual(['final'])
  })
})

test('whenever it is stopped and opened again, the games end as they do without a stop', async () => {
  const expected: Awaited<ReturnType<typeof storedGames>> = []
  await withCore(async (core) => {
    for (const { final } of games) await core.ingest(final)
    expected.push(...(await storedGames(core)))
  })
  expect(expected.map(({ status }) => status)).toEqual(games.map(() => 'final'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 1200 }), { minLength: 3, maxLength: 8 }), async (pauses) => {
      await withCore(async (core) => {
        let seconds = 0
        for (const pause of [...pauses, 20_000, 20_000]) {
          const today = await openToday(core, WORLD, SPEED)
          await today.advance(at(seconds))
          await today.advance(at((seconds += pause)))
        }
        expect(await storedGames(core)).toEqual(expected)
      })
    }),
    { numRuns: 5 },
  )
})

test('after midnight the games of the next day are played', async () => {
  await withCore(async (core) => {
    const today = await openToday(core, WORLD, SPEED)
    await today.advance(at(0))
    for (let hour = 0; hour < 10; hour++) await today.advance(new Date(Date.UTC(2026, 10, 22, hour)))
    const next = [...(await simulatedGames(core, { date: '2026-11-22' })).values()]
    expect(next.map(({ status }) => status)).toEqual(next.map(() => 'final'))
  })
})
