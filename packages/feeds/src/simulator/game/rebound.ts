import { gainBall, keepBall, other, type Man, type Play } from './play.ts'
import { deadBall } from './substitution.ts'

/** What was missed. */
export type Miss = 'shot' | 'blocked shot' | 'free throw'

const OFFENSIVE_CHANCE: Readonly<Record<Miss, number>> = { shot: 0.29, 'blocked shot': 0.36, 'free throw': 0.13 }
const OUT_OF_BOUNDS_CHANCE: Readonly<Record<Miss, number>> = { shot: 0.08, 'blocked shot': 0.2, 'free throw': 0.03 }

const byOffence = (man: Man): number => man.player.offensive_rebounds
const byDefence = (man: Man): number => man.player.defensive_rebounds

const meanOf = (five: readonly Man[], weight: (man: Man) => number): number =>
  five.reduce((sum, man) => sum + weight(man), 0) / five.length

/** The ball is off the rim: someone takes it, or it goes out and belongs to a team; nobody does after the buzzer. */
export const reboundBall = (play: Play, miss: Miss): void => {
  if (play.left === 0) return
  const { random, offence } = play
  const defence = other(offence)
  const strength = meanOf(play.teams[offence].five, byOffence) - meanOf(play.teams[defence].five, byDefence) + 0.2
  const offensive = random.chance(OFFENSIVE_CHANCE[miss] + 0.06 * strength)
  const bank = offensive ? offence : defence
  const type = offensive ? 'offensive_rebounds' : 'defensive_rebounds'
  const team = play.teams[bank]
  const man = random.chance(OUT_OF_BOUNDS_CHANCE[miss])
    ? null
    : random.weighted(team.five, offensive ? byOffence : byDefence)
  const tally = man === null ? team.row : man.tally
  tally[type] += 1
  play.recorder.event(play, offensive ? 'offensive_rebound' : 'defensive_rebound', bank, man)
  if (offensive) {
    keepBall(play)
    play.second_chance = true
  } else gainBall(play, bank, man === null ? 'start' : 'rebound')
  if (man === null) deadBall(play)
}
