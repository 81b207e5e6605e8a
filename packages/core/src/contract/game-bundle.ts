import { z } from 'zod'
import { StatLine } from './box-score.ts'
import { CompetitionKind, Gender } from './competition.ts'
import { ForfeitWinner, GameStatus, Official, Periods, Side } from './game.ts'
import {
  CalendarDate,
  Count,
  DateTime,
  Whole,
  withoutNegativeZero,
  ExternalName,
  Name,
  Source,
  text,
  Words,
} from './scalars.ts'
import { EventType } from './play-by-play.ts'
import { BundleQuote } from './priced-event.ts'

/** The identifiers of a record: its own in the source of the bundle, and those in other sources. */
const identifiers = {
  external_id: ExternalName.describe('Identifier of the record in the source of the bundle.'),
  same_as: z
    .array(z.strictObject({ source: ExternalName, external_id: ExternalName }))
    .max(20)
    .optional()
    .describe('Identifiers of the same record in other sources.'),
}

/** The rule that orders teams with equal win share, or with equal league points; statistics/ has one implementation per name. */
export const TieBreak = z.enum(['euroleague', 'fiba', 'nba', 'wnba', 'simple'])
export type TieBreak = z.output<typeof TieBreak>

/** Points of a game in the table of a league. */
const LeaguePoint = z.int().min(-100).max(100).nullable().optional()

type LeaguePoints = { [Result in 'win' | 'loss' | 'forfeit' as `points_${Result}`]?: z.output<typeof LeaguePoint> }

/** Explains why league points cannot be those of a table; undefined if they can, or if there are none. */
const explainLeaguePoints = ({ points_win, points_loss, points_forfeit }: LeaguePoints): string | undefined => {
  const points = [points_win, points_loss, points_forfeit]
  if (points.every((each) => each === undefined) || points.every((each) => each === null)) return undefined
  if (points_win == null || points_loss == null || points_forfeit == null)
    return 'goes with points_loss and points_forfeit: give all three, or null for all of them'
  return points_win > points_loss && points_loss >= points_forfeit
    ? undefined
    : `must be more than points_loss, and points_forfeit no more than that, like 2, 1 and 0; not ${points.join(', ')}`
}

type Minutes = { period_minutes?: number | undefined; regulation_minutes?: number | undefined }

/** Explains why the length of a game is not that of so many periods; undefined if it is, or if a bundle does not give both. */
export const explainMinutes = ({ period_minutes, regulation_minutes }: Minutes, periods: number): string | undefined =>
  period_minutes === undefined || regulation_minutes === undefined || regulation_minutes === periods * period_minutes
    ? undefined
    : `must be ${periods * period_minutes}, the length of ${periods} periods of ${period_minutes} minutes, or be left out`

/**
 * Sets the length of a game without overtime to that of all periods, if their number is given, too; else it depends on the stored one.
 * Checks the league points. The fields stay in their order, since a stored game is recognized by the hash of its bundle.
 */
const withRegulationMinutes = <
  Given extends { periods?: number | undefined; tie_break?: TieBreak | undefined } & Minutes & LeaguePoints,
>(
  { period_minutes, regulation_minutes, tie_break, ...competition }: Given,
  context: z.RefinementCtx,
) => {
  const { periods } = competition
  const wrong = {
    regulation_minutes: periods && explainMinutes({ period_minutes, regulation_minutes }, periods),
    points_win: explainLeaguePoints(competition),
  }
  for (const [field, message] of Object.entries(wrong))
    if (typeof message === 'string') context.addIssue({ code: 'custom', path: [field], message })
  const minutes = periods && period_minutes && periods * period_minutes
  return {
    ...competition,
    ...(periods === undefined && { period_minutes }),
    regulation_minutes: minutes ?? regulation_minutes,
    tie_break,
  }
}

/** Of a new competition that names none: periods of a game without overtime, its minutes, and those of an overtime. */
export const [DEFAULT_PERIODS, DEFAULT_REGULATION_MINUTES, DEFAULT_OVERTIME_MINUTES] = [4, 40, 5]

const PeriodMinutes = z.int().min(1).max(60)

/** The competition of a game, with the form of its games and the rules of its standings. */
export const BundleCompetition = z
  .strictObject({
    ...identifiers,
    name: Name,
    slug: text(100).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by "-", like euro-league'),
    country: Name.nullable().optional(),
    gender: Gender,
    kind: CompetitionKind,
    time_zone: text(50)
      .nullable()
      .optional()
      .describe('IANA time zone of the calendar of the competition, e.g. Europe/Madrid. Null: UTC.'),
    periods: z
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe('Number of periods without overtime. Default of a new competition: 4.'),
    period_minutes: PeriodMinutes.optional().describe('Minutes of a period.'),
    regulation_minutes: z
      .int()
      .min(1)
      .max(240)
      .optional()
      .describe('Minutes of a game without overtime. Default of a new competition: those of its periods, or 40.'),
    overtime_minutes: z
      .int()
      .min(1)
      .max(60)
      .optional()
      .describe('Minutes of an overtime. Default of a new competition: 5.'),
    tie_break: TieBreak.optional().describe(
      'Rule that orders teams with equal win share or league points. Default of a new competition: simple.',
    ),
    table_stages: z
      .array(Name)
      .max(10)
      .refine((stages) => new Set(stages).size === stages.length, 'must name each stage once')
      .refine((stages) => !stages.includes('regular'), 'must not name regular, which always has a table')
      .nullable()
      .optional()
      .describe('Stages that have a table of their own besides the regular season, in the order of their tables.'),
    points_win: LeaguePoint.describe('Points of the table for a game won. Null: the table has no points.'),
    points_loss: LeaguePoint.describe('Points of the table for a game lost.'),
    points_forfeit: LeaguePoint.describe('Points of the table for a game lost by forfeit.'),
  })
  .transform(withRegulationMinutes)

/** The season of a game. */
export const BundleSeason = z.strictObject({ ...identifiers, name: Name, start_year: z.int().min(1800).max(2200) })

/** The current state of a team. Omitted fields keep their stored value. */
export const BundleTeam = z.strictObject({
  ...identifiers,
  name: Name,
  aliases: z
    .array(Name)
    .max(20)
    .nullable()
    .optional()
    .describe('Other names that price feeds use for the team, added to the stored ones. Null deletes them.'),
  country: Name.nullable().optional(),
  city: Name.nullable().optional(),
  arena: Name.nullable().optional(),
  arena_capacity: Count.nullable().optional(),
  founded: z.int().min(1800).max(2200).nullable().optional(),
})

/** A player of the bundle. Lines, events and shots refer to it by external_id. */
export const BundlePlayer = z.strictObject({
  ...identifiers,
  name: Name.describe('Given name first, in mixed case, with accents.'),
  original_name: Name.optional().describe('Name as the source spells it.'),
  country: Name.nullable().optional(),
  position: Name.nullable().optional(),
  height_cm: Count.nullable().optional(),
  birth_date: CalendarDate.nullable().optional(),
})

const { shape: stat } = StatLine

/**
 * A stat line without field goals, which are computed. An omitted count is null: not recorded. The performance index is computed by
 * default.
 */
export const BundleStats = z.strictObject({
  points: stat.points.default(null),
  two_made: stat.two_made.default(null),
  two_attempted: stat.two_attempted.default(null),
  three_made: stat.three_made.default(null),
  three_attempted: stat.three_attempted.default(null),
  free_throws_made: stat.free_throws_made.default(null),
  free_throws_attempted: stat.free_throws_attempted.default(null),
  offensive_rebounds: stat.offensive_rebounds.default(null),
  defensive_rebounds: stat.defensive_rebounds.default(null),
  rebounds: stat.rebounds.default(null),
  assists: stat.assists.default(null),
  steals: stat.steals.default(null),
  turnovers: stat.turnovers.default(null),
  blocks: stat.blocks.default(null),
  blocks_received: stat.blocks_received.default(null),
  fouls: stat.fouls.default(null),
  fouls_drawn: stat.fouls_drawn.default(null),
  performance_index: Whole.nullable().optional(),
})

type Recorded = { starter: boolean; seconds: number | null; stats: BundleStats; plus_minus: number | null }

/** Whether a line shows that its player took part: anything but zeros beside a playing time of 0. */
const showsPlay = ({ starter, seconds, stats, plus_minus }: Recorded): boolean =>
  starter ||
  [seconds, plus_minus, ...Object.values(stats)].some((count) => count != null && (count !== 0 || seconds === null))

/** The line of one player on the score sheet. */
export const BundleLine = z
  .strictObject({
    player: ExternalName.describe('external_id of a player of the bundle.'),
    number: text(10).nullable().default(null),
    starter: z.boolean().default(false),
    played: z
      .boolean()
      .optional()
      .describe('Whether the player took part. Default: whether the line has a start, playing time or a count.'),
    seconds: Count.nullable()
      .default(null)
      .describe('Seconds played. Null if not recorded or if the player did not play.'),
    stats: BundleStats.prefault({}),
    plus_minus: Whole.nullable().default(null),
  })
  .transform(({ player, number, starter, played, ...recorded }) => ({
    player,
    number,
    starter,
    played: played ?? showsPlay({ starter, ...recorded }),
    ...recorded,
  }))

/** One team in a game, with its box score. */
export const BundleSide = z.strictObject({
  team: BundleTeam,
  group: Name.nullable()
    .optional()
    .describe(
      'Group or conference in which the team plays the regular season. If no bundle of a season names one, groups are derived from who plays whom.',
    ),
  division: Name.nullable().optional().describe('Division of the team in this season, for tie-breaks.'),
  coach: Name.nullable().optional(),
  totals: BundleStats.nullable()
    .optional()
    .describe(
      'Totals, including team rebounds and team turnovers. Default: the stored ones if a bundle has given them, or else the sums of the score sheet.',
    ),
  players: z.array(BundleLine).max(100).nullable().optional().describe('The score sheet, in its order.'),
})

/** One event of the play-by-play. Its seq is its position in `events`, from 1. */
export const BundleEvent = z.strictObject({
  period: Count.min(1).max(30),
  clock: z
    .string()
    .max(10)
    .regex(/^\d{1,2}:[0-5]\d(\.\d)?$/, 'must be the time left in the period, minutes:seconds like 07:41 or 07:41.3')
    .nullable()
    .default(null)
    .describe('Time left in the period, minutes:seconds, with tenths where your feed has them.'),
  side: Side.nullable().default(null),
  player: ExternalName.nullable().default(null).describe('external_id of a player of the bundle.'),
  type: EventType,
  description: Words.default(''),
  distance_ft: Count.nullable().default(null),
  home_score: Count,
  away_score: Count,
})

const Feet = z.number().overwrite(withoutNegativeZero)

/** One field-goal attempt. */
export const BundleShot = z.strictObject({
  seq: Count.min(1).describe('seq of its event. Without events, the position of the shot, from 1.'),
  period: Count.min(1).max(30).nullable().default(null),
  side: Side.nullable().default(null),
  player: ExternalName.nullable().default(null).describe('external_id of a player of the bundle.'),
  value: z
    .union([z.literal(2), z.literal(3)])
    .nullable()
    .default(null),
  made: z.boolean(),
  points: Count.max(3),
  x_ft: Feet.nullable().default(null),
  y_ft: Feet.nullable().default(null),
  distance_ft: Feet.min(0).nullable().default(null),
  fastbreak: z.boolean().default(false).describe('False also if the source does not record it.'),
  second_chance: z.boolean().default(false).describe('False also if the source does not record it.'),
  off_turnover: z.boolean().default(false).describe('False also if the source does not record it.'),
  at: DateTime.nullable().default(null),
})

/** A referee or the commissioner. */
const BundleOfficial = Official.extend({ name: Words }).strict()

/** The parts of a game that a note can be about. */
export const NotedPart = z.enum(['boxscore', 'playbyplay', 'shots'])
export type NotedPart = z.infer<typeof NotedPart>

/** The status of a game in a bundle: `forfeit` is a game without a result that its league awarded to a side, or to neither. */
export const BundleStatus = z.enum([...GameStatus.options, 'forfeit'])

/** The game itself, without its teams and parts. */
export const BundleGame = z.strictObject({
  ...identifiers,
  stage: Name.nullable().optional(),
  round: Name.nullable().optional(),
  date: CalendarDate,
  tip_off: DateTime.nullable().optional(),
  status: BundleStatus,
  home_score: Count.nullable().optional(),
  away_score: Count.nullable().optional(),
  attendance: Count.nullable().optional(),
  venue: Name.nullable().optional(),
  periods: Periods.strict().nullable().optional(),
  period_minutes: PeriodMinutes.nullable()
    .optional()
    .describe('Minutes of a period of this game, if they differ from those of the competition.'),
  officials: z.array(BundleOfficial).max(20).nullable().optional(),
  counts_in_standings: z
    .boolean()
    .optional()
    .describe('False for a final result that the league struck from its table. Default: true.'),
  counts_in_statistics: z
    .boolean()
    .optional()
    .describe(
      'False for a game that the league leaves out of its statistics, as the NBA does with play-in games. Preseason and all-star games never count. Default: true.',
    ),
  neutral: z
    .boolean()
    .optional()
    .describe(
      'True for a game on a neutral court, which counts in neither the home nor the away record. Default: false.',
    ),
  forfeit_winner: ForfeitWinner.nullable()
    .optional()
    .describe('To whom a game of status forfeit was awarded; neither: both teams have lost it.'),
})

/**
 * A forfeit is stored as a game without a result that has a winner. Any other status has none: it says what the game is, so that a
 * bundle that leaves the winner out does not keep a stored one.
 */
const settleForfeit = (game: z.output<typeof BundleGame>, context: z.RefinementCtx) => {
  const { status, forfeit_winner = null } = game
  const complain = (message: string) => context.addIssue({ code: 'custom', path: ['forfeit_winner'], message })
  if (status === 'forfeit' && forfeit_winner === null)
    complain('must be home, away or neither in a game of status forfeit')
  if (status !== 'forfeit' && status !== 'no_result' && forfeit_winner !== null)
    complain('is only for a game of status forfeit')
  return { ...game, status: status === 'forfeit' ? GameStatus.enum.no_result : status }
}

/**
 * One game with everything known about it: the only format in which games are imported.
 *
 * An omitted field (undefined) keeps its stored value, and null deletes it; within a line, an event or a shot it is null. Records are
 * identified within `source`: the same external_id in two bundles is the same record.
 */
export const GameBundle = z.strictObject({
  source: Source.describe('Source of the identifiers, e.g. euroleague.'),
  competition: BundleCompetition,
  season: BundleSeason,
  game: BundleGame.transform(settleForfeit),
  home: BundleSide,
  away: BundleSide,
  players: z.array(BundlePlayer).max(200).default([]),
  events: z.array(BundleEvent).max(10_000).nullable().optional(),
  shots: z.array(BundleShot).max(10_000).nullable().optional(),
  quotes: z
    .array(BundleQuote)
    .max(100_000)
    .nullable()
    .optional()
    .describe('Prices of bookmakers, added to the stored ones. Null deletes them.'),
  notes: z
    .array(
      z.strictObject({
        code: text(50),
        message: Words,
        part: NotedPart.optional().describe(
          'The part of the game that the note is about. The note stays while bundles omit that part, and is ignored if this bundle omits a part that is stored.',
        ),
      }),
    )
    .max(1000)
    .default([])
    .describe('Problems found in the data of the feed and how it was read. Listed with the warnings of the game.'),
})

/** A game as people write it: fields with a default are optional. */
export type GameBundle = z.input<typeof GameBundle>
/** A game with every default applied, as validation returns it and feeds build it. It is a GameBundle, too. */
export type CheckedBundle = z.output<typeof GameBundle>
export type BundleStats = z.output<typeof BundleStats>
export type BundleSide = z.output<typeof BundleSide>
export type BundleLine = z.output<typeof BundleLine>
export type BundleEvent = z.output<typeof BundleEvent>
export type BundleShot = z.output<typeof BundleShot>
export type BundlePlayer = z.output<typeof BundlePlayer>
