import { SECONDS_PER_DAY, type Event } from '../contract/index.ts'
import { listPlayedSeconds, type CourtRules } from './on-court/index.ts'

/** The model of these functions, as forecasts name it. Another formula or constant is another model. */
export const FORECAST_MODEL = 'margin-1'

/** A game as ratings see it. */
export type RatedGame = {
  /** Calendar day, YYYY-MM-DD. */
  date: string
  home: string
  away: string
  neutral: boolean
}

/** A game with its final score. */
export type RatedResult = RatedGame & { home_score: number; away_score: number }

/** What is known of a number of points: the mean and the variance of a normal distribution. */
type Estimate = { mean: number; variance: number }

/*
 * The constants are fitted to the EuroLeague seasons 2007-08 to 2014-15 and to nothing else, so that every later season and every
 * other competition is one that they have not seen.
 */

/** Variance of the final margin around the expected one, in square points per minute: a deviation of 11.8 points in 40 minutes. */
const VARIANCE_PER_MINUTE = 3.5
/** Standard deviation of the strengths of the teams of a league, in points per minute: 5 points in 40 minutes. */
const SPREAD_PER_MINUTE = 0.125
/** The advantage of the home court in a league without results: 4 points, with a deviation of 1.5. */
const HOME_COURT: Estimate = { mean: 4, variance: 1.5 ** 2 }
/** Correlation of the strengths of a team a year apart. */
const YEARLY_CORRELATION = 0.9
/** How strongly a lead is pulled back: it keeps e^(−0.35) = 0.70 of itself over a whole game. */
const LEAD_DECAY = 0.35
const DAYS_PER_YEAR = 365
const SECONDS_PER_MINUTE = 60
/** Minutes after which a tied game is expected to be decided. */
const OVERTIME_MINUTES = 5

/** Draws a value from what is known of it. Source: Box and Muller, "A Note on the Generation of Random Normal Deviates" (1958). */
const draw = ({ mean, variance }: Estimate, random: () => number): number =>
  mean + Math.sqrt(-2 * variance * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Whether the constants are fitted to this season, so that its forecasts do not show how good they are. */
export const isTrainingSeason = (competition: string, startYear: number): boolean =>
  competition === 'EuroLeague' && startYear < 2015

const toDay = (date: string): number => Date.parse(date) / (1000 * SECONDS_PER_DAY)

/**
 * Strengths of the teams of a competition, in points above an average opponent at a neutral court, from results in their order.
 *
 * Each strength and the home court is an estimate with a variance. A result moves all three of its game by the difference between
 * its margin and the expected one, each in proportion to its share of the variance: much in a first game, less after many. From
 * game to game a strength moves back to 0, the mean of the league, and becomes less certain, by days: little within a season, more
 * over a summer. A team without results has strength 0.
 *
 * Source: Kalman filter of team strengths, as Glickman and Stern, "A State-Space Model for National Football League Scores"
 * (1998), without the covariances.
 *
 * @example
 * // 40 minutes, two new teams: the variance of the margin is 2 × 5² + 1.5² + 140 = 192.25.
 * const ratings = new TeamRatings(40)
 * ratings.expectMargin({ date: '2026-10-01', home: 'A', away: 'B', neutral: false }) // 4, the home court
 * // A wins by 24, 20 more than expected: A gains 20 × 25 / 192.25 = 2.60, B loses as much, the home court gains 0.23.
 * ratings.add({ date: '2026-10-01', home: 'A', away: 'B', neutral: false, home_score: 94, away_score: 70 })
 * ratings.expectMargin({ date: '2026-10-01', home: 'B', away: 'A', neutral: false }) // 4.23 − 5.20 = −0.97
 */
export class TeamRatings {
  readonly #chance: number
  readonly #spread: number
  readonly #teams = new Map<string, Estimate & { day: number }>()
  #court = HOME_COURT
  /** The day of the last result. */
  #day = 0

  /** @param regulationMinutes of a game without overtime: 40 or 48 */
  constructor(regulationMinutes: number) {
    this.#chance = VARIANCE_PER_MINUTE * regulationMinutes
    this.#spread = (SPREAD_PER_MINUTE * regulationMinutes) ** 2
  }

  #estimate(team: string, day: number): Estimate {
    const last = this.#teams.get(team)
    if (last === undefined) return { mean: 0, variance: this.#spread }
    const kept = YEARLY_CORRELATION ** ((day - last.day) / DAYS_PER_YEAR)
    return { mean: kept * last.mean, variance: kept ** 2 * last.variance + (1 - kept ** 2) * this.#spread }
  }

  #estimateGame({ date, home, away, neutral }: RatedGame) {
    const day = toDay(date)
    const [host, guest] = [this.#estimate(home, day), this.#estimate(away, day)]
    const court = neutral ? { mean: 0, variance: 0 } : this.#court
    return { day, host, guest, court, margin: host.mean - guest.mean + court.mean }
  }

  /** Points by which the home team is expected to win a game after the results so far; negative if it is expected to lose. */
  expectMargin(game: RatedGame): number {
    return this.#estimateGame(game).margin
  }

  /** Adds a result; results of earlier days come first. */
  add(result: RatedResult): void {
    const { day, host, guest, court, margin } = this.#estimateGame(result)
    const variance = host.variance + guest.variance + court.variance + this.#chance
    const surprise = result.home_score - result.away_score - margin
    const revise = (estimate: Estimate, sign: 1 | -1): Estimate => ({
      mean: estimate.mean + sign * surprise * (estimate.variance / variance),
      variance: estimate.variance * (1 - estimate.variance / variance),
    })
    this.#teams.set(result.home, { ...revise(host, 1), day })
    this.#teams.set(result.away, { ...revise(guest, -1), day })
    if (!result.neutral) this.#court = revise(court, 1)
    this.#day = day
  }

  /**
   * Draws the winners of games that are left: first a strength for each team and a home court from what the results so far say of them,
   * which they keep for all games, then a margin for each game. So a draw allows for teams that are better or worse than they seem.
   *
   * @returns a function that draws once: whether the home team wins, for each game. `random` returns numbers from 0 to 1.
   */
  createDraw(games: readonly Omit<RatedGame, 'date'>[]): (random: () => number) => boolean[] {
    const ids = [...new Set(games.flatMap(({ home, away }) => [home, away]))]
    const numbers = new Map(ids.map((id, number) => [id, number]))
    const teams = ids.map((id) => this.#estimate(id, this.#day))
    const pairs = games.map(({ home, away, neutral }) => ({
      home: numbers.get(home) ?? -1,
      away: numbers.get(away) ?? -1,
      neutral,
    }))
    return (random) => {
      const strengths = teams.map((team) => draw(team, random))
      const court = draw(this.#court, random)
      return pairs.map(({ home, away, neutral }) => {
        const mean = (strengths[home] ?? 0) - (strengths[away] ?? 0) + (neutral ? 0 : court)
        return draw({ mean, variance: this.#chance }, random) > 0
      })
    }
  }
}

/** The normal distribution function, to 7 decimals. Source: Abramowitz and Stegun, formula 26.2.17. */
const cumulate = (x: number): number => {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(x))
  const density = Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI)
  const [a, b, c, d, e] = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429]
  const tail = density * t * (a + t * (b + t * (c + t * (d + t * e))))
  return x < 0 ? tail : 1 - tail
}

/** A game before or during play. */
export type GameState = {
  /** Points by which the home team was expected to win before the game. */
  expectedMargin: number
  /** Points by which the home team leads; 0 before the game. */
  lead: number
  /** Minutes left, in an overtime those of the overtime; all of regulation before the game. */
  minutesLeft: number
  regulationMinutes: number
}

/** The final margin as it is expected during a game: a normal distribution. */
const estimateFinalMargin = ({ expectedMargin, lead, minutesLeft, regulationMinutes }: GameState): Estimate => {
  const left = minutesLeft / regulationMinutes
  const shrink = (rate: number) => Math.exp(-rate * left)
  const share = (rate: number) => (1 - shrink(rate)) / (1 - Math.exp(-rate))
  return {
    mean: lead * shrink(LEAD_DECAY) + expectedMargin * share(LEAD_DECAY),
    variance: VARIANCE_PER_MINUTE * regulationMinutes * share(2 * LEAD_DECAY),
  }
}

/**
 * Probability that the home team wins. The margin moves at random towards that of the end, with the expected margin as its drift, and
 * is pulled back to 0: teams that are ahead lose a part of their lead. Before the game the final margin is normal around the expected
 * one, with a variance of 3.5 points² per minute; at the end it is the lead. A final margin between −½ and ½ is a tie, which an
 * overtime decides.
 *
 * Source: Stern, "A Brownian Motion Model for the Progress of Sports Scores" (1994), with the restoring force of Gabel and Redner,
 * "Random Walk Picture of Basketball Scoring" (2012), which makes it an Ornstein-Uhlenbeck process, and with overtimes.
 *
 * @example
 * // Expected to win by 4, at half-time behind by 2: the mean is −2 × e^(−0.175) + 4 × 0.544 = 0.50, the deviation 9.06.
 * getWinProbability({ expectedMargin: 4, lead: -2, minutesLeft: 20, regulationMinutes: 40 }) // 0.524
 * getWinProbability({ expectedMargin: 4, lead: 1, minutesLeft: 0, regulationMinutes: 40 }) // 1
 */
export const getWinProbability = (state: GameState): number => {
  const { expectedMargin, lead, minutesLeft, regulationMinutes } = state
  if (minutesLeft <= 0 && lead !== 0) return lead > 0 ? 1 : 0
  const overtime = estimateFinalMargin({ expectedMargin, lead: 0, minutesLeft: OVERTIME_MINUTES, regulationMinutes })
  const inOvertime = cumulate(overtime.mean / Math.sqrt(overtime.variance))
  if (minutesLeft <= 0) return inOvertime
  const { mean, variance } = estimateFinalMargin(state)
  const won = cumulate((mean - 0.5) / Math.sqrt(variance))
  const lost = cumulate((-0.5 - mean) / Math.sqrt(variance))
  return won + (1 - won - lost) * inOvertime
}

type Play = Pick<Event, 'period' | 'clock' | 'type' | 'home_score' | 'away_score'>

/**
 * Probability that the home team wins after each event of a play-by-play, as {@link getWinProbability}.
 * @param plays in their order; one without a score has that of the event before
 */
export const followWinProbability = (
  plays: readonly Play[],
  expectedMargin: number,
  rules: Pick<CourtRules, 'regulation_minutes' | 'periods' | 'overtime_minutes'>,
): number[] => {
  const played = listPlayedSeconds(plays, rules)
  let lead = 0
  return plays.map(({ period, home_score, away_score }, index) => {
    if (home_score !== null && away_score !== null) lead = home_score - away_score
    const overtimes = Math.max(0, period - rules.periods)
    const minutes = rules.regulation_minutes + overtimes * rules.overtime_minutes
    const minutesLeft = minutes - (played[index] ?? 0) / SECONDS_PER_MINUTE
    return getWinProbability({ expectedMargin, lead, minutesLeft, regulationMinutes: rules.regulation_minutes })
  })
}
