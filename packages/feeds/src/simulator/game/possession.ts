import { doubleFoul, flagrantFoul, foulsToStopClock, nonShootingFoul, offensiveFoul, technicalFoul } from './fouls.ts'
import { allowSubstitutions } from './rotation.ts'
import { shoot } from './shooting.ts'
import { getOpponent, type Game, type GamePlayer, type SideIndex } from './state.ts'

const SHOT_CLOCK = 24
const SHORT_SHOT_CLOCK = 14
const OVERTIME_SECONDS = 300

const turnoverWeight = ({ player }: GamePlayer): number => player.turnovers * player.usage
const stealWeight = ({ player }: GamePlayer): number => player.steals

/** In a tied game the last possession waits for the last shot. */
const waitsForLastShot = (game: Game): boolean =>
  game.isLastPeriod && game.secondsLeft <= (game.shortClock ? SHORT_SHOT_CLOCK : SHOT_CLOCK) && game.lead === 0

/** Seconds of an unhurried possession. */
const possessionSeconds = ({ random, rules, fastbreak, shortClock }: Game): number => {
  if (fastbreak) return 3 + random.below(4)
  if (shortClock) return 2 + random.below(SHORT_SHOT_CLOCK - 3)
  return Math.min(SHOT_CLOCK, Math.max(6, Math.round(rules.pace + 4.5 * random.normal())))
}

const loseBallToSteal = (game: Game, handler: GamePlayer): void => {
  const { random, teams, offense, defense } = game
  const stealer = random.weighted(teams[defense].onCourt, stealWeight)
  handler.tally.turnovers += 1
  stealer.tally.steals += 1
  game.record('turnover', offense, handler, random.chance(0.6) ? 'bad pass' : 'lost ball')
  game.record('steal', defense, stealer)
  game.startPossession(defense, 'steal')
}

/** A turnover with a dead ball; null for a turnover of the team. */
const loseBall = (game: Game, handler: GamePlayer | null, detail: string): void => {
  const tally = handler?.tally ?? game.teams[game.offense].teamTally
  tally.turnovers += 1
  game.record('turnover', game.offense, handler, detail)
  game.startPossession(game.defense, 'turnover')
  allowSubstitutions(game)
}

const turnover = (game: Game): void => {
  const { random } = game
  const handler = random.weighted(game.teams[game.offense].onCourt, turnoverWeight)
  const draw = random.next()
  if (draw < 0.6) loseBallToSteal(game, handler)
  else if (draw < 0.73) offensiveFoul(game, handler)
  else if (draw < 0.75) loseBall(game, null, '5 seconds')
  else loseBall(game, handler, draw < 0.88 ? 'travelling' : 'out of bounds')
}

/** What is said of a held ball. */
const [KEEPS, WINS] = ['held ball, keeps the ball', 'held ball, wins the ball']

/** Two players hold the ball: who has it is decided by a jump ball, or by whose turn it is. */
const heldBall = (game: Game): void => {
  const { offense, defense, random, rules, teams } = game
  if (rules.heldBalls === 'jump ball') {
    const winner = random.chance(0.5) ? offense : defense
    game.record('jump_ball', winner, null, winner === offense ? KEEPS : WINS)
    if (winner === offense) game.continuePossession()
    else game.startPossession(winner, 'jump ball')
    return
  }
  const keeps = game.arrow === offense
  game.arrow = getOpponent(game.arrow)
  if (keeps) {
    game.record('jump_ball', offense, null, KEEPS)
    return game.continuePossession()
  }
  // Source: FIBA statisticians' manual, turnovers: a held ball that gives the ball away is one.
  const handler = random.weighted(teams[offense].onCourt, turnoverWeight)
  handler.tally.turnovers += 1
  game.record('turnover', offense, handler, 'held ball')
  game.record('jump_ball', defense, null, 'held ball')
  game.startPossession(defense, 'turnover')
  allowSubstitutions(game)
}

/** A flagrant, a technical or a double foul, a held ball, or a violation of the defense. */
const stoppage = (game: Game): void => {
  const draw = game.random.next()
  if (draw < 0.15) return flagrantFoul(game)
  if (draw < 0.3) return technicalFoul(game)
  if (draw < 0.4) return doubleFoul(game)
  if (draw < 0.8) return heldBall(game)
  game.record('violation', game.defense, null, 'kicked ball')
  game.continuePossession()
}

/** Whether the leading team lets the clock run out. */
const runsOutClock = (game: Game): boolean => game.isLastPeriod && game.secondsLeft <= SHOT_CLOCK && game.lead > 8

/** Plays until the ball changes hands, the shot clock is reset or the period ends. */
const playPossession = (game: Game): void => {
  const { random } = game
  if (runsOutClock(game)) return game.runClock(game.secondsLeft)
  if (foulsToStopClock(game)) {
    game.runClock(1 + random.below(4))
    return nonShootingFoul(game, 'deliberate')
  }
  const waits = waitsForLastShot(game)
  if (waits) game.fastbreak = false
  const planned = waits ? game.secondsLeft : possessionSeconds(game)
  const rushed = planned >= game.secondsLeft
  if (rushed && game.secondsLeft <= 2 && random.chance(0.7)) return game.runClock(game.secondsLeft)
  if (rushed && game.secondsLeft > 1 && random.chance(0.03)) {
    game.runClock(game.secondsLeft - 1)
    return heldBall(game)
  }
  const seconds = rushed ? game.secondsLeft - random.below(Math.min(3, game.secondsLeft)) : planned
  game.runClock(seconds)
  if (seconds === SHOT_CLOCK && random.chance(0.2)) return loseBall(game, null, '24 seconds')
  const draw = random.next()
  if (draw < 0.115) turnover(game)
  else if (draw < 0.21 && game.secondsLeft > 0) nonShootingFoul(game)
  else if (draw < 0.224 && game.secondsLeft > 0) stoppage(game)
  else shoot(game, rushed)
}

const getHeight = ({ player }: GamePlayer): number => player.profile.height_cm ?? 200

/** The opening tip; returns the side that wins it. */
const jumpBall = (game: Game): SideIndex => {
  const side = game.random.chance(0.5) ? 0 : 1
  const jumper = game.teams[side].onCourt.reduce((tallest, next) =>
    getHeight(next) > getHeight(tallest) ? next : tallest,
  )
  game.record('jump_ball', side, jumper)
  return side
}

/** Starts a period. Team fouls of the fourth period carry over to overtime, which grants one timeout. */
const startPeriod = (game: Game): void => {
  game.period += 1
  const isOvertime = game.period > 4
  game.secondsLeft = isOvertime ? OVERTIME_SECONDS : game.rules.regulationMinutes * 15
  for (const periods of game.periods) periods.push(0)
  for (const team of game.teams) {
    if (!isOvertime) team.fouls = 0
    team.timeouts = isOvertime ? 1 : (game.rules.timeouts[game.period] ?? team.timeouts)
  }
  game.record('period_start', null, null)
}

/** The side that begins a period after the first one. In the NBA the winner of the tip-off has the fourth, the loser the others. */
const beginsPeriod = (game: Game, tipOff: SideIndex): SideIndex => {
  if (game.rules.heldBalls === 'alternating possession') {
    const side = game.arrow
    game.arrow = getOpponent(side)
    return side
  }
  if (game.period > 4) return jumpBall(game)
  return game.period === 4 ? tipOff : getOpponent(tipOff)
}

/** Plays a game with as many overtimes as it takes. */
export const playGame = (game: Game): void => {
  let tipOff: SideIndex | null = null
  while (game.period < 4 || game.score[0] === game.score[1]) {
    startPeriod(game)
    if (tipOff === null) {
      tipOff = jumpBall(game)
      game.arrow = getOpponent(tipOff)
      game.startPossession(tipOff, 'start')
    } else {
      allowSubstitutions(game)
      game.startPossession(beginsPeriod(game, tipOff), 'start')
    }
    while (game.secondsLeft > 0) playPossession(game)
    game.record('period_end', null, null)
  }
  game.record('game_end', null, null)
}
