import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import type { BundleBody, RecordKind, StreamedBundle, WrittenLine } from '../contract/index.ts'
import {
  catchServiceError,
  anyDatabase,
  databases,
  finalGame,
  ingestOrThrow,
  SAMPLE_QUOTE,
  scheduledGame,
  sharedCore,
  tableContents,
  withChanges,
} from '../testing/index.ts'
import type { BundleChanges } from '../testing/index.ts'
import { execute, sql } from '../store/index.ts'
import { createWriteCaller } from './router.ts'

const LEAGUE = { source: 'test' }

const toBody = ({ source: _, ...bundle }: ReturnType<typeof scheduledGame>): BundleBody => bundle
const game = (changes: BundleChanges = {}) => toBody(finalGame([8, 6], changes))

/** A game of another competition of the same source, with another team. */
const CUP = {
  competition: { external_id: 'C', slug: 'cup', name: 'Cup' },
  season: { external_id: 'C26' },
} satisfies BundleChanges

/** Calls as a new write key, with an `Idempotency-Key`. */
const withKey = async (core: Core, idempotencyKey: string | null = null) => {
  const { key } = await core.writeKeys.create(LEAGUE)
  const findWriter = async () => (await core.countWrite(key)).writer
  return {
    key,
    call: (name = idempotencyKey) => createWriteCaller(core.writeContext({ findWriter, idempotencyKey: name })),
  }
}

/** Everything stored but what counts calls and keys. */
const contents = ({ store }: Core) =>
  tableContents(store, ['sign_in_requests', 'write_keys', 'audit_log', 'write_calls'])

const readLines = async (core: Core, lines: StreamedBundle[], dry_run = false): Promise<WrittenLine[]> => {
  const bundles = (async function* () {
    yield* lines
  })()
  const written: WrittenLine[] = []
  for await (const line of await core.writerFor(LEAGUE).games.putAll({ bundles, dry_run })) written.push(line)
  return written
}

// The statements are the same on both databases: these show that the embedded one runs and rolls back those of every call.
describe.each(databases)('writing on %s', (kind) => {
  const core = sharedCore(kind)

  test('a dry run of every call responds as the call itself, and writes nothing', async () => {
    const { games, records } = core().writerFor(LEAGUE)
    const calls = [
      (dry_run: boolean) => games.put({ external_id: 'g1', bundle: game(), dry_run }),
      (dry_run: boolean) => games.put({ external_id: 'g1', bundle: game({ game: { attendance: 5 } }), dry_run }),
      (dry_run: boolean) =>
        games.put({
          external_id: 'g2',
          bundle: game({
            game: { external_id: 'g2', date: '2026-11-18', tip_off: null },
            home: { team: { external_id: 'A2', name: 'Alpha' } },
            players: [],
            events: null,
            shots: null,
          }),
          dry_run,
        }),
      (dry_run: boolean) => games.put({ external_id: 'g1', bundle: game({ game: { status: 'no_result' } }), dry_run }),
      (dry_run: boolean) => records.merge({ kind: 'team', from: 'A2', into: 'A', dry_run }),
      (dry_run: boolean) => games.remove({ external_id: 'g1', dry_run }),
      (dry_run: boolean) => games.remove({ external_id: 'g1', dry_run }),
    ]
    for (const call of calls) {
      const before = await contents(core())
      const settle = async (dry_run: boolean) => (await Promise.allSettled([call(dry_run)]))[0]
      const rehearsed = await settle(true)
      expect(await contents(core())).toEqual(before)
      expect(rehearsed).toEqual(await settle(false))
    }
  })

  test('of calls with the same Idempotency-Key at the same time, one writes', async () => {
    const { call } = await withKey(core(), 'k1')
    const all = await Promise.all(
      Array.from({ length: 5 }, () => call().games.put({ external_id: 'g1', bundle: game() })),
    )
    expect(all.map(({ data }) => data.outcome)).toEqual(Array.from({ length: 5 }, () => 'created'))
  })
})

describe.each(anyDatabase)('writing on %s', (kind) => {
  const core = sharedCore(kind)

  test('a game is created, then unchanged, then updated', async () => {
    const { games } = core().writerFor(LEAGUE)
    const { data: created } = await games.put({ external_id: 'g1', bundle: game() })
    expect(created).toEqual({ id: expect.stringMatching(/^gm_/), outcome: 'created', warnings: [] })
    expect((await games.put({ external_id: 'g1', bundle: game() })).data).toEqual({ ...created, outcome: 'unchanged' })
    const changed = game({ game: { attendance: 5 } })
    expect((await games.put({ external_id: 'g1', bundle: changed })).data).toEqual({ ...created, outcome: 'updated' })
    expect((await core().caller().games.get({ id: created.id })).data.attendance).toBe(5)
  })

  test('a game written is the same as one ingested', async () => {
    await core().writerFor(LEAGUE).games.put({ external_id: 'g1', bundle: game() })
    expect((await core().ingest(finalGame([8, 6]))).outcome).toBe('unchanged')
  })

  test('what is wrong with a bundle is told value by value, and not listed among the refusals', async () => {
    const { games } = core().writerFor(LEAGUE)
    const bundle = {
      ...game({ game: { date: '2026-02-30' } }),
      typo: 1,
      season: { external_id: 'S', name: 'S', start_year: 'x' },
    }
    const before = await contents(core())
    // @ts-expect-error -- a caller without types
    expect(await catchServiceError(games.put({ external_id: 'g1', bundle }))).toMatchObject({
      code: 'bad_request',
      details: expect.arrayContaining([
        { pointer: '/game/date', message: 'must be a calendar day written YYYY-MM-DD' },
        { pointer: '/season/start_year', message: expect.any(String) },
        { pointer: '/typo', message: 'is not a field that is accepted here' },
      ]),
    })
    const contradicted = game({ game: { home_score: null } })
    expect(await catchServiceError(games.put({ external_id: 'g1', bundle: contradicted }))).toMatchObject({
      details: [{ pointer: '/game/home_score', message: 'a final game needs both scores' }],
    })
    expect(await contents(core())).toEqual(before)
  })

  test.each<[string, Partial<BundleBody>, string]>([
    ['another source', { source: 'other' }, '/source'],
    ['another game', { game: { ...game().game, external_id: 'g2' } }, '/game/external_id'],
    [
      'a record of another source',
      { home: { team: { external_id: 'A', name: 'Alpha', same_as: [{ source: 'other', external_id: 'X' }] } } },
      '/home/team/same_as/0',
    ],
  ])('a bundle that names %s is refused', async (_, changes, pointer) => {
    const call = core()
      .writerFor(LEAGUE)
      .games.put({ external_id: 'g1', bundle: { ...game(), ...changes } })
    expect(await catchServiceError(call)).toMatchObject({ code: 'bad_request', details: [{ pointer }] })
    expect(await core().isEmpty()).toBe(true)
  })

  test('same_as may name what is the same record already', async () => {
    const same_as = [{ source: 'other', external_id: 'X' }]
    const joined = { home: { team: { external_id: 'A', name: 'Alpha', same_as } } }
    await core().ingest(scheduledGame(joined))
    const bundle = toBody(scheduledGame({ ...joined, game: { attendance: 7 } }))
    const { data } = await core().writerFor(LEAGUE).games.put({ external_id: 'g1', bundle })
    expect(data.outcome).toBe('updated')
  })

  test('a writer of one competition finds and writes no game of another one', async () => {
    await core().ingest(finalGame([8, 6], { ...CUP, game: { external_id: 'c1' } }))
    const before = await contents(core())
    const { games, records } = core().writerFor({ ...LEAGUE, competition: 'L' })
    const calls = [
      games.put({ external_id: 'c1', bundle: game({ game: { external_id: 'c1' } }) }),
      games.remove({ external_id: 'c1' }),
    ]
    for (const call of calls) expect(await catchServiceError(call)).toMatchObject({ code: 'not_found' })
    expect(await catchServiceError(games.put({ external_id: 'g1', bundle: game(CUP) }))).toMatchObject({
      code: 'bad_request',
      details: [{ pointer: '/competition/external_id' }],
    })
    for (const [from, into] of [
      ['A', 'B'],
      ['A1', 'B1'],
      ['none', 'A'],
    ] as const)
      expect(
        await catchServiceError(records.merge({ kind: from.length === 1 ? 'team' : 'player', from, into })),
      ).toMatchObject({ code: 'bad_request' })
    expect(await contents(core())).toEqual(before)
  })

  test('a writer of one competition does not rename teams and players of another one', async () => {
    await core().ingest(finalGame([8, 6], { ...CUP, game: { external_id: 'c1' } }))
    const { games } = core().writerFor({ ...LEAGUE, competition: 'L' })
    const bundle = {
      ...game({ home: { team: { name: 'Renamed' } }, away: { team: { external_id: 'N', name: 'New' } } }),
      players: ['A1', 'A2', 'A3', 'N1', 'N2', 'N3'].map((id) => ({ external_id: id, name: `New ${id}` })),
      game: { ...game().game, date: '2026-11-20' },
    }
    await games.put({ external_id: 'g1', bundle })
    const { data: teams } = await core().caller().teams.list({})
    expect(teams.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'New'])
    const { data: players } = await core().caller().players.list({ q: 'new' })
    expect(players.map(({ name }) => name)).toEqual(['New N1', 'New N2'])
    expect(
      (
        await core().ingest(
          finalGame([8, 6], {
            ...CUP,
            game: { external_id: 'c1', date: '2026-11-19' },
            home: { team: { name: 'Own' } },
          }),
        )
      ).outcome,
    ).toBe('updated')
    expect((await core().caller().teams.list({ q: 'own' })).data).toHaveLength(1)
  })

  test('a writer of one competition cannot keep other competitions from naming their teams', async () => {
    const cup = finalGame([8, 6], { ...CUP, game: { external_id: 'c1' } })
    await ingestOrThrow(core(), cup)
    const { games } = core().writerFor({ ...LEAGUE, competition: 'L' })
    for (const [external_id, date] of [
      ['g1', '2999-01-01'],
      ['g2', '2999-01-02'],
    ] as const)
      await games.put({ external_id, bundle: game({ game: { external_id, date, tip_off: null } }) })
    await games.remove({ external_id: 'g2' })
    await ingestOrThrow(core(), withChanges(cup, { home: { team: { name: 'Omega' } } }))
    expect((await core().caller().teams.list({ q: 'omega' })).data).toHaveLength(1)
  })

  test('a writer of one competition neither renames nor merges a player whom another one only lists', async () => {
    const roster = { players: [{ external_id: 'A1', name: 'Player A1' }] }
    await ingestOrThrow(core(), scheduledGame({ ...CUP, ...roster, game: { external_id: 'c1' } }))
    const { games, records } = core().writerFor({ ...LEAGUE, competition: 'L' })
    const players = ['A1', 'A9'].map((external_id) => ({ external_id, name: `Renamed ${external_id}` }))
    const { data } = await games.put({ external_id: 'g1', bundle: toBody(scheduledGame({ players })) })
    expect(data.outcome).toBe('created')
    const known = await core().sourceRecords('test', { competition: 'L', season: 'L26' })
    expect(known.players.map(({ name }) => name).toSorted()).toEqual(['Player A1', 'Renamed A9'])
    const merge = records.merge({ kind: 'player', from: 'A1', into: 'A9' })
    expect(await catchServiceError(merge)).toMatchObject({ code: 'bad_request' })
  })

  describe('a writer of one competition names its teams and players anew', () => {
    const named = (external_id: string, source = 'test') => ({ same_as: [{ source, external_id }] })
    const player = (external_id: string, name: string) => ({
      players: [...(finalGame([8, 6]).players ?? []), { external_id, name: 'P', ...named(name) }],
    })
    const put = (changes: Parameters<typeof game>[0]) =>
      core()
        .writerFor({ ...LEAGUE, competition: 'L' })
        .games.put({ external_id: 'g1', bundle: game(changes) })
    /** Of another competition, with Alpha and a player of its own, and a list with Q1. */
    const cup = {
      ...CUP,
      game: { external_id: 'c1' },
      away: { team: { external_id: 'D', name: 'Delta' } },
      players: [{ external_id: 'Q1', name: 'Q' }],
    }

    test('with names of its source that no record has', async () => {
      await put({})
      await put({ home: { team: named('A-old') }, away: { team: named('B-old') }, ...player('Z1', 'Z-old') })
      const ids = await execute(
        core().store.db,
        sql`select e.external_id from external_ids e join external_ids n on n.id = e.id and n.external_id <> e.external_id
            where n.external_id in ('A-old', 'B-old', 'Z-old') order by 1`,
      )
      expect(ids.map(({ external_id }) => external_id)).toEqual(['A', 'B', 'Z1'])
    })

    test.each<[string, Parameters<typeof game>[0], string]>([
      ['a name of another source', { away: { team: named('new', 'other') } }, '/away/team/same_as/0'],
      ['a team of another competition', { away: { team: named('D') } }, '/away/team/same_as/0'],
      ['a new team as one of another', { away: { team: { external_id: 'N', ...named('D') } } }, '/away/team/same_as/0'],
      ['a team of its own competition', { away: { team: named('O') } }, '/away/team/same_as/0'],
      ['a new name of a team of both', { home: { team: named('new') } }, '/home/team/same_as/0'],
      [
        'a new name of a team of two sources',
        { away: { team: { external_id: 'S', ...named('new') } } },
        '/away/team/same_as/0',
      ],
      ['a new name of a player whom both list', player('Q1', 'new'), '/players/6/same_as/0'],
      ['a player whom another competition lists', player('Z1', 'Q1'), '/players/6/same_as/0'],
      ['a competition', { competition: named('new') }, '/competition/same_as/0'],
      ['a season', { season: named('new') }, '/season/same_as/0'],
      ['a game', { game: named('new') }, '/game/same_as/0'],
    ])('but not %s', async (_name, changes, pointer) => {
      const later = { date: '2026-12-20', tip_off: null }
      await ingestOrThrow(core(), scheduledGame(cup))
      await ingestOrThrow(
        core(),
        scheduledGame({ game: { external_id: 'g2', ...later }, home: { team: { external_id: 'O' } } }),
      )
      const shared = { team: { external_id: 'S', name: 'Sigma', ...named('S', 'other') } }
      await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g3', ...later }, away: shared }))
      const before = await contents(core())
      expect(await catchServiceError(put(changes))).toMatchObject({ code: 'bad_request', details: [{ pointer }] })
      expect(await contents(core())).toEqual(before)
    })
  })

  test('a writer adds bookmakers, which all sources share, and renames none', async () => {
    const quote = (key: string, name: string, read_at: string) => ({
      ...SAMPLE_QUOTE,
      bookmaker: { key, name, exchange: name === 'Seized' },
      read_at,
    })
    const [today, late] = ['2026-11-19T12:00:00Z', '9999-12-31T00:00:00Z']
    await ingestOrThrow(core(), finalGame([8, 6], { quotes: [quote('a', 'Book A', today)] }))
    const seized = ['a', 'b', 'c'].map((key) => quote(key, 'Seized', late))
    const bundle = { ...toBody(scheduledGame({ game: { external_id: 'g2' } })), quotes: seized }
    await core().writerFor(LEAGUE).games.put({ external_id: 'g2', bundle })
    await ingestOrThrow(core(), finalGame([8, 6], { quotes: [quote('b', 'Book B', today)] }))
    expect(await execute(core().store.db, sql`select key, name, exchange from bookmakers order by key`)).toEqual([
      { key: 'a', name: 'Book A', exchange: false },
      { key: 'b', name: 'Book B', exchange: false },
      { key: 'c', name: 'Seized', exchange: true },
    ])
  })

  test('a writer removes and reopens games, but deletes no record that another source names', async () => {
    const other = (external_id: string) => ({ same_as: [{ source: 'other', external_id }] })
    const [first, ...rest] = finalGame([8, 6]).players ?? []
    if (first === undefined) throw new RangeError('the game has players')
    const players = [{ ...first, ...other('o1') }, ...rest]
    await ingestOrThrow(core(), finalGame([8, 6], { season: other('oS'), home: { team: other('oA') }, players }))
    const { games } = core().writerFor(LEAGUE)
    await games.patch({ external_id: 'g1', reopen: true })
    await games.remove({ external_id: 'g1' })
    const count = async (kind: RecordKind) =>
      Promise.all(['other', 'test'].map(async (source) => (await core().externalIds(kind, source)).size))
    expect(await count('player')).toEqual([1, 1])
    expect(await count('team')).toEqual([1, 1])
    expect(await count('season')).toEqual([1, 1])
    expect(await count('competition')).toEqual([0, 1])
  })

  test('records of several sources are removed, reopened and merged by operators only', async () => {
    const other = (external_id: string) => ({ same_as: [{ source: 'other', external_id }] })
    await ingestOrThrow(core(), finalGame([8, 6], { game: other('o1'), home: { team: other('oA') } }))
    const cup = { ...CUP, game: { external_id: 'c1' }, home: { team: { external_id: 'D', name: 'Delta' } } }
    await ingestOrThrow(core(), scheduledGame({ ...cup, source: 'other', away: { team: { external_id: 'oA' } } }))
    await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g2' }, home: { team: { external_id: 'A2' } } }))
    const before = await contents(core())
    const { games, records } = core().writerFor(LEAGUE)
    const calls = [
      games.remove({ external_id: 'g1' }),
      games.patch({ external_id: 'g1', reopen: true }),
      records.merge({ kind: 'team', from: 'A2', into: 'A' }),
    ]
    for (const call of calls)
      expect(await catchServiceError(call)).toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/operator/),
      })
    expect(await contents(core())).toEqual(before)
  })

  test('two records are merged once', async () => {
    const { games, records } = core().writerFor(LEAGUE)
    await games.put({ external_id: 'g1', bundle: game() })
    await games.put({
      external_id: 'g2',
      bundle: toBody(
        scheduledGame({
          game: { external_id: 'g2', date: '2026-12-01' },
          home: { team: { external_id: 'A2', name: 'Alpha' } },
        }),
      ),
    })
    const merged = await records.merge({ kind: 'team', from: 'A2', into: 'A' })
    expect(merged.data).toEqual({ id: expect.stringMatching(/^tm_/), outcome: 'merged' })
    expect((await records.merge({ kind: 'team', from: 'A2', into: 'A' })).data).toEqual({
      ...merged.data,
      outcome: 'unchanged',
    })
    expect((await core().caller().games.list({ team: merged.data.id })).data).toHaveLength(2)
  })

  test('repeating a call with its Idempotency-Key responds the same and has no further effect', async () => {
    const { call } = await withKey(core(), 'k1')
    const put = () => call().games.put({ external_id: 'g1', bundle: game() })
    const created = await put()
    expect(created.data.outcome).toBe('created')
    expect(await put()).toEqual(created)
    const remove = () => call('k2').games.remove({ external_id: 'g1' })
    const removed = await remove()
    expect(await remove()).toEqual(removed)
    expect(await put()).toEqual(created)
    expect(await core().isEmpty()).toBe(true)
    for (const other of [
      () => call().games.put({ external_id: 'g2', bundle: game({ game: { external_id: 'g2' } }) }),
      () => call().games.remove({ external_id: 'g1' }),
    ])
      expect(await catchServiceError(other())).toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('another call or body'),
      })
  })

  test('an Idempotency-Key of another write key is another one; a refused call and a dry run use none up', async () => {
    const { call } = await withKey(core(), 'k1')
    const refused = call().games.put({ external_id: 'g1', bundle: game({ game: { home_score: null } }) })
    expect(await catchServiceError(refused)).toMatchObject({ code: 'bad_request' })
    const rehearsed = await call().games.put({ external_id: 'g1', bundle: game(), dry_run: true })
    const created = await call().games.put({ external_id: 'g1', bundle: game() })
    expect(rehearsed).toEqual(created)
    const other = await withKey(core(), 'k1')
    expect((await other.call().games.put({ external_id: 'g1', bundle: game() })).data.outcome).toBe('unchanged')
  })

  test('every line of a stream gets its outcome, in order', async () => {
    const bundles = [
      { bundle: finalGame([8, 6]) },
      { problem: 'is not JSON' },
      { bundle: [] },
      { bundle: { ...finalGame([8, 6]), source: 'other' } },
      { bundle: finalGame([8, 6], { game: { home_score: null, external_id: 'g3' } }) },
      { bundle: toBody(finalGame([8, 6])) },
      { bundle: finalGame([9, 6], { game: { external_id: 'g2', date: '2026-11-18', tip_off: null } }) },
    ]
    const before = await contents(core())
    const rehearsed = await readLines(core(), bundles, true)
    expect(await contents(core())).toEqual(before)
    const written = await readLines(core(), bundles)
    expect(written.map(({ external_id, outcome }) => [external_id, outcome])).toEqual([
      ['g1', 'created'],
      [null, 'refused'],
      [null, 'refused'],
      ['g1', 'refused'],
      ['g3', 'refused'],
      ['g1', 'unchanged'],
      ['g2', 'created'],
    ])
    expect(written[4]).toMatchObject({
      error: {
        code: 'bad_request',
        details: [{ pointer: '/game/home_score', message: 'a final game needs both scores' }],
      },
    })
    expect(rehearsed).toEqual(written)
    expect(await core().refusals()).toEqual([])
  })

  test('a stream whose key is revoked has the outcome of every game that it has written, and writes no more', async () => {
    const { call } = await withKey(core())
    const written: WrittenLine[] = []
    const readAll = async () => {
      // They are read as one batch; the second version of g1 needs a second transaction.
      const bundles = ['g1', 'g2', 'g1'].map((external_id, attendance) => ({
        bundle: finalGame([8, 6], { game: { external_id, attendance } }),
      }))
      const lines = (async function* () {
        yield* bundles
      })()
      for await (const line of await call().games.putAll({ bundles: lines })) {
        written.push(line)
        if (written.length > 1) continue
        for (const { id } of await core().writeKeys.list()) await core().writeKeys.revoke(id)
        await setTimeout(1100)
      }
    }
    expect(await catchServiceError(readAll())).toMatchObject({ code: 'unauthorized' })
    expect(written.map(({ external_id }) => external_id)).toEqual(['g1', 'g2'])
    expect(await execute(core().store.db, sql`select attendance from games order by 1`)).toEqual([
      { attendance: 0 },
      { attendance: 1 },
    ])
  })

  test('a read key and an embedding app without a writer write nothing', async () => {
    const { id } = await core().accounts.create({ email: 'ada@example.org', plan: 'complete' })
    const { key } = await core().keys.create(id)
    expect(await catchServiceError(core().countWrite(key))).toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('This is a key for reading'),
    })
    const caller = createWriteCaller(core().writeContext({ findWriter: null }))
    expect(await catchServiceError(caller.games.remove({ external_id: 'g1' }))).toMatchObject({ code: 'unauthorized' })
  })
})

describe('the calls of a write key', () => {
  const core = sharedCore('Postgres', { writesPerMinute: 3 })

  test('are limited per minute, over all processes, and those of a revoked key are refused', async () => {
    const { id, key } = await core().writeKeys.create(LEAGUE)
    const counted = await Promise.all(Array.from({ length: 5 }, () => core().countWrite(key)))
    expect(counted.filter(({ refused }) => refused?.code === 'rate_limited')).toHaveLength(2)
    expect(Math.max(...counted.map(({ usage }) => usage.used))).toBe(3)
    expect((await core().writeKeys.list())[0]?.last_used_at).toEqual(expect.any(Date))
    await core().writeKeys.revoke(id)
    expect(await catchServiceError(core().countWrite(key))).toMatchObject({ code: 'unauthorized' })
  })
})
