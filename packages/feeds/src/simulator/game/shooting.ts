import { shootingFoul } from './fouls.ts'
import { rebound } from './rebound.ts'
import { allowSubstitutions } from './rotation.ts'
import type { Game, GamePlayer } from './state.ts'

/** Added to the probability of a field goal per unit of difference in talent between the teams on court. */
const TALENT_EFFECT = 0.028
/** Subtracted from it per point of lead: a leading team plays with less urgency. */
const LEAD_EFFECT = 0.0025

const usageWeight = ({ player }: GamePlayer): number => player.usage
const blockWeight = ({ player }: GamePlayer): number => player.blocks

const takesThree = (game: Game, { player }: GamePlayer): boolean => {
  const needsThree = game.isLastPeriod && game.secondsLeft <= 20 && game.lead === -3
  if (needsThree) return game.random.chance(0.85)
  const factor = game.fastbreak ? 0.5 : game.shortClock && game.secondChance ? 0.55 : 1.03
  return game.random.chance(player.threeShare * factor)
}

const makeProbability = (game: Game, { player }: GamePlayer, value: 2 | 3, rushed: boolean): number => {
  const team = game.teams[game.offense]
  const opponent = game.teams[game.defense]
  const skill = value === 3 ? player.three : player.two + (game.fastbreak ? 0.1 : 0)
  const talent = TALENT_EFFECT * (team.talent - opponent.talent)
  const edge = talent + team.advantage - LEAD_EFFECT * game.lead
  return skill + edge + game.rules.shooting - (rushed ? 0.12 : 0)
}

/** The team that conceded a basket may take a timeout: late in a close game, during a run, rarely otherwise. */
const maybeCallTimeout = (game: Game): void => {
  const team = game.teams[game.offense]
  if (team.timeouts === 0) return
  const isClose = game.isLastPeriod && game.secondsLeft <= 120 && Math.abs(game.lead) <= 6
  const isOpponentRun = game.teams[game.defense].run >= 7
  if (!game.random.chance(isClose ? 0.45 : isOpponentRun ? 0.6 : 0.02)) return
  team.timeouts -= 1
  game.record('timeout', game.offense, null)
  allowSubstitutions(game)
}

const makeShot = (game: Game, shooter: GamePlayer, value: 2 | 3, rushed: boolean, fouled: boolean): void => {
  const { random, offense, defense, teams } = game
  shooter.tally[value === 3 ? 'three_made' : 'two_made'] += 1
  game.scorePoints(offense, value, 'field goal')
  game.recordShot(shooter, { value, made: true, rushed })
  if (random.chance(value === 3 ? 0.84 : 0.53)) {
    const passWeight = (passer: GamePlayer) => (passer === shooter ? 0 : passer.player.passing)
    const passer = random.weighted(teams[offense].onCourt, passWeight)
    passer.tally.assists += 1
    game.record('assist', offense, passer)
  }
  if (fouled) return shootingFoul(game, shooter, 1)
  game.startPossession(defense, 'made')
  if (game.secondsLeft > 0) maybeCallTimeout(game)
}

const missShot = (game: Game, shooter: GamePlayer, value: 2 | 3, rushed: boolean): void => {
  const { random, offense, defense, teams } = game
  game.recordShot(shooter, { value, made: false, rushed })
  const blocked = random.chance(value === 3 ? 0.012 : 0.155)
  if (blocked) {
    const blocker = random.weighted(teams[defense].onCourt, blockWeight)
    blocker.tally.blocks += 1
    shooter.tally.blocks_received += 1
    game.record('block', defense, blocker)
    game.record('shot_blocked', offense, shooter)
  }
  rebound(game, blocked ? 'blocked shot' : 'shot')
}

/** A player shoots. A miss on which the shooter is fouled does not count as an attempt. */
export const shoot = (game: Game, rushed: boolean): void => {
  const { random } = game
  const shooter = random.weighted(game.teams[game.offense].onCourt, usageWeight)
  const value = takesThree(game, shooter) ? 3 : 2
  const fouled = random.chance(value === 3 ? 0.018 : 0.16 * shooter.player.foulsDrawn)
  const probability = makeProbability(game, shooter, value, rushed)
  const made = random.chance(fouled ? probability * 0.5 : probability)
  if (fouled && !made) return shootingFoul(game, shooter, value)
  shooter.tally[value === 3 ? 'three_attempted' : 'two_attempted'] += 1
  if (made) makeShot(game, shooter, value, rushed, fouled)
  else missShot(game, shooter, value, rushed)
}
