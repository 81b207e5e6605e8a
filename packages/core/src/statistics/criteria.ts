import { winShare, type TeamGame } from './records.ts'

/** A team with the games that the standings count. */
export type TeamWithGames = {
  id: string
  /** Its conference; null if the season is played in one table. */
  group: string | null
  /** Null if unknown. */
  division: string | null
  games: Games
}

/** All teams of the season by id, those of other groups included. */
export type Season = ReadonlyMap<string, TeamWithGames>

/** Splits tied teams, best first. Returns one part if it separates no team. */
export type Criterion = (tied: readonly TeamWithGames[]) => (readonly TeamWithGames[])[]

/** Games of a team. */
export type Games = readonly TeamGame[]

/** Splits teams by value, highest value first. Keeps the order of teams of equal value. */
export const splitByValue = <Value>(
  tied: readonly TeamWithGames[],
  getValue: (team: TeamWithGames) => Value,
  compare: (a: Value, b: Value) => number,
): TeamWithGames[][] => {
  const parts: { value: Value; teams: TeamWithGames[] }[] = []
  const valued = tied.map((team) => ({ team, value: getValue(team) }))
  for (const { team, value } of valued.toSorted((a, b) => compare(b.value, a.value))) {
    const last = parts.at(-1)
    if (last !== undefined && compare(last.value, value) === 0) last.teams.push(team)
    else parts.push({ value, teams: [team] })
  }
  return parts.map(({ teams }) => teams)
}

/** A criterion on all games of a team: the higher value is better. */
export const overall =
  <Value>(getValue: (games: Games) => Value, compare: (a: Value, b: Value) => number): Criterion =>
  (tied) =>
    splitByValue(tied, ({ games }) => getValue(games), compare)

/** Returns the games of a team against the other tied teams. */
const amongTied = (tied: readonly TeamWithGames[]): ((team: TeamWithGames) => Games) => {
  const ids = new Set(tied.map(({ id }) => id))
  return ({ games }) => games.filter(({ opponent }) => ids.has(opponent))
}

/** A criterion on the games between the tied teams: the higher value is better. */
export const headToHead =
  <Value>(getValue: (games: Games) => Value, compare: (a: Value, b: Value) => number): Criterion =>
  (tied) => {
    const selectAmongTied = amongTied(tied)
    return splitByValue(tied, (team) => getValue(selectAmongTied(team)), compare)
  }

/** Compares numbers. */
export const byNumber = (a: number, b: number): number => a - b

/** The sum of a number over games. */
export const sum = (games: Games, of: (game: TeamGame) => number): number =>
  games.reduce((total, game) => total + of(game), 0)

/** The points difference over games, overtime included. */
export const pointsDifference = (games: Games) => sum(games, (game) => game.points_for - game.points_against)

/**
 * A criterion on the share of games won among some of a team's games. It separates no team while one of the tied teams has
 * no such game, because its share is undefined.
 */
export const shareWon =
  (gamesAmong: (tied: readonly TeamWithGames[]) => (team: TeamWithGames) => Games): Criterion =>
  (tied) => {
    const selectAmongTied = gamesAmong(tied)
    const games = new Map(tied.map((team) => [team, selectAmongTied(team)]))
    if ([...games.values()].some(({ length }) => length === 0)) return [tied]
    return splitByValue(tied, (team) => winShare(games.get(team) ?? []), byNumber)
  }

/** The share of games won among the tied teams. */
export const headToHeadShare = shareWon(amongTied)

/** The criteria of a competition in their order, for two tied teams and for more. */
export type Rule = { two: readonly Criterion[]; more: readonly Criterion[] }

/**
 * Splits tied teams by the criteria of a rule in turn. As soon as one separates some of them, those still tied start again
 * with the first criterion among themselves. Teams that no criterion separates stay together.
 */
export const separate = (tied: readonly TeamWithGames[], rule: Rule): (readonly TeamWithGames[])[] => {
  if (tied.length < 2) return [tied]
  for (const criterion of tied.length === 2 ? rule.two : rule.more) {
    const parts = criterion(tied)
    if (parts.length > 1) return parts.flatMap((part) => separate(part, rule))
  }
  return [tied]
}
