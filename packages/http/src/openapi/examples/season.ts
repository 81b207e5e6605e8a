import type { Leaders, Standings, TeamRef } from '@basketball-data/core/contract'
import { played } from './games.ts'
import { diallo, falcons, herons, holm, league, miners, owls, petrov, season } from './league.ts'
import { average, share } from './totals.ts'

type Row = Standings['table'][number]

const row = (
  rank: number,
  team: TeamRef,
  [won, lost, points_for, points_against]: [number, number, number, number],
  { home, away, streak }: Pick<Row, 'home' | 'away' | 'streak'>,
): Row => ({
  rank,
  team,
  played: won + lost,
  won,
  lost,
  win_share: share(won, won + lost) ?? 0,
  points_for,
  points_against,
  points_difference: points_for - points_against,
  home,
  away,
  last_ten: `${won}-${lost}`,
  streak,
})

/** The first rows of the table after nine rounds; the league has 18 teams. */
export const standings: Standings = {
  competition: league,
  season,
  games: 81,
  through: played.date,
  table: [
    row(1, falcons, [7, 2, 725, 684], { home: '5-0', away: '2-2', streak: 'W3' }),
    row(2, miners, [7, 2, 741, 709], { home: '4-1', away: '3-1', streak: 'W1' }),
    row(3, owls, [6, 3, 758, 721], { home: '4-0', away: '2-3', streak: 'L1' }),
    row(4, herons, [6, 3, 699, 688], { home: '3-2', away: '3-1', streak: 'W1' }),
  ],
}

const games = 9

/** The first three; two of them share a rank. */
export const leaders: Leaders = {
  competition: league,
  season,
  stat: 'points',
  min_games: 7,
  leaders: [
    { rank: 1, player: petrov, team: owls, games, per_game: average(189, games), total: 189 },
    { rank: 2, player: diallo, team: owls, games, per_game: average(156, games), total: 156 },
    { rank: 2, player: holm, team: falcons, games, per_game: average(156, games), total: 156 },
  ],
}
