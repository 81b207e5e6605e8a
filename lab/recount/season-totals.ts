import { StatLine, type LeaderStat } from '../../packages/core/src/contract/index.ts'
import { isCounted, seenFrom, type Entry } from './history.ts'

/** The columns that are summed. */
export const SUMMED = ['seconds', ...StatLine.keyof().options] as const

/** Sums by column; null if one of the lines does not record it. Without a line there is no entry. */
type Sums = Map<(typeof SUMMED)[number], number | null>

/** The totals of a player in a season: for one team, or over all teams. */
export type PlayerTotals = {
  player: string
  /** For all teams: the one of the latest game that counts; of two on the same day the one with the lower id. */
  team: string
  /** Games in any stage. */
  appearances: number
  first_date: string
  last_date: string
  /** Games that count. */
  games: number
  last_game: string | null
  starts: number
  sums: Sums
  number: string | null
}

const add = (sums: Sums, values: (column: (typeof SUMMED)[number]) => number | null): void => {
  for (const column of SUMMED) {
    const [before, value] = [sums.get(column), values(column)]
    sums.set(column, before === null || value === null ? null : (before ?? 0) + value)
  }
}

/** The totals of each player and team, by their ids joined with a blank. @param entries newest first */
export const recountStints = (entries: readonly Entry[]): ReadonlyMap<string, PlayerTotals> => {
  const stints = new Map<string, PlayerTotals>()
  for (const { line, game } of entries) {
    if (!line.played) continue
    const { player_id: player } = line
    const { team } = seenFrom(line.side, game)
    const { date } = game
    const key = `${player} ${team}`
    const stint = stints.get(key) ?? {
      player,
      team,
      appearances: 0,
      first_date: date,
      last_date: date,
      games: 0,
      last_game: null,
      starts: 0,
      sums: new Map(),
      number: null,
    }
    stints.set(key, stint)
    stint.appearances += 1
    stint.first_date = date
    stint.number ??= line.number
    if (!isCounted(game)) continue
    stint.games += 1
    stint.last_game ??= date
    if (line.starter) stint.starts += 1
    add(stint.sums, (column) => line[column])
  }
  return stints
}

/** The totals over all teams, by player; only of players with a game that counts. */
export const recountTotals = (stints: Iterable<PlayerTotals>): Map<string, PlayerTotals> => {
  const totals = new Map<string, PlayerTotals>()
  for (const stint of stints) {
    if (stint.games === 0) continue
    const before = totals.get(stint.player)
    if (before === undefined) {
      totals.set(stint.player, { ...stint, sums: new Map(stint.sums) })
      continue
    }
    const [last, other] = [stint.last_game ?? '', before.last_game ?? '']
    if (last > other || (last === other && stint.team < before.team)) before.team = stint.team
    before.last_game = last > other ? last : other
    before.games += stint.games
    add(before.sums, (column) => stint.sums.get(column) ?? null)
  }
  return totals
}

/** 70 per cent of the median of the teams' games, rounded up, and at least 1. */
export const recountMinGames = (teamGames: Iterable<number>): number => {
  const sorted = [...teamGames].filter((games) => games > 0).toSorted((a, b) => a - b)
  const [lower = 0, upper = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return Math.max(1, Math.ceil((7 * (lower + upper)) / 20))
}

/** The ten best players in a statistic, by average, then total, then id. Averages are compared as fractions. */
export const recountLeaders = (totals: ReadonlyMap<string, PlayerTotals>, stat: LeaderStat, minGames: number) => {
  const candidates = [...totals.values()].flatMap(({ player, team, games, sums }) => {
    const total = sums.get(stat === 'minutes' ? 'seconds' : stat) ?? null
    return total === null || games < minGames ? [] : [{ player, team, games, total }]
  })
  type Candidate = (typeof candidates)[number]
  const byAverage = (a: Candidate, b: Candidate) => b.total * a.games - a.total * b.games
  const unit = stat === 'minutes' ? 60 : 1
  return candidates
    .toSorted((a, b) => byAverage(a, b) || b.total - a.total || (a.player < b.player ? -1 : 1))
    .slice(0, 10)
    .map((leader) => ({
      rank: 1 + candidates.filter((other) => byAverage(other, leader) < 0).length,
      player: leader.player,
      team: leader.team,
      games: leader.games,
      per_game: leader.total / leader.games / unit,
      total: Math.round(leader.total / unit),
    }))
}
