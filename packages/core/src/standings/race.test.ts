import { describe, expect, test } from 'vitest'
import { anyDatabase, catchServiceError, sampleId, sharedCore, writeGames, type SampleGame } from '../testing/index.ts'

const FIBA = { competition: { tie_break: 'fiba' } } satisfies Partial<SampleGame>

/** A double round of three teams, of which two games are played. */
const SEASON: SampleGame[] = [
  { id: 'g1', date: '2026-10-01', home: 'A', away: 'B', score: [80, 70], ...FIBA },
  { id: 'g2', date: '2026-10-02', home: 'A', away: 'C', score: [80, 70], ...FIBA },
  { id: 'g3', date: '2026-10-08', home: 'B', away: 'A', status: 'scheduled', ...FIBA },
  { id: 'g4', date: '2026-10-09', home: 'C', away: 'A', status: 'scheduled', ...FIBA },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, { now: () => new Date('2026-10-03T12:00:00Z') })
  const competition = sampleId('competition', 'L')
  const getRace = async (date?: string) => (await core().caller('complete').standings.race({ competition, date })).data
  const listRanks = ({ teams }: Awaited<ReturnType<typeof getRace>>) =>
    teams.map(({ team, best_rank, worst_rank, places }) => [team.name, best_rank, worst_rank, ...places])

  test('the race has the ranks that results and margins of the games left can lead to', async () => {
    await writeGames(core(), ...SEASON)
    const race = await getRace()
    expect(race).toMatchObject({ through: '2026-10-02', group: null, games_left: 2, method: 'exact', scenarios: 4 })
    expect(race).not.toHaveProperty('other_groups')
    // A has more classification points even if it loses both games; margins decide between B and C if both win or lose.
    expect(listRanks(race)).toEqual([
      ['Team A', 1, 1, 1, 0, 0],
      ['Team B', 2, 3, 0, 0.75, 0.25],
      ['Team C', 2, 3, 0, 0.25, 0.75],
    ])
  })

  test('the race of a day is that of a database with the results up to it', async () => {
    await writeGames(core(), ...SEASON)
    const before = await getRace()
    const results = SEASON.map((game): SampleGame => ({ ...game, status: 'final', score: [90, 60] }))
    await writeGames(core(), ...results.slice(2))
    expect(await getRace('2026-10-07')).toEqual(before)
    expect(await getRace()).toMatchObject({ games_left: 0, scenarios: 1, through: '2026-10-09' })
    expect(await getRace('2026-09-30')).toMatchObject({ games_left: 4, scenarios: 16, through: '2026-09-30' })
  })

  test('a game that is called off is not left, and neither is one that the table does not count', async () => {
    await writeGames(core(), ...SEASON)
    await writeGames(
      core(),
      { ...SEASON[2], id: 'g3', status: 'no_result' },
      { ...SEASON[3], id: 'g4', counts_in_standings: false },
    )
    expect(await getRace()).toMatchObject({ games_left: 0, scenarios: 1 })
  })

  test('seasons are drawn from strengths, which results of earlier seasons make as well', async () => {
    const listSeason = (year: number, status: 'final' | 'scheduled') =>
      Array.from({ length: 18 }, (_, index): SampleGame => {
        const [home, away] = index % 2 === 0 ? ['A', 'B'] : ['B', 'A']
        const score: [number, number] = home === 'A' ? [95, 75] : [75, 95]
        return { id: `${year} ${index}`, year, date: `${year}-11-${10 + index}`, home, away, status, score }
      })
    const shareFirst = async () => {
      const { data } = await core()
        .caller('complete')
        .standings.race({ competition, season: sampleId('season', 'L2026') })
      expect(data).toMatchObject({ games_left: 18, method: 'simulated', scenarios: 2000 })
      return data.teams.map(({ team, places: [first = 0] }) => (team.name === 'Team A' ? first : 1 - first))
    }
    await writeGames(core(), ...listSeason(2026, 'scheduled'))
    expect(Math.max(...(await shareFirst()))).toBeLessThan(0.7)
    await writeGames(core(), ...listSeason(2025, 'final'))
    expect(Math.min(...(await shareFirst()))).toBeGreaterThan(0.9)
  })

  test('each group has a race of its own', async () => {
    const groups = (home: string, away: string) => ({ groups: [home, away] as [string, string] })
    await writeGames(
      core(),
      { id: 'g1', date: '2026-10-01', home: 'A', away: 'B', score: [80, 70], ...groups('East', 'East') },
      { id: 'g2', date: '2026-10-02', home: 'C', away: 'D', score: [80, 70], ...groups('West', 'West') },
      { id: 'g3', date: '2026-10-08', home: 'B', away: 'A', status: 'scheduled', ...groups('East', 'East') },
    )
    const { other_groups, ...race } = await getRace()
    expect(race).toMatchObject({ group: 'East', games_left: 1, scenarios: 2 })
    expect(other_groups).toMatchObject([{ group: 'West', games_left: 0, scenarios: 1 }])
    expect(other_groups?.[0]?.teams.map(({ best_rank, worst_rank }) => [best_rank, worst_rank])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  test('a lower plan returns upgrade_required', async () => {
    await writeGames(core(), ...SEASON)
    const race = core().caller('live').standings.race({ competition })
    expect(await catchServiceError(race)).toMatchObject({ code: 'upgrade_required', plan: 'complete' })
  })

  const whatIf = async (results: string) =>
    (await core().caller('complete').standings.whatIf({ competition, results })).data
  const [g1, g3, g4] = ['g1', 'g3', 'g4'].map((id) => sampleId('game', id))
  const listDecisions = ({ table }: Awaited<ReturnType<typeof whatIf>>) =>
    table.map(
      ({ rank, team, won, lost, points_difference, decided_by }) =>
        `${rank} ${team.name} ${won}-${lost} ${points_difference} ${decided_by}`,
    )

  test('the standings with assumed results are those of a database that has them, with the rule that placed each team', async () => {
    await writeGames(core(), ...SEASON)
    const assumed = await whatIf(`${g3}:90-80,${g4}:60-61`)
    expect(assumed).toMatchObject({ games: 4, through: '2026-10-09' })
    expect(listDecisions(assumed)).toEqual([
      '1 Team A 3-1 11 win_share',
      '2 Team B 1-1 0 win_share',
      '3 Team C 0-2 -11 win_share',
    ])
    const [, , third, fourth] = SEASON
    await writeGames(
      core(),
      { ...third, id: 'g3', status: 'final', score: [90, 80] },
      { ...fourth, id: 'g4', status: 'final', score: [60, 61] },
    )
    const { data } = await core().caller('live').standings.get({ competition })
    const table = assumed.table.map(({ decided_by: _, ...row }) => row)
    expect({ ...assumed, table }).toEqual(data)
  })

  test('a winner without a score has the mean score, and a result that is known is replaced', async () => {
    await writeGames(core(), ...SEASON)
    expect(listDecisions(await whatIf(`${g3}:home,${g4}:home`))).toEqual([
      '1 Team A 2-2 0 win_share',
      '2 Team B 1-1 0 name',
      '3 Team C 1-1 0 name',
    ])
    expect(listDecisions(await whatIf(`${g1}:away`))).toEqual([
      '1 Team B 1-0 10 win_share',
      '2 Team A 1-1 0 win_share',
      '3 Team C 0-1 -10 win_share',
    ])
    expect(listDecisions(await whatIf(`${g1}:60-80,${g3}:90-60,${g4}:90-60`))[0]).toBe('1 Team B 2-0 50 win_share')
  })

  test('a result of a merged game is one of the game that stayed', async () => {
    const [, , third] = SEASON
    await writeGames(core(), ...SEASON, { ...FIBA, ...third, id: 'copy' })
    const copy = sampleId('game', 'copy')
    await core().mergeRecords(copy, g3 ?? '')
    expect(await whatIf(`${copy}:90-80,${g4}:60-61`)).toEqual(await whatIf(`${g3}:90-80,${g4}:60-61`))
    expect(await catchServiceError(whatIf(`${copy}:home,${g3}:home`))).toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(`must have one result of each game, but ${g3} has more`),
    })
  })

  test.each([
    ['an unknown game', `gm_00000000:home`, 'results: there is no game gm_00000000.'],
    [
      'a game of another season',
      `${sampleId('game', 'old')}:home`,
      /^results: gm_\w+ is a game of season ss_\w+, not of ss_/,
    ],
    [
      'a game that the table does not count',
      `${sampleId('game', 'p1')}:home`,
      /^results: gm_\w+ does not count for the standings\./,
    ],
    ['a tie', `${g3}:80-80`, /^results must have a winner of gm_/],
    [
      'two results of one game',
      `${g3}:home,${g3}:away`,
      /^results must have one result of each game, but gm_\w+ has more/,
    ],
    ['a mistyped result', `${g3}:90`, /^results must be results like gm_9wd3f6ka:90-80 or gm_9wd3f6ka:home/],
    ['no result', '', /^results must be results like/],
  ])('%s returns bad_request', async (_, results, message) => {
    await writeGames(
      core(),
      ...SEASON,
      { id: 'old', year: 2025, date: '2025-10-01', ...FIBA },
      { id: 'p1', date: '2026-12-01', home: 'A', away: 'B', stage: 'playoffs', status: 'scheduled', ...FIBA },
    )
    const error = await catchServiceError(whatIf(results))
    expect(error).toMatchObject({ code: 'bad_request' })
    expect(error?.message).toMatch(message)
  })
})
