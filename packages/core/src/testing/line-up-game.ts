import type { GameBundle } from '../contract/index.ts'
import { sampleBundle, type SampleLine } from './sample-games.ts'

const HOME = ['a', 'b', 'c', 'd', 'e']
const AWAY = ['v', 'w', 'x', 'y', 'z']

type Event = NonNullable<GameBundle['events']>[number]

/** The rows of a game in which f comes for e after 5 minutes: home scores 2 before that and 3 after, away 2 after. */
export const lineUpEvents = (): Event[] => {
  const score = { home: 0, away: 0 }
  const row = (
    period: number,
    clock: string,
    type: Event['type'],
    side: Event['side'] = null,
    player: string | null = null,
    points = 0,
  ): Event => {
    if (side !== null) score[side] += points
    const running = { home_score: score.home, away_score: score.away }
    return { period, clock, side, player, type, description: type, distance_ft: null, ...running }
  }
  const quarter = (period: number, ...rows: Event[]) => [...rows, row(period, '00:00', 'period_end')]
  return [
    row(1, '10:00', 'period_start'),
    row(1, '08:00', 'two_made', 'home', 'a', 2),
    row(1, '05:00', 'substitution_out', 'home', 'e'),
    row(1, '05:00', 'substitution_in', 'home', 'f'),
    row(1, '04:00', 'two_made', 'away', 'v', 2),
    row(1, '03:00', 'three_made', 'home', 'f', 3),
    row(1, '02:59', 'assist', 'home', 'a'),
    ...quarter(1),
    ...[2, 3, 4].flatMap((period) => quarter(period, row(period, '10:00', 'period_start'))),
  ]
}

const sheet = (): { home: { players: Record<string, SampleLine> }; away: { players: Record<string, SampleLine> } } => ({
  home: {
    players: {
      ...Object.fromEntries(HOME.map((player) => [player, { seconds: player === 'e' ? 300 : 2400 }])),
      f: { seconds: 2100, starter: false },
      g: { played: false, starter: false },
    },
  },
  away: { players: Object.fromEntries(AWAY.map((player) => [player, { seconds: 2400 }])) },
})

/** A final game, 5-2, with line-ups that are exact. */
export const lineUpGame = (id: string, date: string): GameBundle => ({
  ...sampleBundle({ id, date, score: [5, 2], sheet: sheet() }),
  events: lineUpEvents(),
})
