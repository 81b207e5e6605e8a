import { DECIMALS, round } from '@basketball-data/core'
import { PLANS, reaches, type Plan } from '@basketball-data/core/contract'
import { simulate } from '@basketball-data/feeds/simulator'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../app.ts'
import { requestThrough, sendInProcess } from '../testing/request.ts'
import { getBodyError, idsIn, nextCursor, pageMeta } from '../testing/response.ts'
import { GAMES, readLeagueIds, NOW } from '../testing/league.ts'
import { sharedService } from '../testing/services.ts'
import type { Decimals } from '@basketball-data/core'

const Body = z.object({ data: z.unknown() })

describe('of a small league', () => {
  const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
  let key: string
  let ids: Awaited<ReturnType<typeof readLeagueIds>>
  beforeAll(async () => {
    ;[key, ids] = await Promise.all([service().newKey('complete'), readLeagueIds(service().core)])
  })
  const request = (path: string) => service().request(`/v1${path}`, { key })
  const data = async (path: string) => Body.parse((await request(path)).body).data

  const LEAGUE = () => ({ id: ids.league, name: 'League' })
  const SEASON = () => ({ id: ids.season, name: '2026-27' })
  const ALPHA = () => ({ id: ids.alpha, name: 'Alpha' })
  const A1 = () => ({ id: ids.player, name: 'Player A1' })

  const paths = (): [path: string, plan: Plan][] => [
    ['/players?q=player', 'live'],
    [`/players/${ids.player}`, 'live'],
    [`/players/${ids.player}/games`, 'live'],
    [`/players/${ids.player}/seasons`, 'live'],
    [`/players/${ids.player}/splits`, 'complete'],
    [`/teams/${ids.alpha}/roster`, 'live'],
    [`/teams/${ids.alpha}/form`, 'complete'],
    [`/teams/${ids.alpha}/head-to-head?opponent=${ids.beta}`, 'live'],
    [`/standings?competition=${ids.league}`, 'live'],
    [`/stats/leaders?competition=${ids.league}`, 'complete'],
  ]

  test.each(PLANS)('plan %s includes exactly its endpoints', async (plan) => {
    const own = await service().newKey(plan)
    for (const [path, minimum] of paths()) {
      const response = await service().request(`/v1${path}`, { key: own })
      const refusal = { error: { code: 'upgrade_required', plan: minimum } }
      expect(response).toMatchObject(reaches(plan, minimum) ? { status: 200 } : { status: 403, body: refusal })
    }
  })

  test('the message of upgrade_required names a higher plan only where there is one', async () => {
    const own = await service().newKey('free')
    for (const [path, minimum] of paths()) {
      if (minimum === 'free') continue
      const { message } = getBodyError(await service().request(`/v1${path}`, { key: own }))
      expect(message).toContain(minimum === 'complete' ? 'needs plan complete.' : `needs plan ${minimum} or higher.`)
    }
  })

  test('players can be searched by name and by team', async () => {
    expect(await data('/players?q=player%20x')).toEqual([])
    expect(await data('/players?q=player%20a1')).toEqual([
      { ...A1(), games: 4, first_date: '2025-11-20', last_date: '2026-11-19', last_team: ALPHA() },
    ])
    expect(idsIn(await request(`/players?team=${ids.alpha}`))).toHaveLength(2)
  })

  test('a player has the teams played for, with their seasons', async () => {
    expect(await data(`/players/${ids.player}`)).toMatchObject({
      ...A1(),
      games: 4,
      teams: [{ ...ALPHA(), games: 4, seasons: [{ games: 2 }, { games: 1 }, { name: '2025-26', games: 1 }] }],
    })
  })

  test('a game log is read by page and by cursor, newest first', async () => {
    const log = `/players/${ids.player}/games`
    const Log = z.array(z.object({ game: z.object({ id: z.string(), date: z.string() }), team_score: z.int() }))
    const lines = async (query: string) => Log.parse(await data(log + query))
    const all = await lines('')
    expect(new Set(all.map(({ team_score }) => team_score))).toEqual(new Set([60, 69, 70, 80]))
    expect(all.map(({ game }) => game.date)).toEqual(['2026-11-19', '2026-11-19', '2026-11-19', '2025-11-20'])
    const first = await request(`${log}?per_page=3`)
    expect(pageMeta(first)).toMatchObject({ count: 3, total: 4, total_pages: 2, next_page: 2 })
    expect(await lines(`?per_page=3&cursor=${nextCursor(first)}`)).toEqual(all.slice(3))
    expect(await lines('?per_page=3&page=2')).toEqual(all.slice(3))
    expect((await request(`${log}?season=${ids.season}&cursor=${nextCursor(first)}`)).status).toBe(400)
    expect(await lines(`?season=${ids.season}&to=2026-11-18`)).toEqual([])
  })

  test('the seasons of a player can be filtered by competition', async () => {
    const path = `/players/${ids.player}/seasons`
    const Seasons = z.object({ seasons: z.array(z.object({ competition: z.object({ id: z.string() }) })) })
    const competitions = async (query: string) =>
      Seasons.parse(await data(path + query)).seasons.map(({ competition }) => competition.id)
    expect(await competitions('')).toHaveLength(3)
    expect(await competitions(`?competition=${ids.cup}`)).toEqual([ids.cup])
    expect(await data(`${path}?competition=${ids.league}`)).toMatchObject({
      player: A1(),
      seasons: [
        { season: SEASON(), team: ALPHA(), games: 2, starts: 2, minutes: 40, points: 75, field_goal_pct: 0.974 },
        { season: { name: '2025-26' }, games: 1, points: 69, three_pct: 1, free_throw_pct: null },
      ],
    })
  })

  test('splits are by venue by default', async () => {
    const path = `/players/${ids.player}/splits`
    const shared = { opponent: '', games: 2, minutes: 40, free_throw_pct: null, usage_pct: 1 }
    expect(await data(path)).toMatchObject({
      player: A1(),
      by: 'venue',
      splits: [
        { ...shared, split: 'home', points: 70, field_goal_pct: 0.9722, true_shooting_pct: 0.9722 },
        { ...shared, split: 'away', points: 69.5, field_goal_pct: 0.9718, true_shooting_pct: 0.9789 },
      ],
    })
    expect(await data(`${path}?by=opponent&season=${ids.lastSeason}`)).toMatchObject({
      by: 'opponent',
      splits: [{ split: ids.beta, opponent: 'Beta', games: 1, points: 69 }],
    })
  })

  test("a roster is of the team's latest season by default", async () => {
    const path = `/teams/${ids.beta}/roster`
    expect(await data(path)).toMatchObject({
      team: { name: 'Beta' },
      season: SEASON(),
      competition: LEAGUE(),
      players: [
        { player: { name: 'Player B1' }, number: '00', games: 1, starts: 1, last_game: '2026-11-19', points: 77 },
        { player: { name: 'Player B2' }, number: '0', games: 1, starts: 0, minutes: 1.5 },
      ],
    })
    expect(await data(`${path}?season=${ids.lastSeason}`)).toMatchObject({ players: [{ points: 71 }, { points: 0 }] })
    expect(await data(`${path}?season=${ids.cupSeason}`)).toMatchObject({ season: { id: ids.cupSeason }, players: [] })
  })

  test('form covers the last ten games by default', async () => {
    const path = `/teams/${ids.alpha}/form`
    const form = { offensive_rating: 200, defensive_rating: 192.5, possessions: 40, pace: 40 }
    expect(await data(`${path}?competition=${ids.league}`)).toMatchObject({
      team: ALPHA(),
      summary: { games: 3, won: 2, lost: 1, average_margin: 2.33, offensive_rating: 199.09 },
      games: [
        { result: 'W', venue: 'home', points_for: 80, points_against: 77, margin: 3, ...form },
        { result: 'W', venue: 'away', points_for: 70, offensive_rating: 202.9 },
        { result: 'L', venue: 'away', points_for: 69, offensive_rating: 194.37 },
      ],
    })
    expect(await data(`${path}?last=1&venue=away`)).toMatchObject({
      summary: { games: 1 },
      games: [{ points_for: 70 }],
    })
    expect(await data(path)).toMatchObject({ summary: { games: 4 } })
  })

  test("head-to-head is from the first team's side", async () => {
    const path = `/teams/${ids.alpha}/head-to-head?opponent=${ids.beta}`
    const summary = { games: 2, won: 1, lost: 1, home: '1-0', away: '0-1', average_points_for: 74.5 }
    expect(await data(path)).toMatchObject({
      team: ALPHA(),
      opponent: { id: ids.beta },
      summary: { ...summary, average_points_against: 74, first_date: '2025-11-20', last_date: '2026-11-19' },
      games: [{ home_score: 80 }, { home_score: 71 }],
    })
    expect(await data(`${path}&last=1`)).toMatchObject({ summary: { games: 1, lost: 0 }, games: [{ home_score: 80 }] })
    expect(await data(`${path}&competition=${ids.cup}`)).toMatchObject({
      summary: { games: 0, home: '0-0' },
      games: [],
    })
  })

  test("standings are of the competition's latest season by default", async () => {
    const path = `/standings?competition=${ids.league}`
    expect(await data(path)).toMatchObject({
      competition: LEAGUE(),
      season: SEASON(),
      games: 3,
      through: '2026-11-19',
      table: [
        { rank: 1, team: ALPHA(), played: 2, won: 2, win_share: 1, points_difference: 9, streak: 'W2' },
        { rank: 2, team: { name: "M'Baye 100%_ United" }, home: '1-0', away: '0-0' },
        { rank: 3, points_for: 77, last_ten: '0-1' },
        { rank: 4, points_for: 152, lost: 2, streak: 'L2' },
      ],
    })
    expect(await data(`${path}&season=${ids.lastSeason}`)).toMatchObject({ games: 1, table: [{ won: 1 }, { won: 0 }] })
  })

  test('by default, leaders are the top ten in points with at least min_games games', async () => {
    const path = `/stats/leaders?competition=${ids.league}`
    const names = async (query: string) => {
      const Named = z.object({ leaders: z.array(z.object({ rank: z.int(), player: z.object({ name: z.string() }) })) })
      return Named.parse(await data(path + query)).leaders.map(({ rank, player }) => `${rank} ${player.name}`)
    }
    expect(await data(path)).toMatchObject({
      competition: LEAGUE(),
      season: SEASON(),
      stat: 'points',
      min_games: 2,
      leaders: [
        { rank: 1, player: { name: 'Player Z1' }, games: 2, per_game: 76, total: 152 },
        { rank: 2, player: A1(), team: ALPHA(), games: 2, per_game: 75, total: 150 },
        { rank: 3, per_game: 0 },
        { rank: 3, per_game: 0 },
      ],
    })
    expect((await names('&min_games=1'))[0]).toBe('1 Player M1')
    expect(await names('&min_games=1')).toHaveLength(8)
    expect(await names('&min_games=1&top=2')).toEqual(['1 Player M1', '2 Player B1'])
    expect(await names('&min_games=3')).toEqual([])
    expect(await data(`${path}&stat=minutes&top=1`)).toMatchObject({ stat: 'minutes', leaders: [{ per_game: 40 }] })
    expect(await data(`${path}&season=${ids.lastSeason}&top=1`)).toMatchObject({
      min_games: 1,
      leaders: [{ player: { name: 'Player B1' }, per_game: 71 }],
    })
  })
})

describe('responses about a simulated league equal the results of the core', () => {
  const games = [...simulate({ day: '2026-11-20', games: 40, detail: 'boxscore' })]
  const service = sharedService('embedded', { games })

  /** The operations that compute statistics, as paths with the results of the core. */
  const calls = async () => {
    const { core } = service()
    const caller = core.caller()
    const [latest] = (await caller.games.list({ status: 'final', per_page: 1 })).data
    if (latest === undefined) throw new Error('no game is final')
    const { competition, home, away } = latest
    const [leader] = (await caller.leaders.get({ competition: competition.id, top: 1 })).data.leaders
    const ids = { competition: competition.id, opponent: away.id, team: home.id, player: leader?.player.id ?? '' }
    return [
      [`/standings?competition=${ids.competition}`, await caller.standings.get({ competition: ids.competition })],
      [`/stats/leaders?competition=${ids.competition}`, await caller.leaders.get({ competition: ids.competition })],
      [`/teams/${ids.team}/roster`, await caller.teams.roster({ id: ids.team })],
      [`/teams/${ids.team}/form`, await caller.teams.form({ id: ids.team })],
      [
        `/teams/${ids.team}/head-to-head?opponent=${ids.opponent}`,
        await caller.teams.headToHead({ id: ids.team, opponent: ids.opponent }),
      ],
      [`/players/${ids.player}/seasons`, await caller.players.seasons({ id: ids.player })],
      [`/players/${ids.player}/splits?by=month`, await caller.players.splits({ id: ids.player, by: 'month' })],
    ] as const
  }

  /** A response as JSON, with fractions rounded by the names of their fields. */
  const rounded = (response: unknown, { ratio, average }: Decimals): unknown =>
    JSON.parse(JSON.stringify(response), (name, value: unknown) =>
      typeof value === 'number' ? round(value, /(_pct|win_share)$/.test(name) ? ratio : average) : value,
    )

  test('fractions with 4 decimals, averages with 2', async () => {
    const key = await service().newKey('complete')
    for (const [path, response] of await calls())
      expect((await service().request(`/v1${path}`, { key })).body).toEqual(rounded(response, DECIMALS))
  })

  test('or with the configured numbers of decimals', async () => {
    const key = await service().newKey('complete')
    const request = requestThrough(sendInProcess(createApp(service().core, { decimals: { average: 1 } })))
    for (const [path, response] of await calls())
      expect((await request(`/v1${path}`, { key })).body).toEqual(rounded(response, { ratio: 4, average: 1 }))
  })
})
