import { Random } from '../simulator/random.ts'
import type { Fields, RowEdits, TimedRow } from './recorded-game.ts'

/** What statisticians correct later. */
export type EditOptions = {
  /** The share of rows that are entered with a mistake, from 0 to 1. */
  lateEdits: number
  /** The share of rows beside which another one stands that vanishes. */
  vanishing: number
  /** The median of the seconds until a row is edited or vanishes. */
  median: number
  /** The same seed makes the same mistakes. */
  seed: string
}

/**
 * The spread of the delays, log-normal: with a median of 6 s, 19 % of rows change after more than a minute and 10 % after three,
 * as was counted in files of the NBA.
 */
const SPREAD = 2.65
/** Seconds. */
const MAX_DELAY = 900
/** Added to the number of a row for the extra row that disappears. */
export const EXTRA_NUMBER = 100_000

const delayOf = (random: Random, median: number): number =>
  Math.round(Math.min(MAX_DELAY, median * Math.exp(SPREAD * random.normal())) * 1000)

/** Edits rows of a game late, by the seed, the game and the number of the row alone. */
export const lateEdits =
  ({ lateEdits: share, vanishing, median, seed }: EditOptions): RowEdits =>
  (game, rows, { teamOf, make }) => {
    if (share === 0 && vanishing === 0) return [...rows]
    const ofTeam = Map.groupBy(rows, ({ row }) => teamOf(row))
    return rows.flatMap((timed): TimedRow[] => {
      const team = teamOf(timed.row)
      const random = new Random(`${seed}/${game}/${timed.number}`)
      if (team === null) return [timed]
      const other: Fields = random.pick(ofTeam.get(team) ?? [timed]).row
      const changed: TimedRow[] = [timed]
      if (random.chance(share)) {
        const until = timed.from + delayOf(random, median)
        const wrong = { ...timed, row: make(timed.row, other, false), until, wrong: true }
        changed.splice(0, 1, wrong, { ...timed, from: until })
      }
      if (random.chance(vanishing)) {
        const until = timed.from + delayOf(random, median)
        const number = timed.number + EXTRA_NUMBER
        changed.push({ ...timed, row: make(timed.row, other, true), number, until, wrong: true })
      }
      return changed
    })
  }
