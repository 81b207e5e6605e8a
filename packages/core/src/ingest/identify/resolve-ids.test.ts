import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Core } from '../../core.ts'
import { execute, externalIds } from '../../store/index.ts'
import {
  ingestOrThrow,
  scheduledGame,
  tableContents,
  anyDatabase,
  databases,
  finalGame,
  openTestCore,
  findRebuildChanges,
  hasNoCases,
  readCase,
  sharedCore,
} from '../../testing/index.ts'
import { candidateId } from './resolve-ids.ts'

const PATTERNS = {
  competition: /^cp_[0-9a-hjkmnp-tv-z]{8}$/,
  season: /^ss_[0-9a-hjkmnp-tv-z]{8}$/,
  team: /^tm_[0-9a-hjkmnp-tv-z]{8}$/,
  player: /^pl_[0-9a-hjkmnp-tv-z]{8}$/,
  game: /^gm_[0-9a-hjkmnp-tv-z]{8}$/,
}

const readIds = async (core: Core): Promise<Record<string, string>> => {
  const rows = await core.store.db.select().from(externalIds)
  return Object.fromEntries(rows.map(({ kind, source, external_id, id }) => [`${kind} ${source} ${external_id}`, id]))
}

/** Uses `id` as the identifier of a record of another source. */
const occupy = (core: Core, id: string) =>
  execute(core.store.db, sql`insert into external_ids values ('team', 'elsewhere', ${id}, ${id})`)

test('an identifier is the prefix of its kind and 8 characters', () => {
  for (const [kind, pattern] of Object.entries(PATTERNS) as [keyof typeof PATTERNS, RegExp][])
    for (let n = 0; n < 200; n++) expect(candidateId(kind, 'test', String(n), n % 3)).toMatch(pattern)
})

test('identifiers do not change between versions', () => {
  expect(candidateId('team', 'euroleague', 'BER', 0)).toBe('tm_p23zj5pd')
  expect(candidateId('team', 'euroleague', 'BER', 1)).toBe('tm_jae4e5we')
})

test('kind, source, external id and attempt each change the identifier', () => {
  const withoutPrefix = (id: string) => id.slice(3)
  const ids = [
    candidateId('team', 'test', 'A', 0),
    candidateId('player', 'test', 'A', 0),
    candidateId('team', 'nba', 'A', 0),
    candidateId('team', 'test', 'B', 0),
    candidateId('team', 'test', 'A', 1),
  ]
  expect(new Set(ids.map(withoutPrefix)).size).toBe(ids.length)
})

test('two databases with the same imports are equal, identifiers included', async () => {
  const bundles = [
    finalGame([80, 71]),
    scheduledGame({ game: { external_id: 'g2', date: '2026-12-01' } }),
    finalGame([66, 68], { game: { external_id: 'g3' }, home: { team: { external_id: 'C', name: 'Gamma' } } }),
    finalGame([80, 72]),
  ]
  const [embedded, postgres] = await Promise.all(databases.map((kind) => openTestCore(kind)))
  for (const bundle of bundles) for (const core of [embedded, postgres]) if (core) await ingestOrThrow(core, bundle)
  if (!embedded || !postgres) throw new Error('there are two databases')
  const readContents = (core: Core) => tableContents(core.store, ['webhook_events'])
  expect(await readContents(embedded)).toEqual(await readContents(postgres))
})

// The statements are the same on both databases: these show that the embedded one runs them.
describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('every record of a bundle gets an identifier of its kind, which a later bundle does not change', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const ids = await readIds(core())
    for (const [name, id] of Object.entries(ids))
      expect(id).toMatch(PATTERNS[name.split(' ')[0] as keyof typeof PATTERNS])
    expect(Object.keys(ids)).toHaveLength(1 + 1 + 2 + 1 + 6)
    await ingestOrThrow(core(), finalGame([9, 6], { home: { team: { name: 'Renamed' } } }))
    expect(await readIds(core())).toEqual(ids)
  })

  test('same_as merges two records that exist already, and both names stand for the one that stays', async () => {
    await ingestOrThrow(core(), scheduledGame())
    await ingestOrThrow(
      core(),
      scheduledGame({ source: 'other', competition: { slug: 'two' }, home: { team: { external_id: 'X' } } }),
    )
    const joining = (home: string) =>
      scheduledGame({
        source: 'other',
        competition: { slug: 'two' },
        game: { external_id: 'g9' },
        home: { team: { external_id: home, same_as: [{ source: 'test', external_id: 'A' }] } },
      })
    expect(await core().ingest(joining('X'))).toMatchObject({ outcome: 'created' })
    const ids = await readIds(core())
    expect(ids['team other X']).toBe(ids['team test A'])
    expect((await core().caller().games.list({ team: ids['team test A'] })).data).toHaveLength(3)
    expect(await findRebuildChanges(core())).toEqual([])
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('identifiers do not depend on the order of imports', async () => {
    const games = [1, 2, 3].map((n) => finalGame([8, 6], { game: { external_id: `g${n}` } }))
    for (const game of games) await ingestOrThrow(core(), game)
    const ids = await readIds(core())
    const other = await openTestCore(kind)
    for (const game of games.toReversed()) await ingestOrThrow(other, game)
    expect(await readIds(other)).toEqual(ids)
  })

  test('a record whose first candidate is in use gets the next one, and both records keep their identifiers', async () => {
    await occupy(core(), candidateId('team', 'test', 'A', 0))
    await occupy(core(), candidateId('team', 'test', 'A', 1))
    await ingestOrThrow(core(), scheduledGame())
    const ids = await readIds(core())
    expect(ids['team test A']).toBe(candidateId('team', 'test', 'A', 2))
    expect(ids['team test B']).toBe(candidateId('team', 'test', 'B', 0))
    await ingestOrThrow(core(), scheduledGame({ game: { external_id: 'g2' } }))
    const later = await readIds(core())
    expect(later).toMatchObject(ids)
    expect(later[`team elsewhere ${candidateId('team', 'test', 'A', 0)}`]).toBe(candidateId('team', 'test', 'A', 0))
  })

  test('two records of one bundle whose hashes collide get two identifiers', async () => {
    const [first, second] = ['p230478', 'p599382']
    expect(candidateId('player', 'test', first, 0)).toBe(candidateId('player', 'test', second, 0))
    const players = [first, second].map((external_id) => ({ external_id, name: `Player ${external_id}` }))
    await ingestOrThrow(core(), scheduledGame({ players }))
    const ids = await readIds(core())
    expect(ids[`player test ${first}`]).toBe(candidateId('player', 'test', first, 0))
    expect(ids[`player test ${second}`]).toBe(candidateId('player', 'test', second, 1))
    expect((await core().ingest(scheduledGame({ players }))).outcome).toBe('unchanged')
  })

  test('the same external id in another source is another record', async () => {
    await ingestOrThrow(core(), scheduledGame())
    await ingestOrThrow(core(), scheduledGame({ source: 'other', competition: { slug: 'other-league' } }))
    expect(new Set(Object.values(await readIds(core()))).size).toBe(10)
  })

  test('same_as gives a record one identifier under all of its external ids', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const ids = await readIds(core())
    const same = (external_id: string) => ({ same_as: [{ source: 'test', external_id }] })
    const otherBundle = (n: 1 | 2) =>
      scheduledGame({
        source: 'other',
        competition: { external_id: 'oL', ...(n === 1 && same('L')) },
        season: { external_id: 'oL26', ...(n === 1 && same('L26')) },
        game: {
          external_id: 'og',
          attendance: n,
          ...(n === 1 && same('g1')),
          status: 'final',
          home_score: 8,
          away_score: 6,
        },
        home: { team: { external_id: 'oA', ...(n === 1 && same('A')) } },
        away: { team: { external_id: 'oB', ...(n === 1 && same('B')) } },
        players: [{ external_id: 'oA1', name: 'Player A1', ...(n === 1 && same('A1')) }],
      })
    await ingestOrThrow(core(), otherBundle(1))
    await ingestOrThrow(core(), otherBundle(2))
    const later = await readIds(core())
    expect(later).toEqual({
      ...ids,
      'competition other oL': ids['competition test L'],
      'season other oL26': ids['season test L26'],
      'game other og': ids['game test g1'],
      'team other oA': ids['team test A'],
      'team other oB': ids['team test B'],
      'player other oA1': ids['player test A1'],
    })
    expect((await core().caller().games.list({})).data).toHaveLength(1)
  })

  test('same_as can name a source that is imported later', async () => {
    const names = [1, 2, 3].map((n) => ({ source: `s${n}`, external_id: `A in ${n}` }))
    await ingestOrThrow(core(), scheduledGame({ home: { team: { same_as: names } } }))
    await ingestOrThrow(
      core(),
      scheduledGame({ source: 's2', competition: { slug: 'two' }, home: { team: { external_id: 'A in 2' } } }),
    )
    const ids = await readIds(core())
    for (const { source, external_id } of names) expect(ids[`team ${source} ${external_id}`]).toBe(ids['team test A'])
  })

  test.each([
    ['play each other', { home: { team: { external_id: 'B', same_as: [{ source: 'test', external_id: 'A' }] } } }],
    [
      'are one, but the bundle is refused',
      {
        home: { team: { external_id: 'C', same_as: [{ source: 'test', external_id: 'A' }] } },
        game: { external_id: 'g1', status: 'scheduled' as const },
      },
    ],
  ])('same_as merges nothing if two records %s', async (_, changes) => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    await ingestOrThrow(
      core(),
      scheduledGame({ game: { external_id: 'g2', date: '2026-12-01' }, home: { team: { external_id: 'C' } } }),
    )
    const before = await tableContents(core().store)
    const joining = scheduledGame({ game: { external_id: 'g3' }, away: { team: { external_id: 'D' } }, ...changes })
    expect(await core().ingest(joining)).toMatchObject({ outcome: 'refused' })
    const { refusals, ...after } = await tableContents(core().store)
    expect(refusals).toHaveLength(1)
    expect({ ...after, refusals: [] }).toEqual(before)
  })

  test.skipIf(hasNoCases)(
    'same_as merges two players of one source, in an import with other games (skipped without ../shared/data)',
    async () => {
      const bundles = ['1', '2-same-as'].flatMap((file) => readCase(`09-two-records-are-one/${file}.ndjson`))
      const outcomes: string[] = []
      for await (const { outcome } of core().ingestAll(bundles)) outcomes.push(outcome)
      expect(outcomes).toEqual(['created', 'created', 'updated'])
      const ids = await readIds(core())
      expect(ids['player vl p99']).toBe(ids['player vl p9'])
      const former = candidateId('player', 'vl', 'p99', 0)
      expect((await core().caller().players.get({ id: former })).data).toMatchObject({
        id: ids['player vl p9'],
        games: 2,
      })
      expect(await findRebuildChanges(core())).toEqual([])
    },
  )

  test('a bundle whose two teams or two players are one record is refused', async () => {
    const one = { same_as: [{ source: 'other', external_id: 'one' }] }
    const teams = scheduledGame({ home: { team: one }, away: { team: one } })
    expect(await core().ingest(teams)).toMatchObject({ outcome: 'refused', reason: 'both teams are the same one' })
    const players = ['p1', 'p2'].map((external_id) => ({ external_id, name: external_id, ...one }))
    expect(await core().ingest(scheduledGame({ players }))).toMatchObject({ outcome: 'refused' })
    expect(await core().isEmpty()).toBe(true)
    expect(await readIds(core())).toEqual({})
  })
})
