/** When a game was played; two games of one day without a known tip-off are told apart by their id. */
export type Dated = {
  id: string
  /** YYYY-MM-DD, the venue's own calendar day. */
  date: string
  /** null where unknown: before the games of the same day whose tip-off is known. */
  tip_off: Date | null
}

/** How a game ended for a team. Equal points, possible in two-leg knock-outs, are neither won nor lost. */
export type Outcome = { venue: 'home' | 'away'; points_for: number; points_against: number }

/** The score of a final game; the table of games holds that a final game has both. */
type FinalScore = { home_score: number | null; away_score: number | null }

/** A final game from the side of the team at home or away. @throws RangeError for a game without a score */
export const outcomeOf = (venue: 'home' | 'away', { home_score, away_score }: FinalScore): Outcome => {
  if (home_score === null || away_score === null) throw new RangeError('a game without a score has no outcome')
  return venue === 'home'
    ? { venue, points_for: home_score, points_against: away_score }
    : { venue, points_for: away_score, points_against: home_score }
}

/** What a team won and lost; the strings are won-lost, like 12-3. */
export type TeamRecord = {
  /** Games counted, ties included. */
  played: number
  won: number
  lost: number
  home: string
  away: string
  /** Of the last ten games counted; a tie takes a place among them and adds to neither number. */
  last_ten: string
  /** Current run, W3 or L1, ties passed over; empty before the first game won or lost. */
  streak: string
}

const tipOff = ({ tip_off }: Dated): number => tip_off?.getTime() ?? Number.NEGATIVE_INFINITY

/** Orders games newest first as the lists of games do: date, then tip-off with unknown ones last, then id. */
export const newestFirst = (a: Dated, b: Dated): number => {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  if (tipOff(a) !== tipOff(b)) return tipOff(a) < tipOff(b) ? 1 : -1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

/** Whether the team won the game. A tie is not won: where a game is told as W or L, it is L for both. */
export const isWon = ({ points_for, points_against }: Outcome): boolean => points_for > points_against
/** Whether the team lost the game. */
export const isLost = ({ points_for, points_against }: Outcome): boolean => points_for < points_against

const count = (games: readonly Outcome[], what: (game: Outcome) => boolean): number => games.filter(what).length
/** Games won as a share of games played, ties included; 0 before the first game. */
export const winShare = (games: readonly Outcome[]): number =>
  games.length === 0 ? 0 : count(games, isWon) / games.length

const wonLost = (games: readonly Outcome[]): string => `${count(games, isWon)}-${count(games, isLost)}`

const currentRun = (newest_first: readonly Outcome[]): string => {
  const decided = newest_first.filter((game) => isWon(game) || isLost(game))
  const [latest] = decided
  if (latest === undefined) return ''
  const end = decided.findIndex((game) => isWon(game) !== isWon(latest))
  return `${isWon(latest) ? 'W' : 'L'}${end === -1 ? decided.length : end}`
}

/**
 * The record of a team over games that come newest first.
 * Source: the columns of the NBA's published standings.
 */
export const recordInOrder = (newest_first: readonly Outcome[]): TeamRecord => ({
  played: newest_first.length,
  won: count(newest_first, isWon),
  lost: count(newest_first, isLost),
  home: wonLost(newest_first.filter(({ venue }) => venue === 'home')),
  away: wonLost(newest_first.filter(({ venue }) => venue === 'away')),
  last_ten: wonLost(newest_first.slice(0, 10)),
  streak: currentRun(newest_first),
})

/** The record of a team over the games given, in whatever order they come. */
export const record = (games: readonly (Dated & Outcome)[]): TeamRecord => recordInOrder(games.toSorted(newestFirst))
