import type { StatLine } from '../contract/index.ts'

const SECONDS_PER_MINUTE = 60

/**
 * The part of a possession that a free throw ends, in hundredths: most free throws come in pairs, some after a made
 * basket or a technical foul. It is an integer so that sums are exact.
 * Source: Kubatko, Oliver, Pelton and Rosenbaum, "A Starting Point for Analyzing Basketball Statistics" (2007).
 */
export const FREE_THROW_HUNDREDTHS = 44

/** The team totals that possessions are estimated from. */
export type PossessionTerms = Pick<
  StatLine,
  'field_goals_attempted' | 'free_throws_attempted' | 'offensive_rebounds' | 'turnovers'
>

/**
 * Possessions of one team, estimated: FGA + 0.44·FTA − OREB + TOV. Null if a term is unknown.
 * Source: Dean Oliver, "Basketball on Paper" (2004), with the weight of free throws above.
 */
export const teamPossessions = (totals: PossessionTerms): number | null => {
  const { field_goals_attempted: shots, free_throws_attempted: freeThrows, offensive_rebounds, turnovers } = totals
  if (shots === null || freeThrows === null || offensive_rebounds === null || turnovers === null) return null
  return (100 * (shots - offensive_rebounds + turnovers) + FREE_THROW_HUNDREDTHS * freeThrows) / 100
}

/**
 * Possessions of a game: the mean of both teams' estimates, because teams alternate and have nearly the same number.
 * Null without both totals.
 * Source: as {@link teamPossessions}.
 */
export const possessions = (home: PossessionTerms | null, away: PossessionTerms | null): number | null => {
  if (home === null || away === null) return null
  const [ofHome, ofAway] = [teamPossessions(home), teamPossessions(away)]
  return ofHome === null || ofAway === null ? null : (ofHome + ofAway) / 2
}

/**
 * Possessions per regulation length, so that games with and without overtime compare.
 * Source: the pace factor of Basketball-Reference, 48 × possessions / (team minutes / 5), with the competition's own
 * length instead of 48, and the length of the game instead of the team's minutes.
 *
 * @param possessions of the game, or the sum over several
 * @param gameSeconds length of the game, or of the same games together: 2,400 for 40 minutes, 300 more per overtime;
 *   null if unknown
 * @param regulationMinutes 40 or 48
 * @returns null if possessions or length are unknown, or if no time was played
 */
export const pace = (
  possessions: number | null,
  gameSeconds: number | null,
  regulationMinutes: number,
): number | null => {
  if (possessions === null || gameSeconds === null || gameSeconds <= 0) return null
  return possessions * ((regulationMinutes * SECONDS_PER_MINUTE) / gameSeconds)
}

/** Points scored and allowed per 100 possessions; null if the possessions are unknown or 0. */
export type Ratings = { offensive_rating: number | null; defensive_rating: number | null }

const per100 = (points: number, possessions: number): number | null =>
  possessions > 0 ? (100 * points) / possessions : null

/**
 * Offensive and defensive rating of a team: 100 × points / possessions. For several games pass the sums of all three, so
 * that a fast game weighs more.
 * Source: Dean Oliver, "Basketball on Paper" (2004).
 */
export const ratings = (pointsFor: number, pointsAgainst: number, possessions: number | null): Ratings => ({
  offensive_rating: per100(pointsFor, possessions ?? 0),
  defensive_rating: per100(pointsAgainst, possessions ?? 0),
})

/** Points and counted possessions of a team and of its opponent. */
export type CourtTerms = Record<'points_for' | 'points_against' | 'possessions_for' | 'possessions_against', number>

/**
 * Offensive, defensive and net rating with counted possessions, each team's points by its own; null without possessions.
 * For several games pass sums.
 * Source: as {@link ratings}; the net rating is their difference.
 */
export const courtRatings = (terms: CourtTerms): Ratings & { net_rating: number | null } => {
  const offensive_rating = per100(terms.points_for, terms.possessions_for)
  const defensive_rating = per100(terms.points_against, terms.possessions_against)
  const net_rating = offensive_rating === null || defensive_rating === null ? null : offensive_rating - defensive_rating
  return { offensive_rating, defensive_rating, net_rating }
}

/** The statistics that usage is computed from, of a player or a team, of one game or summed over the same games. */
export type UsageTerms = Pick<StatLine, 'field_goals_attempted' | 'free_throws_attempted' | 'turnovers'> & {
  /** Playing time of the player; of a team: the length of the game, 2,400 for 40 minutes. */
  seconds: number | null
}

/** Plays that ended with a shot, free throws or a turnover, in hundredths. */
const playHundredths = (line: UsageTerms): number | null => {
  const { field_goals_attempted: shots, free_throws_attempted: freeThrows, turnovers } = line
  if (shots === null || freeThrows === null || turnovers === null) return null
  return 100 * (shots + turnovers) + FREE_THROW_HUNDREDTHS * freeThrows
}

/**
 * Usage: the share of the team's plays that the player ended while on court, a fraction:
 * (FGA + 0.44·FTA + TOV) × game minutes / (minutes × (team FGA + 0.44·FTA + TOV)).
 * Over several games, `team` is the sum over the games that the player played.
 * Null if a term is unknown, if the player had no playing time or the team no play.
 * Source: the usage percentage of Basketball-Reference, after John Hollinger, with the length of the game instead of a
 * fifth of the team's minutes.
 */
export const usage = (player: UsageTerms, team: UsageTerms): number | null => {
  const [ofPlayer, ofTeam] = [playHundredths(player), playHundredths(team)]
  if (ofPlayer === null || ofTeam === null || player.seconds === null || team.seconds === null) return null
  const denominator = player.seconds * ofTeam
  return denominator === 0 ? null : (ofPlayer * team.seconds) / denominator
}
