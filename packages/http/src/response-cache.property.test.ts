import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  createCore,
  getOperation,
  invoke,
  operations,
  type CallCounter,
  type Core,
  type GameBundle,
} from '@basketball-data/core'
import {
  databases,
  finalGame,
  newDatabase,
  openTestCore,
  randomBundles,
  catchServiceError,
  withChanges,
} from './testing/databases.ts'
import { CachedResponse } from './body.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

type Query = { name: string; input: Record<string, unknown> }

const ids = async (list: Promise<{ data: { id: string }[] }>) => (await list).data.map(({ id }) => id)

/** Queries of every operation whose responses are kept, about all records of the database. */
const buildQueries = async (core: Core): Promise<Query[]> => {
  const api = core.caller()
  const [competitions, seasons, teams, games] = await Promise.all([
    ids(api.competitions.list()),
    ids(api.seasons.list()),
    ids(api.teams.list()),
    ids(api.games.list()),
  ])
  const players = new Set<string>()
  for (const team of teams) for (const player of await ids(api.players.list({ team }))) players.add(player)
  const all = (name: string, inputs: Record<string, unknown>[]): Query[] => inputs.map((input) => ({ name, input }))
  const each = (name: string, field: string, values: Iterable<string>, more: Record<string, unknown> = {}) =>
    all(
      name,
      [...values].map((value) => ({ [field]: value, ...more })),
    )
  const [season = '', competition = '', team = ''] = [seasons[0], competitions[0], teams[0]]
  return [
    ...['competitions.list', 'seasons.list', 'teams.list', 'games.list', 'results.yesterday'].flatMap((name) => [
      ...all(name, [{}, { per_page: 2 }]),
      ...(name === 'competitions.list' ? [] : each(name, 'competition', competitions)),
    ]),
    ...all('live', [{}, { date: '2026-11-01' }, { date: '2026-11-03', per_page: 2 }]),
    ...each('live', 'competition', competitions),
    ...['teams.list', 'games.list', 'standings.get'].flatMap((name) =>
      each(name, 'season', seasons, name === 'standings.get' ? { competition } : {}),
    ),
    ...each('games.list', 'team', teams, { season }),
    ...each('games.list', 'status', ['final', 'scheduled', 'no_result']),
    ...each('games.list', 'date', ['2026-11-01', '2026-11-03']),
    ...each('teams.list', 'q', ['zeta', 'a', 'alter']),
    ...each('players.list', 'q', ['zeta', 'player', 'alter']),
    ...each('players.list', 'team', teams, { season }),
    ...['teams.get', 'teams.roster', 'teams.form', 'teams.lineUps', 'teams.trends'].flatMap((name) =>
      each(name, 'id', teams),
    ),
    ...each('teams.headToHead', 'id', teams.slice(1), { opponent: team }),
    ...['players.get', 'players.games', 'players.seasons', 'players.onOff'].flatMap((name) =>
      each(name, 'id', players),
    ),
    ...['venue', 'result', 'opponent', 'starter'].flatMap((by) => each('players.splits', 'id', players, { by })),
    ...each('players.games', 'id', players, { season }),
    ...each('standings.get', 'competition', competitions),
    ...['points', 'rebounds'].flatMap((stat) =>
      each('leaders.get', 'competition', competitions, { stat, min_games: 1 }),
    ),
    ...each('standings.race', 'competition', competitions),
    ...each(
      'standings.whatIf',
      'results',
      games.map((game) => `${game}:home`),
      { competition },
    ),
    ...each('history.standings', 'date', ['2026-11-01', '2026-11-03'], { competition }),
    ...each('history.leaders', 'date', ['2026-11-01', '2026-11-03'], { competition, min_games: 1 }),
    ...each('players.averages', 'id', players, { to: '2026-11-02' }),
    ...[
      'get',
      'preview',
      'winProbability',
      'boxScore',
      'playByPlay',
      'shots',
      'lineUps',
      'possessions',
      'prices',
      'revisions',
    ].flatMap((part) => each(`games.${part}`, 'id', games)),
  ]
}

/** The response to a query, or the error, from the cache of a process, or without one. */
const ask = async (
  core: Core,
  { name, input }: Query,
  caching?: { counter: CallCounter; responseCache: ResponseCache },
): Promise<string> => {
  const call = invoke(core.context(caching), getOperation(name), {
    read: () => input,
    write: (output) => (output instanceof CachedResponse ? output.data() : output),
  })
  const error = await catchServiceError(call)
  return JSON.stringify(error ?? (await call))
}

const QUERIES = 40
/** Several processes on Postgres. An embedded database has one, and differs only in a few statements. */
const STEPS = { embedded: 6, Postgres: 20 }
const runs = databases.map((kind, sequence) => ({
  sequence,
  kind,
  bundles: fc.sample(randomBundles(STEPS[kind], 5), { numRuns: 1, seed: 20_261_125 + sequence })[0] ?? [],
}))

test('the queries are of every operation whose responses are kept', async () => {
  const core = await openTestCore('Postgres')
  await core.ingest(finalGame([8, 6]))
  const asked = new Set((await buildQueries(core)).map(({ name }) => name))
  expect(operations.filter(({ invalidatedBy, name }) => invalidatedBy !== null && !asked.has(name))).toEqual([])
})

/** A final game with events and shots, of which some fields are random. */
const detailed = (n: number): GameBundle =>
  withChanges(finalGame([8 + 2 * (n % 3), 6]), {
    game: { external_id: `detailed ${n % 2}`, date: '2026-11-02', tip_off: null, venue: `Hall ${n % 4}` },
    home: { coach: `Coach ${n % 5}` },
  })

const price = (core: Core, n: number) =>
  core.ingestQuotes({
    source: 'prices',
    external_id: 'e1',
    home: ['Alpha'],
    away: ['Beta'],
    tip_off: '2026-11-02T19:00:00Z',
    announced_at: null,
    quotes: (['home', 'away'] as const).map((side) => ({
      bookmaker: { key: 'book', name: n % 3 === 0 ? 'Book' : 'Book & Sons', exchange: false },
      market: 'moneyline',
      side,
      line: null,
      price: 1.5 + n / 100,
      set_at: null,
      read_at: `2026-11-02T1${n % 9}:00:00Z`,
    })),
  })

/** Numbers that look random, the same in every run. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}

test.each(runs)(
  'after any write every process sends what it would send without memory: $kind $sequence',
  async ({ sequence, bundles, kind }) => {
    const { address, drop } = await newDatabase(kind)
    const open = () => createCore({ database: address, now: () => new Date('2026-11-04T12:00:00Z') })
    const plain = await open()
    const caching = await Promise.all(
      [1, 2].map(async () => {
        const core = kind === 'embedded' ? plain : await open() // only one process can open a folder
        return { core, responseCache: createResponseCache(core, 4 * 2 ** 20) }
      }),
    )
    const cores = [plain, ...caching.map(({ core }) => core)]
    onTestFinished(async () => {
      await Promise.all(cores.map((core) => core.close()))
      await drop()
    })
    const { id } = await plain.accounts.create({ email: 'name@example.org', plan: 'complete' })
    const { key } = await plain.keys.create(id)
    const random = numbersFrom(sequence + 1)
    let reads = 0
    let kept = 0
    for (const [n, bundle] of bundles.entries()) {
      const queries = await buildQueries(plain)
      for (const { core } of caching) await core.countCall(key, { counts: false }) // now it knows the change number
      const writer = cores[random(3)] ?? plain
      await writer.ingest(bundle)
      if (n % 3 === 0) await writer.ingest(detailed(n))
      if (n % 4 === 1) await price(writer, n)
      if (n % 6 === 5) await writer.rebuildStatistics()
      const answers: { query: Query; answer: string }[] = []
      for (let read = 0; read < QUERIES; read++) {
        const query = queries[random(queries.length)]
        const process = caching[random(2)]
        if (query === undefined || process === undefined) continue
        const { core, responseCache } = process
        const counter: CallCounter = {
          count: (_, onLikelyPlan) => core.countCall(key, { counts: false, onLikelyPlan }),
          refund: async () => {},
        }
        const { responses } = responseCache.usage()
        answers.push({ query, answer: await ask(core, query, { counter, responseCache }) })
        if (responseCache.usage().responses === responses) kept += 1
      }
      for (const { query, answer } of answers) {
        expect({ n, query, answer }).toEqual({ n, query, answer: await ask(plain, query) })
        reads += 1
      }
    }
    expect(reads).toBe(STEPS[kind] * QUERIES)
    expect(kept).toBeGreaterThan(reads / 10)
  },
)
