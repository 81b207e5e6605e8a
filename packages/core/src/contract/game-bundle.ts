import { z } from 'zod'
import { StatLine } from './box-score.ts'
import { CompetitionKind, Gender } from './competition.ts'
import { GameStatus, Official, Periods } from './game.ts'
import { CalendarDate, Count, DateTime, Whole } from './scalars.ts'
import { EventType, Side } from './play-by-play.ts'
import { BundleQuote } from './priced-event.ts'
import { ExternalName, Name, Source, text, Words } from './texts.ts'

/** How a record is known in the source of the bundle, and in other sources where that is known too. */
const known = {
  external_id: ExternalName.describe('Identifier of the record in the source of the bundle.'),
  same_as: z
    .array(z.strictObject({ source: ExternalName, external_id: ExternalName }))
    .max(20)
    .optional()
    .describe('Identifiers of the same record in other sources.'),
}

/** The rule that orders teams of equal win share; the statistics have one of each name. */
export const TieBreak = z.enum(['euroleague', 'nba', 'simple'])

/** The competition of a game, and the rules its tables follow. */
export const BundleCompetition = z.strictObject({
  ...known,
  name: Name,
  slug: text(100).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by "-", like euro-league'),
  country: Name.nullable().optional(),
  gender: Gender,
  kind: CompetitionKind,
  time_zone: text(50)
    .nullable()
    .optional()
    .describe('IANA time zone its calendar follows, e.g. Europe/Madrid; null: UTC.'),
  regulation_minutes: z
    .union([z.literal(40), z.literal(48)])
    .default(40)
    .describe('Length of a game without overtime.'),
  tie_break: TieBreak.default('simple').describe('The rule that orders teams of equal win share.'),
})

/** The season of a game. */
export const BundleSeason = z.strictObject({ ...known, name: Name, start_year: z.int().min(1800).max(2200) })

/** One of the two teams, as the source names it now. What is left out stays as it is known. */
export const BundleTeam = z.strictObject({
  ...known,
  name: Name,
  country: Name.nullable().optional(),
  city: Name.nullable().optional(),
  arena: Name.nullable().optional(),
  arena_capacity: Count.nullable().optional(),
  founded: z.int().min(1800).max(2200).nullable().optional(),
})

/** A player named anywhere in the bundle; lines, events and shots point here by external_id. */
export const BundlePlayer = z.strictObject({
  ...known,
  name: Name.describe('In ordinary case, given name first, accents kept.'),
  original_name: Name.optional().describe('As the source spells it.'),
  country: Name.nullable().optional(),
  position: Name.nullable().optional(),
  height_cm: Count.nullable().optional(),
  birth_date: CalendarDate.nullable().optional(),
})

/** Counting statistics; field goals are the sum of twos and threes, the index is computed where it is left out. */
export const BundleStats = StatLine.omit({
  field_goals_made: true,
  field_goals_attempted: true,
  performance_index: true,
})
  .extend({
    performance_index: Whole.nullable().optional(),
  })
  .strict()

/** One player's line of the score sheet. */
export const BundleLine = z.strictObject({
  player: ExternalName.describe('external_id of a player of the bundle.'),
  number: text(10).nullable(),
  starter: z.boolean(),
  played: z.boolean(),
  seconds: Count.nullable().describe('Time played; null where not recorded or when the player did not play.'),
  stats: BundleStats,
  plus_minus: Whole.nullable(),
})

/** One team's side of a game. */
export const BundleSide = z.strictObject({
  team: BundleTeam,
  coach: Name.nullable().optional(),
  totals: BundleStats.nullable().optional().describe('Totals with team rebounds and turnovers.'),
  players: z.array(BundleLine).max(100).nullable().optional().describe('The score sheet, in its own order.'),
})

/** One event; its seq is its place in the array. */
export const BundleEvent = z.strictObject({
  period: Count.min(1).max(30),
  clock: z
    .string()
    .max(10)
    .regex(/^\d{1,2}:[0-5]\d$/, 'must be the time left in the period, minutes:seconds like 07:41')
    .nullable()
    .describe('Time left in the period, minutes:seconds.'),
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
  seq: Count.min(1).describe('seq of its event (its place in events, from 1), or its own order where there are none.'),
  period: Count.min(1).max(30).nullable(),
  side: Side.nullable(),
  player: ExternalName.nullable().describe('external_id of a player of the bundle.'),
  value: z.union([z.literal(2), z.literal(3)]).nullable(),
  made: z.boolean(),
  points: Count.max(3),
  x_ft: z.number().nullable(),
  y_ft: z.number().nullable(),
  distance_ft: z.number().min(0).nullable(),
  fastbreak: z.boolean(),
  second_chance: z.boolean(),
  off_turnover: z.boolean(),
  at: DateTime.nullable(),
})

/** A referee or the commissioner. */
const BundleOfficial = Official.extend({ name: Words })

/**
 * One game with everything known about it: the only shape in which data enters.
 *
 * What is left out (undefined) says nothing and leaves what is stored; null says that there is none. Records are
 * named by the identifiers of `source`; the same identifier in two bundles is the same record.
 */
export const GameBundle = z.strictObject({
  source: Source.describe('Who numbers the records, e.g. euroleague.'),
  competition: BundleCompetition,
  season: BundleSeason,
  game: z.strictObject({
    ...known,
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
    officials: z.array(BundleOfficial).max(20).nullable().optional(),
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
    .describe('Prices of bookmakers; they come on top of those that are known. null: there are none.'),
  notes: z
    .array(z.strictObject({ code: text(50), message: Words }))
    .max(1000)
    .default([])
    .describe('What the reader of the feed found amiss and how it read it; kept with the warnings of the game.'),
})

/** One game as ingest takes it: defaults may be left out. */
export type GameBundle = z.input<typeof GameBundle>
/** One game as checked: defaults filled in. */
export type CheckedBundle = z.output<typeof GameBundle>
export type BundleStats = z.output<typeof BundleStats>
export type BundleSide = z.output<typeof BundleSide>
export type BundleLine = z.output<typeof BundleLine>
export type BundleEvent = z.output<typeof BundleEvent>
export type BundleShot = z.output<typeof BundleShot>
export type BundlePlayer = z.output<typeof BundlePlayer>
