import type { TeamGame } from '../team-game.ts'

/** A team with the games that the table counts. */
export type Contender = { id: string; games: readonly TeamGame[] }

/** Splits tied teams into groups, best first; one group where it separates none of them. */
export type Criterion = (tied: readonly Contender[]) => (readonly Contender[])[]

/** Teams whose value is equal fall into one group; keeps their order within it. */
const groupsOf = <Value>(
  tied: readonly Contender[],
  valueOf: (team: Contender) => Value,
  compare: (a: Value, b: Value) => number,
): Contender[][] => {
  const groups: { value: Value; teams: Contender[] }[] = []
  const valued = tied.map((team) => ({ team, value: valueOf(team) }))
  for (const { team, value } of valued.toSorted((a, b) => compare(b.value, a.value))) {
    const last = groups.at(-1)
    if (last !== undefined && compare(last.value, value) === 0) last.teams.push(team)
    else groups.push({ value, teams: [team] })
  }
  return groups.map(({ teams }) => teams)
}

/** A criterion on all games of a team: the higher value is better. */
export const overall =
  <Value>(valueOf: (games: readonly TeamGame[]) => Value, compare: (a: Value, b: Value) => number): Criterion =>
  (tied) =>
    groupsOf(tied, ({ games }) => valueOf(games), compare)

/** A criterion on the games that the tied teams played against each other: the higher value is better. */
export const headToHead =
  <Value>(valueOf: (games: readonly TeamGame[]) => Value, compare: (a: Value, b: Value) => number): Criterion =>
  (tied) => {
    const ids = new Set(tied.map(({ id }) => id))
    return groupsOf(tied, ({ games }) => valueOf(games.filter(({ opponent }) => ids.has(opponent))), compare)
  }

/** Compares numbers: below zero where the first is lower. */
export const byNumber = (a: number, b: number): number => a - b

/** The sum of a number over games. */
export const sum = (games: readonly TeamGame[], of: (game: TeamGame) => number): number =>
  games.reduce((total, game) => total + of(game), 0)

/**
 * Orders tied teams by criteria in turn. As soon as one separates some of them, those still tied begin again with the
 * first criterion among themselves alone. Teams that no criterion separates keep the order they come in.
 * Source: both the EuroLeague ("a new tie-break process is initiated with only those teams that remain tied") and the
 * NBA ("applying, from the beginning") restart in this way.
 */
export const breakTies = (tied: readonly Contender[], criteria: readonly Criterion[]): readonly Contender[] => {
  for (const criterion of tied.length > 1 ? criteria : []) {
    const groups = criterion(tied)
    if (groups.length > 1) return groups.flatMap((group) => breakTies(group, criteria))
  }
  return tied
}
