import { z } from 'zod'
import { LineFields } from './box-score.ts'
import { Result, Venue } from './form.ts'
import { CalendarDate, Count, GameId, PlayerId, SeasonId, TeamId, Text } from './identifiers.ts'
import { Average, Fraction } from './numbers.ts'
import { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './references.ts'

const playedSpan = {
  games: Count.describe('Games in which the player played, of any stage.'),
  first_date: CalendarDate.describe('Day of the first of these games.'),
  last_date: CalendarDate.describe('Day of the last of these games.'),
}

/** A player, in a list. */
export const PlayerSummary = z
  .object({
    id: PlayerId,
    name: Text.describe('Given name, then surname.'),
    ...playedSpan,
    last_team: TeamRef.nullable().describe('Team of the last of these games; null where unknown.'),
  })
  .meta({ id: 'PlayerSummary', description: 'A player, in a list.' })
export type PlayerSummary = z.infer<typeof PlayerSummary>

/** A season of a player with one team. */
export const PlayerTeamSeason = z
  .object({
    id: SeasonId,
    name: Text.describe('Name of the season.'),
    competition: CompetitionRef,
    games: Count.describe('Games played for the team in that season.'),
  })
  .meta({ id: 'PlayerTeamSeason', description: 'A season of a player with one team.' })
export type PlayerTeamSeason = z.infer<typeof PlayerTeamSeason>

/** A team a player played for, with the seasons. */
export const PlayerTeam = z
  .object({
    id: TeamId,
    name: Text.describe('Current name of the team.'),
    country: Text.nullable().describe('Country of the club; null where unknown.'),
    ...playedSpan,
    seasons: z.array(PlayerTeamSeason).max(1000).describe('Seasons with the team, newest first.'),
  })
  .meta({ id: 'PlayerTeam', description: 'A team a player played for.' })
export type PlayerTeam = z.infer<typeof PlayerTeam>

/** One player with the teams played for. */
export const Player = z
  .object({
    id: PlayerId,
    name: Text.describe('Given name, then surname.'),
    country: Text.nullable().describe('Country; null where unknown.'),
    position: Text.nullable().describe('Position as the league names it; null where unknown.'),
    height_cm: Count.nullable().describe('Height in centimetres; null where unknown.'),
    birth_date: CalendarDate.nullable().describe('Day of birth; null where unknown.'),
    games: playedSpan.games,
    first_date: playedSpan.first_date.nullable().describe('Day of the first of these games; null before it.'),
    last_date: playedSpan.last_date.nullable().describe('Day of the last of these games; null before the first.'),
    teams: z.array(PlayerTeam).max(1000).describe('Teams played for, latest first.'),
  })
  .meta({ id: 'Player', description: 'One player with the teams played for.' })
export type Player = z.infer<typeof Player>

/** One box line of a game log. */
export const PlayerGame = z
  .object({
    game: z
      .object({
        id: GameId,
        date: CalendarDate.describe("The venue's own calendar day."),
        competition: CompetitionRef,
        season: SeasonRef,
        stage: Text.nullable().describe('As in Game.'),
      })
      .describe('The game of this line.'),
    team: TeamRef.describe('The team the player played for in this game.'),
    opponent: TeamRef,
    venue: Venue,
    result: Result,
    team_score: Count.describe("Final score of the player's team."),
    opponent_score: Count.describe('Final score of the opponent.'),
    ...LineFields.shape,
  })
  .meta({ id: 'PlayerGame', description: 'One box line per game in a game log.' })
export type PlayerGame = z.infer<typeof PlayerGame>

const perGame = (what: string) =>
  Average.nullable().describe(`${what} per game played; null as soon as one of the games does not record it.`)
const share = (what: string) =>
  Fraction.nullable().describe(`${what}, a fraction; null when nothing was attempted, or a game does not record it.`)

/** Averages per game played; percentages are fractions. */
export const Averages = z
  .object({
    minutes: perGame('Minutes'),
    points: perGame('Points'),
    rebounds: perGame('Rebounds'),
    assists: perGame('Assists'),
    steals: perGame('Steals'),
    blocks: perGame('Shots blocked'),
    turnovers: perGame('Turnovers'),
    field_goal_pct: share('Field goals made of those attempted'),
    three_pct: share('Three-point field goals made of those attempted'),
    free_throw_pct: share('Free throws made of those attempted'),
  })
  .meta({ id: 'Averages', description: 'Averages per game played; percentages are fractions.' })
export type Averages = z.infer<typeof Averages>

/** Averages of a player in one season with one team. */
export const PlayerSeason = z
  .object({
    season: SeasonRef,
    competition: CompetitionRef,
    team: TeamRef,
    games: Count.describe('Games played.'),
    starts: Count.describe('Games started.'),
    ...Averages.shape,
  })
  .meta({ id: 'PlayerSeason', description: 'Averages of a player in one season with one team.' })
export type PlayerSeason = z.infer<typeof PlayerSeason>

/** What a player averaged, season by season and team by team. */
export const PlayerSeasons = z
  .object({
    player: PlayerRef,
    seasons: z.array(PlayerSeason).max(1000).describe('Newest first.'),
  })
  .meta({ id: 'PlayerSeasons', description: 'What a player averaged, season by season and team by team.' })
export type PlayerSeasons = z.infer<typeof PlayerSeasons>

/** What PlayerSplits can be split by. */
export const SplitBy = z
  .enum(['venue', 'result', 'month', 'opponent', 'starter'])
  .meta({ id: 'SplitBy', description: 'What the games are split by.', example: 'venue' })
export type SplitBy = z.infer<typeof SplitBy>

/** Averages of a player in one part of the games. */
export const PlayerSplit = z
  .object({
    split: Text.describe('home or away; won or lost; YYYY-MM; a team id; starter or bench.'),
    opponent: Text.describe('Name of the opponent when split by opponent, else empty.'),
    games: Count.describe('Games played.'),
    minutes: perGame('Minutes'),
    points: perGame('Points'),
    rebounds: perGame('Rebounds'),
    assists: perGame('Assists'),
    steals: perGame('Steals'),
    turnovers: perGame('Turnovers'),
    blocks: perGame('Shots blocked'),
    field_goal_pct: share('Field goals made of those attempted'),
    three_pct: share('Three-point field goals made of those attempted'),
    free_throw_pct: share('Free throws made of those attempted'),
    true_shooting_pct: share('Points / (2 × (FGA + 0.44·FTA)), may exceed 1'),
    usage_pct: share("Share of the team's possessions used while on court"),
  })
  .meta({ id: 'PlayerSplit', description: 'Averages of a player in one part of the games.' })
export type PlayerSplit = z.infer<typeof PlayerSplit>

/** What a player averaged in parts of the games. */
export const PlayerSplits = z
  .object({
    player: PlayerRef,
    by: SplitBy,
    splits: z
      .array(PlayerSplit)
      .max(1000)
      .describe('home before away, won before lost, starter before bench; months in order, opponents by name.'),
  })
  .meta({ id: 'PlayerSplits', description: 'What a player averaged in parts of the games.' })
export type PlayerSplits = z.infer<typeof PlayerSplits>

/** A player of a roster with the averages of the season. */
export const RosterPlayer = z
  .object({
    player: PlayerRef,
    number: z.string().max(10).nullable().describe('Latest shirt number; null where unknown.'),
    games: Count.describe('Games played.'),
    starts: Count.describe('Games started.'),
    last_game: CalendarDate.describe('Day of the last game played.'),
    ...Averages.shape,
  })
  .meta({ id: 'RosterPlayer', description: 'A player of a roster with the averages of the season.' })
export type RosterPlayer = z.infer<typeof RosterPlayer>

/** The players of a team in a season. */
export const Roster = z
  .object({
    team: TeamRef,
    season: SeasonRef.nullable().describe('null where the team has no season.'),
    competition: CompetitionRef.nullable().describe('null where the team has no season.'),
    players: z.array(RosterPlayer).max(1000).describe('By name.'),
  })
  .meta({ id: 'Roster', description: 'The players of a team in a season.' })
export type Roster = z.infer<typeof Roster>
