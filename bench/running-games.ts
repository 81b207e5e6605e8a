import type { GameBundle } from '@basketball-data/core'
import { DAY, fullGames } from './dataset.ts'

/** A number of games that are in progress on the day of the simulated world. */
export const runningGames = (count: number): GameBundle[] =>
  fullGames(count).map((bundle, n) => ({
    ...bundle,
    game: {
      ...bundle.game,
      external_id: `running ${n}`,
      date: DAY,
      status: 'scheduled',
      home_score: null,
      away_score: null,
    },
  }))

const later = (side: GameBundle['home'], seconds: number): GameBundle['home'] => ({
  ...side,
  ...(side.players && {
    players: side.players.map((line) => (line.seconds == null ? line : { ...line, seconds: line.seconds + seconds })),
  }),
})

/** A game in progress after a number of updates: each brings one more event and another second of the players. */
export const afterUpdates = (bundle: GameBundle, updates: number): GameBundle => {
  const { home, away, events, shots } = bundle
  const known = events?.slice(0, 1 + (updates % events.length)) ?? []
  return {
    ...bundle,
    home: later(home, updates),
    away: later(away, updates),
    events: known,
    shots: shots?.filter(({ seq }) => seq <= known.length) ?? [],
  }
}
