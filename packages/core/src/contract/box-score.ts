import { z } from 'zod'
import { Count, Text, Whole } from './identifiers.ts'
import { Game } from './game.ts'
import { PlayerRef, TeamRef } from './references.ts'

const stat = (what: string) => Count.nullable().describe(`${what}; null where not recorded.`)

/** The counting statistics of a player or a team in one game. */
export const StatLine = z
  .object({
    points: stat('Points scored'),
    two_made: stat('Two-point field goals made'),
    two_attempted: stat('Two-point field goals attempted'),
    three_made: stat('Three-point field goals made'),
    three_attempted: stat('Three-point field goals attempted'),
    free_throws_made: stat('Free throws made'),
    free_throws_attempted: stat('Free throws attempted'),
    offensive_rebounds: stat('Offensive rebounds'),
    defensive_rebounds: stat('Defensive rebounds'),
    rebounds: stat('Rebounds'),
    assists: stat('Assists'),
    steals: stat('Steals'),
    turnovers: stat('Turnovers'),
    blocks: stat('Shots blocked'),
    blocks_received: stat('Own shots blocked by an opponent'),
    fouls: stat('Personal fouls committed'),
    fouls_drawn: stat('Fouls drawn'),
    performance_index: Whole.nullable().describe(
      'Performance index rating as the feed gives it, else points + rebounds + assists + steals + blocks + fouls drawn − missed field goals − missed free throws − turnovers − blocks received − fouls (EuroLeague); null where a term is unknown.',
    ),
    field_goals_made: stat('Field goals made, twos and threes'),
    field_goals_attempted: stat('Field goals attempted, twos and threes'),
  })
  .meta({ id: 'StatLine', description: 'The counting statistics of a player or a team in one game.' })
export type StatLine = z.infer<typeof StatLine>

/** What a player did in one game, without saying who. */
export const LineFields = z.object({
  number: z.string().max(10).nullable().describe('Shirt number as printed: "0" and "00" differ; null where unknown.'),
  starter: z.boolean().describe('Whether the player started the game.'),
  played: z.boolean().describe('Whether the player took part in the game.'),
  minutes: z
    .string()
    .max(10)
    .nullable()
    .describe('Time played, minutes:seconds like 26:10; null when the player did not play.'),
  seconds: Count.nullable().describe('Time played in seconds; null when the player did not play.'),
  ...StatLine.shape,
  plus_minus: Whole.nullable().describe(
    'Points of the team less points of the opponent while the player was on court; null where not recorded.',
  ),
})
export type LineFields = z.infer<typeof LineFields>

/** One player's line of a box score. */
export const PlayerLine = z
  .object({ player: PlayerRef, ...LineFields.shape })
  .meta({ id: 'PlayerLine', description: "One player's line of a box score." })
export type PlayerLine = z.infer<typeof PlayerLine>

/** One team's half of a box score. */
export const TeamBox = z
  .object({
    team: TeamRef,
    coach: Text.nullable().describe('Head coach in this game; null where unknown.'),
    totals: StatLine.nullable().describe(
      'Totals of the team, team rebounds and turnovers included; null where unknown.',
    ),
    players: z.array(PlayerLine).max(100).describe('Everyone on the score sheet, also those who did not play.'),
  })
  .meta({ id: 'TeamBox', description: "One team's half of a box score." })
export type TeamBox = z.infer<typeof TeamBox>

/** The box score of a game. */
export const BoxScore = z
  .object({ game: Game, home: TeamBox, away: TeamBox })
  .meta({ id: 'BoxScore', description: 'The box score of a game.' })
export type BoxScore = z.infer<typeof BoxScore>
