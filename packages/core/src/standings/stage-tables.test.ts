import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  findRebuildChanges,
  sampleBundle,
  sampleId,
  sharedCore,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'

const PLAY_OUTS = { competition: { table_stages: ['Play-outs', 'Top 4'] } } satisfies Partial<SampleGame>

/** A beats B and C in the regular season; then C beats B in the play-outs, and B forfeits against D. */
const GAMES: SampleGame[] = [
  { id: 'g1', home: 'A', away: 'B', date: '2026-10-01', ...PLAY_OUTS },
  { id: 'g2', home: 'A', away: 'C', date: '2026-10-02', ...PLAY_OUTS },
  { id: 'g3', stage: 'Play-outs', home: 'C', away: 'B', score: [60, 50], date: '2026-11-01', ...PLAY_OUTS },
  {
    id: 'g4',
    stage: 'Play-outs',
    home: 'D',
    away: 'B',
    status: 'forfeit',
    forfeit_winner: 'home',
    date: '2026-11-02',
    ...PLAY_OUTS,
  },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, { now: () => new Date('2026-11-20T12:00:00Z') })
  const standings = async () =>
    (
      await core()
        .caller('live')
        .standings.get({ competition: sampleId('competition', 'L') })
    ).data
  const stages = async () =>
    (await standings()).stages?.map(({ stage, games, through, table }) => [
      stage,
      games,
      through,
      ...table.map(
        ({ rank, team, won, lost, points_for }) => `${rank} ${team.name.slice(-1)} ${won}-${lost} ${points_for}`,
      ),
    ])
  const EXPECTED = ['Play-outs', 2, '2026-11-02', '1 C 1-0 60', '2 D 1-0 0', '3 B 0-2 50']

  test('a stage with a table of its own has one of its own games, and the regular season keeps its table', async () => {
    await writeGames(core(), ...GAMES)
    const { games, through, table } = await standings()
    expect([games, through, table.map(({ team }) => team.name.slice(-1)).join('')]).toEqual([2, '2026-10-02', 'ABC'])
    expect(await stages()).toEqual([EXPECTED])
    expect(await stages()).toEqual([EXPECTED]) // as it is stored
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('tables come in the order in which the competition names their stages, also before their first game', async () => {
    const scheduled = { home: 'A', away: 'D', date: '2026-12-01', status: 'scheduled' } as const
    await writeGames(core(), { id: 'g5', stage: 'Top 4', ...scheduled, ...PLAY_OUTS }, ...GAMES)
    expect(await stages()).toEqual([EXPECTED, ['Top 4', 0, '2026-11-20', '1 A 0-0 0', '2 D 0-0 0']])
  })

  test('assumed results of a stage count in its table, and say which rule placed each row', async () => {
    const next: SampleGame = { id: 'g5', stage: 'Play-outs', home: 'B', away: 'C', date: '2026-11-24', ...PLAY_OUTS }
    await writeGames(core(), ...GAMES, { ...next, status: 'scheduled' })
    const whatIf = async (results: string) =>
      (
        await core()
          .caller('complete')
          .standings.whatIf({ competition: sampleId('competition', 'L'), results })
      ).data
    const { games, table, stages } = await whatIf(`${sampleId('game', 'g5')}:90-60`)
    expect([games, table.map(({ decided_by }) => decided_by)]).toEqual([2, ['win_share', 'name', 'name']])
    expect(stages?.map((stage) => [stage.stage, stage.games, stage.through])).toEqual([['Play-outs', 3, '2026-11-24']])
    expect(
      stages?.[0]?.table.map(
        ({ team, won, lost, decided_by }) => `${team.name.slice(-1)} ${won}-${lost} ${decided_by}`,
      ),
    ).toEqual(['D 1-0 win_share', 'C 1-1 win_share', 'B 1-2 win_share'])
    await writeGames(core(), ...GAMES.slice(0, 2), { id: 'other', year: 2027, date: '2027-11-01' })
    expect(await whatIf(`${sampleId('game', 'other')}:home`)).not.toHaveProperty('stages')
  })

  test('a season without such a stage has no tables of stages', async () => {
    await writeGames(core(), ...GAMES.slice(0, 2))
    expect(await standings()).not.toHaveProperty('stages')
    await writeGames(core(), { id: 'g6', stage: 'playoffs' })
    expect(await standings()).not.toHaveProperty('stages')
  })

  test('each group of a stage has its own ranks', async () => {
    const stage = 'Play-outs'
    await writeGames(
      core(),
      { id: 'g1', stage, home: 'A', away: 'B', groups: ['East', 'East'], ...PLAY_OUTS },
      { id: 'g2', stage, home: 'C', away: 'D', groups: ['West', 'West'], ...PLAY_OUTS },
    )
    const [table] = (await standings()).stages ?? []
    expect(table?.table.map(({ group, rank }) => [group, rank])).toEqual([
      ['East', 1],
      ['East', 2],
      ['West', 1],
      ['West', 2],
    ])
  })

  test.each<[string, string[] | null, unknown[] | undefined]>([
    ['null deletes them', null, undefined],
    ['others replace them', ['playoffs', 'Play-outs'], [EXPECTED]],
  ])('stages of a newer bundle change the tables at once: %s', async (_, table_stages, expected) => {
    await writeGames(core(), ...GAMES)
    expect(await stages()).toHaveLength(1)
    await writeGames(core(), { id: 'friendly', stage: 'preseason', date: '2026-12-01', competition: { table_stages } })
    expect(await stages()).toEqual(expected)
  })

  test('teams that are merged, renamed or removed are so in the tables of stages', async () => {
    await writeGames(core(), ...GAMES)
    await stages()
    await core().mergeRecords(sampleId('team', 'D'), sampleId('team', 'A'))
    expect(await stages()).toEqual([['Play-outs', 2, '2026-11-02', '1 C 1-0 60', '2 A 1-0 0', '3 B 0-2 50']])
    await core().removeGame(sampleId('game', 'g4'))
    expect(await stages()).toEqual([['Play-outs', 1, '2026-11-01', '1 C 1-0 60', '2 B 0-1 50']])
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test.each([
    [['regular'], 'must not name regular, which always has a table'],
    [['Top 4', 'Top 4'], 'must name each stage once'],
  ])('the stages %j are refused', async (table_stages, reason) => {
    expect(await core().ingest(sampleBundle({ id: 'g1', competition: { table_stages } }))).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining(reason),
    })
  })
})
