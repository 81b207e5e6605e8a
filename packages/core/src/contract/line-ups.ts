import { z } from 'zod'
import { Game, Side } from './game.ts'
import { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './identifiers.ts'
import { Average, Count, Whole, record } from './scalars.ts'

/** Why the line-ups of a game are not exact. */
export const InexactCode = z
  .enum([
    'not_final',
    'no_events',
    'no_box_score',
    'starters_unknown',
    'period_starters_unknown',
    'not_five',
    'minutes_differ',
    'clock_rises',
  ])
  .meta({
    id: 'InexactCode',
    description:
      'Why line-ups are not exact: not_final (the game has no final score), no_events (it has no play-by-play), no_box_score (minutes are missing), starters_unknown, period_starters_unknown (who began a period is unknown), not_five (substitutions do not leave five), minutes_differ (substitutions and box score give different minutes), clock_rises (clocks contradict the order of substitutions).',
    example: 'minutes_differ',
  })
export type InexactCode = z.infer<typeof InexactCode>

/**
 * What was repaired in line-ups, because exactly one repair gives the minutes of the box score, or what still contradicts
 * them.
 */
export const LineUpNoteCode = z
  .enum(['substitution_missing', 'substitution_time', 'overtime_break', 'clock_order', 'plus_minus_differs'])
  .meta({
    id: 'LineUpNoteCode',
    description:
      'What was repaired: substitution_missing (a row was added or skipped), substitution_time (the box score counts a substitution at another clock), overtime_break (it counts those before an overtime late), clock_order (clocks contradict the order of substitutions). Not repaired: plus_minus_differs (the box score has another plus/minus of some players than the stints, which have their minutes).',
    example: 'overtime_break',
  })
export type LineUpNoteCode = z.infer<typeof LineUpNoteCode>

const message = z.string().max(5000).describe('A sentence that says where and how.')

/** Why the line-ups of a game are not exact, in a code and a sentence. */
export const InexactReason = record('InexactReason', 'Why the line-ups of a game are not exact.', {
  code: InexactCode,
  message,
})
export type InexactReason = z.infer<typeof InexactReason>

/** A repair of the line-ups of a game, or a contradiction to them, as a code and a sentence. */
export const LineUpNote = record('LineUpNote', 'What was repaired in the line-ups of a game, or contradicts them.', {
  code: LineUpNoteCode,
  message,
})
export type LineUpNote = z.infer<typeof LineUpNote>

const period = Count.min(1).describe(
  'Number of the period. Overtimes follow the regular periods: from 5 after four quarters.',
)
const startClock = z.string().max(10).describe('Time left in the period at the start, minutes:seconds.')
const endClock = z.string().max(10).describe('Time left in the period at the end, minutes:seconds.')

/** A time in which the same five players of a team were on court. */
export const Stint = record('Stint', 'A time in which the same five players of a team were on court.', {
  period,
  start_clock: startClock,
  end_clock: endClock,
  seconds: Count.describe('Length. 0 where events show five players for whom the clocks leave no time.'),
  players: z.array(PlayerRef).length(5).describe('The five players.'),
  points_for: Count.describe('Points of the team.'),
  points_against: Count.describe('Points of the opponent.'),
  possessions: Count.describe('Possessions of the team that ended in the stint.'),
})
export type Stint = z.infer<typeof Stint>

const LineUpSide = record('LineUpSide', 'The stints of one team.', {
  team: TeamRef,
  stints: z.array(Stint).max(1000).describe('In the order of the game. Empty if unknown.'),
})

/** Who was on court in a game. */
export const GameLineUps = record('GameLineUps', 'Who was on court in a game, stint by stint.', {
  game: Game,
  exact: z
    .boolean()
    .describe('Whether the five of both teams are known at every moment, with the minutes of the box score.'),
  reasons: z.array(InexactReason).max(100).describe('Why it is not exact. Empty if it is.'),
  notes: z
    .array(LineUpNote)
    .max(100)
    .describe('What was repaired, and what contradicts the stints. Empty if there is nothing of either.'),
  home: LineUpSide,
  away: LineUpSide,
})
export type GameLineUps = z.infer<typeof GameLineUps>

const STARTS = [
  'made_field_goal',
  'made_free_throw',
  'defensive_rebound',
  'steal',
  'turnover',
  'period_start',
  'jump_ball',
  'other',
] as const

/** How a possession began: what ended the one before. */
export const PossessionStart = z.enum(STARTS).meta({
  id: 'PossessionStart',
  description: 'How a possession began, which is how the one before it ended. turnover: one without a steal.',
  example: 'defensive_rebound',
  'x-enum-varnames': STARTS.map((name) => `after_${name}`),
})
export type PossessionStart = z.infer<typeof PossessionStart>

const ENDS = [
  'made_field_goal',
  'made_free_throw',
  'defensive_rebound',
  'steal',
  'turnover',
  'period_end',
  'jump_ball',
  'other',
] as const

/** How a possession ended. */
export const PossessionEnd = z.enum(ENDS).meta({
  id: 'PossessionEnd',
  description:
    'How a possession ended: defensive_rebound and steal are those of the opponent. turnover: one without a steal.',
  example: 'made_field_goal',
  'x-enum-varnames': ENDS.map((name) => `by_${name}`),
})
export type PossessionEnd = z.infer<typeof PossessionEnd>

/** A time in which one team had the ball. */
export const Possession = record('Possession', 'A time in which one team had the ball.', {
  number: Count.min(1).describe('Position in the game: 1, 2, 3 …'),
  period,
  start_clock: startClock,
  end_clock: endClock,
  seconds: Count.describe('Length.'),
  side: Side.describe('Side that had the ball.'),
  team: TeamRef,
  start: PossessionStart,
  end: PossessionEnd,
  points: Count.describe('Points of the team that had the ball.'),
  points_against: Count.describe('Points of its opponent, from free throws after a technical foul.'),
  first_seq: Count.min(1).describe('`seq` of its first event.'),
  last_seq: Count.min(1).describe('`seq` of its last event.'),
})
export type Possession = z.infer<typeof Possession>

/** The possessions of a game. */
export const Possessions = record('Possessions', 'The possessions of a game. Each point lies in exactly one.', {
  game: Game,
  alternating: z
    .boolean()
    .describe(
      'Whether the teams had the ball in turn within each period, but for what rules give to the same team again, like the ball after an unsportsmanlike foul. False also without possessions.',
    ),
  doubtful_periods: z
    .array(period)
    .max(30)
    .describe('Periods of which two independent counts have the ball with other teams or in another order.'),
  possessions: z.array(Possession).max(2000).describe('In the order of the game. Empty if unknown.'),
})
export type Possessions = z.infer<typeof Possessions>

/** What is counted while players are on court, of their team (`…_for`) and of the opponent (`…_against`). */
const counts = {
  points_for: Count.describe('Points of the team.'),
  points_against: Count.describe('Points of the opponent.'),
  possessions_for: Count.describe('Possessions of the team, counted play by play.'),
  possessions_against: Count.describe('Possessions of the opponent.'),
  field_goals_made_for: Count.describe('Field goals of the team.'),
  field_goals_attempted_for: Count.describe('Field-goal attempts of the team.'),
  three_made_for: Count.describe('Three-pointers of the team.'),
  three_attempted_for: Count.describe('Three-point attempts of the team.'),
  free_throws_made_for: Count.describe('Free throws of the team.'),
  free_throws_attempted_for: Count.describe('Free-throw attempts of the team.'),
  offensive_rebounds_for: Count.describe('Offensive rebounds of the team.'),
  defensive_rebounds_for: Count.describe('Defensive rebounds of the team.'),
  rebounds_for: Count.describe('Rebounds of the team.'),
  assists_for: Count.describe('Assists of the team.'),
  turnovers_for: Count.describe('Turnovers of the team.'),
  field_goals_made_against: Count.describe('Field goals of the opponent.'),
  field_goals_attempted_against: Count.describe('Field-goal attempts of the opponent.'),
  three_made_against: Count.describe('Three-pointers of the opponent.'),
  three_attempted_against: Count.describe('Three-point attempts of the opponent.'),
  free_throws_made_against: Count.describe('Free throws of the opponent.'),
  free_throws_attempted_against: Count.describe('Free-throw attempts of the opponent.'),
  offensive_rebounds_against: Count.describe('Offensive rebounds of the opponent.'),
  defensive_rebounds_against: Count.describe('Defensive rebounds of the opponent.'),
  rebounds_against: Count.describe('Rebounds of the opponent.'),
  assists_against: Count.describe('Assists of the opponent.'),
  turnovers_against: Count.describe('Turnovers of the opponent.'),
}

const ratings = {
  offensive_rating: Average.nullable().describe('Points per 100 possessions. Null without possessions.'),
  defensive_rating: Average.nullable().describe(
    'Points of the opponent per 100 of its possessions. Null without possessions.',
  ),
  net_rating: Average.nullable().describe('offensive_rating − defensive_rating. Null if one of them is.'),
}

const gamesDescription = 'Games with exact line-ups that are counted here.'
const inexactDescription = 'Games of the team that are left out, because their line-ups are not exact.'

/** Players of a team who were on court together in a season. */
export const LineUp = record('LineUp', 'Players of a team who were on court together in a season.', {
  players: z.array(PlayerRef).min(2).max(5).describe('The players, in the order of their ids.'),
  games: Count.describe('Games in which they were on court together.'),
  seconds: Count.describe('Time together.'),
  ...counts,
  ...ratings,
})
export type LineUp = z.infer<typeof LineUp>

/** The line-ups of a team in a season. */
export const TeamLineUps = record('TeamLineUps', 'The line-ups of a team in a season.', {
  team: TeamRef,
  season: SeasonRef.nullable().describe('Null for a team without a season.'),
  competition: CompetitionRef.nullable().describe('Null for a team without a season.'),
  size: Count.min(2).max(5).describe('Players of a line-up.'),
  games: Count.describe(gamesDescription),
  games_left_out: Count.describe(inexactDescription),
  lineups: z.array(LineUp).max(100).describe('The line-ups with the most time together first.'),
})
export type TeamLineUps = z.infer<typeof TeamLineUps>

/** What a team and its opponents did in a part of its time. */
export const CourtTotals = record('CourtTotals', 'What a team and its opponents did in a part of its time.', {
  seconds: Count.describe('Time of this part.'),
  ...counts,
  ...ratings,
})
export type CourtTotals = z.infer<typeof CourtTotals>

const onMinusOff = Average.nullable().describe('On − off. Null if one of them is.')

/** Counts that may be negative, because they are differences. */
const differences = <Columns extends object>(columns: Columns): { [Name in keyof Columns]: typeof Whole } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each column is mapped to the same schema
  Object.fromEntries(Object.keys(columns).map((name) => [name, Whole.describe('On − off.')])) as {
    [Name in keyof Columns]: typeof Whole
  }

/** A team with a player on court, and without. */
export const OnOff = record('OnOff', 'What a team did with a player on court, and without.', {
  player: PlayerRef,
  team: TeamRef.nullable().describe('The team of the latest game in the season. Null without one.'),
  season: SeasonRef.nullable().describe('Null for a player without a season.'),
  competition: CompetitionRef.nullable().describe('Null for a player without a season.'),
  games: Count.describe(gamesDescription),
  games_left_out: Count.describe(inexactDescription),
  on: CourtTotals.describe('With the player on court.'),
  off: CourtTotals.describe('Without. on + off are the totals of the team.'),
  net: record('CourtDifference', 'on − off, in every column.', {
    seconds: Whole.describe('On − off.'),
    ...differences(counts),
    offensive_rating: onMinusOff,
    defensive_rating: onMinusOff,
    net_rating: onMinusOff,
  }),
})
export type OnOff = z.infer<typeof OnOff>
