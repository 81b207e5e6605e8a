import { connect } from 'node:net'
import type { GameBundle, RecordKind } from '@basketball-data/core/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createLogger } from '../server.ts'
import {
  type BundleChanges,
  finalGame,
  ingestOrThrow,
  scheduledGame,
  tableContents,
  withChanges,
} from '../testing/databases.ts'
import { sendOverHttp } from '../testing/request.ts'
import { testService } from '../testing/services.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** A competition whose games the limited key may not write. */
const CUP = {
  competition: { external_id: 'C', slug: 'cup', name: 'Cup' },
  season: { external_id: 'C26' },
  game: { external_id: 'c1', date: '2026-11-18' },
}

/** A league of another source, with teams and players of its own. */
const OTHER = {
  source: 'other',
  competition: { external_id: 'OL', slug: 'other-league', name: 'Other League' },
  season: { external_id: 'OL26' },
  game: { external_id: 'o1' },
  home: { team: { external_id: 'OA', name: 'Other Alpha' } },
  away: { team: { external_id: 'OB', name: 'Other Beta' } },
}

/** Teams that play in the league only. */
const OWN = {
  home: { team: { external_id: 'D', name: 'Delta' } },
  away: { team: { external_id: 'E', name: 'Epsilon' } },
}

/** A game that ops may score. */
const SCORED = scheduledGame({ ...OWN, game: { external_id: 'g3', date: '2026-12-01' } })

/** Names of records of another source, and of another competition; and one that a record may get later. */
const CLAIMED = {
  competition: ['other OL', 'test C'],
  season: ['other OL26', 'test C26'],
  team: ['other OA', 'test A', 'other new'],
  player: ['other OA1', 'test A1', 'other new'],
  game: ['other o1', 'test c1', 'other new'],
}

const claims = (kind: keyof typeof CLAIMED) =>
  fc.constantFrom(...CLAIMED[kind]).map((name) => {
    const [source = '', external_id = ''] = name.split(' ')
    return [{ source, external_id }]
  })

/** Values that stand where others should: names of other records, and what breaks readers that trust their input. */
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(
    ...'other test C C26 OL OL26 o1 c1 OA OB A B A1 other-league cup __proto__ final no_result 10:00'.split(' '),
  ),
  fc.constantFrom('', ' ', '\u0000', '\ud800', 'x'.repeat(300), '9999-12-31', '0000-01-01', '0000-01-01T00:00:00Z'),
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    0.1,
    [],
    {},
    { __proto__: null, source: 'other', external_id: 'OA' },
    [{ source: 'other', external_id: 'OA' }],
    [{ source: 'other', external_id: 'new' }],
    [{ source: 'test', external_id: 'B' }],
    [{ source: 'test', external_id: 'C' }],
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
)

/** Sets, adds or deletes a value somewhere in a document; `at` chooses where. */
const change = (document: Json, at: number[], name: string, replacement: Json, deletes: boolean): Json => {
  const [step, ...rest] = at
  if (typeof document !== 'object' || document === null || step === undefined) return replacement
  const names = Object.keys(document)
  const chosen = step % 5 === 4 ? name : (names[step % Math.max(1, names.length)] ?? name)
  if (Array.isArray(document)) {
    const index = Number(chosen) || 0
    return document.map((each, i) => (i === index ? change(each, rest, name, replacement, deletes) : each))
  }
  const { [chosen]: before = null, ...others } = document
  if (rest.length === 0 && deletes) return others
  return { ...document, [chosen]: change(before, rest, name, replacement, deletes) }
}

const field = fc.constantFrom(
  'same_as',
  'source',
  'external_id',
  'name',
  'slug',
  'aliases',
  '__proto__',
  'constructor',
  'toString',
  'x',
)

const edit = fc.tuple(fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), field, value, fc.boolean())

/** Where a bundle claims a record: for one that it has already, or for a new one. */
const claim: fc.Arbitrary<(base: GameBundle) => BundleChanges> = fc.oneof(
  claims('competition').map((same_as) => () => ({ competition: { same_as } })),
  claims('season').map((same_as) => () => ({ season: { same_as } })),
  claims('game').map((same_as) => () => ({ game: { same_as } })),
  fc.tuple(fc.constantFrom('home', 'away'), claims('team'), fc.boolean()).map(([side, same_as, isNew]) => () => ({
    [side]: { team: { ...(isNew && { external_id: 'N' }), same_as } },
  })),
  claims('player').map((same_as) => ({ players = [] }: GameBundle) => ({
    players: [...players, { external_id: 'Z1', name: 'Claimed', same_as }],
  })),
)

const bundle: fc.Arbitrary<Json> = fc
  .record({
    base: fc.constantFrom(
      finalGame([8, 6]),
      finalGame([8, 6], CUP),
      finalGame([7, 9], { game: { external_id: 'g2', date: '2026-11-17', tip_off: null } }),
      SCORED,
      finalGame([8, 6], OTHER),
    ),
    edits: fc.oneof(
      fc.array(edit, { maxLength: 0 }),
      fc.array(edit, { maxLength: 1 }),
      fc.array(edit, { maxLength: 3 }),
    ),
    claim: fc.option(claim, { freq: 2 }),
    hasSource: fc.boolean(),
  })
  .map(({ base, edits, claim: claimed, hasSource }) => {
    const { source, ...rest } = JSON.parse(JSON.stringify(withChanges(base, claimed?.(base) ?? {})))
    const start: Json = hasSource ? { source, ...rest } : rest
    return edits.reduce<Json>(
      (document, [at, name, replacement, deletes]) => change(document, at, name, replacement, deletes),
      start,
    )
  })

const merge: fc.Arbitrary<Json> = fc.oneof(
  fc.record({
    kind: fc.constant('team'),
    from: fc.constantFrom('A', 'B', 'OA'),
    into: fc.constantFrom('D', 'E', 'OB'),
  }),
  fc.record({ kind: fc.constant('player'), from: fc.constantFrom('A1', 'OA1'), into: fc.constantFrom('Z1', 'OB1') }),
  fc.record({ kind: fc.constant('competition'), from: fc.constantFrom('C', 'OL'), into: fc.constantFrom('L') }),
  fc.record({
    kind: fc.constantFrom('team', 'player', 'game', 'season', 'competition', 'coach'),
    from: fc.constantFrom('A', 'D', 'A1', 'g1', 'g2', 'c1', 'L', 'C26', 'L26', 'o1', 'none'),
    into: fc.constantFrom('D', 'A', 'A2', 'g1', 'g2', 'c1', 'C', 'C26', 'L26', 'o1', ''),
  }),
)

const toBody = (json: Json): string => JSON.stringify(json) ?? ''

/** The text of a document, one of whose numbers is written as none of its own would be. */
const withNumber = (document: fc.Arbitrary<Json>): fc.Arbitrary<string> =>
  fc
    .tuple(
      document,
      fc.constantFrom('1e999', '-1e999', 'NaN', '-0', '1e-999', '9'.repeat(400), '0x10', '1_000'),
      fc.nat(20),
    )
    .map(([json, number, skipped]) => {
      let left = skipped
      return toBody(json).replace(/(?<=:)\d+/g, (digits) => (left-- === 0 ? number : digits))
    })
const broken = fc.oneof(
  bundle.map((json) => toBody(json).slice(0, -1)),
  fc.string({ maxLength: 50, unit: 'binary' }),
  fc.nat(4).map((depth) => '['.repeat(10 ** (depth + 1))),
  fc.nat(4).map((depth) => `{"game":${'{"game":'.repeat(10 ** depth)}`),
  fc.constantFrom(
    '',
    '{}',
    '[]',
    'null',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
    '\uFEFF{}',
    '{"game":"\\u0000\\ud800"}',
  ),
  fc.constant(`{"competition":{"name":"${'x'.repeat(8 * 2 ** 20)}"}}`),
)

const opId = fc.oneof(
  { weight: 20, arbitrary: fc.nat(500).map(String) },
  fc.constantFrom('__proto__', 'constructor', '', '\u0000', '\ud800'),
)
const validEvent = fc.record(
  {
    period: fc.constantFrom(1, 2),
    clock: fc.constantFrom('10:00', '09:40', null),
    type: fc.constantFrom('two_made', 'foul', 'period_end'),
    side: fc.constantFrom('home', 'away'),
    player: fc.constantFrom('A1', null),
  },
  { requiredKeys: ['period', 'type', 'side'] },
)
const oddEvent = fc.dictionary(
  fc.constantFrom('period', 'clock', 'type', 'side', 'player', 'home_score', 'description', 'x'),
  value,
)
const mergeEvents = ([event, odd]: [object, object]) => ({ ...event, ...odd })
/** Ops on the events of a game; few of them are refused. */
const op = fc
  .record({
    op: fc.constantFrom('add', 'add', 'edit', 'remove'),
    id: opId,
    after: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, opId),
    event: fc.oneof({ weight: 8, arbitrary: validEvent }, fc.tuple(validEvent, oddEvent).map(mergeEvents)),
    version: fc.oneof({ weight: 4, arbitrary: fc.nat(9) }, value),
  })
  .map(({ op, id, after, event, version }) => {
    if (op === 'add') return { op, id, after, event }
    return op === 'edit' ? { op, id, event, version } : { op, id }
  }) as fc.Arbitrary<Json>
const ops: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: fc.array(op, { minLength: 1, maxLength: 3 }).map((each) => ({ ops: each })) },
  value.map((each) => ({ ops: each })),
)

const patch = fc.oneof(
  fc.constantFrom<Json>(
    { reopen: true },
    { status: 'final', home_score: 80, away_score: 70 },
    { status: 'no_result' },
    { venue: 'Hall' },
  ),
  fc.dictionary(fc.constantFrom('status', 'date', 'tip_off', 'venue', 'periods', 'home_score', 'reopen', 'x'), value, {
    maxKeys: 3,
  }),
) as fc.Arbitrary<Json>

const NAMES = [
  'g1',
  'g2',
  'g3',
  'c1',
  'o1',
  'none',
  '..',
  'a/b',
  '%',
  '%00',
  '%ff',
  ' ',
  '%2e%2e%2fg1',
  '%c0%af',
  '%ud800',
  '%EF%BF%BE',
  'x'.repeat(200),
  'x'.repeat(15_000),
  '*',
  ':external_id',
  '日',
]
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('g1', 'g2', 'g3', 'c1', 'o1').map((name) => `/games/${name}`) },
  { weight: 2, arbitrary: fc.constant('/games') },
  { weight: 2, arbitrary: fc.constant('/records/merge') },
  fc.constantFrom(...NAMES).map((name) => `/games/${name.includes('%') ? name : encodeURIComponent(name)}`),
  fc.constantFrom(
    '',
    '/',
    '/games/',
    '/games/g1/',
    '/games/g1/events',
    '/games/g1%2Fevents',
    '/games/g1/events/1',
    '/records',
    '/openapi.json',
    '/../v1/games',
    '//games/g1',
  ),
)
const query = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.constantFrom('?dry_run=true', '?dry_run=false') },
  fc.constantFrom(
    '?dry_run=1',
    '?dry_run',
    '?toString=1',
    '?external_id=o1',
    '?bundle=x',
    '?__proto__=1',
    '?key=x',
    '?%',
  ),
)

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('full', 'limited') },
  fc.constantFrom('revoked', 'reading', 'none', 'wrong'),
)

/** Names of games, of which the last two are out of the scope of a key. */
const game = fc.constantFrom('g1', 'g2', 'g3', 'g3', 'c1', 'o1')

const common = {
  query,
  key,
  idempotencyKey: fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    fc.constantFrom('k1', 'k2', 'with blank', 'x'.repeat(300)),
  ),
  headers: fc.constantFrom<Record<string, string>>(
    ...Array.from({ length: 150 }, () => ({})),
    { 'x-http-method-override': 'DELETE', 'x-original-url': '/v1/games' },
    { 'content-encoding': 'gzip' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json, application/x-ndjson' },
    { 'idempotency-key': 'k1, k2' },
    { 'idempotency-key': '\u00e4' },
    { authorization: 'Bearer' },
    { authorization: `Bearer bdw_${'2'.repeat(38)}` },
    { host: 'other.example' },
    { expect: '100-continue' },
    { expect: 'nothing' },
    { upgrade: 'h2c', connection: 'upgrade, close' },
    { 'x-forwarded-host': '\u0080', forwarded: 'for="', traceparent: '00-zz' },
    { range: 'bytes=0-1', 'if-match': '"x"', 'if-none-match': '*', accept: 'text/html' },
    { cookie: 'x'.repeat(20_000) },
    { 'content-length': '-1' },
    { 'content-length': '1e3' },
    { 'transfer-encoding': 'chunked' },
    { 'transfer-encoding': 'gzip, chunked' },
  ),
  /** How much of the body is sent before the connection is closed; all of it at 1. */
  sent: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.constantFrom(0.5, 0)),
}

const json = fc.constant('application/json')
const ndjson = fc.constant('application/x-ndjson')
const readGameId = (document: Json): string => /"game":\{"external_id":"(\w+)"/.exec(toBody(document))?.[1] ?? 'none'

/** Calls that fit together but for their bundles, and requests of which nothing fits. */
const request = fc.oneof(
  {
    weight: 12,
    arbitrary: bundle.chain((document) =>
      fc.record({
        ...common,
        method: fc.constant('PUT'),
        path: fc.constant(`/games/${readGameId(document)}`),
        body: fc.constant(toBody(document)),
        type: json,
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...common,
      method: fc.constant('POST'),
      path: fc.constant('/games'),
      body: fc.array(fc.oneof(bundle.map(toBody), broken), { maxLength: 4 }).map((lines) => lines.join('\n')),
      type: ndjson,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...common,
      method: fc.constant('POST'),
      path: fc.constant('/records/merge'),
      body: merge.map(toBody),
      type: json,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...common,
      method: fc.constant('POST'),
      path: fc.constantFrom('g3', 'g3', 'g3', 'g1', 'o1').map((name) => `/games/${name}/events`),
      body: fc.oneof({ weight: 4, arbitrary: ops.map(toBody) }, withNumber(ops)),
      type: json,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...common,
      method: fc.constant('PATCH'),
      path: game.map((name) => `/games/${name}`),
      body: fc.oneof({ weight: 4, arbitrary: patch.map(toBody) }, withNumber(patch)),
      type: json,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...common,
      method: fc.constant('PUT'),
      path: game.map((name) => `/games/${name}`),
      body: withNumber(bundle),
      type: json,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...common, method: fc.constant('DELETE'), path, body: fc.constant(''), type: json }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...common,
      method: fc.constantFrom('PUT', 'POST', 'DELETE', 'GET', 'HEAD', 'PATCH', 'OPTIONS'),
      path,
      body: fc.oneof(bundle.map(toBody), merge.map(toBody), broken),
      type: fc.constantFrom('application/json', 'application/x-ndjson', 'text/plain', ''),
    }),
  },
)

type Sent = typeof request extends fc.Arbitrary<infer Value> ? Value : never

/** Sends a part of a request, and closes the connection. */
const sendPart = (origin: string, head: string, part: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const { port } = new URL(origin)
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(head)
      socket.write(part, () => socket.end())
      setTimeout(() => socket.destroy(), 20)
    })
    socket.on('error', () => {}).on('close', () => resolve())
  })

const KINDS: readonly RecordKind[] = ['competition', 'season', 'team', 'player', 'game']

/** Tables that count and keep calls. */
const NOT_COMPARED = 'sign_in_requests write_keys write_calls audit_log account_counts key_usage counting_lease'.split(
  ' ',
)

/** A service with a league, a cup of the same source and teams, and a league of another source. */
const openLeagues = async () => {
  const failures: string[] = []
  const write = (line: string): void => {
    if (JSON.parse(line).status >= 500) failures.push(line)
  }
  const logger = createLogger('info', { write })
  const service = await testService('Postgres', { ingest: true, writesPerMinute: 1_000_000, logger })
  const { core } = service
  await ingestOrThrow(core, finalGame([8, 6], OTHER))
  await ingestOrThrow(core, finalGame([9, 7], CUP))
  const { id, key: revoked } = await core.writeKeys.create({ source: 'test' })
  await core.writeKeys.revoke(id)
  const keys: Record<Sent['key'], string> = {
    full: (await core.writeKeys.create({ source: 'test' })).key,
    limited: (await core.writeKeys.create({ source: 'test', competition: 'L' })).key,
    revoked,
    reading: await service.newKey('complete'),
    wrong: `bdw_${'1'.repeat(38)}`,
    none: '',
  }
  const listIds = async (source: string, kinds: readonly RecordKind[] = KINDS) =>
    (await Promise.all(kinds.map((kind) => core.externalIds(kind, source)))).flatMap((ids) => [...ids.keys()])
  /** The rows of all tables that name one of the records. */
  const readRows = async (ids: readonly string[]) =>
    Object.entries(await tableContents(core.store, NOT_COMPARED)).map(([table, rows]) => [
      table,
      rows.filter((row) => ids.some((each) => row.includes(each))),
    ])
  return { ...service, keys, failures, listIds, readRows }
}

/** What bundles say of a team or player; the rest counts its games. */
const Shared = z.object({ id: z.string(), name: z.string(), described_on: z.string(), country: z.string().nullable() })

/** Sends a request. @throws unless it is answered, without a failure on our side */
const sendRequest = async (
  { origin, keys }: { origin: string; keys: Record<Sent['key'], string> },
  { method, path: target, query: search, key, body, type, idempotencyKey, headers: others, sent }: Sent,
): Promise<number> => {
  const bytes = Buffer.from(body)
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const headers: Record<string, string> = {
    connection: 'close', // a connection that is used again may just have been closed by the service
    ...(keys[key] !== '' && { 'x-api-key': keys[key] }),
    ...(type !== '' && { 'content-type': type }),
    ...(idempotencyKey !== '' && { 'idempotency-key': idempotencyKey }),
    ...(hasBody && { 'content-length': String(bytes.length + (sent < 1 ? 1 : 0)) }),
    ...others,
  }
  const url = `/ingest/v1${target}${search}`
  if (sent < 1) {
    const lines = Object.entries({ host: 'a', ...headers }).map(([name, text]) => `${name}: ${text}\r\n`)
    const part = bytes.subarray(0, Math.floor(bytes.length * sent))
    await sendPart(origin, `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, part)
    return 0
  }
  const response = await sendOverHttp(origin)({ method, path: url, headers, ...(hasBody && { content: body }) })
  if (response.headers.get('content-type') === 'application/x-ndjson')
    expect(response.bytes.toString()).not.toContain('server_error')
  expect(response.status).toBeLessThan(500)
  return response.status
}

/** Requests of each test; `HOSTILE_REQUESTS=10000 npm test -- write.property` sends more. */
const REQUESTS = z.coerce.number().parse(process.env['HOSTILE_REQUESTS'] ?? '160')
/** Requests between two comparisons, one after the other or all at once. */
const AT_ONCE = 8
const requests = fc.tuple(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), fc.boolean())
/** Milliseconds of each test at most. */
const DEADLINE = 300_000 + 100 * REQUESTS
const RUNS = { numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true }

/** Sends requests. Returns how many of them have written something, or were unchanged. */
const sendRequests = async (
  leagues: Parameters<typeof sendRequest>[0],
  sent: readonly Sent[],
  isAtOnce: boolean,
): Promise<number> => {
  const statuses = isAtOnce ? await Promise.all(sent.map((each) => sendRequest(leagues, each))) : []
  if (!isAtOnce) for (const each of sent) statuses.push(await sendRequest(leagues, each))
  return statuses.filter((status) => status === 200).length
}

test(
  'whatever is sent to the write API, nothing fails, and no other source changes',
  { timeout: DEADLINE },
  async () => {
    const leagues = await openLeagues()
    const outside = [...(await leagues.listIds('other')), '"source":"other"']
    await ingestOrThrow(leagues.core, SCORED)
    const before = await leagues.readRows(outside)
    let written = 0
    await fc.assert(
      fc.asyncProperty(requests, async ([sent, isAtOnce]) => {
        written += await sendRequests(leagues, sent, isAtOnce)
        expect(await leagues.readRows(outside)).toEqual(before)
      }),
      RUNS,
    )
    expect(leagues.failures).toEqual([])
    expect(written).toBeGreaterThan(REQUESTS / 40)
  },
)

test(
  'a key of one competition changes no game of another one, and no team or player that has games there',
  { timeout: DEADLINE },
  async () => {
    const leagues = await openLeagues()
    const { core } = leagues
    const games = await leagues.listIds('test', ['competition', 'season', 'game'])
    const shared = await leagues.listIds('test', ['team', 'player'])
    const pickShared = (rows: string[] = []) =>
      rows
        .map((row): unknown => JSON.parse(row))
        .flatMap((row) => Shared.safeParse(row).data ?? [])
        .filter(({ id }) => shared.includes(id))
    const readShared = async () => {
      const { teams, players } = await tableContents(core.store)
      const rows = (await leagues.readRows(games)).filter(([table]) => table !== 'warnings') // those of others may name a game
      return { rows, teams: pickShared(teams), players: pickShared(players) }
    }
    await ingestOrThrow(core, SCORED)
    const before = await readShared()
    let written = 0
    await fc.assert(
      fc.asyncProperty(requests, async ([sent, isAtOnce]) => {
        const limited = sent.map((each) => ({ ...each, key: 'limited' }) as const)
        written += await sendRequests(leagues, limited, isAtOnce)
        expect(await readShared()).toEqual(before)
      }),
      RUNS,
    )
    expect(leagues.failures).toEqual([])
    expect(written).toBeGreaterThan(REQUESTS / 40)
  },
)
