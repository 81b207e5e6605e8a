import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BasketballData } from '@basketball-data/client'
import type { GameBundle } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedService, testService } from '../../packages/http/src/testing/services.js'
import { openMirror } from './mirror.ts'

const folder = mkdtempSync(join(tmpdir(), 'mirror-'))
const games = [...simulate({ day: '2026-11-20', games: 6 })]
const service = sharedService('Postgres', { games })
let apiKey: string
beforeAll(async () => {
  apiKey = await service().newKey('complete')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A client whose connection breaks at its n-th request. */
const clientUntil = (requests: number): BasketballData => {
  let left = requests
  return new BasketballData({
    apiKey,
    baseUrl: `${service().origin}/v1`,
    retries: 0,
    fetch: async (input, init) => {
      if (left-- <= 0) throw new TypeError('the connection is gone')
      return fetch(input, init)
    },
  })
}

const correction = fc.record({
  game: fc.nat(games.length - 1),
  kind: fc.constantFrom('venue', 'coach', 'event', 'events removed', 'shots removed', 'team renamed'),
  text: fc.stringMatching(/^[A-Z][a-z]{2,8}$/),
})

/** A game after a correction. */
const corrected = (bundle: GameBundle, { kind, text }: { kind: string; text: string }): GameBundle => {
  const { game, home, events } = bundle
  switch (kind) {
    case 'venue':
      return { ...bundle, game: { ...game, venue: text } }
    case 'coach':
      return { ...bundle, home: { ...home, coach: text } }
    case 'event':
      return { ...bundle, events: events?.map((event, n) => (n === 0 ? { ...event, description: text } : event)) }
    case 'events removed':
      return { ...bundle, events: null }
    case 'shots removed':
      return { ...bundle, shots: null }
    default:
      return { ...bundle, home: { ...home, team: { ...home.team, name: text } } }
  }
}

test('after 60 random corrections and 10 cuts the mirror equals the service', async () => {
  const file = join(folder, 'copy.sqlite')
  const corrections = fc.sample(correction, { numRuns: 60, seed: 7 })
  const current: GameBundle[] = [...games]
  for (const [n, change] of corrections.entries()) {
    const before = current[change.game]
    if (before === undefined) throw new RangeError('there is no such game')
    const bundle = corrected(before, change)
    current[change.game] = bundle
    const { outcome } = await service().core.ingest(bundle)
    expect(outcome).not.toBe('refused')
    if (n % 6 !== 5) continue
    const mirror = openMirror(file)
    await expect(mirror.update(clientUntil(n % 5))).rejects.toThrow('could not be reached')
    mirror.close()
  }
  const mirror = openMirror(file)
  const client = clientUntil(Infinity)
  await mirror.update(client)
  expect(await mirror.update(client)).toBe(0)
  for (const { id, has } of await client.games.list().all()) {
    expect(mirror.read(id, 'game')).toEqual(await client.games.get(id))
    expect(mirror.read(id, 'boxscore')).toEqual(await client.games.boxScore(id))
    const available = { playbyplay: client.games.playByPlay, shots: client.games.shots }
    for (const part of ['playbyplay', 'shots'] as const)
      expect(has[part] ? mirror.read(id, part) : null).toEqual(has[part] ? await available[part](id) : null)
  }
  mirror.close()
})

test('a mirror of a service that was restored from an older backup begins again, and equals it', async () => {
  const older = await testService('Postgres', { games: games.slice(0, 3) })
  const client = new BasketballData({ apiKey: await older.newKey('complete'), baseUrl: `${older.origin}/v1` })
  const mirror = openMirror(':memory:')
  const before = clientUntil(Infinity)
  await mirror.update(before)
  expect(await mirror.update(client)).toBe(3)
  const ids = async (from: BasketballData) => {
    const all: string[] = []
    for await (const { game } of from.changes.list()) all.push(game.id)
    return all
  }
  const left = new Set(await ids(client))
  for (const id of await ids(before))
    expect(mirror.read(id, 'game')).toEqual(left.has(id) ? await client.games.get(id) : undefined)
  expect(await mirror.update(client)).toBe(0)
  mirror.close()
})

test('a game that was removed from the service is deleted from the mirror', async () => {
  const mirror = openMirror(':memory:')
  const client = clientUntil(Infinity)
  await mirror.update(client)
  const [game] = await client.games.list().all()
  const id = game?.id ?? ''
  expect(mirror.read(id, 'game')).toMatchObject({ id })
  await service().core.removeGame(id)
  await mirror.update(client)
  for (const part of ['game', 'boxscore', 'playbyplay', 'shots', 'prices'] as const)
    expect(mirror.read(id, part)).toBeUndefined()
  mirror.close()
})
