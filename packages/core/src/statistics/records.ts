import type { ForfeitWinner } from '../contract/index.ts'

/** The values by which games are ordered. */
export type Dated = {
  id: string
  /** YYYY-MM-DD, the calendar day at the venue. */
  date: string
  /** Null if unknown: in a newest-first list, the game comes after the other games of its day. */
  tip_off: Date | null
}

/**
 * How a game ended for a team. A draw, possible in two-leg knock-outs, is neither won nor lost. A game decided by forfeit is won or
 * lost without points.
 */
export type Outcome = {
  venue: 'home' | 'away'
  /** Whether the court is neutral: the game is then in neither the home nor the away record. Default: false. */
  neutral?: boolean
  /** 0 in a game decided by forfeit. */
  points_for: number
  points_against: number
  /** How a game decided by forfeit ended; absent if it was decided by its points. */
  forfeit?: 'won' | 'lost'
}

/** A final game has both scores, and a forfeit has a winner; the database checks it. */
type Decision = {
  home_score: number | null
  away_score: number | null
  neutral?: boolean
  /** The side to which a game decided by forfeit was awarded, or `neither` if both have lost it. Default: null, no forfeit. */
  forfeit_winner?: ForfeitWinner | null
}

/** The outcome of a game for the home or the away team. @throws RangeError for a game with neither a score nor a forfeit */
export const toOutcome = (
  venue: 'home' | 'away',
  { home_score, away_score, neutral = false, forfeit_winner = null }: Decision,
): Outcome => {
  if (forfeit_winner !== null)
    return { venue, neutral, points_for: 0, points_against: 0, forfeit: forfeit_winner === venue ? 'won' : 'lost' }
  if (home_score === null || away_score === null) throw new RangeError('a game without a score has no outcome')
  return venue === 'home'
    ? { venue, neutral, points_for: home_score, points_against: away_score }
    : { venue, neutral, points_for: away_score, points_against: home_score }
}

/** The result of a game that standings count. */
export type Result = Decision & {
  /** Ids of the teams. */
  home: string
  away: string
  /** Score after four periods; null without overtime or if the periods are unknown, and then the final score is used. */
  home_regulation_score: number | null
  away_regulation_score: number | null
}

/** A game that standings count: final, or decided by forfeit. */
export type FinalGame = Dated & Result

/** The outcome of a game for one team, with the opponent and the points without overtimes. */
export type TeamGame = Outcome & {
  /** Id of the other team. */
  opponent: string
  regulation_for: number
  regulation_against: number
  /** Whether only its winner is known, as of a game that is left; its points are then assumed. Default: false. */
  open?: boolean
}

/** The outcome of a game for each of its teams. */
export const bothSides = (game: Result): { home: TeamGame; away: TeamGame } => {
  const { home_regulation_score, away_regulation_score } = game
  const [atHome, away] = [toOutcome('home', game), toOutcome('away', game)]
  const isKnown = home_regulation_score !== null && away_regulation_score !== null && atHome.forfeit === undefined
  const [points, against] = isKnown
    ? [home_regulation_score, away_regulation_score]
    : [atHome.points_for, atHome.points_against]
  return {
    home: { ...atHome, opponent: game.away, regulation_for: points, regulation_against: against },
    away: { ...away, opponent: game.home, regulation_for: against, regulation_against: points },
  }
}

/** The wins and losses of a team. The strings are won-lost, like 12-3. */
export type TeamRecord = {
  /** Games counted, draws included. */
  played: number
  won: number
  lost: number
  /** Without games on a neutral court, like `away`. */
  home: string
  away: string
  /** Of the last ten games counted. A draw is one of the ten and adds to neither number. */
  last_ten: string
  /** The current streak, W3 or L1, which draws do not end. Empty before the first game won or lost. */
  streak: string
}

const tipOff = ({ tip_off }: Dated): number => tip_off?.getTime() ?? Number.NEGATIVE_INFINITY

/**
 * Orders games newest first as the lists of games do: by date, then tip-off, then id. In a newest-first list, a game
 * without a tip-off comes after the other games of its day.
 */
export const newestFirst = (a: Dated, b: Dated): number => {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  if (tipOff(a) !== tipOff(b)) return tipOff(a) < tipOff(b) ? 1 : -1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

/** Whether the team played at home or away; neither on a neutral court. */
export const isAt =
  (venue: 'home' | 'away') =>
  (game: Pick<Outcome, 'venue' | 'neutral'>): boolean =>
    game.venue === venue && game.neutral !== true

/** Whether the team won the game. */
export const isWon = ({ points_for, points_against, forfeit }: Outcome): boolean =>
  forfeit === undefined ? points_for > points_against : forfeit === 'won'

const isLost = ({ points_for, points_against, forfeit }: Outcome): boolean =>
  forfeit === undefined ? points_for < points_against : forfeit === 'lost'

/** The result of a game for the team: won or lost; null for a draw. */
export const toResultLetter = (outcome: Outcome): 'W' | 'L' | null =>
  isWon(outcome) ? 'W' : isLost(outcome) ? 'L' : null

/** Games won as a share of games played, draws included; 0 before the first game. */
export const winShare = (games: readonly Outcome[]): number =>
  games.length === 0 ? 0 : games.filter(isWon).length / games.length

const wonLost = (games: readonly Outcome[]): string => `${games.filter(isWon).length}-${games.filter(isLost).length}`

const getStreak = (games: readonly Outcome[]): string => {
  const decided = games.filter((game) => isWon(game) || isLost(game))
  const [latest] = decided
  if (latest === undefined) return ''
  const end = decided.findIndex((game) => isWon(game) !== isWon(latest))
  return `${isWon(latest) ? 'W' : 'L'}${end === -1 ? decided.length : end}`
}

/**
 * The record of a team over games that are ordered newest first.
 * Source: the columns of the NBA's published standings.
 */
export const recordInOrder = (games: readonly Outcome[]): TeamRecord => ({
  played: games.length,
  won: games.filter(isWon).length,
  lost: games.filter(isLost).length,
  home: wonLost(games.filter(isAt('home'))),
  away: wonLost(games.filter(isAt('away'))),
  last_ten: wonLost(games.slice(0, 10)),
  streak: getStreak(games),
})

/** The record of a team over games in any order. */
export const record = (games: readonly (Dated & Outcome)[]): TeamRecord => recordInOrder(games.toSorted(newestFirst))
