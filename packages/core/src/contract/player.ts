import { z } from 'zod'
import { LineFields, StatLine } from './box-score.ts'
import { GameResult } from './form.ts'
import { Side } from './game.ts'
import { CompetitionRef, GameId, PlayerId, PlayerRef, SeasonId, SeasonRef, TeamId, TeamRef } from './identifiers.ts'
import { Average, CalendarDate, Count, Fraction, Text, record } from './scalars.ts'

const playedSpan = {
  games: Count.describe('Number of games played, of any stage.'),
  first_date: CalendarDate.describe('Day of the first of these games.'),
  last_date: CalendarDate.describe('Day of the last of these games.'),
}

/** A player, in a list. */
export const PlayerSummary = record('PlayerSummary', 'A player, in a list.', {
  id: PlayerId,
  name: Text.describe('Current name, in older games too: given name, then surname.'),
  ...playedSpan,
  last_team: TeamRef.nullable().describe('Team of the player in the last of these games. Null if unknown.'),
})
export type PlayerSummary = z.infer<typeof PlayerSummary>

/** A season of a player with a team. */
export const PlayerTeamSeason = record('PlayerTeamSeason', 'A season of a player with a team.', {
  id: SeasonId,
  name: Text.describe('Name of the season.'),
  competition: CompetitionRef,
  games: Count.describe('Number of games played for the team in that season.'),
})
export type PlayerTeamSeason = z.infer<typeof PlayerTeamSeason>

/** A team that a player has played for, with the seasons. */
export const PlayerTeam = record('PlayerTeam', 'A team that a player has played for, with the seasons.', {
  id: TeamId,
  name: Text.describe('Current name of the team, in older games too. It changes with sponsors.'),
  country: Text.nullable().describe('Country of the team. Null if unknown.'),
  ...playedSpan,
  seasons: z.array(PlayerTeamSeason).max(1000).describe('Seasons with the team, newest first.'),
})
export type PlayerTeam = z.infer<typeof PlayerTeam>

/** A player with the teams they have played for. */
export const Player = record('Player', 'A player with the teams they have played for.', {
  id: PlayerId,
  name: Text.describe('Current name, in older games too: given name, then surname.'),
  country: Text.nullable().describe('Country of the player. Null if unknown.'),
  position: Text.nullable().describe('Position as the league names it. Null if unknown.'),
  height_cm: Count.nullable().describe('Height in centimetres. Null if unknown.'),
  birth_date: CalendarDate.nullable().describe('Date of birth. Null if unknown.'),
  games: playedSpan.games,
  first_date: playedSpan.first_date.nullable().describe('Day of the first of these games. Null without games.'),
  last_date: playedSpan.last_date.nullable().describe('Day of the last of these games. Null without games.'),
  teams: z.array(PlayerTeam).max(1000).describe('Teams the player has played for, latest first.'),
})
export type Player = z.infer<typeof Player>

/** One game of a game log: the box score line of the player and the game. */
export const PlayerGame = record(
  'PlayerGame',
  'One game of a game log: the box score line of the player and the game.',
  {
    game: record('PlayerGameRef', 'The game of the line.', {
      id: GameId,
      date: CalendarDate.describe('Calendar day at the venue.'),
      competition: CompetitionRef,
      season: SeasonRef,
      stage: Text.nullable().describe('Stage of the season, as in Game.'),
    }),
    team: TeamRef.describe('Team of the player in this game.'),
    opponent: TeamRef,
    venue: Side.describe('Whether the team plays at home or away.'),
    result: GameResult.nullable().describe('Result for the team of the player. Null for a drawn game.'),
    team_score: Count.describe("Final score of the player's team."),
    opponent_score: Count.describe('Final score of the opponent.'),
    ...LineFields.shape,
  },
)
export type PlayerGame = z.infer<typeof PlayerGame>

const perGame = (name: string) =>
  Average.nullable().describe(`${name} per game played. Null if not recorded in one of the games.`)
const share = (name: string) =>
  Fraction.nullable().describe(`${name}, as a fraction. Null without attempts, or if not recorded in one of the games.`)

/** Averages per game played; percentages are fractions. */
export const Averages = record('Averages', 'Averages per game played; percentages are fractions.', {
  minutes: perGame('Minutes'),
  points: perGame('Points'),
  rebounds: perGame('Rebounds'),
  assists: perGame('Assists'),
  steals: perGame('Steals'),
  blocks: perGame('Shots blocked'),
  turnovers: perGame('Turnovers'),
  field_goal_pct: share('Field-goal percentage'),
  three_pct: share('Three-point percentage'),
  free_throw_pct: share('Free-throw percentage'),
})
export type Averages = z.infer<typeof Averages>

/** The averages and totals of a player over some of their games. */
export const PlayerAverages = record(
  'PlayerAverages',
  'The averages and totals of a player over some of their games.',
  {
    player: PlayerRef,
    games: Count.describe('Number of games played.'),
    starts: Count.describe('Number of games started.'),
    averages: Averages,
    totals: StatLine.describe('Sums over these games. Null without games, or if not recorded in one of them.'),
  },
)
export type PlayerAverages = z.infer<typeof PlayerAverages>

/** The averages of a player in one season with one team. */
export const PlayerSeason = record('PlayerSeason', 'The averages of a player in one season with one team.', {
  season: SeasonRef,
  competition: CompetitionRef,
  team: TeamRef,
  games: Count.describe('Number of games played.'),
  starts: Count.describe('Number of games started.'),
  ...Averages.shape,
})
export type PlayerSeason = z.infer<typeof PlayerSeason>

/** The season averages of a player, by season and team. */
export const PlayerSeasons = record('PlayerSeasons', 'The season averages of a player, by season and team.', {
  player: PlayerRef,
  seasons: z.array(PlayerSeason).max(1000).describe('Season averages, newest first.'),
})
export type PlayerSeasons = z.infer<typeof PlayerSeasons>

/** The ways to split the games of a player. */
export const SplitBy = z
  .enum(['venue', 'result', 'month', 'opponent', 'starter'])
  .meta({ id: 'SplitBy', description: 'How the games are split.', example: 'venue' })
export type SplitBy = z.infer<typeof SplitBy>

/** The averages of a player in one split. */
export const PlayerSplit = record('PlayerSplit', 'The averages of a player in one split.', {
  split: Text.describe(
    'Value of the split: home or away; won or lost (a drawn game is neither); a month (YYYY-MM); a team id; starter or bench.',
  ),
  opponent: Text.describe('Name of the opponent if split by opponent, else an empty string.'),
  games: Count.describe('Number of games played.'),
  minutes: perGame('Minutes'),
  points: perGame('Points'),
  rebounds: perGame('Rebounds'),
  assists: perGame('Assists'),
  steals: perGame('Steals'),
  turnovers: perGame('Turnovers'),
  blocks: perGame('Shots blocked'),
  field_goal_pct: share('Field-goal percentage'),
  three_pct: share('Three-point percentage'),
  free_throw_pct: share('Free-throw percentage'),
  true_shooting_pct: share('True shooting percentage, points / (2 × (FGA + 0.44·FTA)), which may exceed 1'),
  usage_pct: share("Usage percentage, the share of the team's possessions that the player used while on court"),
})
export type PlayerSplit = z.infer<typeof PlayerSplit>

/** The player splits of one kind. */
export const PlayerSplits = record(
  'PlayerSplits',
  'Player splits: averages by venue, result, month, opponent or starting.',
  {
    player: PlayerRef,
    by: SplitBy,
    splits: z
      .array(PlayerSplit)
      .max(1000)
      .describe(
        'Splits in order: home before away, won before lost, starter before bench; months by date, opponents by name.',
      ),
  },
)
export type PlayerSplits = z.infer<typeof PlayerSplits>

/** A player of a roster, with the averages for the team in the season. */
export const RosterPlayer = record(
  'RosterPlayer',
  'A player of a roster, with the averages for the team in the season.',
  {
    player: PlayerRef,
    number: z.string().max(10).nullable().describe('Latest shirt number. Null if unknown.'),
    games: Count.describe('Number of games played.'),
    starts: Count.describe('Number of games started.'),
    last_game: CalendarDate.describe('Day of the last game played.'),
    ...Averages.shape,
  },
)
export type RosterPlayer = z.infer<typeof RosterPlayer>

/** The players who played for a team in a season. */
export const Roster = record('Roster', 'The players who played for a team in a season.', {
  team: TeamRef,
  season: SeasonRef.nullable().describe('Null if the team has no season.'),
  competition: CompetitionRef.nullable().describe('Null if the team has no season.'),
  players: z.array(RosterPlayer).max(1000).describe('Players by name.'),
})
export type Roster = z.infer<typeof Roster>
