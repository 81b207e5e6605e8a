import type { Core } from '@basketball-data/core'
import { scheduledGame, finalGame, type BundleChanges } from './databases.ts'

/** The time of the tests: the day after the last final games of the league. */
export const NOW = new Date('2026-11-20T12:00:00Z')

const team = (external_id: string, name: string) => ({ team: { external_id, name } })
const ALPHA = team('A', 'Alpha')
const BETA = team('B', 'Beta')
const ZALGIRIS = team('Z', 'Žalgiris Kaunas')
const MBAYE = team('M', "M'Baye 100%_ United")

const LAST_SEASON: BundleChanges['season'] = { external_id: 'L25', name: '2025-26', start_year: 2025 }
const CUP: BundleChanges = {
  competition: { external_id: 'C', name: 'Cup', slug: 'cup', kind: 'cup' },
  season: { external_id: 'C26', name: 'Cup 2026', start_year: 2026 },
}

/**
 * Two competitions, three seasons, four teams of three players, and games of every status. Some games have the same tip-off,
 * some have none.
 */
export const GAMES = [
  finalGame([80, 77], { home: ALPHA, away: BETA }),
  finalGame([64, 70], { game: { external_id: 'g2', tip_off: '2026-11-19T17:00:00Z' }, home: ZALGIRIS, away: ALPHA }),
  finalGame([90, 88], { game: { external_id: 'g3', tip_off: '2026-11-19T19:00:00Z' }, home: MBAYE, away: ZALGIRIS }),
  scheduledGame({ game: { external_id: 'g4', date: '2026-11-27', tip_off: null }, home: BETA, away: MBAYE }),
  scheduledGame({
    game: { external_id: 'g5', date: '2026-11-27', tip_off: '2026-11-27T18:30:00Z' },
    home: ALPHA,
    away: ZALGIRIS,
  }),
  scheduledGame({ game: { external_id: 'g6', date: '2026-11-18', status: 'no_result' }, home: BETA, away: ALPHA }),
  finalGame([71, 69], {
    season: LAST_SEASON,
    game: { external_id: 'g7', date: '2025-11-20', tip_off: '2025-11-20T19:00:00Z' },
    home: BETA,
    away: ALPHA,
  }),
  finalGame([60, 62], { ...CUP, game: { external_id: 'c1' }, home: ALPHA, away: MBAYE }),
]

/** Well-formed identifiers of no record. */
export const UNKNOWN = {
  competition: 'cp_00000000',
  season: 'ss_00000000',
  team: 'tm_00000000',
  player: 'pl_00000000',
  game: 'gm_00000000',
} as const

/** The identifiers of the league's records. */
export const readLeagueIds = async (core: Core) => {
  const caller = core.caller()
  const [{ data: games }, { data: competitions }, { data: seasons }, { data: teams }] = await Promise.all([
    caller.games.list({}),
    caller.competitions.list({}),
    caller.seasons.list({}),
    caller.teams.list({}),
  ])
  const named = (records: readonly { id: string; name: string }[], name: string): string => {
    const record = records.find((each) => each.name === name)
    if (record === undefined) throw new Error(`there is no ${name}`)
    return record.id
  }
  const gameOn = (date: string, status: string): string => {
    const game = games.find((each) => each.date === date && each.status === status)
    if (game === undefined) throw new Error(`there is no ${status} game on ${date}`)
    return game.id
  }
  return {
    league: named(competitions, 'League'),
    cup: named(competitions, 'Cup'),
    season: named(seasons, '2026-27'),
    lastSeason: named(seasons, '2025-26'),
    cupSeason: named(seasons, 'Cup 2026'),
    alpha: named(teams, 'Alpha'),
    beta: named(teams, 'Beta'),
    zalgiris: named(teams, 'Žalgiris Kaunas'),
    player: named((await caller.players.list({ q: 'player' })).data, 'Player A1'),
    final: gameOn('2026-11-19', 'final'),
    scheduled: gameOn('2026-11-27', 'scheduled'),
    noResult: gameOn('2026-11-18', 'no_result'),
    old: gameOn('2025-11-20', 'final'),
  }
}
