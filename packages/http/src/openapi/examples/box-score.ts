import type { BoxScore, PlayerLine, PlayerRef, StatLine } from '@basketball-data/core/contract'
import { played } from './games.ts'
import * as who from './league.ts'

/** Made and attempted: two-pointers, three-pointers, free throws. */
export type Shooting = [two: number, twos: number, three: number, threes: number, free: number, frees: number]

type Rest = [
  offensive: number,
  defensive: number,
  assists: number,
  steals: number,
  turnovers: number,
  blocks: number,
  received: number,
  fouls: number,
  drawn: number,
]

/** A line of counts; what follows from others is worked out. */
export const stats = (shooting: Shooting, rest: Rest): StatLine => {
  const [two, twos, three, threes, free, frees] = shooting
  const [offensive, defensive, assists, steals, turnovers, blocks, received, fouls, drawn] = rest
  const points = 2 * two + 3 * three + free
  const rebounds = offensive + defensive
  const missed = twos - two + (threes - three) + (frees - free)
  return {
    points,
    two_made: two,
    two_attempted: twos,
    three_made: three,
    three_attempted: threes,
    free_throws_made: free,
    free_throws_attempted: frees,
    offensive_rebounds: offensive,
    defensive_rebounds: defensive,
    rebounds,
    assists,
    steals,
    turnovers,
    blocks,
    blocks_received: received,
    fouls,
    fouls_drawn: drawn,
    performance_index: points + rebounds + assists + steals + blocks + drawn - missed - turnovers - received - fouls,
    field_goals_made: two + three,
    field_goals_attempted: twos + threes,
  }
}

/** The line of a starter. */
export const line = (
  player: PlayerRef,
  number: string,
  seconds: number,
  stats: StatLine,
  plus_minus: number,
): PlayerLine => ({
  player,
  number,
  starter: true,
  played: true,
  minutes: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
  seconds,
  ...stats,
  plus_minus,
})

const fromTheBench = (played: PlayerLine): PlayerLine => ({ ...played, starter: false })

const onTheBench = (player: PlayerRef, number: string): PlayerLine => ({
  ...line(player, number, 0, stats([0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]), 0),
  starter: false,
  played: false,
  minutes: null,
  seconds: null,
  plus_minus: null,
})

export const lineOfHolm = line(who.holm, '7', 2080, stats([6, 10, 2, 5, 4, 4], [0, 3, 6, 2, 2, 0, 1, 2, 5]), 8)

export const boxScore: BoxScore = {
  game: played,
  home: {
    team: who.falcons,
    coach: 'Sara Lund',
    totals: stats([23, 43, 9, 21, 11, 15], [9, 27, 18, 5, 11, 3, 3, 15, 17]),
    players: [
      line(who.varga, '4', 2105, stats([3, 6, 3, 7, 2, 2], [0, 4, 3, 1, 1, 0, 1, 2, 2]), 9),
      lineOfHolm,
      fromTheBench(line(who.reyes, '9', 1810, stats([2, 4, 1, 2, 1, 2], [1, 3, 4, 0, 2, 0, 0, 3, 2]), -2)),
      line(who.lindqvist, '11', 1890, stats([2, 5, 2, 4, 0, 0], [1, 3, 2, 1, 1, 0, 0, 3, 1]), -1),
      line(who.okafor, '15', 1935, stats([7, 11, 0, 0, 3, 5], [4, 7, 1, 0, 2, 2, 0, 3, 5]), 6),
      line(who.bauer, '21', 2180, stats([3, 7, 1, 3, 1, 2], [2, 5, 2, 1, 2, 1, 1, 2, 2]), 5),
      onTheBench(who.novak, '00'),
    ],
  },
  away: {
    team: who.owls,
    coach: 'Henri Moreau',
    totals: stats([22, 44, 8, 24, 11, 14], [11, 22, 15, 4, 11, 3, 3, 17, 15]),
    players: [
      line(who.petrov, '5', 2170, stats([5, 9, 2, 6, 5, 6], [0, 2, 7, 1, 3, 0, 0, 3, 4]), -6),
      line(who.marsh, '8', 1965, stats([2, 5, 3, 8, 0, 0], [0, 3, 2, 1, 1, 0, 0, 2, 1]), -9),
      line(who.keller, '10', 2240, stats([4, 8, 1, 3, 2, 2], [2, 4, 2, 1, 2, 1, 1, 3, 2]), -4),
      fromTheBench(line(who.brandt, '12', 1570, stats([1, 3, 1, 3, 0, 0], [1, 2, 2, 0, 1, 0, 0, 3, 1]), 4)),
      line(who.santos, '13', 1955, stats([2, 6, 1, 4, 2, 2], [1, 4, 1, 1, 2, 0, 1, 2, 2]), -7),
      line(who.diallo, '33', 2100, stats([8, 13, 0, 0, 2, 4], [5, 6, 1, 0, 2, 2, 1, 4, 5]), -3),
      onTheBench(who.aalto, '44'),
    ],
  },
}
