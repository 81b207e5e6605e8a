import { flagrantFoul, floorFoul, mustFoul, offensiveFoul, technicalFoul } from './fouls.ts'
import { gainBall, isLastPeriod, keepBall, leadOf, other, runClock, type Man, type Play } from './play.ts'
import { shoot } from './shooting.ts'
import { deadBall } from './substitution.ts'

const SHOT_CLOCK = 24
const SHORT_SHOT_CLOCK = 14

const byTurnovers = (man: Man): number => man.player.turnovers * man.player.usage
const bySteals = (man: Man): number => man.player.steals

/** With the game level, the last shot is for the buzzer. */
const waitsForBuzzer = (play: Play): boolean =>
  isLastPeriod(play) &&
  play.left <= (play.short_clock ? SHORT_SHOT_CLOCK : SHOT_CLOCK) &&
  leadOf(play, play.offence) === 0

/** Seconds until something comes of the attack. */
const attackSeconds = ({ random, rules, fastbreak, short_clock }: Play): number => {
  if (fastbreak) return 3 + random.below(4)
  if (short_clock) return 2 + random.below(SHORT_SHOT_CLOCK - 3)
  return Math.min(SHOT_CLOCK, Math.max(6, Math.round(rules.tempo + 4.5 * random.normal())))
}

const steal = (play: Play, man: Man): void => {
  const defence = other(play.offence)
  const thief = play.random.weighted(play.teams[defence].five, bySteals)
  man.tally.turnovers += 1
  thief.tally.steals += 1
  play.recorder.event(play, 'turnover', play.offence, man, play.random.chance(0.6) ? 'bad pass' : 'lost ball')
  play.recorder.event(play, 'steal', defence, thief)
  gainBall(play, defence, 'steal')
}

const loseBall = (play: Play, man: Man | null, detail: string): void => {
  const tally = man === null ? play.teams[play.offence].row : man.tally
  tally.turnovers += 1
  play.recorder.event(play, 'turnover', play.offence, man, detail)
  gainBall(play, other(play.offence), 'turnover')
  deadBall(play)
}

const turnOver = (play: Play): void => {
  const { random } = play
  const man = random.weighted(play.teams[play.offence].five, byTurnovers)
  const draw = random.next()
  if (draw < 0.6) steal(play, man)
  else if (draw < 0.73) offensiveFoul(play, man)
  else if (draw < 0.75) loseBall(play, null, '5 seconds')
  else loseBall(play, man, draw < 0.88 ? 'travelling' : 'out of bounds')
}

/** Something that stops play without changing whose ball it is. */
const interrupt = (play: Play): void => {
  const draw = play.random.next()
  if (draw < 0.3) return flagrantFoul(play)
  if (draw < 0.5) return technicalFoul(play)
  play.recorder.event(play, 'violation', other(play.offence), null, 'kicked ball')
  keepBall(play)
}

/** Whether the team on the ball is content to let the rest of the game run off. */
const sitsOnLead = (play: Play): boolean =>
  isLastPeriod(play) && play.left <= SHOT_CLOCK && leadOf(play, play.offence) > 8

/** One attack, from having the ball to losing it or to having it anew. */
export const attack = (play: Play): void => {
  const { random } = play
  if (sitsOnLead(play)) return runClock(play, play.left)
  if (mustFoul(play)) {
    runClock(play, 1 + random.below(4))
    return floorFoul(play, 'deliberate')
  }
  const waits = waitsForBuzzer(play)
  if (waits) play.fastbreak = false
  const wanted = waits ? play.left : attackSeconds(play)
  const rushed = wanted >= play.left
  if (rushed && play.left <= 2 && random.chance(0.7)) return runClock(play, play.left)
  const seconds = rushed ? play.left - random.below(Math.min(3, play.left)) : wanted
  runClock(play, seconds)
  if (seconds === SHOT_CLOCK && random.chance(0.2)) return loseBall(play, null, '24 seconds')
  const draw = random.next()
  if (draw < 0.115) turnOver(play)
  else if (draw < 0.21 && play.left > 0) floorFoul(play)
  else if (draw < 0.217 && play.left > 0) interrupt(play)
  else shoot(play, rushed)
}
