import type { Random } from '../random.ts'
import type { Player, Role } from '../world/players.ts'
import type { Man } from './play.ts'
import { emptyTally } from './tally.ts'

/** A player under contract, with the shirt number of the club. */
export type Registered = { player: Player; number: string }

const ROLES: readonly Role[] = [0, 1, 2, 3, 4]
const SHEET_SIZE = 12
const FEWEST = 10
const ABSENT_CHANCE = 0.05

/** Shares of the game the coach has in mind for starters and bench, best first; those beyond the list wait. */
const STARTER_SHARES = [0.76, 0.72, 0.68, 0.64, 0.58]
const BENCH_SHARES = [0.48, 0.42, 0.33, 0.24, 0.15]

const createMan = ({ player, number }: Registered, starter: boolean, share: number): Man => ({
  player,
  number,
  starter,
  share,
  tally: emptyTally(),
  played: starter,
  seconds: 0,
  plus_minus: 0,
  out: false,
})

/** The best of those left for each role, or the nearest to it; takes them out of `best_first`. */
const takeStarters = (best_first: Registered[]): Registered[] =>
  ROLES.flatMap((role) => {
    const distances = best_first.map(({ player }) => Math.abs(player.role - role))
    return best_first.splice(distances.indexOf(Math.min(...distances)), 1)
  })

const byTalent = (a: Registered, b: Registered): number => b.player.talent - a.player.talent

/** The score sheet of one team for one game, by shirt number: who is fit, who starts and who is to play how much. */
export const writeSheet = (random: Random, squad: readonly Registered[]): Man[] => {
  const fit = squad.filter(() => !random.chance(ABSENT_CHANCE))
  const best_first = (fit.length < FEWEST ? squad : fit).toSorted(byTalent).slice(0, SHEET_SIZE)
  const starters = takeStarters(best_first).toSorted(byTalent)
  const men = [
    ...starters.map((one, i) => createMan(one, true, STARTER_SHARES[i] ?? 0)),
    ...best_first.map((one, i) => createMan(one, false, BENCH_SHARES[i] ?? 0)),
  ]
  return men.toSorted((a, b) => Number(a.number) - Number(b.number) || a.number.length - b.number.length)
}
