import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { GameBundle } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { execute } from '../store/index.ts'
import {
  anyDatabase,
  finalGame,
  openTestCore,
  sampleBundle,
  sharedCore,
  tableContents,
  withChanges,
} from '../testing/index.ts'
import { createSubscriber, LOCAL_WEBHOOKS } from '../deliveries/testing/subscribers.ts'
import { randomBundles } from './testing/random-bundles.ts'
import type { IngestResult } from './result.ts'

const ingestAll = async (core: Core, bundles: Iterable<GameBundle> | AsyncIterable<GameBundle>) => {
  const results: IngestResult[] = []
  const location = (index: number) => `bundle ${index}`
  for await (const result of core.ingestAll(bundles, { location })) results.push(result)
  return results
}

const ingestOneByOne = async (core: Core, bundles: readonly GameBundle[]) => {
  const results: IngestResult[] = []
  for (const [index, bundle] of bundles.entries())
    results.push(await core.ingest(bundle, { location: `bundle ${index}` }))
  return results
}

const OF_WEBHOOKS = ['accounts', 'account_counts', 'audit_log', 'webhooks', 'webhook_events', 'deliveries']

/** Every row but moments and random identifiers. */
const readContents = async ({ store }: Core) => {
  const { refusals = [], ...contents } = await tableContents(store, OF_WEBHOOKS)
  return { ...contents, refusals: refusals.map((row) => row.replace(/"refused_at": "[^"]*"/, '')).toSorted() }
}

/** The changed parts of records in the change log. */
const listChanges = async ({ store }: Core) =>
  (await execute(store.db, sql`select record_id || ' ' || part as changed from changes order by 1`)).map(
    ({ changed }) => changed,
  )

/** The events of each game in the order of their deliveries. */
const selectEvents = async ({ store }: Core) =>
  execute(
    store.db,
    sql`select e.type, e.game_id, e.body::json #> '{data,game,revision}' as revision,
          e.body::json #> '{data,game,period,number}' as period
        from webhook_events e join deliveries d on d.event_id = e.id order by d.due_at`,
  )

/** How a random bundle is changed: most of these are refused, because of the bundle, or of stored rows. */
const change = fc.constantFrom(
  ...Array.from({ length: 10 }, () => 'none' as const),
  'repeated',
  'without score',
  'negative',
  'nameless',
  'slug of another competition',
  'season of another competition',
  'two teams joined',
  'another source',
  'by its alias',
)

const inSource = (source: string, { external_id }: { external_id: string }) => ({
  external_id: `${source} ${external_id}`,
  same_as: [{ source: 'test', external_id }],
})

/** The same game in another source, whose records are declared the same. */
const fromOtherSource = (bundle: GameBundle): GameBundle => ({
  ...bundle,
  source: 'other',
  competition: { ...bundle.competition, ...inSource('other', bundle.competition) },
  season: { ...bundle.season, ...inSource('other', bundle.season) },
  game: { ...bundle.game, ...inSource('other', bundle.game) },
  home: { ...bundle.home, team: { ...bundle.home.team, ...inSource('other', bundle.home.team) }, players: undefined },
  away: { ...bundle.away, team: { ...bundle.away.team, ...inSource('other', bundle.away.team) }, players: undefined },
  players: [],
})

const changed = (
  bundle: GameBundle,
  before: GameBundle,
  how: typeof change extends fc.Arbitrary<infer T> ? T : never,
) => {
  const { competition, game } = bundle
  const alias = { source: 'alias', external_id: `alias of ${game.external_id}` }
  switch (how) {
    case 'none':
      return bundle
    case 'repeated':
      return before
    case 'without score':
      return withChanges(bundle, { game: { status: 'final', home_score: null } })
    case 'negative':
      return withChanges(bundle, { game: { attendance: -1 } })
    case 'nameless':
      return withChanges(bundle, { game: { external_id: '' } })
    case 'slug of another competition':
      return withChanges(bundle, { competition: { slug: competition.slug === 'l' ? 'cup' : 'l' } })
    case 'season of another competition':
      return withChanges(bundle, { season: { external_id: competition.slug === 'l' ? 'CUP2026' : 'L2026' } })
    case 'two teams joined':
      return withChanges(bundle, {
        home: {
          team: { same_as: [{ source: 'test', external_id: bundle.home.team.external_id === 'A' ? 'B' : 'A' }] },
        },
      })
    case 'another source':
      return fromOtherSource(bundle)
    case 'by its alias':
      return withChanges(bundle, { game: { same_as: [alias] } })
  }
}

const sequence = fc
  .tuple(randomBundles(50, 20), fc.array(change, { minLength: 50, maxLength: 50 }))
  .map(([bundles, changes]) =>
    bundles.map((bundle, n) => changed(bundle, bundles[Math.max(0, n - 7)] ?? bundle, changes[n] ?? 'none')),
  )
const sequences = fc.sample(sequence, { numRuns: 2, seed: 20_261_121 }).map((bundles, number) => ({ number, bundles }))

/** Games of four teams on consecutive days. */
const games = (count: number): GameBundle[] =>
  Array.from({ length: count }, (_, n) =>
    finalGame([60 + n, 50], {
      game: { external_id: `g${n}`, date: `2026-10-${String(1 + (n % 30)).padStart(2, '0')}` },
      home: { team: { external_id: n % 2 === 0 ? 'A' : 'C' } },
    }),
  )

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)

  test.each(sequences)(
    'random games, corrections and refused bundles leave the same rows, outcomes and events as one by one: $number',
    async ({ bundles }) => {
      const single = await openTestCore(kind, LOCAL_WEBHOOKS)
      for (const each of [core(), single]) {
        const { subscribe } = await createSubscriber(each)
        await subscribe({ url: 'http://127.0.0.1:9/' })
      }
      const results = await ingestAll(core(), bundles)
      expect(results).toEqual(await ingestOneByOne(single, bundles))
      expect(await readContents(core())).toEqual(await readContents(single))
      expect(await selectEvents(core())).toEqual(await selectEvents(single))
      expect(await listChanges(core())).toEqual(await listChanges(single))
      const again = await ingestAll(core(), bundles)
      expect(again).toEqual(await ingestOneByOne(single, bundles))
      expect(await readContents(core())).toEqual(await readContents(single))
      expect(new Set([...results, ...again].map(({ outcome }) => outcome)).size).toBe(4)
    },
  )

  test('games share a transaction, up to 25 of them; the same games again write nothing', async () => {
    const transactions = async () =>
      Number(
        (await execute(core().store.db, sql`select count(distinct xmin::text) as number from games`))[0]?.['number'],
      )
    expect((await ingestAll(core(), games(60))).map(({ outcome }) => outcome)).toEqual(Array(60).fill('created'))
    expect(await transactions()).toBe(3)
    expect((await ingestAll(core(), games(60))).map(({ outcome }) => outcome)).toEqual(Array(60).fill('unchanged'))
    expect(await transactions()).toBe(3)
  })

  test('a game with a value that the database refuses is refused alone', async () => {
    const playing = (id: string, seconds: number) =>
      sampleBundle({ id, sheet: { home: { players: { p1: { seconds } } }, away: { players: { p2: {} } } } })
    const bundles = ['g1', 'g2', 'g3', 'g4', 'g5', 'g6'].map((id) =>
      playing(id, id === 'g2' || id === 'g5' ? 2_000_000_000 : 60),
    )
    const outcomes = (await ingestAll(core(), bundles)).map((result) =>
      result.outcome === 'refused' ? `${result.external_id}: ${result.reason}` : result.outcome,
    )
    const refused = expect.stringMatching(/^g5: the database refuses it: .*out of range/)
    expect(outcomes).toEqual(['created', 'created', 'created', 'created', refused, 'created'])
    const single = await openTestCore(kind)
    await ingestOneByOne(single, bundles)
    expect(await readContents(core())).toEqual(await readContents(single))
  })

  test('what was read before an error of the source is stored, and the error thrown', async () => {
    const failing = function* () {
      yield* games(30)
      throw new Error('the file ends in the middle')
    }
    const results: IngestResult[] = []
    const reading = (async () => {
      for await (const result of core().ingestAll(failing())) results.push(result)
    })()
    await expect(reading).rejects.toThrow('the file ends in the middle')
    expect(results).toHaveLength(30)
    expect((await core().caller().games.list({})).meta.total).toBe(30)
  })

  test('a game is stored without waiting for the next one, and reading ends with the caller', async () => {
    const ended = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    onTestFinished(() => ended.resolve())
    const slow = async function* () {
      try {
        yield* games(2)
        await ended.promise
        yield* games(3)
      } finally {
        closed.resolve()
      }
    }
    let stored = 0
    for await (const { outcome } of core().ingestAll(slow())) {
      expect(outcome).toBe('created')
      stored += 1
      if (stored === 2) break
    }
    ended.resolve()
    await closed.promise
    expect((await core().caller().games.list({})).meta.total).toBe(2)
  })

  test('at most a batch is read ahead of a caller that is slow', async () => {
    let read = 0
    const counting = function* () {
      for (const game of games(120)) {
        read += 1
        yield game
      }
    }
    let stored = 0
    for await (const _ of core().ingestAll(counting())) {
      stored += 1
      if (stored % 25 === 1) await setTimeout(50)
      expect(read).toBeLessThanOrEqual(stored + 25 + 26)
    }
    expect([read, stored]).toEqual([120, 120])
  })
})
