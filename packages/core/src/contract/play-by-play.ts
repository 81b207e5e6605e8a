import { z } from 'zod'
import { Game, Side } from './game.ts'
import { EventTeam, PlayerRef } from './identifiers.ts'
import { Count, DateTime, Measure, Text, record } from './scalars.ts'

/** The type of a play-by-play event. */
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
    description:
      'Type of the event. A blocked shot is two events: `block` for the defender and `shot_blocked` for the shooter. `rebound` and `substitution` are used if the feed does not record the specific type. `other` for anything else; the description says what happened.',
    example: 'two_made',
  })
export type EventType = z.infer<typeof EventType>

/** One event of a play-by-play. */
export const Event = record('Event', 'One event of a play-by-play.', {
  seq: Count.min(1).describe('Position in the play-by-play: 1, 2, 3 …'),
  period: Count.min(1).describe(
    'Number of the period. Overtimes follow the regular periods: from 5 after four quarters.',
  ),
  clock: z.string().max(10).nullable().describe('Time left in the period as minutes:seconds. Null if not recorded.'),
  side: Side.nullable().describe('Which side the event belongs to. Null if it belongs to neither team.'),
  team: EventTeam.nullable().describe('Which team the event belongs to. Null if it belongs to neither team.'),
  player: PlayerRef.nullable().describe('Player of the event. Null if it belongs to a team, a coach or nobody.'),
  type: EventType,
  description: Text.describe('Description of the event in the words of the feed.'),
  distance_ft: Count.nullable().describe(
    'Distance of a field-goal attempt from the basket in whole feet. Null if unknown.',
  ),
  home_score: Count.nullable().describe('Score of the home team after the event.'),
  away_score: Count.nullable().describe('Score of the away team after the event.'),
})
export type Event = z.infer<typeof Event>

/** The play-by-play of a game. */
export const PlayByPlay = record('PlayByPlay', 'The play-by-play of a game.', {
  game: Game,
  events: z.array(Event).max(10_000).describe('Events in chronological order.'),
})
export type PlayByPlay = z.infer<typeof PlayByPlay>

/** One field-goal attempt. */
export const Shot = record('Shot', 'One field-goal attempt.', {
  seq: Count.min(1).describe(
    'The seq of the play-by-play event of the shot, or, if no event matches, a number after the last event.',
  ),
  period: Count.min(1)
    .nullable()
    .describe(
      'Number of the period. Overtimes follow the regular periods: from 5 after four quarters. Null if unknown.',
    ),
  side: Side.nullable().describe('Side that took the shot. Null if unknown.'),
  team: EventTeam.nullable().describe('Team that took the shot. Null if unknown.'),
  player: PlayerRef.nullable().describe('Player who took the shot. Null if unknown.'),
  value: Count.min(2).max(3).nullable().describe('Points the shot is worth: 2 or 3. Null if unknown.'),
  made: z.boolean().describe('Whether the shot was made.'),
  points: Count.max(3).describe('Points scored: the value if made, else 0.'),
  x_ft: Measure.nullable().describe(
    'Feet across the court from the basket centre, negative to the left of the shooter. Null if unknown.',
  ),
  y_ft: Measure.nullable().describe('Feet from the basket centre towards half court. Null if unknown.'),
  distance_ft: Measure.min(0).nullable().describe('Distance from the basket centre in feet. Null if unknown.'),
  fastbreak: z.boolean().describe('Whether the shot came on a fast break. False also if not recorded.'),
  second_chance: z.boolean().describe('Whether the shot followed an offensive rebound. False also if not recorded.'),
  off_turnover: z
    .boolean()
    .describe('Whether the shot followed a turnover of the opponent. False also if not recorded.'),
  at: DateTime.nullable().describe('When the shot was taken, UTC. Null if not recorded.'),
})
export type Shot = z.infer<typeof Shot>

/** The shot chart of a game. */
export const Shots = record('Shots', 'The field-goal attempts of a game, made and missed.', {
  game: Game,
  shots: z.array(Shot).max(10_000).describe('Field-goal attempts in chronological order.'),
})
export type Shots = z.infer<typeof Shots>
