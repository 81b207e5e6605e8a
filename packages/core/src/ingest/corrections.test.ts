import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { BundleQuote, GameBundle } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { execute } from '../store/index.ts'
import {
  ingestOrThrow,
  withChanges,
  findRebuildChanges,
  tableContents,
  anyDatabase,
  hasNoCases,
  lineUpGame,
  readCase,
  ZERO_STATS,
  sampleId,
  openTestCore,
  sharedCore,
  writeGames,
  sampleBundle,
  type SampleGame,
} from '../testing/index.ts'

/** A 80, B 70 on 19 November, p scored 20 for A and q 10 for B. */
const FIRST = {
  id: 'g1',
  sheet: { home: { players: { p: { points: 20 } } }, away: { players: { q: { points: 10 } } } },
} satisfies SampleGame

/** The derived data of a season, abbreviated. */
const readDerived = async (core: Core, league = 'L', year = 2026) => {
  const api = core.caller()
  const scope = { competition: sampleId('competition', league), season: sampleId('season', `${league}${year}`) }
  const { table, games } = (await api.standings.get(scope)).data
  const { leaders } = (await api.leaders.get({ ...scope, min_games: 1 })).data
  const { data: seasons } = await api.seasons.list({ competition: scope.competition })
  const span = seasons.find(({ id }) => id === scope.season)
  return {
    table: table.map(({ team, won, lost, streak }) => `${team.name} ${won}-${lost} ${streak}`.trim()),
    leaders: leaders.map((row) => `${row.player.name} ${row.total} in ${row.games} for ${row.team?.name}`),
    counted: games,
    days: [span?.first_date, span?.last_date],
  }
}

/** The derived data of a season without counted games. */
const NOTHING = { leaders: [], counted: 0 }

const LEADERS = ['Player p 20 in 1 for Team A', 'Player q 10 in 1 for Team B']

type Correction = {
  what: string
  games?: SampleGame[]
  correction: SampleGame
  expected: Partial<Awaited<ReturnType<typeof readDerived>>>
}

const CORRECTIONS: Correction[] = [
  {
    what: 'the score',
    correction: { ...FIRST, score: [70, 71] },
    expected: { table: ['Team B 1-0 W1', 'Team A 0-1 L1'], leaders: LEADERS, counted: 1 },
  },
  {
    what: 'a stage that counts to one that does not',
    correction: { ...FIRST, stage: 'preseason' },
    expected: { table: [], ...NOTHING },
  },
  {
    what: 'a stage that standings count to one that only statistics count',
    correction: { ...FIRST, stage: 'playoffs' },
    expected: { table: [], leaders: LEADERS, counted: 0 },
  },
  {
    what: 'a stage that does not count to the regular season',
    games: [{ ...FIRST, stage: 'all-star' }],
    correction: FIRST,
    expected: { table: ['Team A 1-0 W1', 'Team B 0-1 L1'], leaders: LEADERS, counted: 1 },
  },
  {
    what: 'no result to a late final score',
    games: [{ ...FIRST, status: 'no_result' }],
    correction: FIRST,
    expected: { table: ['Team A 1-0 W1', 'Team B 0-1 L1'], leaders: LEADERS, counted: 1 },
  },
  {
    what: 'a live game to its final score',
    games: [{ ...FIRST, status: 'scheduled' }],
    correction: FIRST,
    expected: { leaders: LEADERS, counted: 1 },
  },
  {
    what: 'the stage, in a bundle without box score',
    correction: { id: 'g1', stage: 'preseason' },
    expected: NOTHING,
  },
  {
    what: 'the season',
    correction: { ...FIRST, year: 2025, date: '2026-11-19' },
    expected: { table: [], ...NOTHING, days: [null, null] },
  },
  {
    what: 'the season, in a bundle without box score',
    correction: { id: 'g1', year: 2025, date: '2026-11-19' },
    expected: { table: [], ...NOTHING },
  },
  {
    what: 'a team, before the game is final',
    games: [{ ...FIRST, status: 'scheduled' }],
    correction: { ...FIRST, home: 'C' },
    expected: {
      table: ['Team C 1-0 W1', 'Team B 0-1 L1'],
      leaders: ['Player p 20 in 1 for Team C', 'Player q 10 in 1 for Team B'],
    },
  },
  {
    what: 'home and away, in a bundle without box score: lines stay with their team',
    correction: { id: 'g1', home: 'B', away: 'A', score: [70, 80] },
    expected: { table: ['Team A 1-0 W1', 'Team B 0-1 L1'], leaders: LEADERS },
  },
  {
    what: 'the date',
    games: [FIRST, { id: 'g2', date: '2026-11-21', score: [60, 70] }],
    correction: { ...FIRST, date: '2026-11-23' },
    expected: { table: ['Team A 1-1 W1', 'Team B 1-1 L1'], days: ['2026-11-21', '2026-11-23'] },
  },
  {
    what: 'the tip-off, of two games on one day',
    games: [
      { ...FIRST, tip_off: '2026-11-19T18:00:00Z' },
      { id: 'g2', score: [60, 70], tip_off: '2026-11-19T19:00:00Z' },
    ],
    correction: { ...FIRST, tip_off: '2026-11-19T20:00:00Z' },
    expected: { table: ['Team A 1-1 W1', 'Team B 1-1 L1'] },
  },
  {
    what: 'a removed line',
    correction: { ...FIRST, sheet: { home: { players: {} }, away: FIRST.sheet.away } },
    expected: { leaders: ['Player q 10 in 1 for Team B'] },
  },
  {
    what: 'the player of a line',
    correction: { ...FIRST, sheet: { home: { players: { r: { points: 20 } } }, away: FIRST.sheet.away } },
    expected: { leaders: ['Player r 20 in 1 for Team A', 'Player q 10 in 1 for Team B'] },
  },
  {
    what: 'the side of two players',
    correction: { ...FIRST, sheet: { home: FIRST.sheet.away, away: FIRST.sheet.home } },
    expected: { leaders: ['Player p 20 in 1 for Team B', 'Player q 10 in 1 for Team A'] },
  },
  {
    what: 'whether a player played',
    correction: { ...FIRST, sheet: { ...FIRST.sheet, home: { players: { p: { played: false } } } } },
    expected: { leaders: ['Player q 10 in 1 for Team B'] },
  },
  {
    what: 'a statistic',
    correction: { ...FIRST, sheet: { ...FIRST.sheet, away: { players: { q: { points: 21 } } } } },
    expected: { leaders: ['Player q 21 in 1 for Team B', 'Player p 20 in 1 for Team A'] },
  },
  {
    what: 'the only final line of a player who is on the sheet of a live game',
    games: [FIRST, { ...FIRST, id: 'live', status: 'scheduled', date: '2026-11-23' }],
    correction: { ...FIRST, sheet: { home: { players: {} }, away: { players: {} } } },
    expected: { table: ['Team A 1-0 W1', 'Team B 0-1 L1'], leaders: [], counted: 1 },
  },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  /** Expects a rebuild to change no row. */
  const expectConsistent = async () => {
    expect(await findRebuildChanges(core())).toEqual([])
  }

  test.each(CORRECTIONS)('derived rows follow a correction: $what', async ({ games, correction, expected }) => {
    await writeGames(core(), ...(games ?? [FIRST]), correction)
    expect(await readDerived(core())).toMatchObject(expected)
    await expectConsistent()
  })

  test('a game moved to another season counts in the standings, leaders and rosters of that season', async () => {
    await writeGames(core(), FIRST, { ...FIRST, year: 2025, date: '2026-11-19' })
    expect(await readDerived(core(), 'L', 2025)).toEqual({
      table: ['Team A 1-0 W1', 'Team B 0-1 L1'],
      leaders: LEADERS,
      counted: 1,
      days: ['2026-11-19', '2026-11-19'],
    })
    const roster = async (season: string) =>
      (
        await core()
          .caller()
          .teams.roster({ id: sampleId('team', 'A'), season: sampleId('season', season) })
      ).data.players
    expect(await roster('L2025')).toHaveLength(1)
    expect(await roster('L2026')).toEqual([])
  })

  test('a cleared box score deletes its lines, and the game stays in the standings', async () => {
    await writeGames(core(), FIRST)
    const none = { players: null, totals: null }
    await ingestOrThrow(core(), withChanges(sampleBundle({ id: 'g1' }), { home: none, away: none }))
    expect(await readDerived(core())).toMatchObject({
      table: ['Team A 1-0 W1', 'Team B 0-1 L1'],
      leaders: [],
      counted: 1,
    })
    expect((await core().caller().players.list({ q: 'player' })).data).toEqual([])
    await expectConsistent()
  })

  test('renamed players and teams have the new name in all games', async () => {
    await writeGames(core(), FIRST)
    const later = sampleBundle({ ...FIRST, id: 'g2', date: '2026-11-26' })
    const players = (later.players ?? []).map((player) => ({ ...player, name: `${player.name} Jr.` }))
    await ingestOrThrow(core(), withChanges(later, { players, home: { team: { name: 'Omega' } } }))
    expect(await readDerived(core())).toMatchObject({
      table: ['Omega 2-0 W2', 'Team B 0-2 L2'],
      leaders: ['Player p Jr. 40 in 2 for Omega', 'Player q Jr. 20 in 2 for Team B'],
    })
    const { data: log } = await core()
      .caller()
      .players.games({ id: sampleId('player', 'p') })
    expect(log.map(({ team }) => team.name)).toEqual(['Omega', 'Omega'])
    await expectConsistent()
  })

  test.each([
    ['with a box score', { ...FIRST, home: 'C' }],
    ['without a box score', { id: 'g1', home: 'C' }],
    ['with one team on the other side', { id: 'g1', home: 'B', away: 'C' }],
    ['that annuls its result', { id: 'g1', home: 'C', status: 'no_result' as const }],
  ])('a final game keeps its teams: another team is refused, %s', async (_, correction) => {
    await writeGames(core(), FIRST)
    const before = await tableContents(core().store, ['refusals'])
    expect(await core().ingest(sampleBundle(correction))).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(
        /^a final game keeps its teams, and gm_.* is stored as .+ – .+ on .* games reopen gm_/,
      ),
    })
    expect(await tableContents(core().store, ['refusals'])).toEqual(before)
  })

  describe('parts of a game whose home and away are exchanged', () => {
    const quoted = (side: 'home' | 'away', line: number | null): BundleQuote => ({
      bookmaker: { key: 'book', name: 'Book', exchange: false },
      market: line === null ? 'moneyline' : 'spread',
      side,
      line,
      price: 1.9,
      set_at: null,
      read_at: null,
    })
    const shot = { seq: 2, period: 1, side: 'home', player: 'a', value: 2, made: true, points: 2, at: null } as const
    const marks = { x_ft: 6, y_ft: 8, distance_ft: 10, fastbreak: false, second_chance: false, off_turnover: false }
    const complete = withChanges(lineUpGame('g1', '2026-11-19'), {
      game: { periods: { home: [5, 0, 0, 0], away: [2, 0, 0, 0] } },
      shots: [{ ...shot, ...marks }],
      quotes: [quoted('home', null), quoted('away', null), quoted('home', -3.5), quoted('away', -3.5)],
    })
    const full = withChanges(complete, {
      home: { coach: 'Coach A', group: 'East', division: 'Atlantic', totals: { ...ZERO_STATS, points: 5 } },
      away: { coach: 'Coach B', group: 'West', division: 'Pacific', totals: { ...ZERO_STATS, points: 2 } },
    })

    const OPPOSITE = { home: 'away', away: 'home' } as const
    const turn = (side: 'home' | 'away' | null | undefined) => (side == null ? null : OPPOSITE[side])

    /** The same game with the other team at home. */
    const turned = ({ game, home, away, events, shots, quotes, ...rest }: GameBundle): GameBundle => ({
      ...rest,
      game: {
        ...game,
        home_score: game.away_score,
        away_score: game.home_score,
        periods: game.periods && { home: game.periods.away, away: game.periods.home },
      },
      home: away,
      away: home,
      events: events?.map((event) => ({
        ...event,
        side: turn(event.side),
        home_score: event.away_score,
        away_score: event.home_score,
      })),
      shots: shots?.map((each) => ({ ...each, side: turn(each.side) })),
      quotes: quotes?.map((quote) => ({
        ...quote,
        side: quote.side === 'home' ? 'away' : 'home',
        line: quote.line == null ? null : -quote.line,
      })),
    })

    /** The bundle without the parts that it can leave out. */
    const bare = ({ game, home, away, ...rest }: GameBundle): GameBundle => ({
      source: rest.source,
      competition: rest.competition,
      season: rest.season,
      game: { ...game, periods: undefined },
      home: { team: home.team },
      away: { team: away.team },
    })

    const contents = async (core: Core) => {
      await core.refreshStandings()
      const { games, webhook_events: _events, ...tables } = await tableContents(core.store)
      const rows = games?.map((row) => ({ ...JSON.parse(row), bundle_hash: null, revision: null }))
      return { ...tables, games: rows }
    }

    test('follow their team: they are as if they had been sent the right way round', async () => {
      await ingestOrThrow(core(), full)
      await ingestOrThrow(core(), bare(turned(full)))
      const other = await openTestCore(kind)
      await ingestOrThrow(other, turned(full))
      expect(await contents(core())).toEqual(await contents(other))
      await expectConsistent()
      const { data } = await core().caller().changes.list()
      expect(data.map(({ parts }) => parts)).toEqual([['game', 'boxscore', 'playbyplay', 'shots', 'prices']])
    })

    test('follow their team as well if the bundle has some of them', async () => {
      await ingestOrThrow(core(), full)
      const { events, home } = turned(full)
      await ingestOrThrow(core(), { ...bare(turned(full)), home, events, players: full.players })
      const { data: box } = await core()
        .caller()
        .games.boxScore({ id: sampleId('game', 'g1') })
      expect([box.home.coach, box.away.coach]).toEqual(['Coach B', 'Coach A'])
      expect(box.home.players.map(({ player }) => player.name)).toContain('Player v')
      expect(box.away.players.map(({ player }) => player.name)).toContain('Player a')
      await expectConsistent()
    })

    test.skipIf(hasNoCases)(
      'follow their team in a league without play-by-play (skipped without ../shared/data)',
      async () => {
        for (const file of ['1-with-sheet', '2-right-way-round'])
          for (const bundle of readCase(`03-home-and-away-swapped-partial/${file}.ndjson`))
            await ingestOrThrow(core(), bundle)
        const api = core().caller()
        const [game] = (await api.games.list({})).data
        const { data: box } = await api.games.boxScore({ id: game?.id ?? '' })
        const { home, away } = box
        expect([home.team.name, home.coach, home.players[0]?.player.name]).toEqual([
          'Birch',
          'Coach Birch',
          'Yara Young',
        ])
        expect([away.team.name, away.coach, away.players[0]?.player.name]).toEqual([
          'Alder',
          'Coach Alder',
          'Xena Xylo',
        ])
        const { data: roster } = await api.teams.roster({ id: away.team.id })
        expect(roster.players.map(({ player }) => player.name)).toEqual(['Xena Xylo'])
      },
    )
  })

  test('a game in progress does not count until it is final', async () => {
    const live = { ...FIRST, status: 'scheduled' } as const
    for (const points of [2, 11, 20])
      await writeGames(core(), { ...live, sheet: { ...FIRST.sheet, home: { players: { p: { points } } } } })
    expect(await readDerived(core())).toMatchObject({ table: ['Team A 0-0', 'Team B 0-0'], leaders: [], counted: 0 })
    await expectConsistent()
    await writeGames(core(), FIRST)
    expect(await readDerived(core())).toMatchObject({ leaders: LEADERS, counted: 1 })
  })

  test('a rebuild repairs derived rows that other SQL has changed', async () => {
    const { store } = core()
    await writeGames(core(), FIRST, { id: 'g2', date: '2026-11-26', score: [60, 70] })
    await core().refreshStandings()
    const before = await tableContents(store)
    const derived = [
      'update player_seasons set points = 99, games = 7',
      'delete from standings',
      'delete from team_seasons',
      'delete from season_days',
    ]
    const counts = ['update seasons set games = 9, final_games = 9, standings_games = 9', 'update teams set games = 9']
    const lines = ["update box_lines set date = '2020-01-01', counted = false, final = false"]
    for (const statement of [...derived, ...counts, ...lines]) await execute(store.db, sql.raw(statement))
    expect(await tableContents(store)).not.toEqual(before)
    await core().rebuildStatistics()
    expect(await tableContents(store)).toEqual(before)
  })
})
