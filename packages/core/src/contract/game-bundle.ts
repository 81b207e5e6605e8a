import { z } from 'zod'
import { StatLine } from './box-score.ts'
import { CompetitionKind, Gender } from './competition.ts'
import { GameStatus, Official, Periods, Side } from './game.ts'
import { CalendarDate, Count, DateTime, Whole, ExternalName, Name, Source, text, Words } from './scalars.ts'
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

/** The rule that orders teams with equal win share; statistics/ has one implementation per name. */
export const TieBreak = z.enum(['euroleague', 'fiba', 'nba', 'wnba', 'simple'])
export type TieBreak = z.output<typeof TieBreak>

/**
 * Sets the length of a game without overtime: as given, or that of all periods, or 40 minutes. The fields of a bundle that names
 * no periods stay in their order, since a stored game is recognized by the hash of its bundle.
 */
const withRegulationMinutes = <
  Given extends {
    periods?: number | undefined
    period_minutes?: number | undefined
    regulation_minutes?: number | undefined
    tie_break: TieBreak
  },
>(
  { period_minutes, regulation_minutes, tie_break, ...competition }: Given,
  context: z.RefinementCtx,
) => {
  const { periods = DEFAULT_PERIODS } = competition
  const minutes = period_minutes === undefined ? regulation_minutes : periods * period_minutes
  if (regulation_minutes !== undefined && minutes !== regulation_minutes)
    context.addIssue({
      code: 'custom',
      path: ['regulation_minutes'],
      message: `must be ${minutes}, the length of ${periods} periods of ${period_minutes} minutes, or be left out`,
    })
  return { ...competition, regulation_minutes: minutes ?? 40, tie_break }
}

/** Periods of a game without overtime, and minutes of an overtime, of a competition that names none. */
export const [DEFAULT_PERIODS, DEFAULT_OVERTIME_MINUTES] = [4, 5]

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
    periods: z.int().min(1).max(10).optional().describe('Number of periods without overtime. Default: 4.'),
    period_minutes: PeriodMinutes.optional().describe('Minutes of a period.'),
    regulation_minutes: z
      .int()
      .min(1)
      .max(240)
      .optional()
      .describe('Minutes of a game without overtime. Default: those of its periods, or 40.'),
    overtime_minutes: z.int().min(1).max(60).optional().describe('Minutes of an overtime. Default: 5.'),
    tie_break: TieBreak.default('simple').describe('Rule that orders teams with equal win share.'),
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

/** A stat line without field goals, which are computed. The performance index is computed by default. */
export const BundleStats = StatLine.omit({
  field_goals_made: true,
  field_goals_attempted: true,
  performance_index: true,
})
  .extend({
    performance_index: Whole.nullable().optional(),
  })
  .strict()

/** The line of one player on the score sheet. */
export const BundleLine = z.strictObject({
  player: ExternalName.describe('external_id of a player of the bundle.'),
  number: text(10).nullable(),
  starter: z.boolean(),
  played: z.boolean(),
  seconds: Count.nullable().describe('Seconds played. Null if not recorded or if the player did not play.'),
  stats: BundleStats,
  plus_minus: Whole.nullable(),
})

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
  totals: BundleStats.nullable().optional().describe('Totals, including team rebounds and team turnovers.'),
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
    .describe('Time left in the period, minutes:seconds, with tenths where your feed has them.'),
  side: Side.nullable(),
  player: ExternalName.nullable().describe('external_id of a player of the bundle.'),
  type: EventType,
  description: Words,
  distance_ft: Count.nullable(),
  home_score: Count,
  away_score: Count,
})

/** One field-goal attempt. */
export const BundleShot = z.strictObject({
  seq: Count.min(1).describe('seq of its event. Without events, the position of the shot, from 1.'),
  period: Count.min(1).max(30).nullable(),
  side: Side.nullable(),
  player: ExternalName.nullable().describe('external_id of a player of the bundle.'),
  value: z.union([z.literal(2), z.literal(3)]).nullable(),
  made: z.boolean(),
  points: Count.max(3),
  x_ft: z.number().nullable(),
  y_ft: z.number().nullable(),
  distance_ft: z.number().min(0).nullable(),
  fastbreak: z.boolean().describe('False also if the source does not record it.'),
  second_chance: z.boolean().describe('False also if the source does not record it.'),
  off_turnover: z.boolean().describe('False also if the source does not record it.'),
  at: DateTime.nullable(),
})

/** A referee or the commissioner. */
const BundleOfficial = Official.extend({ name: Words })

/** The parts of a game that a note can be about. */
export const NotedPart = z.enum(['boxscore', 'playbyplay', 'shots'])
export type NotedPart = z.infer<typeof NotedPart>

/**
 * One game with everything known about it: the only format in which games are imported.
 *
 * An omitted field (undefined) keeps its stored value; null deletes it. Records are identified within `source`:
 * the same external_id in two bundles is the same record.
 */
export const GameBundle = z.strictObject({
  source: Source.describe('Source of the identifiers, e.g. euroleague.'),
  competition: BundleCompetition,
  season: BundleSeason,
  game: z.strictObject({
    ...identifiers,
    stage: Name.nullable().optional(),
    round: Name.nullable().optional(),
    date: CalendarDate,
    tip_off: DateTime.nullable().optional(),
    status: GameStatus,
    home_score: Count.nullable().optional(),
    away_score: Count.nullable().optional(),
    attendance: Count.nullable().optional(),
    venue: Name.nullable().optional(),
    periods: Periods.nullable().optional(),
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
  }),
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

/** A game before validation: fields with a default are optional. */
export type GameBundle = z.input<typeof GameBundle>
/** A validated game, with defaults applied. */
export type CheckedBundle = z.output<typeof GameBundle>
export type BundleStats = z.output<typeof BundleStats>
export type BundleSide = z.output<typeof BundleSide>
export type BundleLine = z.output<typeof BundleLine>
export type BundleEvent = z.output<typeof BundleEvent>
export type BundleShot = z.output<typeof BundleShot>
export type BundlePlayer = z.output<typeof BundlePlayer>
