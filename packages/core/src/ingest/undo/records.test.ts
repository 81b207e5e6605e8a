import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GameBundle } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import {
  anyDatabase,
  catchServiceError,
  findRebuildChanges,
  finalGame,
  ingestOrThrow,
  lineUpGame,
  openTestCore,
  sampleId,
  sharedCore,
  tableContents,
  withChanges,
} from '../../testing/index.ts'
import { randomBundles } from '../testing/random-bundles.ts'

/** Columns that tell of the writes of a record rather than of the record; two competitions have two slugs, of which one stays. */
const OF_WRITES = {
  slug: null,
  bundle_hash: null,
  revision: null,
  ended_periods: null,
  started: null,
  described_on: null,
  position: null,
}

/** A season that only mistaken games have keeps its id. */
const withoutMistake = (row: string): string =>
  ['L2025', 'L2026'].reduce(
    (text, id) => text.replaceAll(sampleId('season', `mistake ${id}`), sampleId('season', id)),
    row,
  )

const contents = async (core: Core) => {
  await core.refreshStandings()
  const { external_ids: _ids, ...tables } = await tableContents(core.store, [
    'audit_log',
    'former_ids',
    'webhook_events',
    'refusals',
  ])
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows.map((row) => JSON.stringify({ ...JSON.parse(withoutMistake(row)), ...OF_WRITES })).toSorted(),
    ]),
  )
}

const bundles = [
  ...(fc.sample(randomBundles(16, 6), { numRuns: 1, seed: 20_261_127 })[0] ?? []),
  lineUpGame('exact', '2026-11-05'),
  lineUpGame('exact too', '2026-11-06'),
].map((bundle) => withChanges(bundle, { competition: { tie_break: 'nba' } }))

/** The bundles with another identifier for a record in some games. */
const renamed = (rename: (bundle: GameBundle) => GameBundle): GameBundle[] =>
  bundles.map((bundle) => (['g2', 'g4', 'exact'].includes(bundle.game.external_id) ? rename(bundle) : bundle))

const replaceIn = (bundle: GameBundle, kind: 'team' | 'player', from: string, to: string): GameBundle => {
  const replace = (value: string | null) => (value === from ? to : value)
  const side = ({ team, players, ...rest }: GameBundle['home']): GameBundle['home'] => ({
    ...rest,
    team: kind === 'team' ? { ...team, external_id: replace(team.external_id) ?? '' } : team,
    players: kind === 'team' ? players : players?.map((line) => ({ ...line, player: replace(line.player) ?? '' })),
  })
  const named = <Part extends { player?: string | null | undefined }>(part: Part): Part => ({
    ...part,
    player: replace(part.player ?? null),
  })
  return {
    ...bundle,
    home: side(bundle.home),
    away: side(bundle.away),
    ...(kind === 'player' && {
      players: bundle.players?.map((player) => ({ ...player, external_id: replace(player.external_id) ?? '' })),
      events: bundle.events?.map(named),
    }),
  }
}

const MISTAKES: [kind: 'team' | 'player' | 'competition', id: string, bundles: GameBundle[]][] = [
  ['team', 'A', renamed((bundle) => replaceIn(bundle, 'team', 'A', 'mistake'))],
  ['team', 'B', renamed((bundle) => replaceIn(bundle, 'team', 'B', 'mistake'))],
  ['player', 'p1', renamed((bundle) => replaceIn(bundle, 'player', 'p1', 'mistake'))],
  ['player', 'a', renamed((bundle) => replaceIn(bundle, 'player', 'a', 'mistake'))],
  [
    'competition',
    'L',
    renamed((bundle) =>
      bundle.competition.external_id === 'L'
        ? withChanges(bundle, {
            competition: { external_id: 'mistake', slug: 'mistake' },
            season: { external_id: `mistake ${bundle.season.external_id}` },
          })
        : bundle,
    ),
  ],
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const api = () => core().caller()

  test.each(MISTAKES)('a %s under two identifiers is as if it had always had one: %s', async (of, id, mistaken) => {
    for (const bundle of mistaken) await core().ingest(bundle)
    expect(await core().mergeRecords(sampleId(of, 'mistake'), sampleId(of, id))).toBe(true)
    const other = await openTestCore(kind)
    for (const bundle of bundles) await other.ingest(bundle)
    expect(await contents(core())).toEqual(await contents(other))
    expect(await findRebuildChanges(core())).toEqual([])
    expect(await core().mergeRecords(sampleId(of, 'mistake'), sampleId(of, id))).toBe(false)
  })

  test('a former id answers with the record that stays, in paths, filters and after a second merge', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const twin = (n: number) => ({ external_id: `T${n}`, name: `Twin ${n}` })
    for (const n of [1, 2])
      await ingestOrThrow(core(), withChanges(lineUpGame(`g${n + 1}`, `2026-11-0${n}`), { home: { team: twin(n) } }))
    const [first, second, into] = [sampleId('team', 'T1'), sampleId('team', 'T2'), sampleId('team', 'A')]
    await core().mergeRecords(first, second)
    await core().mergeRecords(second, into)
    for (const id of [first, second]) {
      expect(await api().teams.get({ id })).toEqual(await api().teams.get({ id: into }))
      expect((await api().games.list({ team: id })).data).toHaveLength(3)
      expect((await api().players.list({ team: id })).data).not.toEqual([])
      expect((await api().teams.form({ id })).data).toEqual((await api().teams.form({ id: into })).data)
    }
    expect(await catchServiceError(api().teams.get({ id: sampleId('team', 'X') }))).toMatchObject({ code: 'not_found' })
  })

  test('a former id answers with nothing once the record that stayed is gone, and with one that is created under it', async () => {
    const games = [
      finalGame([8, 6]),
      withChanges(lineUpGame('g2', '2026-11-01'), { home: { team: { external_id: 'T', name: 'Twin' } } }),
    ] as const
    for (const game of games) await ingestOrThrow(core(), game)
    const [from, into] = [sampleId('team', 'T'), sampleId('team', 'A')]
    await core().mergeRecords(from, into)
    for (const game of ['g1', 'g2']) await core().removeGame(sampleId('game', game))
    await ingestOrThrow(core(), games[0])
    expect(await catchServiceError(api().teams.get({ id: from }))).toMatchObject({ code: 'not_found' })
    await ingestOrThrow(core(), games[1])
    expect((await api().teams.get({ id: from })).data.name).toBe('Twin')
    expect(await core().mergeRecords(from, into)).toBe(true)
    expect(await api().teams.get({ id: from })).toEqual(await api().teams.get({ id: into }))
  })

  test('two teams that play each other, and two players of one game, stay two', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const before = await tableContents(core().store)
    for (const [from, into] of [
      [sampleId('team', 'A'), sampleId('team', 'B')],
      [sampleId('player', 'A1'), sampleId('player', 'A2')],
    ] as const)
      expect(await catchServiceError(core().mergeRecords(from, into))).toMatchObject({ code: 'bad_request' })
    expect(await tableContents(core().store)).toEqual(before)
  })

  test('records of two kinds, and records that are not there, cannot be merged', async () => {
    await ingestOrThrow(core(), finalGame([8, 6]))
    const team = sampleId('team', 'A')
    expect(await catchServiceError(core().mergeRecords(team, sampleId('player', 'A1')))).toMatchObject({
      code: 'bad_request',
    })
    expect(await catchServiceError(core().mergeRecords(team, sampleId('team', 'X')))).toMatchObject({
      code: 'not_found',
    })
    expect(await catchServiceError(core().mergeRecords(sampleId('team', 'X'), team))).toMatchObject({
      code: 'not_found',
    })
  })

  test('a game under two identifiers gets what it lacks from the other one', async () => {
    const full = finalGame([8, 6])
    const { events: _events, shots: _shots, ...rest } = full
    await ingestOrThrow(core(), { ...rest, home: { team: full.home.team }, away: { team: full.away.team } })
    await ingestOrThrow(core(), withChanges(full, { game: { external_id: 'other' } }))
    const [id, former] = [sampleId('game', 'g1'), sampleId('game', 'other')]
    await core().mergeRecords(former, id)
    const other = await openTestCore(kind)
    await ingestOrThrow(other, full)
    expect(await contents(core())).toEqual(await contents(other))
    expect(await findRebuildChanges(core())).toEqual([])
    const { data } = await api().changes.list()
    expect(data.map(({ game, parts }) => [game.id, parts])).toEqual([
      [id, ['game', 'boxscore', 'playbyplay', 'shots']],
      [former, ['deleted']],
    ])
    expect(
      await core().ingest(withChanges(full, { game: { external_id: 'other', venue: 'Another hall' } })),
    ).toMatchObject({ outcome: 'updated', game: id })
  })

  test('the lines of a merged game have its day and stage, whichever of the two games they come from', async () => {
    const full = withChanges(finalGame([8, 6]), {
      game: { external_id: 'other', date: '2020-01-02', stage: 'regular' },
    })
    const { home, away } = full
    await ingestOrThrow(core(), {
      ...full,
      home: { team: home.team },
      away: { team: away.team },
      events: [],
      shots: [],
      game: { external_id: 'g1', date: '2020-01-03', stage: 'preseason', status: 'scheduled' },
    })
    await ingestOrThrow(core(), full)
    await core().mergeRecords(sampleId('game', 'other'), sampleId('game', 'g1'))
    expect(await findRebuildChanges(core())).toEqual([])
    const { data } = await api().games.list()
    expect(data).toMatchObject([{ date: '2020-01-03', stage: 'preseason', status: 'final' }])
  })
})
