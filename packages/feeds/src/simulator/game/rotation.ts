import type { Random } from '../random.ts'
import { POSITIONS, type Player } from '../world/players.ts'
import { GamePlayer, meanTalent, type Game, type SideIndex, type Team } from './state.ts'

/** A player of a club's roster with the shirt number. */
type RosterPlayer = { player: Player; number: string }

const MAX_PLAYERS = 12
const MIN_PLAYERS = 10
const ABSENCE_PROBABILITY = 0.05

/** Planned shares of the game time, best player first; the rest of the bench has 0. */
const STARTER_SHARES = [0.76, 0.72, 0.68, 0.64, 0.58]
const BENCH_SHARES = [0.48, 0.42, 0.33, 0.24, 0.15]

const byTalent = (a: RosterPlayer, b: RosterPlayer): number => b.player.talent - a.player.talent

/** Removes the starters from `bestFirst`: for each position the best player of that or the nearest position. */
const takeStarters = (bestFirst: RosterPlayer[]): RosterPlayer[] =>
  POSITIONS.flatMap((position) => {
    const distances = bestFirst.map(({ player }) => Math.abs(player.position - position))
    return bestFirst.splice(distances.indexOf(Math.min(...distances)), 1)
  })

/** Selects the players of a team for a game, its starters and their planned playing time; ordered by shirt number. */
export const selectPlayers = (random: Random, roster: readonly RosterPlayer[]): GamePlayer[] => {
  const available = roster.filter(() => !random.chance(ABSENCE_PROBABILITY))
  const bestFirst = (available.length < MIN_PLAYERS ? roster : available).toSorted(byTalent).slice(0, MAX_PLAYERS)
  const starters = takeStarters(bestFirst).toSorted(byTalent)
  const players = [
    ...starters.map((starter, i) => new GamePlayer(starter, true, STARTER_SHARES[i] ?? 0)),
    ...bestFirst.map((substitute, i) => new GamePlayer(substitute, false, BENCH_SHARES[i] ?? 0)),
  ]
  return players.toSorted((a, b) => Number(a.number) - Number(b.number) || a.number.length - b.number.length)
}

/** A substitution must gain this many seconds of playing-time deficit. */
const MIN_GAIN = 110
/** Cost per step of distance between two positions, in the same seconds; the first step is free. */
const POSITION_COST = 45
const MAX_SUBSTITUTIONS = 3

/** In a close game the best players play, in a decided one the end of the bench. */
type Situation = 'normal' | 'close' | 'decided'

const getSituation = (game: Game): Situation => {
  if (!game.isLastPeriod || game.secondsLeft > 300) return 'normal'
  const margin = Math.abs(game.lead)
  if (margin >= 20) return 'decided'
  return margin <= 8 ? 'close' : 'normal'
}

const isInFoulTrouble = (game: Game, { tally }: GamePlayer): boolean =>
  !game.isLastPeriod && tally.fouls >= Math.min(game.rules.foulLimit - 1, game.period + 1)

/** Seconds that a player is behind the planned playing time, adjusted for the situation and foul trouble. */
const computeDeficit = (game: Game, player: GamePlayer, situation: Situation): number => {
  if (player.disqualified) return Number.NEGATIVE_INFINITY
  if (situation === 'decided') return -player.seconds
  if (player.plannedShare === 0) return -1200
  const behind = player.plannedShare * game.elapsed - player.seconds
  const bonus = situation === 'close' ? 600 * player.plannedShare : 0
  return behind + bonus - (isInFoulTrouble(game, player) ? 150 : 0)
}

const positionCost = (out: GamePlayer, substitute: GamePlayer): number =>
  POSITION_COST * Math.max(0, Math.abs(substitute.player.position - out.player.position) - 1)

type Substitution = { out: GamePlayer; substitute: GamePlayer; gain: number }

/** The substitution with the highest gain, or null if none gains enough. A disqualified player must be replaced. */
const bestSubstitution = (
  game: Game,
  team: Team,
  situation: Situation,
  shooter: GamePlayer | null,
): Substitution | null => {
  let maxDeficit = Number.NEGATIVE_INFINITY
  for (const substitute of team.bench) maxDeficit = Math.max(maxDeficit, computeDeficit(game, substitute, situation))
  let best: Substitution | null = null
  for (const out of team.onCourt) {
    const deficit = out.disqualified ? -100_000 : computeDeficit(game, out, situation)
    if (out === shooter || maxDeficit - deficit <= (best?.gain ?? MIN_GAIN)) continue
    for (const substitute of team.bench) {
      const gain = computeDeficit(game, substitute, situation) - deficit - positionCost(out, substitute)
      if (gain > (best?.gain ?? MIN_GAIN)) best = { out, substitute, gain }
    }
  }
  return best
}

const substitute = (game: Game, side: SideIndex, shooter: GamePlayer | null): void => {
  const team = game.teams[side]
  const situation = getSituation(game)
  for (let count = 0; count < MAX_SUBSTITUTIONS; count++) {
    const substitution = bestSubstitution(game, team, situation, shooter)
    if (substitution === null) break
    const { out, substitute } = substitution
    team.onCourt[team.onCourt.indexOf(out)] = substitute
    team.bench[team.bench.indexOf(substitute)] = out
    team.talent = meanTalent(team.onCourt)
    substitute.played = true
    game.record('substitution_out', side, out)
    game.record('substitution_in', side, substitute)
  }
}

/** Lets both teams substitute at a dead ball; a free-throw shooter stays on court. */
export const allowSubstitutions = (game: Game, shooter: GamePlayer | null = null): void => {
  if (game.secondsLeft === 0) return
  substitute(game, 0, shooter)
  substitute(game, 1, shooter)
}
