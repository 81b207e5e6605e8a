import { shootingFoul } from './fouls.ts'
import { gainBall, isLastPeriod, leadOf, other, scorePoints, type Man, type Play } from './play.ts'
import { reboundBall } from './rebound.ts'
import { deadBall } from './substitution.ts'

/** Chance per unit of talent that a field goal is made beyond what the shooter's own skill says. */
const TALENT_EDGE = 0.028
/** Chance per point of lead that a field goal is missed because the side ahead eases off. */
const EASE = 0.0025

const byUsage = (man: Man): number => man.player.usage
const byPassing = (man: Man): number => man.player.passing
const byBlocks = (man: Man): number => man.player.blocks

const choosesThree = (play: Play, { player }: Man): boolean => {
  const desperate = isLastPeriod(play) && play.left <= 20 && leadOf(play, play.offence) === -3
  if (desperate) return play.random.chance(0.85)
  const share = play.fastbreak ? 0.5 : play.short_clock && play.second_chance ? 0.55 : 1.03
  return play.random.chance(player.three_share * share)
}

const makeChance = (play: Play, { player }: Man, value: 2 | 3, rushed: boolean): number => {
  const team = play.teams[play.offence]
  const opponent = play.teams[other(play.offence)]
  const skill = value === 3 ? player.three : player.two + (play.fastbreak ? 0.1 : 0)
  const edge = TALENT_EDGE * (team.talent - opponent.talent) + team.edge - EASE * leadOf(play, play.offence)
  return skill + edge + play.rules.shooting - (rushed ? 0.12 : 0)
}

/** Whether the side that was scored on stops the game to talk. */
const callTimeout = (play: Play): void => {
  const team = play.teams[play.offence]
  if (team.timeouts === 0) return
  const pressed = isLastPeriod(play) && play.left <= 120 && Math.abs(leadOf(play, play.offence)) <= 6
  const overrun = play.teams[other(play.offence)].run >= 7
  if (!play.random.chance(pressed ? 0.45 : overrun ? 0.6 : 0.02)) return
  team.timeouts -= 1
  play.recorder.event(play, 'timeout', play.offence, null)
  deadBall(play)
}

const makeBasket = (play: Play, shooter: Man, value: 2 | 3, rushed: boolean, fouled: boolean): void => {
  const { random, offence, teams } = play
  shooter.tally[value === 3 ? 'three_made' : 'two_made'] += 1
  scorePoints(play, offence, value)
  play.recorder.shot(play, shooter, { value, made: true, rushed })
  if (random.chance(value === 3 ? 0.84 : 0.53)) {
    const passer = random.weighted(teams[offence].five, (man) => (man === shooter ? 0 : byPassing(man)))
    passer.tally.assists += 1
    play.recorder.event(play, 'assist', offence, passer)
  }
  if (fouled) return shootingFoul(play, shooter, 1)
  gainBall(play, other(offence), 'made')
  if (play.left > 0) callTimeout(play)
}

const missShot = (play: Play, shooter: Man, value: 2 | 3, rushed: boolean): void => {
  const { random, offence, teams, recorder } = play
  recorder.shot(play, shooter, { value, made: false, rushed })
  const blocked = random.chance(value === 3 ? 0.012 : 0.155)
  if (blocked) {
    const blocker = random.weighted(teams[other(offence)].five, byBlocks)
    blocker.tally.blocks += 1
    shooter.tally.blocks_received += 1
    recorder.event(play, 'block', other(offence), blocker)
    recorder.event(play, 'shot_blocked', offence, shooter)
  }
  reboundBall(play, blocked ? 'blocked shot' : 'shot')
}

/** Someone shoots; a missed shot that was fouled does not count as an attempt. */
export const shoot = (play: Play, rushed: boolean): void => {
  const { random } = play
  const shooter = random.weighted(play.teams[play.offence].five, byUsage)
  const value = choosesThree(play, shooter) ? 3 : 2
  const fouled = random.chance(value === 3 ? 0.018 : 0.16 * shooter.player.fouls_drawn)
  const chance = makeChance(play, shooter, value, rushed)
  const made = random.chance(fouled ? chance * 0.5 : chance)
  if (fouled && !made) return shootingFoul(play, shooter, value)
  shooter.tally[value === 3 ? 'three_attempted' : 'two_attempted'] += 1
  if (made) makeBasket(play, shooter, value, rushed, fouled)
  else missShot(play, shooter, value, rushed)
}
