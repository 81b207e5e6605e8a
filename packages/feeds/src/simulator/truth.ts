import type { GameBundle, Side } from '@basketball-data/core/contract'
import { SIDES, type Game, type TrueFive, type TruePossession } from './game/state.ts'

/** Five players of a team in a time of a period. */
export type TrueStint = {
  period: number
  /** Seconds left in the period at its start, and at its end. */
  from: number
  to: number
  /** External ids, sorted. */
  players: readonly string[]
}

/** What is true of a simulated game, whether or not its play-by-play shows it. */
export type GameTruth = {
  /** In the order of the game. */
  possessions: readonly (Omit<TruePossession, 'side'> & { side: Side })[]
  stints: Readonly<Record<Side, readonly TrueStint[]>>
}

const isSameFive = (a: TrueStint, b: Pick<TrueStint, 'period' | 'players'>): boolean =>
  a.period === b.period && a.players.join() === b.players.join()

/** The times of fives: each lasts until the next one, or until its period ends. Fives without time are skipped. */
const toStints = (fives: readonly TrueFive[]): TrueStint[] => {
  const stints: TrueStint[] = []
  for (const [index, { period, secondsLeft, players: five }] of fives.entries()) {
    const next = fives[index + 1]
    const to = next?.period === period ? next.secondsLeft : 0
    if (to === secondsLeft) continue
    const players = five.map(({ player }) => player.profile.external_id).toSorted()
    const before = stints.at(-1)
    if (before !== undefined && isSameFive(before, { period, players })) before.to = to
    else stints.push({ period, from: secondsLeft, to, players })
  }
  return stints
}

const games = new WeakMap<GameBundle, Game>()

/** Notes from which game a bundle was made. */
export const noteGame = (bundle: GameBundle, game: Game): void => {
  games.set(bundle, game)
}

/**
 * What is true of the game of a bundle that `simulate` has yielded, to hold against what is derived from its play-by-play;
 * null if it was not played.
 */
export const getTruth = (bundle: GameBundle): GameTruth | null => {
  const game = games.get(bundle)
  if (game === undefined) return null
  return {
    possessions: game.possessions.map(({ side, ...possession }) => ({ ...possession, side: SIDES[side] })),
    stints: { home: toStints(game.fives[0]), away: toStints(game.fives[1]) },
  }
}
