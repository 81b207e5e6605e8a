import type { Event, PlayByPlay, Shot, Shots } from '@basketball-data/core/contract'
import { played } from './games.ts'
import { diallo, falcons, holm, okafor, owls, petrov, varga } from './league.ts'

const event = (seq: number, clock: string, rest: Partial<Event> & Pick<Event, 'type' | 'description'>): Event => ({
  seq,
  period: 1,
  clock,
  side: null,
  team: null,
  player: null,
  distance_ft: null,
  home_score: 0,
  away_score: 0,
  ...rest,
})

const home = { side: 'home', team: { id: falcons.id } } as const
const away = { side: 'away', team: { id: owls.id } } as const

const two: Event = event(3, '09:41', {
  ...home,
  player: holm,
  type: 'two_made',
  description: 'Two-pointer made',
  distance_ft: 9,
  home_score: 2,
})

/** The first events of the game; a whole game has about 500. */
export const playByPlay: PlayByPlay = {
  game: played,
  events: [
    event(1, '10:00', { type: 'period_start', description: 'Begin of period' }),
    event(2, '09:58', { ...home, player: okafor, type: 'jump_ball', description: 'Tip-off won' }),
    two,
    event(4, '09:41', { ...home, player: varga, type: 'assist', description: 'Assist', home_score: 2 }),
    event(5, '09:20', {
      ...away,
      player: petrov,
      type: 'three_missed',
      description: 'Three-pointer missed',
      distance_ft: 24,
      home_score: 2,
    }),
    event(6, '09:18', {
      ...away,
      player: diallo,
      type: 'offensive_rebound',
      description: 'Offensive rebound',
      home_score: 2,
    }),
    event(7, '09:15', {
      ...away,
      player: diallo,
      type: 'two_made',
      description: 'Two-pointer made',
      distance_ft: 2,
      home_score: 2,
      away_score: 2,
    }),
    event(8, '09:02', { ...away, type: 'timeout', description: 'Time-out', home_score: 2, away_score: 2 }),
  ],
}

const plain = { fastbreak: false, second_chance: false, off_turnover: false }

const shots: Shot[] = [
  {
    seq: 3,
    period: 1,
    ...home,
    player: holm,
    value: 2,
    made: true,
    points: 2,
    x_ft: -5.2,
    y_ft: 7.3,
    distance_ft: 8.96,
    ...plain,
    at: '2026-11-20T19:30:19Z',
  },
  {
    seq: 5,
    period: 1,
    ...away,
    player: petrov,
    value: 3,
    made: false,
    points: 0,
    x_ft: 16.1,
    y_ft: 17.6,
    distance_ft: 23.85,
    ...plain,
    at: '2026-11-20T19:30:40Z',
  },
  {
    seq: 7,
    period: 1,
    ...away,
    player: diallo,
    value: 2,
    made: true,
    points: 2,
    x_ft: 0.4,
    y_ft: 1.9,
    distance_ft: 1.94,
    ...plain,
    second_chance: true,
    at: '2026-11-20T19:30:45Z',
  },
]

/** The first shots of the game. */
export const shotChart: Shots = { game: played, shots }
