import type { competitions } from '../../packages/core/src/store/index.ts'

/** The rule that breaks ties in a competition. */
export type TieBreak = (typeof competitions.$inferSelect)['tie_break']

/** The points of a league for a game won, lost, and lost by forfeit. */
export type Points = { win: number; loss: number; forfeit: number }

/** A game of a table: final, or decided by forfeit and then 0–0. */
export type Played = {
  home: string
  away: string
  /** The winner of a forfeit; null if the points decide. */
  awarded: 'home' | 'away' | 'neither' | null
  home_score: number
  away_score: number
  /** Points of the first four periods; the final score if the periods are unknown. */
  home_regulation: number
  away_regulation: number
}

/** A team of a table. */
export type Entrant = { id: string; sort_name: string; group: string | null; division: string | null }

/** A number for each tied team, the higher the better; null if it is undefined for a team, and then separates none. */
type Criterion = (team: string, tied: readonly string[]) => number | null

/** Criteria in their order, for two tied teams and for more. */
type Rule = { two: readonly Criterion[]; more: readonly Criterion[] }

/** Teams of a conference that can reach the postseason of the NBA. */
const POSTSEASON = 10

const everyOpponent = () => true
const isWin = (own: number, other: number, awarded: boolean | null) => Number(awarded ?? own > other)
const margin = (own: number, other: number) => own - other
const scored = (own: number) => own
const quotient = (own: number, other: number) => own / Math.max(other, 1)

/** Teams by a value, those with the highest first. */
const split = (tied: readonly string[], value: (team: string) => number): string[][] => {
  const values = new Map(tied.map((team) => [team, value(team)]))
  return [...new Set(values.values())]
    .toSorted((a, b) => b - a)
    .map((one) => tied.filter((team) => values.get(team) === one))
}

/** Returns several teams in one part if nothing separates them. */
const settle = (tied: readonly string[], rule: Rule): string[][] => {
  if (tied.length < 2) return [[...tied]]
  for (const criterion of tied.length === 2 ? rule.two : rule.more) {
    const values = new Map(tied.map((team) => [team, criterion(team, tied)]))
    if ([...values.values()].includes(null)) continue
    const parts = split(tied, (team) => values.get(team) ?? 0)
    if (parts.length > 1) return parts.flatMap((part) => settle(part, rule))
  }
  return [[...tied]]
}

/** The teams of a group by name. */
const listByName = (entrants: readonly Entrant[], group: string | null): string[] =>
  entrants
    .filter((entrant) => entrant.group === group)
    .toSorted((a, b) => (a.sort_name === b.sort_name ? (a.id < b.id ? -1 : 1) : a.sort_name < b.sort_name ? -1 : 1))
    .map(({ id }) => id)

/** Sums over the games of a team, one plain loop for each. */
const createSums = (games: readonly Played[]) => {
  const sum = (
    team: string,
    counts: (opponent: string) => boolean,
    value: (own: number, other: number, awarded: boolean | null) => number,
    points: 'score' | 'regulation' = 'score',
  ) => {
    let total = 0
    for (const game of games) {
      const [home, away] = [game[`home_${points}`], game[`away_${points}`]]
      const isAwarded = (side: 'home' | 'away') => (game.awarded === null ? null : game.awarded === side)
      if (game.home === team && counts(game.away)) total += value(home, away, isAwarded('home'))
      if (game.away === team && counts(game.home)) total += value(away, home, isAwarded('away'))
    }
    return total
  }
  const wins = (team: string, counts: (opponent: string) => boolean) => sum(team, counts, isWin)
  const computeShare = (team: string, counts: (opponent: string) => boolean): number | null => {
    const played = sum(team, counts, () => 1)
    return played === 0 ? null : wins(team, counts) / played
  }

  return { sum, wins, computeShare }
}

/**
 * Returns a function that orders the teams of a group, best first. It is a second implementation of
 * the rules of `statistics/`, by plain loops over all games for each number.
 */
export const createOrder = (
  tieBreak: TieBreak,
  entrants: readonly Entrant[],
  games: readonly Played[],
  leaguePoints: Points | null = null,
) => {
  const groupByTeam = new Map(entrants.map(({ id, group }) => [id, group]))
  const divisionByTeam = new Map(entrants.map(({ id, division }) => [id, division]))

  const { sum, wins, computeShare } = createSums(games)
  const shareByTeam = new Map(entrants.map(({ id }) => [id, computeShare(id, everyOpponent) ?? 0]))
  const share = (team: string): number => shareByTeam.get(team) ?? 0

  const amongTied: Criterion = (team, tied) => computeShare(team, (opponent) => tied.includes(opponent))
  const difference: Criterion = (team) => sum(team, everyOpponent, margin)

  const inDivision: Criterion = (team, tied) => {
    const division = divisionByTeam.get(team) ?? null
    if (division === null || tied.some((other) => divisionByTeam.get(other) !== division)) return null
    return computeShare(team, (opponent) => divisionByTeam.get(opponent) === division)
  }
  const inConference: Criterion = (team) => {
    const group = groupByTeam.get(team) ?? null
    return group === null ? null : computeShare(team, (opponent) => groupByTeam.get(opponent) === group)
  }
  const reachesPostseason = (team: string): boolean => {
    const better = entrants.filter(({ id, group }) => group === groupByTeam.get(team) && share(id) > share(team))
    return better.length < POSTSEASON
  }
  const againstPostseason =
    (own: boolean): Criterion =>
    (team) => {
      const group = groupByTeam.get(team) ?? null
      return computeShare(team, (opponent) => {
        const other = groupByTeam.get(opponent) ?? null
        return group !== null && other !== null && (group === other) === own && reachesPostseason(opponent)
      })
    }
  const shares = [inDivision, inConference, againstPostseason(true)]
  const inLeague = [againstPostseason(false), difference]
  const withoutLeaders: Rule = { two: [amongTied, ...shares, ...inLeague], more: [amongTied, ...shares, difference] }

  const leadsDivision: Criterion = (team) => {
    const division = divisionByTeam.get(team) ?? null
    if (division === null) return 0
    const teams = entrants.filter((entrant) => entrant.division === division).map(({ id }) => id)
    const [best = []] = split(teams, share)
    const [first = []] = settle(best, withoutLeaders)
    return first.length === 1 && first[0] === team ? 1 : 0
  }

  const euroleague: Criterion[] = [
    (team, tied) => wins(team, (opponent) => tied.includes(opponent)),
    (team, tied) => sum(team, (opponent) => tied.includes(opponent), margin, 'regulation'),
    (team) => sum(team, everyOpponent, margin, 'regulation'),
    (team) => sum(team, everyOpponent, scored, 'regulation'),
    // Rounded, because the sum of quotients depends on the order of the games in its last digits.
    (team) => Math.round(sum(team, everyOpponent, quotient, 'regulation') * 1e9),
  ]
  const wnba: Criterion[] = [
    amongTied,
    (team) => computeShare(team, (opponent) => share(opponent) >= 0.5),
    (team, tied) => sum(team, (opponent) => tied.includes(opponent), margin),
    difference,
  ]
  const given = leaguePoints ?? { win: 2, loss: 1, forfeit: 0 }
  const points = (own: number, other: number, awarded: boolean | null) =>
    isWin(own, other, awarded) === 1 ? given.win : awarded === false ? given.forfeit : given.loss
  const countPoints = (team: string) => sum(team, everyOpponent, points)
  const fiba: Criterion[] = [
    countPoints,
    (team, tied) => sum(team, (opponent) => tied.includes(opponent), points),
    (team, tied) => sum(team, (opponent) => tied.includes(opponent), margin),
    (team, tied) => sum(team, (opponent) => tied.includes(opponent), scored),
    difference,
    (team) => sum(team, everyOpponent, scored),
  ]
  const simple: Criterion[] = [difference, (team) => sum(team, everyOpponent, scored)]
  const same = (criteria: readonly Criterion[]): Rule => ({ two: criteria, more: criteria })
  const rules: Record<TieBreak, Rule> = {
    euroleague: same(euroleague),
    fiba: same(fiba),
    nba: {
      two: [amongTied, leadsDivision, ...shares, ...inLeague],
      more: [leadsDivision, amongTied, ...shares, difference],
    },
    wnba: same(wnba),
    simple: same(simple),
  }

  return (group: string | null): string[] =>
    split(listByName(entrants, group), leaguePoints === null ? share : countPoints).flatMap((tied) =>
      settle(tied, rules[tieBreak]).flat(),
    )
}
