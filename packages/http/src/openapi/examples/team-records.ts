import { DECIMALS, round } from '@basketball-data/core'
import type { Game, HeadToHead, PlayerRef, Roster, TeamForm } from '@basketball-data/core/contract'
import { atHerons, lastAutumn, lastSpring, played, withPilots } from './games.ts'
import * as who from './league.ts'
import { holmThisSeason } from './players.ts'
import { average, averagesOf, totals, type Totals } from './totals.ts'

/** A Falcon in the season under way. */
type Falcon = [player: PlayerRef, number: string, starts: number, totals: Totals]

/** By name. */
export const falconsThisSeason: Falcon[] = [
  [who.holm, '7', 9, holmThisSeason],
  [who.okafor, '15', 9, totals(9, 17_550, [54, 88, 0, 1, 34, 52], [92, 11, 6, 15, 16])],
  [who.lindqvist, '11', 8, totals(9, 16_740, [26, 49, 13, 35, 6, 9], [37, 16, 8, 2, 10])],
  [who.bauer, '21', 9, totals(9, 18_990, [31, 64, 9, 27, 15, 20], [58, 17, 9, 6, 15])],
  [who.reyes, '9', 2, totals(9, 15_930, [27, 50, 9, 24, 15, 19], [36, 30, 5, 0, 14])],
  [who.varga, '4', 8, totals(9, 18_450, [20, 43, 22, 58, 12, 15], [33, 31, 11, 1, 13])],
  [who.novak, '00', 0, totals(3, 1620, [3, 8, 2, 7, 0, 0], [4, 2, 0, 0, 2])],
]

export const roster: Roster = {
  team: who.falcons,
  season: who.season,
  competition: who.league,
  players: falconsThisSeason.map(([player, number, starts, totals]) => ({
    player,
    number,
    games: totals.games,
    starts,
    last_game: player === who.novak ? '2026-10-30' : played.date,
    ...averagesOf(totals),
  })),
}

const rating = (points: number, possessions: number): number => round((100 * points) / possessions, DECIMALS.average)

/** A game of the Falcons as their form has it; in 40 minutes pace is possessions. */
const formGame = (game: Game, possessions: number): TeamForm['games'][number] => {
  const { id, date, competition, home, away, home_score, away_score } = game
  const atHome = home === who.falcons
  const [own, other] = atHome ? [home_score ?? 0, away_score ?? 0] : [away_score ?? 0, home_score ?? 0]
  return {
    game: { id, date, competition },
    venue: atHome ? 'home' : 'away',
    opponent: atHome ? away : home,
    result: own > other ? 'W' : 'L',
    points_for: own,
    points_against: other,
    margin: own - other,
    possessions,
    pace: possessions,
    offensive_rating: rating(own, possessions),
    defensive_rating: rating(other, possessions),
  }
}

/** The last three games. */
export const form: TeamForm = {
  team: who.falcons,
  summary: {
    games: 3,
    won: 3,
    lost: 0,
    average_margin: average(5 + 3 + 6, 3),
    pace: average(73.38 + 75.1 + 70.62, 3),
    offensive_rating: rating(84 + 88 + 76, 73.38 + 75.1 + 70.62),
    defensive_rating: rating(79 + 85 + 70, 73.38 + 75.1 + 70.62),
  },
  games: [formGame(played, 73.38), formGame(atHerons, 75.1), formGame(withPilots, 70.62)],
}

export const headToHead: HeadToHead = {
  team: who.falcons,
  opponent: who.owls,
  summary: {
    games: 3,
    won: 2,
    lost: 1,
    home: '2-0',
    away: '0-1',
    average_points_for: average(84 + 71 + 88, 3),
    average_points_against: average(79 + 80 + 70, 3),
    first_date: lastAutumn.date,
    last_date: played.date,
  },
  games: [played, lastSpring, lastAutumn],
}
