import { createCore, type Core } from '@basketball-data/core'
import { friendlyNumber, simulateToday } from '@basketball-data/feeds/simulator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newDatabase } from '../../http/src/testing/databases.js'
import { openToday } from './demo-live.ts'
import { simulatedGames } from './demo-world.ts'

const WORLD = { day: '2026-11-21', seasons: 1 }
const SPEED = 5
const START = Date.parse('2026-11-21T09:00:00Z')
const games = simulateToday(WORLD)
const at = (seconds: number) => new Date(START + seconds * 1000)

const withCore = async (run: (core: Core) => Promise<void>): Promise<void> => {
  const { address, drop } = await newDatabase('Postgres')
  const core = await createCore({ database: address })
  try {
    await run(core)
  } finally {
    await core.close()
    await drop()
  }
}

const scheduledGames = async (core: Core, date: string) =>
  [...(await simulatedGames(core, { date }))].filter(([id]) => friendlyNumber(id) === null)

/** What the database has of the scheduled games of the day, without the moments at which they were played. */
const storedGames = async (core: Core) => {
  const found = await scheduledGames(core, WORLD.day)
  const caller = core.caller()
  return Promise.all(
    found
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
    const today = openToday(core, WORLD, SPEED)
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
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 1200 }), { minLength: 2, maxLength: 4 }), async (pauses) => {
      await withCore(async (core) => {
        let seconds = 0
        for (const pause of [...pauses, 20_000, 20_000]) {
          const today = openToday(core, WORLD, SPEED)
          await today.advance(at(seconds))
          await today.advance(at((seconds += pause)))
        }
        expect(await storedGames(core)).toEqual(expected)
      })
    }),
    { numRuns: 1 },
  )
})

test('after midnight the games of the next day are played', async () => {
  await withCore(async (core) => {
    const today = openToday(core, WORLD, SPEED)
    await today.advance(at(0))
    for (let hour = 0; hour < 10; hour++) await today.advance(new Date(Date.UTC(2026, 10, 22, hour)))
    const next = (await scheduledGames(core, '2026-11-22')).map(([, { status }]) => status)
    expect(next).toEqual(next.map(() => 'final'))
  })
})

/** The number and the status of the friendly games of the day. */
const friendlyGames = async (core: Core, date = WORLD.day) =>
  [...(await simulatedGames(core, { date }))]
    .map(([id, { status, home_score }]) => ({ number: friendlyNumber(id), status, scored: home_score !== null }))
    .filter(({ number }) => number !== null)
    .toSorted((a, b) => Number(a.number) - Number(b.number))

test('when all games of the day have begun, friendly games follow, of which one ends soon after an opening', async () => {
  await withCore(async (core) => {
    for (const { final } of games) await core.ingest(final)
    const today = openToday(core, WORLD, SPEED)
    await today.advance(at(0))
    expect(await friendlyGames(core)).toEqual(
      [1, 2, 3].map((number) => ({ number, status: 'scheduled', scored: false })),
    )
    expect(await today.advance(at(61))).toHaveLength(1)
    await today.advance(at(62))
    expect((await friendlyGames(core)).map(({ number, status }) => [number, status])).toEqual([
      [1, 'final'],
      [2, 'scheduled'],
      [3, 'scheduled'],
      [4, 'scheduled'],
    ])
  })
})

test('friendly games go on when the demo is opened again, and have a result on the next day', async () => {
  await withCore(async (core) => {
    for (const { final } of games) await core.ingest(final)
    await openToday(core, WORLD, SPEED).advance(at(0))
    const again = openToday(core, WORLD, SPEED)
    await again.advance(at(59))
    expect((await friendlyGames(core)).map(({ number }) => number)).toEqual([1, 2, 3])
    expect((await again.advance(at(61))).map(({ final }) => final.game.external_id)).toHaveLength(1)

    const tomorrow = new Date('2026-11-22T09:00:00Z')
    await openToday(core, WORLD, SPEED).advance(tomorrow)
    const ended = await friendlyGames(core)
    expect(ended.length).toBeGreaterThanOrEqual(3)
    for (const game of ended) expect(game).toMatchObject({ status: 'final', scored: true })
  })
})
