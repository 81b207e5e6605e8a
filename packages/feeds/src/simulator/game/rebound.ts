import { allowSubstitutions } from './rotation.ts'
import type { Game, GamePlayer } from './state.ts'

/** A shot that can be rebounded. */
export type Miss = 'shot' | 'blocked shot' | 'free throw'

const OFFENSIVE_PROBABILITY: Readonly<Record<Miss, number>> = { shot: 0.29, 'blocked shot': 0.36, 'free throw': 0.13 }
const OUT_OF_BOUNDS_PROBABILITY: Readonly<Record<Miss, number>> = {
  shot: 0.08,
  'blocked shot': 0.2,
  'free throw': 0.03,
}

const offensiveWeight = ({ player }: GamePlayer): number => player.offensiveRebounds
const defensiveWeight = ({ player }: GamePlayer): number => player.defensiveRebounds

const mean = (players: readonly GamePlayer[], weight: (player: GamePlayer) => number): number =>
  players.reduce((sum, player) => sum + weight(player), 0) / players.length

/** Rebounds a miss: a player gets the ball, or it goes out of bounds for a team rebound. After the buzzer no player does. */
export const rebound = (game: Game, miss: Miss): void => {
  if (game.secondsLeft === 0) return
  const { random, offense, defense, teams } = game
  const strength = mean(teams[offense].onCourt, offensiveWeight) - mean(teams[defense].onCourt, defensiveWeight) + 0.2
  const isOffensive = random.chance(OFFENSIVE_PROBABILITY[miss] + 0.06 * strength)
  const side = isOffensive ? offense : defense
  const team = teams[side]
  const rebounder = random.chance(OUT_OF_BOUNDS_PROBABILITY[miss])
    ? null
    : random.weighted(team.onCourt, isOffensive ? offensiveWeight : defensiveWeight)
  const tally = rebounder?.tally ?? (game.rules.countsTeamRebounds ? team.teamTally : null)
  if (tally !== null) tally[isOffensive ? 'offensive_rebounds' : 'defensive_rebounds'] += 1
  game.record(isOffensive ? 'offensive_rebound' : 'defensive_rebound', side, rebounder)
  if (isOffensive) {
    game.continuePossession()
    game.secondChance = true
  } else game.startPossession(side, rebounder === null ? 'team rebound' : 'rebound')
  if (rebounder === null) allowSubstitutions(game)
}
