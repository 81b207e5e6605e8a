import { z } from 'zod'
import { PlayerRef, TeamRef } from './identifiers.ts'
import { Count, Text, Whole, record } from './scalars.ts'
import { Game } from './game.ts'

const stat = (name: string) => Count.nullable().describe(`${name}. Null if not recorded.`)

/** The counting statistics of a player or a team in one game. */
export const StatLine = record('StatLine', 'The counting statistics of a player or a team in one game.', {
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
  blocks_received: stat('Shots of the player or team blocked by an opponent'),
  fouls: stat('Personal fouls committed'),
  fouls_drawn: stat('Fouls drawn'),
  performance_index: Whole.nullable().describe(
    'Performance index rating: the official value of the league, or else points + rebounds + assists + steals + blocks + fouls drawn − missed field goals − missed free throws − turnovers − blocks received − fouls (the EuroLeague formula). Null if a term is not recorded.',
  ),
  field_goals_made: stat('Field goals made, twos and threes'),
  field_goals_attempted: stat('Field goals attempted, twos and threes'),
})
export type StatLine = z.infer<typeof StatLine>

/** A line of a box score without its player: shared by PlayerLine and PlayerGame. */
export const LineFields = z.object({
  number: z
    .string()
    .max(10)
    .nullable()
    .describe('Shirt number as printed ("0" and "00" are different numbers). Null if unknown.'),
  starter: z.boolean().describe('Whether the player started the game; false also if not recorded.'),
  played: z.boolean().describe('Whether the player took part in the game.'),
  minutes: z
    .string()
    .max(10)
    .nullable()
    .describe('Time played as minutes:seconds, e.g. 26:10. Null if not recorded or if the player did not play.'),
  seconds: Count.nullable().describe('Time played in seconds. Null if not recorded or if the player did not play.'),
  ...StatLine.shape,
  plus_minus: Whole.nullable().describe(
    'Points of the team minus points of the opponent while the player was on court: from the feed, or else computed from the play-by-play. Null if neither is certain.',
  ),
})
export type LineFields = z.infer<typeof LineFields>

/** The line of one player in a box score. */
export const PlayerLine = record('PlayerLine', 'The line of one player in a box score.', {
  player: PlayerRef,
  ...LineFields.shape,
})
export type PlayerLine = z.infer<typeof PlayerLine>

/** The box score of one team in a game. */
export const TeamBox = record('TeamBox', 'The box score of one team in a game.', {
  team: TeamRef,
  coach: Text.nullable().describe('Head coach in this game. Null if unknown.'),
  totals: StatLine.nullable().describe(
    'Totals of the team, including team rebounds and team turnovers, or the sums of the players where only these are known. Null if unknown.',
  ),
  players: z.array(PlayerLine).max(100).describe('Every player on the score sheet, including those who did not play.'),
})
export type TeamBox = z.infer<typeof TeamBox>

/** The box score of a game. */
export const BoxScore = record('BoxScore', 'The box score of a game.', { game: Game, home: TeamBox, away: TeamBox })
export type BoxScore = z.infer<typeof BoxScore>
