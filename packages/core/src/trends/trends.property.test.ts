import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BundleQuote, GameBundle, RecordKind } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { ServiceError } from '../errors.ts'
import { randomBundles } from '../ingest/testing/random-bundles.ts'
import { execute, selectIds } from '../store/index.ts'
import { databases, findRebuildChanges, sampleId, sharedCore, tableContents } from '../testing/index.ts'
import { selectPricedGames } from './queries.ts'
import { computeTrends } from './trends.ts'

/** Thirds, as of an average, and prices whose returns end halfway between two numbers of four decimals. */
const price = fc.constantFrom(1.2, 1.81, 1.87, 1.95, 23 / 12, 2.05, 4.333)

const line = fc.constantFrom(-4, -2, -1.5, 2)

/** The prices of a bookmaker at an hour, perhaps after tip-off. */
const reading = fc.record({
  book: fc.constantFrom('a', 'b', 'c'),
  hour: fc.constantFrom('12', '17', '19'),
  moneyline: fc.option(fc.tuple(price, price)),
  spread: fc.option(fc.tuple(line, price, price)),
  total: fc.option(fc.tuple(fc.constantFrom(122, 130.5, 136), price, price)),
})
type Reading = typeof reading extends fc.Arbitrary<infer Value> ? Value : never

const toQuotes = (readings: readonly Reading[], date: string): BundleQuote[] =>
  readings.flatMap(({ book, hour, moneyline, spread, total }) => {
    const read = {
      bookmaker: { key: book, name: `Book ${book}`, exchange: false },
      set_at: null,
      read_at: `${date}T${hour}:00:00Z`,
    }
    const inMarket = (market: 'moneyline' | 'spread' | 'total', line: number | null, first: number, second: number) => {
      const [one, other] = market === 'total' ? (['over', 'under'] as const) : (['home', 'away'] as const)
      return [
        { ...read, market, line, side: one, price: first },
        { ...read, market, line, side: other, price: second },
      ]
    }
    return [
      ...(moneyline === null ? [] : inMarket('moneyline', null, ...moneyline)),
      ...(spread === null ? [] : inMarket('spread', ...spread)),
      ...(total === null ? [] : inMarket('total', ...total)),
    ]
  })

/** What is done with the game of a bundle before it is ingested, and which prices the bundle has. */
const step = fc.record({
  before: fc.constantFrom(
    null,
    null,
    null,
    'price',
    'price',
    'remove',
    'reopen',
    'merge games',
    'merge teams',
    'merge seasons',
  ),
  prices: fc.constantFrom('sent', 'sent', 'omitted', 'deleted'),
  readings: fc.array(reading, { maxLength: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const merge = (core: Core, kind: RecordKind, from: string, into: string) =>
  core.mergeRecords(sampleId(kind, from), sampleId(kind, into))

const change = async (core: Core, { before, readings }: Step, { game, home, away }: GameBundle) => {
  const { external_id, date } = game
  const names = ({ team }: GameBundle['home']) => ['Team', 'Zeta', 'Älter'].map((name) => `${name} ${team.external_id}`)
  switch (before) {
    case 'price':
      return core.ingestQuotes({
        source: 'prices',
        external_id,
        home: names(home),
        away: names(away),
        date,
        same_as: [{ source: 'test', external_id }],
        quotes: toQuotes(readings, date),
      })
    case 'remove':
      return core.removeGame(sampleId('game', external_id))
    case 'reopen':
      return core.reopenGame(sampleId('game', external_id))
    case 'merge games':
      return merge(core, 'game', external_id, 'g1')
    case 'merge teams':
      return merge(core, 'team', 'A', 'B')
    case 'merge seasons':
      return merge(core, 'season', 'L2025', 'L2026')
    case null:
      return undefined
  }
}

/**
 * Expects the trends of every team, in all seasons and in each season and competition, to be those of its games. Returns how many
 * have a bet.
 */
const expectTrends = async (core: Core): Promise<number> => {
  const { store } = core
  const select = (table: string) => selectIds(store.db, sql`select id from ${sql.raw(table)} order by id`)
  const filters = [
    {},
    ...(await select('seasons')).map((season) => ({ season })),
    ...(await select('competitions')).map((competition) => ({ competition })),
  ]
  const [stored, computed]: [string[], string[]] = [[], []]
  for (const id of await select('teams'))
    for (const filter of filters) {
      const { data } = await core.caller().teams.trends({ id, ...filter })
      const games = await selectPricedGames(store, id, '0001-01-01', filter)
      stored.push(JSON.stringify({ id, filter, data }))
      computed.push(JSON.stringify({ id, filter, data: computeTrends(games) }))
    }
  expect(stored).toEqual(computed)
  return stored.filter((response) => !response.endsWith('[]}')).length
}

const sequences = fc
  .sample(fc.noBias(fc.tuple(randomBundles(24, 6), fc.array(step, { minLength: 24, maxLength: 24 }))), {
    numRuns: 4,
    seed: 20_261_127,
  })
  .map(([bundles, steps], sequence) => ({ sequence, bundles, steps }))
  .filter(({ sequence }) => sequence % 2 === 1) // in the others few games have bets

const migrations = new URL('../../migrations/', import.meta.url)

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  // The statements are the same on both databases: a few steps show that the embedded one runs them.
  const some = sequences.slice(1).map((one) => ({ ...one, bundles: one.bundles.slice(0, 8) }))
  test.each(kind === 'embedded' ? some : sequences)(
    'stored trends equal those of the games after writes, corrections, removals, merges and new prices: $sequence',
    async ({ bundles, steps }) => {
      let bets = 0
      for (const [index, bundle] of bundles.entries()) {
        const own = steps[index]
        if (own === undefined) throw new RangeError('there is a step for every bundle')
        await change(core(), own, bundle).catch((error: unknown) => {
          if (!(error instanceof ServiceError)) throw error // there is no such record yet, or two cannot be one
        })
        if (own.before !== null) await expectTrends(core())
        const sent = { sent: toQuotes(own.readings, bundle.game.date), omitted: undefined, deleted: null }[own.prices]
        await core().ingest({ ...bundle, ...(sent !== undefined && { quotes: sent }) })
        bets += await expectTrends(core())
      }
      expect(bets).toBeGreaterThan(0)
      expect(await findRebuildChanges(core())).toEqual([])
      const name = readdirSync(migrations).find((file) => file.endsWith('_team_trends.sql'))
      const [, , , fill = ''] = readFileSync(new URL(name ?? '', migrations), 'utf8').split('--> statement-breakpoint')
      const { team_trends } = await tableContents(core().store)
      await execute(core().store.db, sql`delete from team_trends`)
      await execute(core().store.db, sql.raw(fill))
      expect((await tableContents(core().store))['team_trends']).toEqual(team_trends)
    },
  )
})
