import { createCore, type Core } from '@basketball-data/core'
import { simulateFriendly, simulateNewestFirst, simulateToday } from '@basketball-data/feeds/simulator'
import { expect, test } from 'vitest'
import { ingestAllOrThrow, newDatabase } from '../../http/src/testing/databases.js'
import { hasWorld, missingGames } from './demo-world.ts'

const WORLD = { day: '2026-11-21', seasons: 1 }
const ALL = [...simulateNewestFirst({ ...WORLD, detail: 'result' })]
/** So many of them that one game of the day is stored. */
const STORED = 180

const withGames = async (count: number, run: (core: Core) => Promise<void>): Promise<void> => {
  const { address, drop } = await newDatabase('Postgres')
  const core = await createCore({ database: address })
  try {
    await ingestAllOrThrow(core, ALL.slice(0, count))
    await run(core)
  } finally {
    await core.close()
    await drop()
  }
}

const readIds = async (core: Core, world = WORLD): Promise<string[]> => {
  const ids: string[] = []
  for await (const { game } of (await missingGames(core, world)).read()) ids.push(game.external_id)
  return ids
}

test('a world is known by the result of a game', async () => {
  await withGames(3, async (core) => {
    expect(await hasWorld(core, WORLD)).toBe(true)
    expect(await hasWorld(core, { day: '2027-02-01', since: WORLD.day, seasons: 1 })).toBe(true)
    expect(await hasWorld(core, { day: '2027-02-01', seasons: 1 })).toBe(false)
    expect(await hasWorld(core, { ...WORLD, seed: 'another' })).toBe(false)
  })
  await withGames(0, async (core) => expect(await hasWorld(core, WORLD)).toBe(false))
})

test('a world is known when games of today are final', async () => {
  await withGames(3, async (core) => {
    const [today] = simulateToday(WORLD)
    if (today === undefined) throw new Error('No game today.')
    await core.ingest(today.final)
    expect(await hasWorld(core, WORLD)).toBe(true)
    expect(await hasWorld(core, { ...WORLD, seed: 'another' })).toBe(false)
  })
})

test('a world is known by its own games when friendly games beyond its schedule are later', async () => {
  await withGames(3, async (core) => {
    for (let number = 1; number <= 3; number++) await core.ingest(simulateFriendly(WORLD, number).final)
    expect(await hasWorld(core, WORLD)).toBe(true)
  })
})

test('missing are the games that are not stored, but for those of today, and those that should have been played', async () => {
  const all = ALL.map(({ game }) => game)
  const listGameIds = (games: typeof all) => games.map(({ external_id }) => external_id)
  await withGames(STORED, async (core) => {
    const others = all.slice(STORED).filter(({ date }) => date !== WORLD.day)
    expect(await readIds(core)).toEqual(listGameIds(others))
    expect(await (await missingGames(core, WORLD)).count()).toBe(others.length)
    const tomorrow = { day: '2026-11-22', since: WORLD.day, seasons: 1 }
    const played = all.slice(0, STORED).filter(({ date }) => date === WORLD.day)
    const missing = listGameIds([...played, ...all.slice(STORED)].filter(({ date }) => date !== tomorrow.day))
    expect(played.length).toBeGreaterThan(0)
    expect((await readIds(core, tomorrow)).toSorted()).toEqual(missing.toSorted())
  })
})
