import type { DecidedBy } from '../contract/index.ts'
import { isWon, winShare, type TeamGame } from './records.ts'

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

/** What a team can have at a criterion: one value, or a span of them if the margins of open games decide. More is better. */
export type Span = { low: number; high: number }

/** A rule that separates tied teams. */
export type Criterion = {
  decides: DecidedBy
  /** The spans of the tied teams, in their order; null if the criterion does not apply to them. */
  measure: (tied: readonly TeamWithGames[]) => readonly Span[] | null
  /** Whether it depends on games of other teams than those tied. */
  wide?: true
}

/** Games of a team. */
export type Games = readonly TeamGame[]

/** Splits teams by value, highest value first. Keeps the order of teams of equal value. */
export const splitByValue = (
  tied: readonly TeamWithGames[],
  getValue: (team: TeamWithGames) => number,
): TeamWithGames[][] => [...Map.groupBy(tied, getValue)].toSorted(([a], [b]) => b - a).map(([, teams]) => teams)

/** A span of one value. */
export const exactly = (value: number): Span => ({ low: value, high: value })

/** The points of a team over games. */
export type PointsMeasure = (games: Games) => Span

/** Adds up the points of games; an open one brings what is possible for its winner or its loser. */
const addPoints =
  (getPoints: (game: TeamGame) => number, won: Span, lost: Span): PointsMeasure =>
  (games) => {
    const total = exactly(0)
    for (const game of games) {
      const { low, high } = !game.open ? exactly(getPoints(game)) : isWon(game) ? won : lost
      total.low += low
      total.high += high
    }
    return total
  }

const ANY_POINTS = { low: 0, high: Infinity }

/** A measure of the points scored, with overtime or without. */
export const addScored = (side: 'points_for' | 'regulation_for'): PointsMeasure =>
  addPoints((game) => game[side], ANY_POINTS, ANY_POINTS)

/** The points difference over games, overtime included. */
export const addDifference = addPoints(
  (game) => game.points_for - game.points_against,
  { low: 1, high: Infinity },
  { low: -Infinity, high: -1 },
)

/** The points difference over games without overtime: 0 in a game won or lost in overtime. */
export const addRegulationDifference = addPoints(
  (game) => game.regulation_for - game.regulation_against,
  { low: 0, high: Infinity },
  { low: -Infinity, high: 0 },
)

/** Computes a value of a team once. */
const oncePerTeam = <Value>(compute: (team: TeamWithGames) => Value): ((team: TeamWithGames) => Value) => {
  const computed = new WeakMap<TeamWithGames, Value>()
  return (team) => {
    const known = computed.get(team)
    if (known !== undefined) return known
    const value = compute(team)
    computed.set(team, value)
    return value
  }
}

/** A criterion on all games of a team. */
export const overall = (decides: DecidedBy, measureGames: PointsMeasure): Criterion => {
  const measureTeam = oncePerTeam(({ games }) => measureGames(games))
  return { decides, measure: (tied) => tied.map(measureTeam) }
}

/** The share of all its games that a team has won. */
export const getWinShare = oncePerTeam(({ games }) => winShare(games))

const groupByOpponent = oncePerTeam(({ games }) => Map.groupBy(games, ({ opponent }) => opponent))

/** The games of a team against the other tied teams. */
const selectAmongTied = (tied: readonly TeamWithGames[], team: TeamWithGames): Games => {
  const byOpponent = groupByOpponent(team)
  return tied.flatMap(({ id }) => byOpponent.get(id) ?? [])
}

/** A criterion on the games between the tied teams. */
export const headToHead = (decides: DecidedBy, measureGames: PointsMeasure): Criterion => ({
  decides,
  measure: (tied) => tied.map((team) => measureGames(selectAmongTied(tied, team))),
})

/** The sum of a number over games. */
export const sum = (games: Games, of: (game: TeamGame) => number): number =>
  games.reduce((total, game) => total + of(game), 0)

/** The points that a league's table gives for a game won, for one lost by forfeit, and for any other one. */
export type LeaguePoints = { win: number; loss: number; forfeit: number }

/** The league points of games. */
export const sumLeaguePoints = (games: Games, { win, loss, forfeit }: LeaguePoints): number =>
  sum(games, (game) => (isWon(game) ? win : game.forfeit === 'lost' ? forfeit : loss))

/** The points difference over games, overtime included. */
export const pointsDifference = (games: Games) => sum(games, (game) => game.points_for - game.points_against)

/** Numbers of games. */
export type Wins = { won: number; played: number }

/** Games won and played against each opponent, which a race adds up anew in each scenario. */
const countByOpponent = oncePerTeam((team) =>
  Array.from(groupByOpponent(team), ([opponent, games]) => ({
    opponent,
    won: games.filter(isWon).length,
    played: games.length,
  })),
)

/** Games of a team against the opponents that fulfil a condition. */
export const countAgainst = (team: TeamWithGames, condition: (opponent: string) => boolean): Wins => {
  const total = { won: 0, played: 0 }
  for (const { opponent, won, played } of countByOpponent(team)) {
    if (!condition(opponent)) continue
    total.won += won
    total.played += played
  }
  return total
}

/**
 * A criterion on the share of games won among some of a team's games. It does not apply while one of the tied teams has
 * no such game, because its share is undefined.
 */
export const shareWon = (
  decides: DecidedBy,
  countWins: (tied: readonly TeamWithGames[], team: TeamWithGames) => Wins,
): Criterion => ({
  decides,
  measure: (tied) => {
    const wins = tied.map((team) => countWins(tied, team))
    return wins.some(({ played }) => played === 0) ? null : wins.map(({ won, played }) => exactly(won / played))
  },
})

/** The share of games won among the tied teams. */
export const headToHeadShare = shareWon('head_to_head_wins', (tied, team) =>
  countAgainst(team, (opponent) => tied.some(({ id }) => id === opponent)),
)

/** The criteria of a competition in their order, for two tied teams and for more. */
export type Rule = { two: readonly Criterion[]; more: readonly Criterion[] }

/** A team among those tied with it, with its span at a criterion. */
type Measured = { team: TeamWithGames; span: Span }

/**
 * Teams that were tied, and what separated them from the others. If there are several, nothing separates them; in an open part
 * margins of open games do, and `places` says for each team which of the part, from 0, it can have at best and at worst.
 */
export type Part = {
  teams: readonly TeamWithGames[]
  decided_by: DecidedBy
  places: readonly { best: number; worst: number }[] | null
  /** Whether games of other teams than those tied were looked at. */
  wide: boolean
}

const byHigh = ({ span: a }: Measured, { span: b }: Measured): number =>
  a.high === b.high ? 0 : a.high < b.high ? 1 : -1

/** Splits tied teams into those whose spans overlap, highest first. Keeps the order of teams of equal value. */
const splitBySpan = (tied: readonly TeamWithGames[], spans: readonly Span[]): Measured[][] => {
  const parts: { low: number; measured: Measured[] }[] = []
  const measured = tied.map((team, index) => ({ team, span: spans[index] ?? exactly(0) }))
  for (const each of measured.toSorted(byHigh)) {
    const last = parts.at(-1)
    if (last === undefined || each.span.high < last.low) parts.push({ low: each.span.low, measured: [each] })
    else {
      last.measured.push(each)
      last.low = Math.min(last.low, each.span.low)
    }
  }
  return parts.map((part) => part.measured)
}

const isOpen = (part: readonly Measured[]): boolean =>
  part.length > 1 && part.some(({ span }) => span.low !== span.high || span.low !== part[0]?.span.low)

/** Which places teams can have, from 0, by those that are above or below them for certain. */
export const findPlaces = (spans: readonly Span[]): { best: number; worst: number }[] =>
  spans.map(({ low, high }) => ({
    best: spans.filter((other) => other.low > high).length,
    worst: spans.length - 1 - spans.filter((other) => other.high < low).length,
  }))

/**
 * Splits tied teams by the criteria of a rule in turn. As soon as one separates some of them, those still tied start again
 * with the first criterion among themselves. Teams that no criterion separates stay together, and so do those between which
 * open games decide.
 *
 * @param since what has separated these teams from others, and whether games of other teams were looked at
 */
export const separate = (
  tied: readonly TeamWithGames[],
  rule: Rule,
  since: Pick<Part, 'decided_by' | 'wide'> = { decided_by: 'name', wide: false },
): Part[] => {
  let { wide } = since
  if (tied.length < 2) return [{ teams: tied, decided_by: since.decided_by, places: null, wide }]
  for (const { decides, measure, wide: readsOthers = false } of tied.length === 2 ? rule.two : rule.more) {
    wide ||= readsOthers
    const spans = measure(tied)
    if (spans === null) continue
    const parts = splitBySpan(tied, spans)
    if (parts.length === 1 && !parts.some(isOpen)) continue
    return parts.flatMap((part): Part[] => {
      const decision = { decided_by: decides, wide }
      const teams = part.map(({ team }) => team)
      return isOpen(part)
        ? [{ teams, ...decision, places: findPlaces(part.map(({ span }) => span)) }]
        : separate(teams, rule, decision)
    })
  }
  return [{ teams: tied, decided_by: 'name', places: null, wide }]
}
