import { DECIMALS, round } from '@basketball-data/core'
import type { Averages, PlayerSplits } from '@basketball-data/core/contract'
import type { Shooting } from './box-score.ts'

type Counts = [rebounds: number, assists: number, steals: number, blocks: number, turnovers: number]

/** What a player did over several games: the averages of the examples are worked out from it. */
export type Totals = { games: number; seconds: number; shooting: Shooting; counts: Counts }

export const totals = (games: number, seconds: number, shooting: Shooting, counts: Counts): Totals => ({
  games,
  seconds,
  shooting,
  counts,
})

export const average = (total: number, games: number): number => round(total / games, DECIMALS.average)

export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : round(part / whole, DECIMALS.ratio)

export const pointsOf = ({ shooting: [two, , three, , free] }: Totals): number => 2 * two + 3 * three + free

export const averagesOf = (totals: Totals): Averages => {
  const { games, seconds, shooting, counts } = totals
  const [two, twos, three, threes, free, frees] = shooting
  const [rebounds, assists, steals, blocks, turnovers] = counts
  return {
    minutes: average(seconds / 60, games),
    points: average(pointsOf(totals), games),
    rebounds: average(rebounds, games),
    assists: average(assists, games),
    steals: average(steals, games),
    blocks: average(blocks, games),
    turnovers: average(turnovers, games),
    field_goal_pct: share(two + three, twos + threes),
    three_pct: share(three, threes),
    free_throw_pct: share(free, frees),
  }
}

/** The totals of a part of a player's games as a split; the usage depends on the team and is given. */
export const splitOf = (split: string, totals: Totals, usage_pct: number): PlayerSplits['splits'][number] => {
  const [, twos, , threes, , frees] = totals.shooting
  return {
    split,
    opponent: '',
    games: totals.games,
    ...averagesOf(totals),
    true_shooting_pct: share(pointsOf(totals), 2 * (twos + threes + 0.44 * frees)),
    usage_pct,
  }
}
