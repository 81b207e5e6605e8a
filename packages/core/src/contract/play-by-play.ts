import { z } from 'zod'
import { Game } from './game.ts'
import { Count, DateTime, Text } from './identifiers.ts'
import { Measure } from './numbers.ts'
import { LineTeam, PlayerRef } from './references.ts'

/** Which team of a game: home or away. */
export const Side = z
  .enum(['home', 'away'])
  .meta({ id: 'Side', description: 'Which team of the game.', example: 'home' })
export type Side = z.infer<typeof Side>

/** What happened. */
export const EventType = z
  .enum([
    'two_made',
    'two_missed',
    'three_made',
    'three_missed',
    'free_throw_made',
    'free_throw_missed',
    'defensive_rebound',
    'offensive_rebound',
    'assist',
    'turnover',
    'steal',
    'block',
    'shot_blocked',
    'foul',
    'unsportsmanlike_foul',
    'technical_foul',
    'disqualifying_foul',
    'offensive_foul',
    'foul_drawn',
    'substitution_in',
    'substitution_out',
    'timeout',
    'period_start',
    'period_end',
    'game_end',
    'jump_ball',
    'rebound',
    'substitution',
    'violation',
    'review',
    'other',
  ])
  .meta({
    id: 'EventType',
    description: 'What happened; `other` where none fits, in its own words in the description.',
    example: 'two_made',
  })
export type EventType = z.infer<typeof EventType>

/** One event of a play-by-play. */
export const Event = z
  .object({
    seq: Count.min(1).describe('1, 2, 3 … in the order of the game.'),
    period: Count.min(1).describe('1 to 4, then overtimes from 5.'),
    clock: z.string().max(10).nullable().describe('Time left in the period, minutes:seconds; null where not recorded.'),
    side: Side.nullable().describe('The team concerned; null when it is neither.'),
    team: LineTeam.nullable().describe('The team concerned; null when it is neither.'),
    player: PlayerRef.nullable().describe('The player concerned; null for a team, a coach or nobody.'),
    type: EventType,
    description: Text.describe("The event in the feed's own words."),
    distance_ft: Count.nullable().describe(
      'Distance of a field-goal attempt from the basket, feet; null where unknown.',
    ),
    home_score: Count.nullable().describe('Score of the home team after the event.'),
    away_score: Count.nullable().describe('Score of the away team after the event.'),
  })
  .meta({ id: 'Event', description: 'One event of a play-by-play.' })
export type Event = z.infer<typeof Event>

/** The play-by-play of a game. */
export const PlayByPlay = z
  .object({ game: Game, events: z.array(Event).max(10_000).describe('Events in the order of the game.') })
  .meta({ id: 'PlayByPlay', description: 'The play-by-play of a game.' })
export type PlayByPlay = z.infer<typeof PlayByPlay>

/** One field-goal attempt. */
export const Shot = z
  .object({
    seq: Count.min(1).describe('The seq of its play-by-play event, or its own order where there is none.'),
    period: Count.min(1).nullable().describe('1 to 4, then overtimes from 5; null where unknown.'),
    side: Side.nullable().describe('The team that shot; null where unknown.'),
    team: LineTeam.nullable().describe('The team that shot; null where unknown.'),
    player: PlayerRef.nullable().describe('The player who shot; null where unknown.'),
    value: Count.min(2).max(3).nullable().describe('Points the shot is worth: 2 or 3; null where unknown.'),
    made: z.boolean().describe('Whether it went in.'),
    points: Count.max(3).describe('Points scored: the value when made, else 0.'),
    x_ft: Measure.nullable().describe(
      'Feet across the court from the basket centre, negative to the left of the shooter; null where unknown.',
    ),
    y_ft: Measure.nullable().describe('Feet out from the basket centre towards half court; null where unknown.'),
    distance_ft: Measure.min(0).nullable().describe('Feet from the basket centre; null where unknown.'),
    fastbreak: z.boolean().describe('Whether it came on a fast break.'),
    second_chance: z.boolean().describe('Whether it came after an offensive rebound.'),
    off_turnover: z.boolean().describe("Whether it came off the opponent's turnover."),
    at: DateTime.nullable().describe('When it was taken, UTC; null where not recorded.'),
  })
  .meta({ id: 'Shot', description: 'One field-goal attempt.' })
export type Shot = z.infer<typeof Shot>

/** The shots of a game. */
export const Shots = z
  .object({ game: Game, shots: z.array(Shot).max(10_000).describe('Field-goal attempts in the order of the game.') })
  .meta({ id: 'Shots', description: 'The field-goal attempts of a game, made and missed.' })
export type Shots = z.infer<typeof Shots>
