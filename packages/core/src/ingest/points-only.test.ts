import { describe, expect, test } from 'vitest'
import type { GameBundle } from '../contract/index.ts'
import {
  anyDatabase,
  findRebuildChanges,
  finalGame,
  ingestOrThrow,
  sampleId,
  scheduledGame,
  sharedCore,
} from '../testing/index.ts'

const POINTS = { home: [40, 25, 15], away: [30, 25, 15] } as const

const buildLines = (team: string, points: readonly number[]) =>
  points.map((each, at) => ({ player: `${team}${at + 1}`, stats: { points: each } }))

/** A game of which only the points of the players are known. */
const pointsOnly = (): GameBundle =>
  scheduledGame({
    game: { status: 'final', home_score: 80, away_score: 70 },
    home: { players: buildLines('A', POINTS.home) },
    away: { players: buildLines('B', POINTS.away) },
    players: ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'].map((id) => ({ external_id: id, name: `Player ${id}` })),
  })

const NO_AVERAGES = {
  minutes: null,
  rebounds: null,
  assists: null,
  steals: null,
  blocks: null,
  turnovers: null,
  field_goal_pct: null,
  three_pct: null,
  free_throw_pct: null,
}

describe.each(anyDatabase)('of a game with only points, on %s,', (kind) => {
  const core = sharedCore(kind)
  const api = () => core().caller()
  const player = { id: sampleId('player', 'A1') }
  const season = { competition: sampleId('competition', 'L'), season: sampleId('season', 'L26') }
  const ingest = async () => (await ingestOrThrow(core(), pointsOnly())).game

  test('the box score has points, and null for everything else', async () => {
    const id = await ingest()
    const { home, away } = (await api().games.boxScore({ id })).data
    const { totals } = home
    if (totals === null) throw new Error('the home team has no totals')
    const nulls = Object.fromEntries(Object.keys(totals).map((stat) => [stat, null]))
    expect([totals, away.totals]).toEqual([
      { ...nulls, points: 80 },
      { ...nulls, points: 70 },
    ])
    expect(home.players[0]).toEqual({
      ...nulls,
      player: { ...player, name: 'Player A1' },
      number: null,
      starter: false,
      played: true,
      minutes: null,
      seconds: null,
      points: 40,
      plus_minus: null,
    })
  })

  test('nothing is warned of, and what is derived is what a rebuild derives', async () => {
    await ingest()
    expect(await core().warnings()).toEqual([])
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('averages have points, and null for everything else', async () => {
    await ingest()
    const averages = { ...NO_AVERAGES, games: 1, starts: 0, points: 40 }
    expect((await api().players.seasons(player)).data.seasons).toMatchObject([averages])
    const { players } = (await api().teams.roster({ id: sampleId('team', 'A') })).data
    expect(players.find((each) => each.player.id === player.id)).toMatchObject({ ...NO_AVERAGES, points: 40 })
  })

  test.each(['venue', 'result', 'month', 'opponent', 'starter'] as const)(
    'splits by %s have points, and null for everything else',
    async (by) => {
      await ingest()
      const { splits } = (await api().players.splits({ ...player, by })).data
      expect(splits).toMatchObject([{ ...NO_AVERAGES, games: 1, points: 40, usage_pct: null, true_shooting_pct: null }])
    },
  )

  test('the game log has points, and null for everything else', async () => {
    await ingest()
    const [line] = (await api().players.games(player)).data
    expect(line).toMatchObject({
      points: 40,
      rebounds: null,
      seconds: null,
      minutes: null,
      plus_minus: null,
      result: 'W',
    })
  })

  test('leaders are ranked by points, and by nothing else', async () => {
    await ingest()
    const rank = async (stat: 'points' | 'rebounds' | 'minutes' | 'assists') =>
      (await api().leaders.get({ ...season, stat })).data.leaders.map((row) => [row.player.name, row.total])
    expect((await rank('points')).slice(0, 2)).toEqual([
      ['Player A1', 40],
      ['Player B1', 30],
    ])
    for (const stat of ['rebounds', 'minutes', 'assists'] as const) expect(await rank(stat)).toEqual([])
  })

  test('the table counts the game, and form has neither pace nor ratings', async () => {
    await ingest()
    expect((await api().standings.get(season)).data.table).toMatchObject([
      { won: 1, lost: 0, points_for: 80 },
      { won: 0, lost: 1, points_for: 70 },
    ])
    const { summary, games } = (await api().teams.form({ id: sampleId('team', 'A') })).data
    const unknown = { pace: null, offensive_rating: null, defensive_rating: null }
    expect(summary).toMatchObject({ games: 1, won: 1, average_margin: 10, ...unknown })
    expect(games).toMatchObject([{ possessions: null, margin: 10, ...unknown }])
  })

  test('a season with such a game has the totals of points, and null where this game has nothing', async () => {
    await ingest()
    await ingestOrThrow(core(), finalGame([8, 6], { game: { external_id: 'g2', date: '2026-11-21' } }))
    const { data } = await api().players.seasons(player)
    expect(data.seasons).toMatchObject([{ ...NO_AVERAGES, games: 2, points: 24 }])
    const { games, summary } = (await api().teams.form({ id: sampleId('team', 'A') })).data
    expect(games.map(({ possessions }) => possessions === null)).toEqual([false, true])
    expect(summary.offensive_rating).toBe(games[0]?.offensive_rating)
  })

  test('with a play-by-play, nothing is said of who was on court', async () => {
    const { events } = finalGame([8, 6])
    const { game: id } = await ingestOrThrow(core(), {
      ...pointsOnly(),
      ...(events && {
        events: events.map((event) => ({
          ...event,
          player: event.player == null ? null : `${event.side === 'home' ? 'A' : 'B'}1`,
        })),
      }),
    })
    expect((await api().games.lineUps({ id })).data).toMatchObject({ exact: false })
    const { home } = (await api().games.boxScore({ id })).data
    expect(home.players.map((line) => line.plus_minus)).toEqual([null, null, null])
  })

  test('a running game has the points of its players as its score', async () => {
    const { game, ...rest } = pointsOnly()
    await ingestOrThrow(core(), { ...rest, game: { ...game, status: 'scheduled', home_score: null, away_score: null } })
    const { data } = await api().live({ date: '2026-11-19' })
    expect(data).toMatchObject([{ state: 'running', home: { score: 80 }, away: { score: 70 } }])
  })
})
