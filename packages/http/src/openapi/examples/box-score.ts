import type { BoxScore, PlayerLine, PlayerRef, StatLine } from '@basketball-data/core/contract'
import { played } from './games.ts'
import * as who from './league.ts'

/** Made and attempted: twos, threes, free throws. */
type Shooting = [two: [number, number], three: [number, number], free: [number, number]]
/** The other counts, in the order of the record. */
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

/** The counts of a line, with those that follow from others worked out. */
const stats = ([two, three, free]: Shooting, rest: Rest) => {
  const [offensive_rebounds, defensive_rebounds, assists, steals, turnovers, blocks, blocks_received, fouls, drawn] =
    rest
  const points = 2 * two[0] + 3 * three[0] + free[0]
  const rebounds = offensive_rebounds + defensive_rebounds
  const missed = two[1] - two[0] + (three[1] - three[0]) + (free[1] - free[0])
  const good = points + rebounds + assists + steals + blocks + drawn
  return {
    points,
    two_made: two[0],
    two_attempted: two[1],
    three_made: three[0],
    three_attempted: three[1],
    free_throws_made: free[0],
    free_throws_attempted: free[1],
    offensive_rebounds,
    defensive_rebounds,
    rebounds,
    assists,
    steals,
    turnovers,
    blocks,
    blocks_received,
    fouls,
    fouls_drawn: drawn,
    performance_index: good - missed - turnovers - blocks_received - fouls,
    field_goals_made: two[0] + three[0],
    field_goals_attempted: two[1] + three[1],
  } satisfies StatLine
}

const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

const line = (
  player: PlayerRef,
  number: string,
  seconds: number,
  shooting: Shooting,
  rest: Rest,
  plus_minus: number,
): PlayerLine => ({
  player,
  number,
  starter: true,
  played: true,
  minutes: clock(seconds),
  seconds,
  ...stats(shooting, rest),
  plus_minus,
})

const offTheBench = (played: PlayerLine): PlayerLine => ({ ...played, starter: false })

const benched = (player: PlayerRef, number: string): PlayerLine => ({
  ...line(
    player,
    number,
    0,
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    0,
  ),
  starter: false,
  played: false,
  minutes: null,
  seconds: null,
  plus_minus: null,
})

export const boxScore: BoxScore = {
  game: played,
  home: {
    team: who.falcons,
    coach: 'Sara Lund',
    totals: stats(
      [
        [23, 43],
        [9, 21],
        [11, 15],
      ],
      [9, 27, 18, 5, 11, 3, 3, 15, 17],
    ),
    players: [
      line(
        who.varga,
        '4',
        2105,
        [
          [3, 6],
          [3, 7],
          [2, 2],
        ],
        [0, 4, 3, 1, 1, 0, 1, 2, 2],
        9,
      ),
      line(
        who.holm,
        '7',
        2080,
        [
          [6, 10],
          [2, 5],
          [4, 4],
        ],
        [0, 3, 6, 2, 2, 0, 1, 2, 5],
        8,
      ),
      offTheBench(
        line(
          who.reyes,
          '9',
          1810,
          [
            [2, 4],
            [1, 2],
            [1, 2],
          ],
          [1, 3, 4, 0, 2, 0, 0, 3, 2],
          -2,
        ),
      ),
      line(
        who.lindqvist,
        '11',
        1890,
        [
          [2, 5],
          [2, 4],
          [0, 0],
        ],
        [1, 3, 2, 1, 1, 0, 0, 3, 1],
        -1,
      ),
      line(
        who.okafor,
        '15',
        1935,
        [
          [7, 11],
          [0, 0],
          [3, 5],
        ],
        [4, 7, 1, 0, 2, 2, 0, 3, 5],
        6,
      ),
      line(
        who.bauer,
        '21',
        2180,
        [
          [3, 7],
          [1, 3],
          [1, 2],
        ],
        [2, 5, 2, 1, 2, 1, 1, 2, 2],
        5,
      ),
      benched(who.novak, '00'),
    ],
  },
  away: {
    team: who.owls,
    coach: 'Henri Moreau',
    totals: stats(
      [
        [22, 44],
        [8, 24],
        [11, 14],
      ],
      [11, 22, 15, 4, 11, 3, 3, 17, 15],
    ),
    players: [
      line(
        who.petrov,
        '5',
        2170,
        [
          [5, 9],
          [2, 6],
          [5, 6],
        ],
        [0, 2, 7, 1, 3, 0, 0, 3, 4],
        -6,
      ),
      line(
        who.marsh,
        '8',
        1965,
        [
          [2, 5],
          [3, 8],
          [0, 0],
        ],
        [0, 3, 2, 1, 1, 0, 0, 2, 1],
        -9,
      ),
      line(
        who.keller,
        '10',
        2240,
        [
          [4, 8],
          [1, 3],
          [2, 2],
        ],
        [2, 4, 2, 1, 2, 1, 1, 3, 2],
        -4,
      ),
      offTheBench(
        line(
          who.brandt,
          '12',
          1570,
          [
            [1, 3],
            [1, 3],
            [0, 0],
          ],
          [1, 2, 2, 0, 1, 0, 0, 3, 1],
          4,
        ),
      ),
      line(
        who.santos,
        '13',
        1955,
        [
          [2, 6],
          [1, 4],
          [2, 2],
        ],
        [1, 4, 1, 1, 2, 0, 1, 2, 2],
        -7,
      ),
      line(
        who.diallo,
        '33',
        2100,
        [
          [8, 13],
          [0, 0],
          [2, 4],
        ],
        [5, 6, 1, 0, 2, 2, 1, 4, 5],
        -3,
      ),
      benched(who.aalto, '44'),
    ],
  },
}
