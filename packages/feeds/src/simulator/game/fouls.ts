import { rebound } from './rebound.ts'
import { allowSubstitutions } from './rotation.ts'
import { getOpponent, type Game, type GamePlayer, type SideIndex } from './state.ts'

/** Team fouls in a period after which every further foul gives two free throws (the bonus). */
const FOULS_BEFORE_BONUS = 4

const foulWeight = ({ player }: GamePlayer): number => player.fouls
/** Players with many fouls defend more carefully. */
const carefulFoulWeight = ({ player, tally }: GamePlayer): number => player.fouls / (1 + 0.3 * tally.fouls)
const foulDrawnWeight = ({ player }: GamePlayer): number => player.foulsDrawn * player.usage

/** Counts a foul of a player, who is disqualified at the limit. */
const countFoul = (game: Game, fouler: GamePlayer): void => {
  fouler.tally.fouls += 1
  if (fouler.tally.fouls >= game.rules.foulLimit) fouler.disqualified = true
}

/** A foul of the defense on a player; the caller handles its consequences. */
const defensiveFoul = (
  game: Game,
  victim: GamePlayer,
  type: 'foul' | 'unsportsmanlike_foul' | 'disqualifying_foul',
  detail: string,
): void => {
  const { defense, offense, random, teams } = game
  const fouler = random.weighted(teams[defense].onCourt, carefulFoulWeight)
  countFoul(game, fouler)
  if (type === 'disqualifying_foul') fouler.disqualified = true
  victim.tally.fouls_drawn += 1
  teams[defense].fouls += 1
  game.record(type, defense, fouler, detail)
  game.record('foul_drawn', offense, victim)
}

/** How often teams substitute before the last free throw of a trip, and not before the first. */
const SUBSTITUTE_LATE = 0.3

/** A disqualified player is replaced at once. */
const mustSubstitute = ({ teams }: Game): boolean =>
  teams.some(({ onCourt }) => onCourt.some(({ disqualified }) => disqualified))

/**
 * Lets the teams substitute, and shoots free throws. After the last one a miss is rebounded and a made one gives the opponent the ball, unless the
 * team in possession keeps it.
 */
const shootFreeThrows = (
  game: Game,
  side: SideIndex,
  shooter: GamePlayer,
  count: number,
  keepsPossession: boolean,
): void => {
  const isLate = count > 1 && !mustSubstitute(game) && game.random.chance(SUBSTITUTE_LATE)
  if (!isLate) allowSubstitutions(game, shooter)
  let made = false
  for (let n = 1; n <= count; n++) {
    made = game.random.chance(shooter.player.freeThrow)
    shooter.tally.free_throws_attempted += 1
    if (made) {
      shooter.tally.free_throws_made += 1
      game.scorePoints(side, 1, 'free throw')
    }
    game.record(made ? 'free_throw_made' : 'free_throw_missed', side, shooter, `${n} of ${count}`)
    if (n === count) break
    if (!made && !game.rules.countsTeamRebounds) game.record('offensive_rebound', side, null, 'dead ball')
    if (isLate && n === count - 1) allowSubstitutions(game, shooter)
  }
  if (keepsPossession) game.continuePossession()
  else if (made) game.startPossession(getOpponent(side), 'made')
  else rebound(game, 'free throw')
}

/** A foul on a shooter: free throws for the value of a missed shot, one for a made shot. */
export const shootingFoul = (game: Game, shooter: GamePlayer, freeThrows: 1 | 2 | 3): void => {
  defensiveFoul(game, shooter, 'foul', 'shooting')
  shootFreeThrows(game, game.offense, shooter, freeThrows, false)
}

/** A foul away from the shot: two free throws in the bonus, otherwise the possession continues. */
export const nonShootingFoul = (game: Game, detail = 'personal'): void => {
  const victim = game.random.weighted(game.teams[game.offense].onCourt, foulDrawnWeight)
  defensiveFoul(game, victim, 'foul', detail)
  const inBonus = game.teams[game.defense].fouls > FOULS_BEFORE_BONUS
  if (inBonus) return shootFreeThrows(game, game.offense, victim, 2, false)
  allowSubstitutions(game, victim)
  game.continuePossession()
}

/** An unsportsmanlike or disqualifying foul after a video review: two free throws and possession. */
export const flagrantFoul = (game: Game): void => {
  const victim = game.random.weighted(game.teams[game.offense].onCourt, foulDrawnWeight)
  const isDisqualifying = game.random.chance(0.12)
  defensiveFoul(game, victim, isDisqualifying ? 'disqualifying_foul' : 'unsportsmanlike_foul', '')
  game.record('review', null, null, 'foul')
  shootFreeThrows(game, game.offense, victim, 2, true)
}

/** A technical foul of a player, or of the coach (in no player's line): one free throw, possession does not change. */
export const technicalFoul = (game: Game): void => {
  const { random, teams } = game
  const side: SideIndex = random.chance(0.5) ? 0 : 1
  if (random.chance(0.4)) game.record('technical_foul', side, null, 'coach')
  else {
    const fouler = random.weighted(teams[side].onCourt, foulWeight)
    countFoul(game, fouler)
    game.record('technical_foul', side, fouler)
  }
  const candidates = teams[getOpponent(side)].onCourt
  const shooter = candidates.reduce((best, next) => (next.player.freeThrow > best.player.freeThrow ? next : best))
  shootFreeThrows(game, getOpponent(side), shooter, 1, true)
}

/** Fouls of both teams at once, of those with the most: they cancel each other, nobody draws them, and the ball is whose it was. */
export const doubleFoul = (game: Game): void => {
  const { defense, offense, teams } = game
  const pickFouler = (side: SideIndex) =>
    teams[side].onCourt.reduce((max, next) => (next.tally.fouls > max.tally.fouls ? next : max))
  const foulers = [pickFouler(0), pickFouler(1)] as const
  for (const side of [defense, offense]) {
    countFoul(game, foulers[side])
    game.record('foul', side, foulers[side], 'double')
  }
  allowSubstitutions(game)
  game.continuePossession()
}

/** A foul by the player with the ball, which is also a turnover. */
export const offensiveFoul = (game: Game, fouler: GamePlayer): void => {
  const { defense, offense, random, teams } = game
  const victim = random.weighted(teams[defense].onCourt, foulWeight)
  countFoul(game, fouler)
  fouler.tally.turnovers += 1
  victim.tally.fouls_drawn += 1
  game.record('offensive_foul', offense, fouler)
  game.record('foul_drawn', defense, victim)
  game.record('turnover', offense, fouler, 'offensive foul')
  game.startPossession(defense, 'turnover')
  allowSubstitutions(game)
}

/** Whether the defense fouls to stop the clock: it trails by 2 to 8 points in the last 35 seconds. */
export const foulsToStopClock = (game: Game): boolean => {
  const { lead, secondsLeft } = game
  const isLate = game.isLastPeriod && secondsLeft <= 35 && secondsLeft > 4
  return isLate && lead >= 2 && lead <= 8 && game.random.chance(0.8)
}
