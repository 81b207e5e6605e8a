import { beforeEach, describe, expect, test } from 'vitest'
import {
  anyDatabase,
  sampleId,
  ingestOrThrow,
  lineUpEvents,
  lineUpGame,
  sampleRef,
  sampleBundle,
  catchServiceError,
  sharedCore,
} from '../testing/index.ts'

const five = (...players: string[]) => players.map((player) => sampleRef('player', player))

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const api = () => core().caller()
  const g1 = sampleId('game', 'g1')

  beforeEach(async () => {
    await ingestOrThrow(core(), lineUpGame('g1', '2026-11-18'))
    await ingestOrThrow(core(), lineUpGame('g2', '2026-11-19'))
  })

  test('the stints of a game have their players, points and possessions', async () => {
    const { data } = await api().games.lineUps({ id: g1 })
    expect(data).toMatchObject({ exact: true, reasons: [], notes: [] })
    expect(data.home.stints.slice(0, 2)).toEqual([
      {
        period: 1,
        start_clock: '10:00',
        end_clock: '05:00',
        seconds: 300,
        players: five('a', 'b', 'c', 'd', 'e'),
        points_for: 2,
        points_against: 0,
        possessions: 1,
      },
      expect.objectContaining({ players: five('a', 'b', 'c', 'd', 'f'), points_for: 3, points_against: 2 }),
    ])
    expect(data.away.stints[0]).toMatchObject({ points_for: 2, points_against: 5, possessions: 2 })
  })

  test('the possessions of a game have their points and events', async () => {
    const { data } = await api().games.possessions({ id: g1 })
    expect(data).toMatchObject({ alternating: true, doubtful_periods: [] })
    expect(data.possessions.slice(0, 3)).toMatchObject([
      { number: 1, side: 'home', points: 2, start: 'period_start', end: 'made_field_goal', first_seq: 1, last_seq: 2 },
      { number: 2, side: 'away', points: 2, start: 'made_field_goal', first_seq: 3, last_seq: 5, seconds: 240 },
      { number: 3, side: 'home', points: 3, start_clock: '04:00', end_clock: '03:00', last_seq: 7 },
    ])
  })

  test('a plus/minus of the feed that is not that of the stints is noted, with the players', async () => {
    const bundle = lineUpGame('g1', '2026-11-18')
    const players = (bundle.home.players ?? []).map((line) => ({
      ...line,
      plus_minus: { a: 3, e: 3, f: 1 }[line.player] ?? null,
    }))
    await ingestOrThrow(core(), { ...bundle, home: { ...bundle.home, players } })
    const { data } = await api().games.lineUps({ id: g1 })
    expect(data.exact).toBe(true)
    const e = sampleId('player', 'e')
    const message = `home: the box score has another plus/minus than the stints: ${e} has 3 instead of 2.`
    expect(data.notes).toEqual([{ code: 'plus_minus_differs', message }])
    const { value: season } = await core().accuracy().next()
    expect(season).toMatchObject({ notes: { plus_minus_differs: 1 }, plus_minus: 3, equal_plus_minus: 2 })
  })

  test('plus/minus is computed where the feed has none, of those who played', async () => {
    const { data } = await api().games.boxScore({ id: g1 })
    const plusMinus = Object.fromEntries(data.home.players.map(({ player, plus_minus }) => [player.name, plus_minus]))
    expect(plusMinus).toMatchObject({ 'Player a': 3, 'Player e': 2, 'Player f': 1, 'Player g': null })
  })

  test('line-ups of a season are sums over its games, the ones with the most time first', async () => {
    const { data } = await api().teams.lineUps({ id: sampleId('team', 'A') })
    expect(data).toMatchObject({ season: sampleRef('season', 'L2026'), size: 5, games: 2, games_left_out: 0 })
    expect(data.lineups.map(({ seconds, games, points_for }) => [seconds, games, points_for])).toEqual([
      [4200, 2, 6],
      [600, 2, 4],
    ])
    expect(data.lineups[0]).toMatchObject({ three_made_for: 2, assists_for: 2, offensive_rating: expect.any(Number) })
    const pairs = (await api().teams.lineUps({ id: sampleId('team', 'A'), size: 2, top: 100 })).data.lineups
    expect(pairs).toHaveLength(14) // all of 6 but e with f
    const together = pairs.find(({ players }) => players.every(({ name }) => ['Player a', 'Player b'].includes(name)))
    expect(together).toMatchObject({ games: 2, seconds: 4800, points_for: 10, points_against: 4 })
    const long = await api().teams.lineUps({ id: sampleId('team', 'A'), min_seconds: 601 })
    expect(long.data.lineups).toHaveLength(1)
  })

  test('on and off are the totals of the team, and net is their difference', async () => {
    const { data } = await api().players.onOff({ id: sampleId('player', 'e') })
    expect(data).toMatchObject({ team: sampleRef('team', 'A'), games: 2, games_left_out: 0 })
    expect(data.on).toMatchObject({ seconds: 600, points_for: 4, points_against: 0 })
    expect(data.off).toMatchObject({ seconds: 4200, points_for: 6, points_against: 4, rebounds_for: 0 })
    expect(data.net).toMatchObject({ seconds: -3600, points_for: -2 })
  })

  test('a game that is not exact says why, counts in no sum, and is counted as left out', async () => {
    const wrong = lineUpGame('g3', '2026-11-20')
    const away = { ...wrong.away, players: (wrong.away.players ?? []).map((line) => ({ ...line, seconds: 2000 })) }
    await ingestOrThrow(core(), { ...wrong, away })
    const { data } = await api().games.lineUps({ id: sampleId('game', 'g3') })
    expect(data.exact).toBe(false)
    expect(data.reasons).toEqual([{ code: 'minutes_differ', message: expect.stringContaining('by +400 s') }])
    const { games, games_left_out } = (await api().teams.lineUps({ id: sampleId('team', 'A') })).data
    expect([games, games_left_out]).toEqual([2, 1])
    await ingestOrThrow(core(), wrong)
    expect((await api().teams.lineUps({ id: sampleId('team', 'A') })).data.games).toBe(3)
  })

  describe('of a game whose clocks have tenths', () => {
    /** f comes for e with 40.2 seconds left in the last period, and leaves again with 20.9: 19.3 seconds, which clocks without tenths make 20. */
    const withTenths = () => {
      const given = lineUpGame('g5', '2026-11-22')
      const [before, last] = [(given.events ?? []).slice(0, -1), (given.events ?? []).slice(-1)]
      const events = before.filter(({ type }) => !type.startsWith('substitution'))
      const row = (clock: string, player: string, type: 'substitution_in' | 'substitution_out') =>
        last.map((event) => ({ ...event, clock, player, type, side: 'home' as const }))
      const change = (clock: string, out: string, on: string) => [
        ...row(clock, out, 'substitution_out'),
        ...row(clock, on, 'substitution_in'),
      ]
      const minutes: Record<string, number> = { e: 2380, f: 19 }
      const players = (given.home.players ?? []).map((line) => ({
        ...line,
        seconds: minutes[line.player] ?? line.seconds,
      }))
      return {
        ...given,
        home: { ...given.home, players },
        events: [...events, ...change('00:40.2', 'e', 'f'), ...change('00:20.9', 'f', 'e'), ...last],
      }
    }
    const g5 = sampleId('game', 'g5')
    const readStints = async () => {
      const { data } = await api().games.lineUps({ id: g5 })
      const last = data.home.stints.slice(-3)
      return [data.exact, ...last.map(({ start_clock, end_clock, seconds }) => [start_clock, end_clock, seconds])]
    }

    test('minutes are counted with them, and responses have seconds', async () => {
      await ingestOrThrow(core(), withTenths())
      expect(await readStints()).toEqual([
        true,
        ['10:00', '00:40', 560],
        ['00:40', '00:20', 20],
        ['00:20', '00:00', 20],
      ])
      const { data } = await api().games.playByPlay({ id: g5 })
      expect(data.events.slice(-5).map((event) => [event.clock, 'tenths' in event])).toEqual(
        ['00:40', '00:40', '00:20', '00:20', '00:00'].map((clock) => [clock, false]),
      )
    })

    test('they are still known when the box score alone is imported again, and after a rebuild', async () => {
      await ingestOrThrow(core(), withTenths())
      const stored = await readStints()
      const { events: _events, shots: _shots, ...boxes } = withTenths()
      await ingestOrThrow(core(), { ...boxes, home: { ...boxes.home, coach: 'New Coach' } })
      expect(await readStints()).toEqual(stored)
      await core().rebuildStatistics()
      expect(await readStints()).toEqual(stored)
    })
  })

  test('a correction of the events alone changes line-ups, sums and plus/minus', async () => {
    const { home: _home, away: _away, events: _events, ...rest } = lineUpGame('g2', '2026-11-19')
    const { home, away } = sampleBundle({ id: 'g2', date: '2026-11-19' })
    const corrected = lineUpEvents().map((event) =>
      event.type === 'three_made' ? { ...event, clock: '06:00' } : event,
    )
    const moved = corrected.filter(({ clock }) => clock !== '06:00')
    moved.splice(2, 0, ...corrected.filter(({ clock }) => clock === '06:00'))
    const score = { home: 0, away: 0 }
    const running = moved.map((event) => {
      const points = event.type === 'three_made' ? 3 : event.type === 'two_made' ? 2 : 0
      if (event.side != null) score[event.side] += points
      return { ...event, home_score: score.home, away_score: score.away }
    })
    await ingestOrThrow(core(), { ...rest, home, away, events: running })
    const { data } = await api().games.boxScore({ id: sampleId('game', 'g2') })
    expect(data.home.players.find(({ player }) => player.name === 'Player e')?.plus_minus).toBe(5)
    expect((await api().players.onOff({ id: sampleId('player', 'e') })).data.on.points_for).toBeGreaterThan(4)
    const rows = () => core().store.db.execute('select * from fives order by game_id, team_id')
    const before = await rows()
    await core().rebuildStatistics()
    expect(await rows()).toEqual(before)
  })

  test('a plus/minus of the feed is never replaced', async () => {
    const given = lineUpGame('g4', '2026-11-21')
    const players = (given.home.players ?? []).map((line) => ({ ...line, plus_minus: line.played ? 42 : null }))
    await ingestOrThrow(core(), { ...given, home: { ...given.home, players } })
    const { data } = await api().games.boxScore({ id: sampleId('game', 'g4') })
    expect(data.home.players.map(({ plus_minus }) => plus_minus)).toEqual([42, 42, 42, 42, 42, 42, null])
  })

  test('games that are not final, and final ones without a play-by-play, have no line-ups', async () => {
    const { home: _home, away: _away, events: _events, ...later } = lineUpGame('g5', '2026-12-01')
    const scheduled = sampleBundle({ id: 'g5', date: '2026-12-01', status: 'scheduled' })
    await ingestOrThrow(core(), { ...later, ...scheduled })
    await ingestOrThrow(core(), sampleBundle({ id: 'g6', date: '2026-11-22' }))
    for (const [id, code] of [
      ['g5', 'not_final'],
      ['g6', 'no_events'],
    ] as const) {
      const { data } = await api().games.lineUps({ id: sampleId('game', id) })
      expect(data).toMatchObject({ exact: false, reasons: [{ code }], home: { stints: [] } })
      const possessions = (await api().games.possessions({ id: sampleId('game', id) })).data
      expect(possessions).toMatchObject({ alternating: false, possessions: [] })
    }
  })

  test('a team or player without games in the season has no line-ups', async () => {
    await ingestOrThrow(core(), sampleBundle({ id: 'h1', league: 'M', home: 'C', away: 'D', status: 'scheduled' }))
    expect((await api().teams.lineUps({ id: sampleId('team', 'C') })).data).toMatchObject({ season: null, lineups: [] })
    const season = sampleId('season', 'M2026')
    const { data } = await api().players.onOff({ id: sampleId('player', 'a'), season })
    expect(data).toMatchObject({ team: null, season: null, games: 0, on: { seconds: 0, offensive_rating: null } })
  })

  test('unknown records and wrong parameters are refused', async () => {
    const season = sampleId('season', 'L2026')
    const errors = [
      api().teams.lineUps({ id: 'tm_00000000' }),
      api().players.onOff({ id: 'pl_00000000' }),
      api().teams.lineUps({ id: sampleId('team', 'A'), size: 6 }),
      api().teams.lineUps({ id: sampleId('team', 'A'), season: 'ss_00000000' }),
      api().teams.lineUps({ id: sampleId('team', 'A'), season, competition: 'cp_00000000' }),
      core().caller('archive').games.lineUps({ id: g1 }),
    ]
    const codes = (await Promise.all(errors.map((call) => catchServiceError(call)))).map((error) => error?.code)
    expect(codes).toEqual(['not_found', 'not_found', 'bad_request', 'bad_request', 'bad_request', 'upgrade_required'])
  })
})
