// Written by packages/client/scripts/generate-types.ts from docs/openapi.json; do not edit.
import type { Paging } from './options.ts'

/** Side of the game: home or away. */
export type Side = 'home' | 'away'

/** How the games are split. */
export type SplitBy = 'venue' | 'result' | 'month' | 'opponent' | 'starter'

/**
 * Which games of a season: all that count, those of the regular season, or the play-offs, which are all other stages
 * that count.
 */
export type StagePart = 'all' | 'regular' | 'playoffs'

/** Statistic that players are ranked by, per game. */
export type LeaderStat =
  | 'points'
  | 'rebounds'
  | 'assists'
  | 'steals'
  | 'blocks'
  | 'three_made'
  | 'offensive_rebounds'
  | 'minutes'
  | 'performance_index'

/**
 * scheduled: not yet played (also if postponed to a later day); final: has its final score; no_result: called off,
 * annulled, decided by forfeit, broken off in the first period, or without a score 30 days after its day. A late report
 * can still make it final.
 */
export type GameStatus = 'scheduled' | 'final' | 'no_result'

/**
 * game.final: a game has its final score; game.period: a period of a game in progress has ended; game.started: a game
 * has started; game.rescheduled: a game has another date or tip-off; game.no_result: a game has no result, or no longer
 * its final score; game.corrected: a part of a final game has changed. A webhook receives the last four only if it
 * names them.
 */
export type WebhookEventType =
  | 'game.final'
  | 'game.period'
  | 'game.started'
  | 'game.rescheduled'
  | 'game.no_result'
  | 'game.corrected'

/** The service index. */
export interface ServiceIndex {
  /** Name of the service. */
  name: string
  /** Base URL of all paths, ending in the version segment. */
  base: string
  /** URL of the documentation. */
  docs: string
  /** Always `ok`. */
  status: string
  /** Number of endpoints of this version. */
  endpoints: number
}

/** The calls that an account has made, and its limits. */
export interface Usage {
  /** The redacted key: its prefix and last four characters. */
  key: string
  plan: Plan
  /** Counted calls of the account since 00:00 UTC today. */
  calls_today: number
  /** Counted calls of the account since the first day of the month, UTC. */
  calls_this_month: number
  limits: Limits
  /** Calls left today. Null: no daily limit. */
  remaining: number | null
  /** When the daily limit resets (00:00 UTC). Null: no daily limit. ISO 8601. */
  resets_at: string | null
  window: UsageWindow
}

/** Plan, from lowest to highest: free, live, archive, complete. */
export type Plan = 'free' | 'live' | 'archive' | 'complete'

/** The number of calls that the plan allows. Null: no limit. */
export interface Limits {
  /** Calls in any 60 seconds, per key. Null: no limit. */
  per_minute: number | null
  /** Calls from 00:00 UTC to 00:00 UTC, per account. Null: no limit. */
  per_day: number | null
  /** Calls in a calendar month (UTC), per account. Null: no limit. */
  per_month: number | null
}

/** The dates of games that the plan includes. */
export interface UsageWindow {
  /** First day. Null: unlimited. YYYY-MM-DD. */
  from: string | null
  /** Last day. Null: unlimited. YYYY-MM-DD. */
  to: string | null
}

/** A competition with the number of its seasons and games. */
export interface Competition {
  /** Identifier of a competition. It never changes. */
  id: string
  /** Name of the competition. */
  name: string
  /** Unique lower-case name for URLs. */
  slug: string
  /** Country of the competition. Null if it spans several countries. */
  country: string | null
  gender: Gender
  kind: CompetitionKind
  /** Number of seasons. */
  seasons: number
  /** Name of the earliest season. Null without seasons. */
  first_season: string | null
  /** Name of the latest season. Null without seasons. */
  last_season: string | null
  /** Number of games of any status. */
  games: number
  /** Number of periods without overtime: 4 quarters, 2 halves. An addition of this service. */
  periods: number
  /** Minutes of a period. An addition of this service. */
  period_minutes: number
  /** Minutes of an overtime. An addition of this service. */
  overtime_minutes: number
}

/** Whether men, women or both (mixed) play in the competition. */
export type Gender = 'men' | 'women' | 'mixed'

/** Kind of the competition: league, cup, international (national teams) or friendly. */
export type CompetitionKind = 'league' | 'cup' | 'international' | 'friendly'

/** Paging of a list. A list requested by cursor has only `count` and `next_cursor`. */
export interface ListMeta {
  /** Number of records in this response. */
  count: number
  /** Send as `cursor` to get the next page. Null at the end of the list. */
  next_cursor: string | null
  /** Number of this page. */
  page?: number | undefined
  /** Maximum number of records per page. */
  per_page?: number | undefined
  /** Number of records in the whole list. */
  total?: number | undefined
  /** Number of pages in the whole list. */
  total_pages?: number | undefined
  /** Number of the next page. Null on the last page. */
  next_page?: number | null | undefined
  /** Number of the previous page; beyond the end, of the last page. Null on the first page. */
  prev_page?: number | null | undefined
  /** Plan of the account. */
  plan?: Plan | undefined
}

/** One season of one competition. */
export interface Season {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season, e.g. 2026-27. */
  name: string
  /** Year in which the season begins. */
  start_year: number
  competition: CompetitionRef
  /** Number of games of any status. */
  games: number
  /** Day of the first game. Null without games. YYYY-MM-DD. */
  first_date: string | null
  /** Day of the last game. Null without games. YYYY-MM-DD. */
  last_date: string | null
}

/** Reference to a competition. */
export interface CompetitionRef {
  /** Identifier of a competition. It never changes. */
  id: string
  /** Name of the competition. */
  name: string
}

/** A team. */
export interface Team {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team, in older games too. It changes with sponsors. */
  name: string
  /** Country of the team. Null if unknown. */
  country: string | null
  /** Number of games of any status. */
  games: number
}

/** A team with its arena, coaches and competitions. */
export interface TeamDetail {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team, in older games too. It changes with sponsors. */
  name: string
  /** Country of the team. Null if unknown. */
  country: string | null
  /** City of the team. Null if unknown. */
  city: string | null
  /** Current home arena. Null if unknown. */
  arena: string | null
  /** Number of seats in the arena. Null if unknown. */
  arena_capacity: number | null
  /** Year of foundation. Null if unknown. */
  founded: number | null
  /** Head coaches, latest first. Empty if unknown. */
  coaches: Coach[]
  /** Competitions that the team plays in, by name. */
  competitions: TeamCompetition[]
}

/** A head coach and the years with the team. */
export interface Coach {
  /** Given name, then surname. */
  name: string
  /** First year as head coach. Null if unknown. */
  from: number | null
  /** Last year as head coach. Null if unknown or still head coach. */
  to: number | null
}

/** A competition that a team plays in, with the seasons. */
export interface TeamCompetition {
  /** Identifier of a competition. It never changes. */
  id: string
  /** Name of the competition. */
  name: string
  /** Seasons, newest first. */
  seasons: TeamSeason[]
}

/** A season that a team plays in. */
export interface TeamSeason {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season. */
  name: string
  /** Number of games of the team in that season. */
  games: number
}

/** The players who played for a team in a season. */
export interface Roster {
  team: TeamRef
  /** Null if the team has no season. */
  season: SeasonRef | null
  /** Null if the team has no season. */
  competition: CompetitionRef | null
  /** Players by name. */
  players: RosterPlayer[]
}

/** Reference to a team. */
export interface TeamRef {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team, in older games too. It changes with sponsors. */
  name: string
}

/** Reference to a season. */
export interface SeasonRef {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season, e.g. 2026-27. */
  name: string
}

/** A player of a roster, with the averages for the team in the season. */
export interface RosterPlayer {
  player: PlayerRef
  /** Latest shirt number. Null if unknown. */
  number: string | null
  /** Number of games played. */
  games: number
  /** Number of games started. */
  starts: number
  /** Day of the last game played. YYYY-MM-DD. */
  last_game: string
  /** Minutes per game played. Null if not recorded in one of the games. */
  minutes: number | null
  /** Points per game played. Null if not recorded in one of the games. */
  points: number | null
  /** Rebounds per game played. Null if not recorded in one of the games. */
  rebounds: number | null
  /** Assists per game played. Null if not recorded in one of the games. */
  assists: number | null
  /** Steals per game played. Null if not recorded in one of the games. */
  steals: number | null
  /** Shots blocked per game played. Null if not recorded in one of the games. */
  blocks: number | null
  /** Turnovers per game played. Null if not recorded in one of the games. */
  turnovers: number | null
  /** Field-goal percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  field_goal_pct: number | null
  /** Three-point percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  three_pct: number | null
  /** Free-throw percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  free_throw_pct: number | null
}

/** Reference to a player. */
export interface PlayerRef {
  /** Identifier of a player. It never changes. */
  id: string
  /** Current name, in older games too: given name, then surname. */
  name: string
}

/** The recent form of a team: its last games and their summary. */
export interface TeamForm {
  team: TeamRef
  summary: TeamFormSummary
  /** Games, newest first. */
  games: FormGame[]
}

/** Summary of these games. */
export interface TeamFormSummary {
  /** Number of games, all of them won or lost. */
  games: number
  /** Games won. */
  won: number
  /** Games lost. */
  lost: number
  /** Average of points scored − points allowed. Null without games. */
  average_margin: number | null
  /** Possessions per regulation game length (40 or 48 minutes). Null if unknown. */
  pace: number | null
  /** Points scored per 100 possessions. Null if unknown. */
  offensive_rating: number | null
  /** Points allowed per 100 possessions. Null if unknown. */
  defensive_rating: number | null
}

/** One game of a team form, from the side of the team. */
export interface FormGame {
  game: GameRef
  /** Whether the team plays at home or away. */
  venue: Side
  opponent: TeamRef
  result: GameResult
  /** Points scored. */
  points_for: number
  /** Points allowed. */
  points_against: number
  /** points_for − points_against. */
  margin: number
  /** Possessions: FGA + 0.44·FTA − OREB + TOV, averaged over both teams. Null if unknown. */
  possessions: number | null
  /** Possessions per regulation game length (40 or 48 minutes). Null if unknown. */
  pace: number | null
  /** Points scored per 100 possessions. Null if unknown. */
  offensive_rating: number | null
  /** Points allowed per 100 possessions. Null if unknown. */
  defensive_rating: number | null
}

/** The game and its competition. */
export interface GameRef {
  /** Identifier of a game. It never changes. */
  id: string
  /** A calendar day, YYYY-MM-DD. */
  date: string
  competition: CompetitionRef
}

/** Result for the team: W (won) or L (lost). A drawn game has none. */
export type GameResult = 'W' | 'L'

/** The last games between two teams and the record of the first team in them. */
export interface HeadToHead {
  team: TeamRef
  opponent: TeamRef
  summary: HeadToHeadSummary
  /** Games, newest first. */
  games: Game[]
}

/** Record of the first team in these games. */
export interface HeadToHeadSummary {
  /** Number of games, drawn ones included. */
  games: number
  /** Games won by the first team. */
  won: number
  /** Games lost by the first team. */
  lost: number
  /** Games won and lost by the first team at home, e.g. 4-2. */
  home: string
  /** Games won and lost by the first team away, e.g. 4-2. */
  away: string
  /** Average points of the first team. Null without games. */
  average_points_for: number | null
  /** Average points of the opponent. Null without games. */
  average_points_against: number | null
  /** Day of the first game. Null without games. YYYY-MM-DD. */
  first_date: string | null
  /** Day of the last game. Null without games. YYYY-MM-DD. */
  last_date: string | null
}

/** A game. */
export interface Game {
  /** Identifier of a game. It never changes. */
  id: string
  competition: CompetitionRef
  season: SeasonRef
  /**
   * Stage of the season: regular, play-in, playoffs, preseason, all-star, or a name used by the competition. Null if
   * the competition has no stages.
   */
  stage: string | null
  /** Round as the competition names it. Null without a round. */
  round: string | null
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  /** Start of the game, UTC. Null if unknown. ISO 8601. */
  tip_off: string | null
  status: GameStatus
  home: TeamRef
  away: TeamRef
  /** Points of the home team. Null until the game is final. */
  home_score: number | null
  /** Points of the away team. Null until the game is final. */
  away_score: number | null
  /** Number of spectators. Null if unknown. */
  attendance: number | null
  /** Name of the arena. Null if the league does not name it. */
  venue: string | null
  has: GameHas
}

/** Which parts of the game are available. */
export interface GameHas {
  /** Whether the game has a box score. */
  boxscore: boolean
  /** Whether the game has a play-by-play. */
  playbyplay: boolean
  /** Whether the game has a shot chart. */
  shots: boolean
}

/** The line-ups of a team in a season. */
export interface TeamLineUps {
  team: TeamRef
  /** Null for a team without a season. */
  season: SeasonRef | null
  /** Null for a team without a season. */
  competition: CompetitionRef | null
  /** Players of a line-up. */
  size: number
  /** Games with exact line-ups that are counted here. */
  games: number
  /** Games of the team that are left out, because their line-ups are not exact. */
  games_left_out: number
  /** The line-ups with the most time together first. */
  lineups: LineUp[]
}

/** Players of a team who were on court together in a season. */
export interface LineUp {
  /** The players, in the order of their ids. */
  players: PlayerRef[]
  /** Games in which they were on court together. */
  games: number
  /** Time together. */
  seconds: number
  /** Points of the team. */
  points_for: number
  /** Points of the opponent. */
  points_against: number
  /** Possessions of the team, counted play by play. */
  possessions_for: number
  /** Possessions of the opponent. */
  possessions_against: number
  /** Field goals of the team. */
  field_goals_made_for: number
  /** Field-goal attempts of the team. */
  field_goals_attempted_for: number
  /** Three-pointers of the team. */
  three_made_for: number
  /** Three-point attempts of the team. */
  three_attempted_for: number
  /** Free throws of the team. */
  free_throws_made_for: number
  /** Free-throw attempts of the team. */
  free_throws_attempted_for: number
  /** Offensive rebounds of the team. */
  offensive_rebounds_for: number
  /** Defensive rebounds of the team. */
  defensive_rebounds_for: number
  /** Rebounds of the team. */
  rebounds_for: number
  /** Assists of the team. */
  assists_for: number
  /** Turnovers of the team. */
  turnovers_for: number
  /** Field goals of the opponent. */
  field_goals_made_against: number
  /** Field-goal attempts of the opponent. */
  field_goals_attempted_against: number
  /** Three-pointers of the opponent. */
  three_made_against: number
  /** Three-point attempts of the opponent. */
  three_attempted_against: number
  /** Free throws of the opponent. */
  free_throws_made_against: number
  /** Free-throw attempts of the opponent. */
  free_throws_attempted_against: number
  /** Offensive rebounds of the opponent. */
  offensive_rebounds_against: number
  /** Defensive rebounds of the opponent. */
  defensive_rebounds_against: number
  /** Rebounds of the opponent. */
  rebounds_against: number
  /** Assists of the opponent. */
  assists_against: number
  /** Turnovers of the opponent. */
  turnovers_against: number
  /** Points per 100 possessions. Null without possessions. */
  offensive_rating: number | null
  /** Points of the opponent per 100 of its possessions. Null without possessions. */
  defensive_rating: number | null
  /** offensive_rating − defensive_rating. Null if one of them is. */
  net_rating: number | null
}

/** The results of one kind of bet on a team. */
export interface Trend {
  /** Name of the kind of bet, e.g. moneyline_home. */
  angle: string
  /** Description of the kind of bet. */
  description: string
  /** Number of games with a price. */
  games: number
  /** Number of bets won. */
  won: number
  /** Number of bets whose stake was returned. */
  pushed: number
  /** won / (games − pushed), as a fraction. Null if there are no such games. */
  hit_rate: number | null
  /**
   * Return on investment: profit per unit staked over games not pushed, as a fraction. Null if there are no such games.
   */
  roi: number | null
  /** Day of the first of these games. Null without games. YYYY-MM-DD. */
  since: string | null
}

/** A player, in a list. */
export interface PlayerSummary {
  /** Identifier of a player. It never changes. */
  id: string
  /** Current name, in older games too: given name, then surname. */
  name: string
  /** Number of games played, of any stage. */
  games: number
  /** Day of the first of these games. YYYY-MM-DD. */
  first_date: string
  /** Day of the last of these games. YYYY-MM-DD. */
  last_date: string
  /** Team of the player in the last of these games. Null if unknown. */
  last_team: TeamRef | null
}

/** A player with the teams they have played for. */
export interface Player {
  /** Identifier of a player. It never changes. */
  id: string
  /** Current name, in older games too: given name, then surname. */
  name: string
  /** Country of the player. Null if unknown. */
  country: string | null
  /** Position as the league names it. Null if unknown. */
  position: string | null
  /** Height in centimetres. Null if unknown. */
  height_cm: number | null
  /** Date of birth. Null if unknown. YYYY-MM-DD. */
  birth_date: string | null
  /** Number of games played, of any stage. */
  games: number
  /** Day of the first of these games. Null without games. YYYY-MM-DD. */
  first_date: string | null
  /** Day of the last of these games. Null without games. YYYY-MM-DD. */
  last_date: string | null
  /** Teams the player has played for, latest first. */
  teams: PlayerTeam[]
}

/** A team that a player has played for, with the seasons. */
export interface PlayerTeam {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team, in older games too. It changes with sponsors. */
  name: string
  /** Country of the team. Null if unknown. */
  country: string | null
  /** Number of games played, of any stage. */
  games: number
  /** Day of the first of these games. YYYY-MM-DD. */
  first_date: string
  /** Day of the last of these games. YYYY-MM-DD. */
  last_date: string
  /** Seasons with the team, newest first. */
  seasons: PlayerTeamSeason[]
}

/** A season of a player with a team. */
export interface PlayerTeamSeason {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season. */
  name: string
  competition: CompetitionRef
  /** Number of games played for the team in that season. */
  games: number
}

/** One game of a game log: the box score line of the player and the game. */
export interface PlayerGame {
  game: PlayerGameRef
  /** Team of the player in this game. */
  team: TeamRef
  opponent: TeamRef
  /** Whether the team plays at home or away. */
  venue: Side
  /** Result for the team of the player. Null for a drawn game. */
  result: GameResult | null
  /** Final score of the player's team. */
  team_score: number
  /** Final score of the opponent. */
  opponent_score: number
  /** Shirt number as printed ("0" and "00" are different numbers). Null if unknown. */
  number: string | null
  /** Whether the player started the game; false also if not recorded. */
  starter: boolean
  /** Whether the player took part in the game. */
  played: boolean
  /** Time played as minutes:seconds, e.g. 26:10. Null if not recorded or if the player did not play. */
  minutes: string | null
  /** Time played in seconds. Null if not recorded or if the player did not play. */
  seconds: number | null
  /** Points scored. Null if not recorded. */
  points: number | null
  /** Two-point field goals made. Null if not recorded. */
  two_made: number | null
  /** Two-point field goals attempted. Null if not recorded. */
  two_attempted: number | null
  /** Three-point field goals made. Null if not recorded. */
  three_made: number | null
  /** Three-point field goals attempted. Null if not recorded. */
  three_attempted: number | null
  /** Free throws made. Null if not recorded. */
  free_throws_made: number | null
  /** Free throws attempted. Null if not recorded. */
  free_throws_attempted: number | null
  /** Offensive rebounds. Null if not recorded. */
  offensive_rebounds: number | null
  /** Defensive rebounds. Null if not recorded. */
  defensive_rebounds: number | null
  /** Rebounds. Null if not recorded. */
  rebounds: number | null
  /** Assists. Null if not recorded. */
  assists: number | null
  /** Steals. Null if not recorded. */
  steals: number | null
  /** Turnovers. Null if not recorded. */
  turnovers: number | null
  /** Shots blocked. Null if not recorded. */
  blocks: number | null
  /** Shots of the player or team blocked by an opponent. Null if not recorded. */
  blocks_received: number | null
  /** Personal fouls committed. Null if not recorded. */
  fouls: number | null
  /** Fouls drawn. Null if not recorded. */
  fouls_drawn: number | null
  /**
   * Performance index rating: the official value of the league, or else points + rebounds + assists + steals + blocks +
   * fouls drawn − missed field goals − missed free throws − turnovers − blocks received − fouls (the EuroLeague
   * formula). Null if a term is not recorded.
   */
  performance_index: number | null
  /** Field goals made, twos and threes. Null if not recorded. */
  field_goals_made: number | null
  /** Field goals attempted, twos and threes. Null if not recorded. */
  field_goals_attempted: number | null
  /**
   * Points of the team minus points of the opponent while the player was on court: from the feed, or else computed from
   * the play-by-play. Null if neither is certain.
   */
  plus_minus: number | null
}

/** The game of the line. */
export interface PlayerGameRef {
  /** Identifier of a game. It never changes. */
  id: string
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  competition: CompetitionRef
  season: SeasonRef
  /** Stage of the season, as in Game. */
  stage: string | null
}

/** The season averages of a player, by season and team. */
export interface PlayerSeasons {
  player: PlayerRef
  /** Season averages, newest first. */
  seasons: PlayerSeason[]
}

/** The averages of a player in one season with one team. */
export interface PlayerSeason {
  season: SeasonRef
  competition: CompetitionRef
  team: TeamRef
  /** Number of games played. */
  games: number
  /** Number of games started. */
  starts: number
  /** Minutes per game played. Null if not recorded in one of the games. */
  minutes: number | null
  /** Points per game played. Null if not recorded in one of the games. */
  points: number | null
  /** Rebounds per game played. Null if not recorded in one of the games. */
  rebounds: number | null
  /** Assists per game played. Null if not recorded in one of the games. */
  assists: number | null
  /** Steals per game played. Null if not recorded in one of the games. */
  steals: number | null
  /** Shots blocked per game played. Null if not recorded in one of the games. */
  blocks: number | null
  /** Turnovers per game played. Null if not recorded in one of the games. */
  turnovers: number | null
  /** Field-goal percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  field_goal_pct: number | null
  /** Three-point percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  three_pct: number | null
  /** Free-throw percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  free_throw_pct: number | null
}

/** Player splits: averages by venue, result, month, opponent or starting. */
export interface PlayerSplits {
  player: PlayerRef
  by: SplitBy
  /** Splits in order: home before away, won before lost, starter before bench; months by date, opponents by name. */
  splits: PlayerSplit[]
}

/** The averages of a player in one split. */
export interface PlayerSplit {
  /**
   * Value of the split: home or away; won or lost (a drawn game is neither); a month (YYYY-MM); a team id; starter or
   * bench.
   */
  split: string
  /** Name of the opponent if split by opponent, else an empty string. */
  opponent: string
  /** Number of games played. */
  games: number
  /** Minutes per game played. Null if not recorded in one of the games. */
  minutes: number | null
  /** Points per game played. Null if not recorded in one of the games. */
  points: number | null
  /** Rebounds per game played. Null if not recorded in one of the games. */
  rebounds: number | null
  /** Assists per game played. Null if not recorded in one of the games. */
  assists: number | null
  /** Steals per game played. Null if not recorded in one of the games. */
  steals: number | null
  /** Turnovers per game played. Null if not recorded in one of the games. */
  turnovers: number | null
  /** Shots blocked per game played. Null if not recorded in one of the games. */
  blocks: number | null
  /** Field-goal percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  field_goal_pct: number | null
  /** Three-point percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  three_pct: number | null
  /** Free-throw percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  free_throw_pct: number | null
  /**
   * True shooting percentage, points / (2 × (FGA + 0.44·FTA)), which may exceed 1, as a fraction. Null without
   * attempts, or if not recorded in one of the games.
   */
  true_shooting_pct: number | null
  /**
   * Usage percentage, the share of the team's possessions that the player used while on court, as a fraction. Null
   * without attempts, or if not recorded in one of the games.
   */
  usage_pct: number | null
}

/** The averages and totals of a player over some of their games. */
export interface PlayerAverages {
  player: PlayerRef
  /** Number of games played. */
  games: number
  /** Number of games started. */
  starts: number
  averages: Averages
  /** Sums over these games. Null without games, or if not recorded in one of them. */
  totals: StatLine
}

/** Averages per game played; percentages are fractions. */
export interface Averages {
  /** Minutes per game played. Null if not recorded in one of the games. */
  minutes: number | null
  /** Points per game played. Null if not recorded in one of the games. */
  points: number | null
  /** Rebounds per game played. Null if not recorded in one of the games. */
  rebounds: number | null
  /** Assists per game played. Null if not recorded in one of the games. */
  assists: number | null
  /** Steals per game played. Null if not recorded in one of the games. */
  steals: number | null
  /** Shots blocked per game played. Null if not recorded in one of the games. */
  blocks: number | null
  /** Turnovers per game played. Null if not recorded in one of the games. */
  turnovers: number | null
  /** Field-goal percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  field_goal_pct: number | null
  /** Three-point percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  three_pct: number | null
  /** Free-throw percentage, as a fraction. Null without attempts, or if not recorded in one of the games. */
  free_throw_pct: number | null
}

/** The counting statistics of a player or a team in one game. */
export interface StatLine {
  /** Points scored. Null if not recorded. */
  points: number | null
  /** Two-point field goals made. Null if not recorded. */
  two_made: number | null
  /** Two-point field goals attempted. Null if not recorded. */
  two_attempted: number | null
  /** Three-point field goals made. Null if not recorded. */
  three_made: number | null
  /** Three-point field goals attempted. Null if not recorded. */
  three_attempted: number | null
  /** Free throws made. Null if not recorded. */
  free_throws_made: number | null
  /** Free throws attempted. Null if not recorded. */
  free_throws_attempted: number | null
  /** Offensive rebounds. Null if not recorded. */
  offensive_rebounds: number | null
  /** Defensive rebounds. Null if not recorded. */
  defensive_rebounds: number | null
  /** Rebounds. Null if not recorded. */
  rebounds: number | null
  /** Assists. Null if not recorded. */
  assists: number | null
  /** Steals. Null if not recorded. */
  steals: number | null
  /** Turnovers. Null if not recorded. */
  turnovers: number | null
  /** Shots blocked. Null if not recorded. */
  blocks: number | null
  /** Shots of the player or team blocked by an opponent. Null if not recorded. */
  blocks_received: number | null
  /** Personal fouls committed. Null if not recorded. */
  fouls: number | null
  /** Fouls drawn. Null if not recorded. */
  fouls_drawn: number | null
  /**
   * Performance index rating: the official value of the league, or else points + rebounds + assists + steals + blocks +
   * fouls drawn − missed field goals − missed free throws − turnovers − blocks received − fouls (the EuroLeague
   * formula). Null if a term is not recorded.
   */
  performance_index: number | null
  /** Field goals made, twos and threes. Null if not recorded. */
  field_goals_made: number | null
  /** Field goals attempted, twos and threes. Null if not recorded. */
  field_goals_attempted: number | null
}

/** What a team did with a player on court, and without. */
export interface OnOff {
  player: PlayerRef
  /** The team of the latest game in the season. Null without one. */
  team: TeamRef | null
  /** Null for a player without a season. */
  season: SeasonRef | null
  /** Null for a player without a season. */
  competition: CompetitionRef | null
  /** Games with exact line-ups that are counted here. */
  games: number
  /** Games of the team that are left out, because their line-ups are not exact. */
  games_left_out: number
  /** With the player on court. */
  on: CourtTotals
  /** Without. on + off are the totals of the team. */
  off: CourtTotals
  net: CourtDifference
}

/** What a team and its opponents did in a part of its time. */
export interface CourtTotals {
  /** Time of this part. */
  seconds: number
  /** Points of the team. */
  points_for: number
  /** Points of the opponent. */
  points_against: number
  /** Possessions of the team, counted play by play. */
  possessions_for: number
  /** Possessions of the opponent. */
  possessions_against: number
  /** Field goals of the team. */
  field_goals_made_for: number
  /** Field-goal attempts of the team. */
  field_goals_attempted_for: number
  /** Three-pointers of the team. */
  three_made_for: number
  /** Three-point attempts of the team. */
  three_attempted_for: number
  /** Free throws of the team. */
  free_throws_made_for: number
  /** Free-throw attempts of the team. */
  free_throws_attempted_for: number
  /** Offensive rebounds of the team. */
  offensive_rebounds_for: number
  /** Defensive rebounds of the team. */
  defensive_rebounds_for: number
  /** Rebounds of the team. */
  rebounds_for: number
  /** Assists of the team. */
  assists_for: number
  /** Turnovers of the team. */
  turnovers_for: number
  /** Field goals of the opponent. */
  field_goals_made_against: number
  /** Field-goal attempts of the opponent. */
  field_goals_attempted_against: number
  /** Three-pointers of the opponent. */
  three_made_against: number
  /** Three-point attempts of the opponent. */
  three_attempted_against: number
  /** Free throws of the opponent. */
  free_throws_made_against: number
  /** Free-throw attempts of the opponent. */
  free_throws_attempted_against: number
  /** Offensive rebounds of the opponent. */
  offensive_rebounds_against: number
  /** Defensive rebounds of the opponent. */
  defensive_rebounds_against: number
  /** Rebounds of the opponent. */
  rebounds_against: number
  /** Assists of the opponent. */
  assists_against: number
  /** Turnovers of the opponent. */
  turnovers_against: number
  /** Points per 100 possessions. Null without possessions. */
  offensive_rating: number | null
  /** Points of the opponent per 100 of its possessions. Null without possessions. */
  defensive_rating: number | null
  /** offensive_rating − defensive_rating. Null if one of them is. */
  net_rating: number | null
}

/** on − off, in every column. */
export interface CourtDifference {
  /** On − off. */
  seconds: number
  /** On − off. */
  points_for: number
  /** On − off. */
  points_against: number
  /** On − off. */
  possessions_for: number
  /** On − off. */
  possessions_against: number
  /** On − off. */
  field_goals_made_for: number
  /** On − off. */
  field_goals_attempted_for: number
  /** On − off. */
  three_made_for: number
  /** On − off. */
  three_attempted_for: number
  /** On − off. */
  free_throws_made_for: number
  /** On − off. */
  free_throws_attempted_for: number
  /** On − off. */
  offensive_rebounds_for: number
  /** On − off. */
  defensive_rebounds_for: number
  /** On − off. */
  rebounds_for: number
  /** On − off. */
  assists_for: number
  /** On − off. */
  turnovers_for: number
  /** On − off. */
  field_goals_made_against: number
  /** On − off. */
  field_goals_attempted_against: number
  /** On − off. */
  three_made_against: number
  /** On − off. */
  three_attempted_against: number
  /** On − off. */
  free_throws_made_against: number
  /** On − off. */
  free_throws_attempted_against: number
  /** On − off. */
  offensive_rebounds_against: number
  /** On − off. */
  defensive_rebounds_against: number
  /** On − off. */
  rebounds_against: number
  /** On − off. */
  assists_against: number
  /** On − off. */
  turnovers_against: number
  /** On − off. Null if one of them is. */
  offensive_rating: number | null
  /** On − off. Null if one of them is. */
  defensive_rating: number | null
  /** On − off. Null if one of them is. */
  net_rating: number | null
}

/** The standings of a season. Only regular-season games count. */
export interface Standings {
  competition: CompetitionRef
  season: SeasonRef
  /** Number of games. */
  games: number
  /** Day of the last game. Today before the first game. YYYY-MM-DD. */
  through: string
  /** Rows, group by group, best team first. */
  table: StandingsRow[]
  /**
   * Tables of the stages that have their own, each of its own games only. Absent if the season has none. An addition of
   * this service.
   */
  stages?: StageStandings[] | undefined
}

/** One row of the standings. */
export interface StandingsRow {
  /**
   * Group or conference of the team, each with a table of its own. Null if the season is played in one table. An
   * addition of this service.
   */
  group: string | null
  /** Rank in the standings, from 1 in each group. */
  rank: number
  team: TeamRef
  /** Number of games, including those decided by forfeit. */
  played: number
  /** Number of games won. */
  won: number
  /** Number of games lost. */
  lost: number
  /** Games won as a fraction of games played. 0 before the first game. */
  win_share: number
  /**
   * Points that the league gives for games won and lost, which order the table. Null if it gives none. An addition of
   * this service.
   */
  league_points: number | null
  /** Points scored, including overtime, also where tie-breaks leave overtime out. */
  points_for: number
  /** Points allowed, including overtime, also where tie-breaks leave overtime out. */
  points_against: number
  /** points_for − points_against, so including overtime. */
  points_difference: number
  /** Games won and lost at home, e.g. 12-3. */
  home: string
  /** Games won and lost away, e.g. 12-3. */
  away: string
  /** Games won and lost in the last ten games, e.g. 12-3. */
  last_ten: string
  /** Current streak, e.g. W3 or L1. Empty before the first game. */
  streak: string
}

/** The table of a stage that has its own. */
export interface StageStandings {
  /** Name of the stage. */
  stage: string
  /** Number of games. */
  games: number
  /** Day of the last game. Today before the first game. YYYY-MM-DD. */
  through: string
  /** Rows, group by group, best team first. */
  table: StandingsRow[]
}

/** What the teams of a season can still reach in the standings. */
export interface Race {
  competition: CompetitionRef
  season: SeasonRef
  /** Day of the last game that has a result. YYYY-MM-DD. */
  through: string
  /** Group or conference. Null if the season is played in one table. */
  group: string | null
  /** Games left with a team of the group. */
  games_left: number
  method: RaceMethod
  /** Number of scenarios. */
  scenarios: number
  /** Teams in the order of the standings. */
  teams: RaceTeam[]
  /** The races of the other groups, in the order of the standings. Absent if the season has one table. */
  other_groups?: GroupRace[] | undefined
}

/**
 * exact: all results of the games left are counted; simulated: seasons are drawn, because more than 16 games are left.
 */
export type RaceMethod = 'exact' | 'simulated'

/** What a team can still reach in its group. */
export interface RaceTeam {
  team: TeamRef
  /** Rank in the standings. */
  rank: number
  /** Best rank that it can end in, by any margins of the games left. Never too low a place. */
  best_rank: number
  /** Worst rank that it can end in, by any margins of the games left. Never too high a place. */
  worst_rank: number
  /** Share of the scenarios in which it ends in each place of its group, the first place first. */
  places: number[]
}

/** The race of another group of the season. */
export interface GroupRace {
  /** Group or conference. Null if the season is played in one table. */
  group: string | null
  /** Games left with a team of the group. */
  games_left: number
  method: RaceMethod
  /** Number of scenarios. */
  scenarios: number
  /** Teams in the order of the standings. */
  teams: RaceTeam[]
}

/** The standings of a season as they would be with assumed results. */
export interface WhatIfStandings {
  competition: CompetitionRef
  season: SeasonRef
  /** Number of games. */
  games: number
  /** Day of the last game, those with an assumed result included. YYYY-MM-DD. */
  through: string
  /** Rows, group by group, best team first. */
  table: WhatIfRow[]
  /** Tables of the stages that have their own. Absent if the season has none. */
  stages?: WhatIfStage[] | undefined
}

/** A row of standings with the rule that placed the team. */
export interface WhatIfRow {
  /**
   * Group or conference of the team, each with a table of its own. Null if the season is played in one table. An
   * addition of this service.
   */
  group: string | null
  /** Rank in the standings, from 1 in each group. */
  rank: number
  team: TeamRef
  /** Number of games, including those decided by forfeit. */
  played: number
  /** Number of games won. */
  won: number
  /** Number of games lost. */
  lost: number
  /** Games won as a fraction of games played. 0 before the first game. */
  win_share: number
  /**
   * Points that the league gives for games won and lost, which order the table. Null if it gives none. An addition of
   * this service.
   */
  league_points: number | null
  /** Points scored, including overtime, also where tie-breaks leave overtime out. */
  points_for: number
  /** Points allowed, including overtime, also where tie-breaks leave overtime out. */
  points_against: number
  /** points_for − points_against, so including overtime. */
  points_difference: number
  /** Games won and lost at home, e.g. 12-3. */
  home: string
  /** Games won and lost away, e.g. 12-3. */
  away: string
  /** Games won and lost in the last ten games, e.g. 12-3. */
  last_ten: string
  /** Current streak, e.g. W3 or L1. Empty before the first game. */
  streak: string
  decided_by: DecidedBy
}

/**
 * The rule that separated a team from the last one it was tied with. win_share: no tie in win share or league points,
 * or the classification points of FIBA; playoff_teams_record of the WNBA: games against teams that have won at least
 * half of theirs; name: nothing else separates the teams.
 */
export type DecidedBy =
  | 'win_share'
  | 'head_to_head_wins'
  | 'head_to_head_difference'
  | 'head_to_head_points'
  | 'difference'
  | 'points_scored'
  | 'sum_of_quotients'
  | 'division_leader'
  | 'division_record'
  | 'conference_record'
  | 'playoff_teams_record'
  | 'other_playoff_teams_record'
  | 'name'

/** The table of a stage that has its own, with assumed results. */
export interface WhatIfStage {
  /** Name of the stage. */
  stage: string
  /** Number of games. */
  games: number
  /** Day of the last game. Today before the first game. YYYY-MM-DD. */
  through: string
  /** Rows, group by group, best team first. */
  table: WhatIfRow[]
}

/** The best players of a season in one statistic. */
export interface Leaders {
  competition: CompetitionRef
  /** Null if the competition has no season with box scores. */
  season: SeasonRef | null
  stat: LeaderStat
  /** Minimum number of games played to be ranked. */
  min_games: number
  /** Players, best first. */
  leaders: Leader[]
}

/** A ranked player. */
export interface Leader {
  /** Rank. Equal values share a rank. */
  rank: number
  player: PlayerRef
  /** Latest team of the player in the season. Null if unknown. */
  team: TeamRef | null
  /** Games played. */
  games: number
  /** Value of the statistic per game played. */
  per_game: number
  /** Value of the statistic over the season. */
  total: number
}

/** The forecasts of the games of a day. */
export interface Forecasts {
  /** A calendar day, YYYY-MM-DD. */
  date: string
  /**
   * SHA-256, in hex, of the canonical JSON (RFC 8785) of the day's `forecasts` as GET /forecasts lists them. Null if
   * there are none.
   */
  seal: string | null
  /** When the day's forecasts were sealed, before its first tip-off. Null if there are none. ISO 8601. */
  sealed_at: string | null
  /** By game id. Empty if none were made before the first tip-off. */
  forecasts: Forecast[]
}

/** The forecast of a game, as it was sealed. */
export interface Forecast {
  /** Identifier of a game. It never changes. */
  game: string
  /** Probability that the home team wins, with at most 4 decimals. */
  home_win_probability: number
  /** Points by which the home team is expected to win, negative if it is expected to lose, with at most 2 decimals. */
  expected_margin: number
  /** The model that made it. */
  model: string
}

/** A game with its periods and officials. */
export interface GameDetail {
  /** Identifier of a game. It never changes. */
  id: string
  competition: CompetitionRef
  season: SeasonRef
  /**
   * Stage of the season: regular, play-in, playoffs, preseason, all-star, or a name used by the competition. Null if
   * the competition has no stages.
   */
  stage: string | null
  /** Round as the competition names it. Null without a round. */
  round: string | null
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  /** Start of the game, UTC. Null if unknown. ISO 8601. */
  tip_off: string | null
  status: GameStatus
  home: TeamRef
  away: TeamRef
  /** Points of the home team. Null until the game is final. */
  home_score: number | null
  /** Points of the away team. Null until the game is final. */
  away_score: number | null
  /** Number of spectators. Null if unknown. */
  attendance: number | null
  /** Name of the arena. Null if the league does not name it. */
  venue: string | null
  has: GameHas
  /** Points per period. Null if unknown. */
  periods: Periods | null
  /**
   * Referees in the league's order with the crew chief first, then the commissioner. Null if the league does not name
   * them.
   */
  officials: Official[] | null
}

/** Points per period; overtimes follow the regular periods. */
export interface Periods {
  /** Points of the home team in each period. */
  home: number[]
  /** Points of the away team in each period. */
  away: number[]
}

/** A referee or the commissioner of a game. */
export interface Official {
  /** Given name, then surname. */
  name: string
  role: OfficialRole
}

/** Role of the official. */
export type OfficialRole = 'referee' | 'commissioner'

/** The box score of a game. */
export interface BoxScore {
  game: Game
  home: TeamBox
  away: TeamBox
}

/** The box score of one team in a game. */
export interface TeamBox {
  team: TeamRef
  /** Head coach in this game. Null if unknown. */
  coach: string | null
  /**
   * Totals of the team, including team rebounds and team turnovers, or the sums of the players where only these are
   * known. Null if unknown.
   */
  totals: StatLine | null
  /** Every player on the score sheet, including those who did not play. */
  players: PlayerLine[]
}

/** The line of one player in a box score. */
export interface PlayerLine {
  player: PlayerRef
  /** Shirt number as printed ("0" and "00" are different numbers). Null if unknown. */
  number: string | null
  /** Whether the player started the game; false also if not recorded. */
  starter: boolean
  /** Whether the player took part in the game. */
  played: boolean
  /** Time played as minutes:seconds, e.g. 26:10. Null if not recorded or if the player did not play. */
  minutes: string | null
  /** Time played in seconds. Null if not recorded or if the player did not play. */
  seconds: number | null
  /** Points scored. Null if not recorded. */
  points: number | null
  /** Two-point field goals made. Null if not recorded. */
  two_made: number | null
  /** Two-point field goals attempted. Null if not recorded. */
  two_attempted: number | null
  /** Three-point field goals made. Null if not recorded. */
  three_made: number | null
  /** Three-point field goals attempted. Null if not recorded. */
  three_attempted: number | null
  /** Free throws made. Null if not recorded. */
  free_throws_made: number | null
  /** Free throws attempted. Null if not recorded. */
  free_throws_attempted: number | null
  /** Offensive rebounds. Null if not recorded. */
  offensive_rebounds: number | null
  /** Defensive rebounds. Null if not recorded. */
  defensive_rebounds: number | null
  /** Rebounds. Null if not recorded. */
  rebounds: number | null
  /** Assists. Null if not recorded. */
  assists: number | null
  /** Steals. Null if not recorded. */
  steals: number | null
  /** Turnovers. Null if not recorded. */
  turnovers: number | null
  /** Shots blocked. Null if not recorded. */
  blocks: number | null
  /** Shots of the player or team blocked by an opponent. Null if not recorded. */
  blocks_received: number | null
  /** Personal fouls committed. Null if not recorded. */
  fouls: number | null
  /** Fouls drawn. Null if not recorded. */
  fouls_drawn: number | null
  /**
   * Performance index rating: the official value of the league, or else points + rebounds + assists + steals + blocks +
   * fouls drawn − missed field goals − missed free throws − turnovers − blocks received − fouls (the EuroLeague
   * formula). Null if a term is not recorded.
   */
  performance_index: number | null
  /** Field goals made, twos and threes. Null if not recorded. */
  field_goals_made: number | null
  /** Field goals attempted, twos and threes. Null if not recorded. */
  field_goals_attempted: number | null
  /**
   * Points of the team minus points of the opponent while the player was on court: from the feed, or else computed from
   * the play-by-play. Null if neither is certain.
   */
  plus_minus: number | null
}

/** The play-by-play of a game. */
export interface PlayByPlay {
  game: Game
  /** Events in chronological order. */
  events: Event[]
}

/** One event of a play-by-play. */
export interface Event {
  /** Position in the play-by-play: 1, 2, 3 … */
  seq: number
  /** Number of the period. Overtimes follow the regular periods: from 5 after four quarters. */
  period: number
  /** Time left in the period as minutes:seconds. Null if not recorded. */
  clock: string | null
  /** Which side the event belongs to. Null if it belongs to neither team. */
  side: Side | null
  /** Which team the event belongs to. Null if it belongs to neither team. */
  team: EventTeam | null
  /** Player of the event. Null if it belongs to a team, a coach or nobody. */
  player: PlayerRef | null
  type: EventType
  /** Description of the event in the words of the feed. */
  description: string
  /** Distance of a field-goal attempt from the basket in whole feet. Null if unknown. */
  distance_ft: number | null
  /** Score of the home team after the event. */
  home_score: number | null
  /** Score of the away team after the event. */
  away_score: number | null
}

/** The team of an event or a shot. Its name is in the game. */
export interface EventTeam {
  /** Identifier of a team. It never changes. */
  id: string
}

/**
 * Type of the event. A blocked shot is two events: `block` for the defender and `shot_blocked` for the shooter.
 * `rebound` and `substitution` are used if the feed does not record the specific type. `other` for anything else; the
 * description says what happened.
 */
export type EventType =
  | 'two_made'
  | 'two_missed'
  | 'three_made'
  | 'three_missed'
  | 'free_throw_made'
  | 'free_throw_missed'
  | 'defensive_rebound'
  | 'offensive_rebound'
  | 'assist'
  | 'turnover'
  | 'steal'
  | 'block'
  | 'shot_blocked'
  | 'foul'
  | 'unsportsmanlike_foul'
  | 'technical_foul'
  | 'disqualifying_foul'
  | 'offensive_foul'
  | 'foul_drawn'
  | 'substitution_in'
  | 'substitution_out'
  | 'timeout'
  | 'period_start'
  | 'period_end'
  | 'game_end'
  | 'jump_ball'
  | 'rebound'
  | 'substitution'
  | 'violation'
  | 'review'
  | 'other'

/** The field-goal attempts of a game, made and missed. */
export interface Shots {
  game: Game
  /** Field-goal attempts in chronological order. */
  shots: Shot[]
}

/** One field-goal attempt. */
export interface Shot {
  /** The seq of the play-by-play event of the shot, or, if no event matches, a number after the last event. */
  seq: number
  /** Number of the period. Overtimes follow the regular periods: from 5 after four quarters. Null if unknown. */
  period: number | null
  /** Side that took the shot. Null if unknown. */
  side: Side | null
  /** Team that took the shot. Null if unknown. */
  team: EventTeam | null
  /** Player who took the shot. Null if unknown. */
  player: PlayerRef | null
  /** Points the shot is worth: 2 or 3. Null if unknown. */
  value: number | null
  /** Whether the shot was made. */
  made: boolean
  /** Points scored: the value if made, else 0. */
  points: number
  /** Feet across the court from the basket centre, negative to the left of the shooter. Null if unknown. */
  x_ft: number | null
  /** Feet from the basket centre towards half court. Null if unknown. */
  y_ft: number | null
  /** Distance from the basket centre in feet. Null if unknown. */
  distance_ft: number | null
  /** Whether the shot came on a fast break. False also if not recorded. */
  fastbreak: boolean
  /** Whether the shot followed an offensive rebound. False also if not recorded. */
  second_chance: boolean
  /** Whether the shot followed a turnover of the opponent. False also if not recorded. */
  off_turnover: boolean
  /** When the shot was taken, UTC. Null if not recorded. ISO 8601. */
  at: string | null
}

/** Who was on court in a game, stint by stint. */
export interface GameLineUps {
  game: Game
  /** Whether the five of both teams are known at every moment, with the minutes of the box score. */
  exact: boolean
  /** Why it is not exact. Empty if it is. */
  reasons: InexactReason[]
  /** What was repaired, and what contradicts the stints. Empty if there is nothing of either. */
  notes: LineUpNote[]
  home: LineUpSide
  away: LineUpSide
}

/** Why the line-ups of a game are not exact. */
export interface InexactReason {
  code: InexactCode
  /** A sentence that says where and how. */
  message: string
}

/**
 * Why line-ups are not exact: not_final (the game has no final score), no_events (it has no play-by-play), no_box_score
 * (minutes are missing), starters_unknown, period_starters_unknown (who began a period is unknown), not_five
 * (substitutions do not leave five), minutes_differ (substitutions and box score give different minutes), clock_rises
 * (clocks contradict the order of substitutions).
 */
export type InexactCode =
  | 'not_final'
  | 'no_events'
  | 'no_box_score'
  | 'starters_unknown'
  | 'period_starters_unknown'
  | 'not_five'
  | 'minutes_differ'
  | 'clock_rises'

/** What was repaired in the line-ups of a game, or contradicts them. */
export interface LineUpNote {
  code: LineUpNoteCode
  /** A sentence that says where and how. */
  message: string
}

/**
 * What was repaired: substitution_missing (a row was added or skipped), substitution_time (the box score counts a
 * substitution at another clock), overtime_break (it counts those before an overtime late), clock_order (clocks
 * contradict the order of substitutions). Not repaired: plus_minus_differs (the box score has another plus/minus of
 * some players than the stints, which have their minutes).
 */
export type LineUpNoteCode =
  | 'substitution_missing'
  | 'substitution_time'
  | 'overtime_break'
  | 'clock_order'
  | 'plus_minus_differs'

/** The stints of one team. */
export interface LineUpSide {
  team: TeamRef
  /** In the order of the game. Empty if unknown. */
  stints: Stint[]
}

/** A time in which the same five players of a team were on court. */
export interface Stint {
  /** Number of the period. Overtimes follow the regular periods: from 5 after four quarters. */
  period: number
  /** Time left in the period at the start, minutes:seconds. */
  start_clock: string
  /** Time left in the period at the end, minutes:seconds. */
  end_clock: string
  /** Length. 0 where events show five players for whom the clocks leave no time. */
  seconds: number
  /** The five players. */
  players: PlayerRef[]
  /** Points of the team. */
  points_for: number
  /** Points of the opponent. */
  points_against: number
  /** Possessions of the team that ended in the stint. */
  possessions: number
}

/** The possessions of a game. Each point lies in exactly one. */
export interface Possessions {
  game: Game
  /**
   * Whether the teams had the ball in turn within each period, but for what rules give to the same team again, like the
   * ball after an unsportsmanlike foul. False also without possessions.
   */
  alternating: boolean
  /** Periods of which two independent counts have the ball with other teams or in another order. */
  doubtful_periods: number[]
  /** In the order of the game. Empty if unknown. */
  possessions: Possession[]
}

/** A time in which one team had the ball. */
export interface Possession {
  /** Position in the game: 1, 2, 3 … */
  number: number
  /** Number of the period. Overtimes follow the regular periods: from 5 after four quarters. */
  period: number
  /** Time left in the period at the start, minutes:seconds. */
  start_clock: string
  /** Time left in the period at the end, minutes:seconds. */
  end_clock: string
  /** Length. */
  seconds: number
  /** Side that had the ball. */
  side: Side
  team: TeamRef
  start: PossessionStart
  end: PossessionEnd
  /** Points of the team that had the ball. */
  points: number
  /** Points of its opponent, from free throws after a technical foul. */
  points_against: number
  /** `seq` of its first event. */
  first_seq: number
  /** `seq` of its last event. */
  last_seq: number
}

/** How a possession began, which is how the one before it ended. turnover: one without a steal. */
export type PossessionStart =
  | 'made_field_goal'
  | 'made_free_throw'
  | 'defensive_rebound'
  | 'steal'
  | 'turnover'
  | 'period_start'
  | 'jump_ball'
  | 'other'

/** How a possession ended: defensive_rebound and steal are those of the opponent. turnover: one without a steal. */
export type PossessionEnd =
  | 'made_field_goal'
  | 'made_free_throw'
  | 'defensive_rebound'
  | 'steal'
  | 'turnover'
  | 'period_end'
  | 'jump_ball'
  | 'other'

/** The closing prices of a game. */
export interface Prices {
  game: Game
  /** Average closing prices across bookmakers. Null if not offered. */
  average: AveragePrices | null
  markets: PriceMarkets
}

/** Average closing prices across bookmakers. */
export interface AveragePrices {
  market: AverageMarket
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of a draw. Null if not offered. */
  draw: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
}

/** Market of the average prices. */
export type AverageMarket = 'moneyline' | 'three_way'

/** The closing prices of each market. */
export interface PriceMarkets {
  moneyline: MoneylineMarket
  spread: SpreadMarket
  total: TotalMarket
}

/** The winner of the game. */
export interface MoneylineMarket {
  /** The highest closing price of each side. Null if not offered. */
  best: BestMoneyline | null
  /** Closing prices of each bookmaker, by name. */
  books: MoneylineBook[]
  /** The first price recorded before tip-off. Null without one, and before season 2026-27. */
  opening: MoneylineReading | null
  /** The consensus price at every reading before tip-off, oldest first. Empty before season 2026-27. */
  history: MoneylineReading[]
}

/** The highest closing price of each side. */
export interface BestMoneyline {
  home: BestPrice
  away: BestPrice
}

/** The highest closing price and the bookmaker that offered it. */
export interface BestPrice {
  /** Decimal price. */
  price: number
  /** Bookmaker that offers the price. */
  bookmaker: string
}

/** The closing prices of one bookmaker. */
export interface MoneylineBook {
  bookmaker: Bookmaker
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
}

/** A bookmaker. */
export interface Bookmaker {
  /** Name of the bookmaker. */
  name: string
  /** Whether it is a betting exchange. */
  exchange: boolean
}

/** The consensus price of the bookmakers at one reading. */
export interface MoneylineReading {
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  at: string
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /**
   * Number of bookmakers with a price (spread and total: on this line). The price of a side is the average of those
   * that offer it.
   */
  bookmakers: number
}

/** The winner after the line is added to the home score. */
export interface SpreadMarket {
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** The highest closing price of each side. Null if not offered. */
  best: BestSpread | null
  /** Closing prices of each bookmaker, by name. */
  books: SpreadBook[]
  /** The first price recorded before tip-off. Null without one, and before season 2026-27. */
  opening: SpreadReading | null
  /** The consensus price at every reading before tip-off, oldest first. Empty before season 2026-27. */
  history: SpreadReading[]
}

/** The highest closing price of each side. */
export interface BestSpread {
  home: BestPrice
  away: BestPrice
}

/** The closing prices of one bookmaker. */
export interface SpreadBook {
  bookmaker: Bookmaker
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
  /** Every line of the bookmaker, in order. Only present with lines=all. */
  lines?: SpreadLine[] | undefined
}

/** A line that the bookmaker offered, with its last prices. */
export interface SpreadLine {
  /** Line in points. */
  line: number
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
  /** Whether the line was still offered at tip-off. */
  open: boolean
}

/** The consensus price of the bookmakers at one reading. */
export interface SpreadReading {
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  at: string
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** Decimal price of the home team. Null if not offered. */
  home: number | null
  /** Decimal price of the away team. Null if not offered. */
  away: number | null
  /**
   * Number of bookmakers with a price (spread and total: on this line). The price of a side is the average of those
   * that offer it.
   */
  bookmakers: number
}

/** Whether both teams together score more points than the line. */
export interface TotalMarket {
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** The highest closing price of each side. Null if not offered. */
  best: BestTotal | null
  /** Closing prices of each bookmaker, by name. */
  books: TotalBook[]
  /** The first price recorded before tip-off. Null without one, and before season 2026-27. */
  opening: TotalReading | null
  /** The consensus price at every reading before tip-off, oldest first. Empty before season 2026-27. */
  history: TotalReading[]
}

/** The highest closing price of each side. */
export interface BestTotal {
  over: BestPrice
  under: BestPrice
}

/** The closing prices of one bookmaker. */
export interface TotalBook {
  bookmaker: Bookmaker
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** Decimal price of over. Null if not offered. */
  over: number | null
  /** Decimal price of under. Null if not offered. */
  under: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
  /** Every line of the bookmaker, in order. Only present with lines=all. */
  lines?: TotalLine[] | undefined
}

/** A line that the bookmaker offered, with its last prices. */
export interface TotalLine {
  /** Line in points. */
  line: number
  /** Decimal price of over. Null if not offered. */
  over: number | null
  /** Decimal price of under. Null if not offered. */
  under: number | null
  /** When the bookmaker last set the price, UTC. Null if unknown. ISO 8601. */
  set_at: string | null
  /** Whether the line was still offered at tip-off. */
  open: boolean
}

/** The consensus price of the bookmakers at one reading. */
export interface TotalReading {
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  at: string
  /** Line in points. For the market, the line on which most bookmakers closed. Null without a line. */
  line: number | null
  /** Decimal price of over. Null if not offered. */
  over: number | null
  /** Decimal price of under. Null if not offered. */
  under: number | null
  /**
   * Number of bookmakers with a price (spread and total: on this line). The price of a side is the average of those
   * that offer it.
   */
  bookmakers: number
}

/** What was known of both teams before a game. */
export interface GamePreview {
  game: Game
  home: TeamPreview
  away: TeamPreview
  /** The last ten games between the teams before this one; the home team is the first. */
  head_to_head: HeadToHead
}

/** A team before a game, from the season's games of earlier days. */
export interface TeamPreview {
  team: TeamRef
  /** Rank in the standings. Null if the team is not in them. */
  rank: number | null
  /** Number of games won. */
  won: number
  /** Number of games lost. */
  lost: number
  /** Current streak, e.g. W3 or L1. Empty before the first game. */
  streak: string
  /** Games won and lost in the last ten games, e.g. 12-3. */
  last_ten: string
  /**
   * Days between the previous game of the season, played or scheduled, and this one: 1 on the next day. Null for the
   * first.
   */
  rest_days: number | null
  /** Points scored per game of the season. Null without games. */
  points_for: number | null
  /** Points allowed per game of the season. Null without games. */
  points_against: number | null
  /** Points scored per 100 possessions. Null if unknown. */
  offensive_rating: number | null
  /** Points allowed per 100 possessions. Null if unknown. */
  defensive_rating: number | null
  /** Possessions per regulation game length (40 or 48 minutes). Null if unknown. */
  pace: number | null
}

/** A version of a game from its first final score on. */
export interface GameRevision {
  /** Number of the revision, as in `/changes` and the events of webhooks: 1 is the first final score. */
  revision: number
  /** When the revision was written. ISO 8601. */
  at: string
  /** The parts that have changed; of revision 1, those that the game had. */
  parts: RevisedPart[]
  /**
   * JSON Patch (RFC 6902) from the revision before, on the document `{game, boxscore, playbyplay, shots}` of the `data`
   * of these endpoints. Empty for revision 1, and for a change that the document does not show.
   */
  patch: PatchOperation[]
}

/**
 * A part of a game in its revisions: the `data` of GET /games/{id} (game), and of its boxscore, playbyplay and shots.
 * The record of the game that the other parts repeat belongs to game.
 */
export type RevisedPart = 'game' | 'boxscore' | 'playbyplay' | 'shots'

/** An operation of a JSON Patch (RFC 6902). */
export interface PatchOperation {
  op: PatchOperationType
  /** Where, as a JSON Pointer (RFC 6901) into `{game, boxscore, playbyplay, shots}`. */
  path: string
  /** The value that is tested, added or put in its place. Absent for remove. */
  value?: unknown
}

/** What the operation does. Before each replace and remove, a test has the value that was there. */
export type PatchOperationType = 'test' | 'add' | 'remove' | 'replace'

/** A game and its forecast. */
export interface GameForecast {
  game: Game
  /** Probability that the home team wins. Null if no forecast was made before tip-off. */
  home_win_probability: number | null
  /** Points by which the home team is expected to win, negative if it is expected to lose. Null without a forecast. */
  expected_margin: number | null
  /** The model that made the forecast. Null without a forecast. */
  model: string | null
  /** When the forecast was made. Null without a forecast. ISO 8601. */
  made_at: string | null
  /**
   * SHA-256, in hex, of the canonical JSON (RFC 8785) of the day's `forecasts` as GET /forecasts lists them. Null if
   * there are none.
   */
  seal: string | null
  /** When the day's forecasts were sealed, before its first tip-off. Null if there are none. ISO 8601. */
  sealed_at: string | null
}

/** How likely the home team was to win during a game. */
export interface WinProbability {
  game: Game
  /** After each event of the play-by-play. Empty where `has.playbyplay` is false. */
  points: WinProbabilityPoint[]
}

/** How likely the home team is to win after an event of the play-by-play. */
export interface WinProbabilityPoint {
  /** Position in the play-by-play: 1, 2, 3 … */
  seq: number
  /** Number of the period. Overtimes follow the regular periods: from 5 after four quarters. */
  period: number
  /** Time left in the period as minutes:seconds. Null if not recorded. */
  clock: string | null
  /** Probability that the home team wins. */
  home_win_probability: number
}

/** A game as the live board shows it. */
export interface LiveGame {
  game: Game
  state: LiveState
  /**
   * Period of the latest play, else the last one with points; overtimes follow the regular periods. Null if unknown.
   */
  period: number | null
  /** Time left in the period at the latest play. Null if not recorded. */
  clock: string | null
  home: LiveSide
  away: LiveSide
  /** The latest play. Null without a play-by-play. */
  last_event: Event | null
  /** Null unless the game is running and the five of both teams are certain. */
  on_court: OnCourt | null
  /** When the data of this record was last written. ISO 8601. */
  updated_at: string
}

/**
 * upcoming: no play, no points; running: it has started; break: the play-by-play has the end of the period, and no play
 * of the next; ended: it is final, has no result, or its play-by-play has the end of the game. Only the data decides,
 * not the clock.
 */
export type LiveState = 'upcoming' | 'running' | 'break' | 'ended'

/** A team on the live board. */
export interface LiveSide {
  /**
   * Score after the latest play; without plays, of the feed or the sum of the periods. Null before the start, and if
   * unknown.
   */
  score: number | null
  /** Points per period, the running one included. Empty if unknown. */
  periods: number[]
  /**
   * Fouls of the team in this period: foul, offensive_foul, unsportsmanlike_foul and disqualifying_foul. Null without a
   * play-by-play.
   */
  fouls: number | null
}

/** The players on court after the latest play. */
export interface OnCourt {
  /** Players of the home team. */
  home: PlayerRef[]
  /** Players of the away team. */
  away: PlayerRef[]
}

/** Paging of the board, and where a stream continues. */
export interface LiveBoardMeta {
  /** Number of records in this response. */
  count: number
  /** Send as `cursor` to get the next page. Null at the end of the list. */
  next_cursor: string | null
  /** Number of this page. */
  page?: number | undefined
  /** Maximum number of records per page. */
  per_page?: number | undefined
  /** Number of records in the whole list. */
  total?: number | undefined
  /** Number of pages in the whole list. */
  total_pages?: number | undefined
  /** Number of the next page. Null on the last page. */
  next_page?: number | null | undefined
  /** Number of the previous page; beyond the end, of the last page. Null on the first page. */
  prev_page?: number | null | undefined
  /** Plan of the account. */
  plan?: Plan | undefined
  /** Send as `after` to GET /stream, which continues from exactly this board. */
  stream_after: string
}

/** A change of a game. Of several changes of a part, the log keeps the latest. */
export interface Change {
  /** Number of a change, in the order of the changes. */
  id: string
  /** When the change was written. ISO 8601. */
  at: string
  game: ChangedGame
  /** The parts that have changed. */
  parts: GamePart[]
  /**
   * Revision of the game, as in the events of webhooks and GET /games/{id}/revisions: 1 with its first final score,
   * then one more with every correction of any part. 0 before the first final score.
   */
  revision: number
}

/** The game that has changed. */
export interface ChangedGame {
  /** Identifier of a game. It never changes. */
  id: string
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  competition: CompetitionRef
  season: SeasonRef
}

/**
 * A part of a game: game (GET /games/{id}), boxscore, playbyplay, shots, prices (GET /games/{id}/…). The record of the
 * game that the other parts repeat belongs to game. deleted: there is no such game any longer, or it is part of another
 * one.
 */
export type GamePart = 'game' | 'boxscore' | 'playbyplay' | 'shots' | 'prices' | 'deleted'

/** Where to go on. */
export interface ChangesMeta {
  /** Number of changes in this response. */
  count: number
  /** Send as `after` to go on; also at the end, for what changes later. */
  next_after: string
}

/** A URL that receives events. */
export interface Webhook {
  /** Identifier of a webhook. */
  id: string
  /**
   * URL that receives events: https on port 443, reachable from the internet, unless the service allows private
   * addresses.
   */
  url: string
  /** Event types that are sent. */
  events: WebhookEventType[]
  /** Competitions whose events are sent. Empty: all competitions. */
  competitions: string[]
  status: WebhookStatus
  /** The first characters of the secret, to identify it. */
  secret_prefix: string
  /** Secret that signs the deliveries. Only present in the response that creates the webhook. */
  secret?: string | undefined
  /** Time of the last delivery attempt. Null before the first one. ISO 8601. */
  last_delivery_at: string | null
  /** HTTP status of the last response. Null without a response. */
  last_status: number | null
  last_24_hours: DeliveryCounts
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
}

/** Status of the webhook: active, or disabled after 20 consecutive failed deliveries. */
export type WebhookStatus = 'active' | 'disabled'

/** Number of deliveries of the last 24 hours by outcome, without test deliveries. */
export interface DeliveryCounts {
  /** Deliveries that received a 2xx response. */
  delivered: number
  /** Deliveries that ended without a 2xx response. */
  failed: number
  /** Deliveries that are still to be sent or retried. */
  waiting: number
}

/** The webhook to create. */
export interface WebhookInput {
  /**
   * URL that receives events: https on port 443, reachable from the internet, unless the service allows private
   * addresses.
   */
  url: string
  /** Event types to send. Default: game.final and game.period. */
  events?: WebhookEventType[] | undefined
  /** Competitions whose events are sent. Default: all competitions. */
  competitions?: string[] | undefined
}

/** An event of the stream of a game. */
export type GameStreamEvent = StreamedGame | StreamedPlay | StreamedPeriod | StreamedFinal

/** The game as it is now. */
export interface StreamedGame {
  /** Identifies an event of a stream, and the point at which another connection goes on. */
  id: string
  /** Type of the event. */
  event: 'game'
  data: GameDetail
}

/** A change of the play-by-play. */
export interface StreamedPlay {
  /** Identifies an event of a stream, and the point at which another connection goes on. */
  id: string
  /** Type of the event. */
  event: 'play'
  data: PlayChange
}

/**
 * A change of the play-by-play as a map from seq to event: add and edit set an event, remove deletes it. Applying a
 * change twice changes nothing.
 */
export type PlayChange = AddedPlay | EditedPlay | RemovedPlay

/** An event that the play-by-play has from now on. */
export interface AddedPlay {
  /** The play-by-play has an event more. */
  op: 'add'
  event: Event
}

/** An event that replaces the one with the same seq. */
export interface EditedPlay {
  /** The event has changed. */
  op: 'edit'
  event: Event
}

/** An event that the play-by-play no longer has. */
export interface RemovedPlay {
  /** The event is no longer there. */
  op: 'remove'
  event: EventPosition
}

/** The event of the play-by-play that is no longer there. */
export interface EventPosition {
  /** Position in the play-by-play: 1, 2, 3 … */
  seq: number
}

/** A period of a game in progress has ended. */
export interface StreamedPeriod {
  /** Identifies an event of a stream, and the point at which another connection goes on. */
  id: string
  /** Type of the event. */
  event: 'period'
  data: GamePeriodEvent
}

/**
 * The body of game.period: a period of a game in progress has ended. None is sent after game.final, so the last period
 * is usually only in the periods of game.final.
 */
export interface GamePeriodEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.period'
  data: GamePeriodData
}

/** The game of the event. */
export interface GamePeriodData {
  game: PeriodGame
}

/** The game at the time of the event, with the period that has just ended. */
export interface PeriodGame {
  /** Identifier of a game. It never changes. */
  id: string
  competition: CompetitionRef
  season: SeasonRef
  /**
   * Stage of the season: regular, play-in, playoffs, preseason, all-star, or a name used by the competition. Null if
   * the competition has no stages.
   */
  stage: string | null
  /** Round as the competition names it. Null without a round. */
  round: string | null
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  /** Start of the game, UTC. Null if unknown. ISO 8601. */
  tip_off: string | null
  status: GameStatus
  home: TeamRef
  away: TeamRef
  /** Points of the home team. Null until the game is final. */
  home_score: number | null
  /** Points of the away team. Null until the game is final. */
  away_score: number | null
  /** Number of spectators. Null if unknown. */
  attendance: number | null
  /** Name of the arena. Null if the league does not name it. */
  venue: string | null
  has: GameHas
  /** Points per period. Null if unknown. */
  periods: Periods | null
  /**
   * Revision of the game: 1 with its first final score, then incremented on every correction of any part. See GET
   * /games/{id}/revisions.
   */
  revision: number
  period: EndedPeriod
}

/** A period that has ended. */
export interface EndedPeriod {
  /** Number of the period that ended. Overtimes follow the regular periods. */
  number: number
  /** Whether the period is an overtime. */
  overtime: boolean
  /** Points of the home team in the period. */
  home: number
  /** Points of the away team in the period. */
  away: number
}

/** The game has its final score, or another one. */
export interface StreamedFinal {
  /** Identifies an event of a stream, and the point at which another connection goes on. */
  id: string
  /** Type of the event. */
  event: 'final'
  data: GameFinalEvent
}

/**
 * The body of game.final: a game has its final score. A corrected score is sent as another event with a new id and a
 * higher revision.
 */
export interface GameFinalEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.final'
  data: GameFinalData
}

/** The game of the event. */
export interface GameFinalData {
  game: EventGame
}

/** The game at the time of the event. */
export interface EventGame {
  /** Identifier of a game. It never changes. */
  id: string
  competition: CompetitionRef
  season: SeasonRef
  /**
   * Stage of the season: regular, play-in, playoffs, preseason, all-star, or a name used by the competition. Null if
   * the competition has no stages.
   */
  stage: string | null
  /** Round as the competition names it. Null without a round. */
  round: string | null
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  /** Start of the game, UTC. Null if unknown. ISO 8601. */
  tip_off: string | null
  status: GameStatus
  home: TeamRef
  away: TeamRef
  /** Points of the home team. Null until the game is final. */
  home_score: number | null
  /** Points of the away team. Null until the game is final. */
  away_score: number | null
  /** Number of spectators. Null if unknown. */
  attendance: number | null
  /** Name of the arena. Null if the league does not name it. */
  venue: string | null
  has: GameHas
  /** Points per period. Null if unknown. */
  periods: Periods | null
  /**
   * Revision of the game: 1 with its first final score, then incremented on every correction of any part. See GET
   * /games/{id}/revisions.
   */
  revision: number
}

/** An event of the stream of all games. */
export type StreamEvent = StreamedGame | StreamedScore | StreamedPeriod | StreamedFinal

/** The score, the clock or the state of a game has changed. */
export interface StreamedScore {
  /** Identifies an event of a stream, and the point at which another connection goes on. */
  id: string
  /** Type of the event. */
  event: 'score'
  data: GameScore
}

/** Where a game stands after a change. */
export interface GameScore {
  /** Identifier of a game. It never changes. */
  game: string
  state: LiveState
  /**
   * Period of the latest play, else the last one with points; overtimes follow the regular periods. Null if unknown.
   */
  period: number | null
  /** Time left in the period at the latest play. Null if not recorded. */
  clock: string | null
  /**
   * Score after the latest play; without plays, of the feed or the sum of the periods. Null before the start, and if
   * unknown.
   */
  home_score: number | null
  /**
   * Score after the latest play; without plays, of the feed or the sum of the periods. Null before the start, and if
   * unknown.
   */
  away_score: number | null
}

/**
 * The body of game.started: a game shows its first play, point or score. Sent once per game, and not for a game that is
 * first seen with its final score or more than a day after its tip-off.
 */
export interface GameStartedEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.started'
  data: GameStartedData
}

/** The game of the event. */
export interface GameStartedData {
  game: EventGame
}

/**
 * The body of game.rescheduled: a scheduled game has another date or tip-off. The first tip-off of a game on its date
 * is none.
 */
export interface GameRescheduledEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.rescheduled'
  data: GameRescheduledData
}

/** The game of the event, and what it was before. */
export interface GameRescheduledData {
  game: EventGame
  before: FormerState
}

/** What the game was before the event. */
export interface FormerState {
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  /** Start of the game, UTC. Null if unknown. ISO 8601. */
  tip_off: string | null
  status: GameStatus
  /** Points of the home team. Null until the game is final. */
  home_score: number | null
  /** Points of the away team. Null until the game is final. */
  away_score: number | null
}

/**
 * The body of game.no_result: a game has no score and none to come, or its final score was withdrawn: its status is
 * then scheduled if it is to be scored again.
 */
export interface GameNoResultEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.no_result'
  data: GameNoResultData
}

/** The game of the event, and what it was before. */
export interface GameNoResultData {
  game: EventGame
  before: FormerState
  /** Whether the game was removed: GET /games/{id} returns 404, or the game that it was merged into. */
  removed: boolean
}

/**
 * The body of game.corrected: a part of a game has changed after its final score, as by a late box score. A corrected
 * score is sent as game.final too. Prices, and names of teams and players, are no part of the game.
 */
export interface GameCorrectedEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.corrected'
  data: GameCorrectedData
}

/** The game of the event, and what has changed in it. */
export interface GameCorrectedData {
  game: EventGame
  /** The parts that have changed: game, boxscore, playbyplay or shots. */
  parts: GamePart[]
}

/** What is wrong with one value of the body. */
export interface InvalidBodyValue {
  /** JSON pointer of the value (RFC 6901); of a sheet `/games/14/date`. Empty: the whole body. */
  pointer: string
  /** What is wrong with it, and what would be right. */
  message: string
  /** Of sheets: the name of the sheet or file. */
  sheet?: string | undefined
  /** Of sheets: the row as a spreadsheet numbers it; null: the whole sheet. */
  row?: number | null | undefined
  /** Of sheets: the heading of the column; null: the whole row. */
  column?: string | null | undefined
}

/** The body of a delivery; `type` identifies the event. Ignore unknown types, because more may be added. */
export type WebhookEvent =
  | GamePeriodEvent
  | GameFinalEvent
  | GameStartedEvent
  | GameRescheduledEvent
  | GameNoResultEvent
  | GameCorrectedEvent

/** Parameters of GET /competitions. */
export interface ListCompetitions extends Paging {}

/** Parameters of GET /seasons. */
export interface ListSeasons extends Paging {
  /** Only records of this competition. */
  competition?: string | undefined
}

/** Parameters of GET /teams. */
export interface ListTeams extends Paging {
  /** Only records of this competition. */
  competition?: string | undefined
  /** Only records of this season. */
  season?: string | undefined
  /** Search text. Every word must match the start of a word of the name; case, accents and punctuation are ignored. */
  q?: string | undefined
}

/** Parameters of GET /teams/{id}/roster. */
export interface GetTeamRoster {
  /** Season of the roster. Default: the latest season of the team. */
  season?: string | undefined
}

/** Parameters of GET /teams/{id}/form. */
export interface GetTeamForm {
  /** Number of latest games, 1 to 100. Default: 10. */
  last?: number | undefined
  /** Only games that the team played at home or away. */
  venue?: Side | undefined
  /** Only records of this competition. */
  competition?: string | undefined
}

/** Parameters of GET /teams/{id}/head-to-head. */
export interface GetTeamHeadToHead {
  /** The opponent. */
  opponent: string
  /** Only records of this competition. */
  competition?: string | undefined
  /** Number of latest games, 1 to 100. Default: 10. */
  last?: number | undefined
}

/** Parameters of GET /teams/{id}/lineups. */
export interface GetTeamLineUps {
  /** Season of the line-ups. Default: the latest season of the team with box scores. */
  season?: string | undefined
  /** Competition of the season. */
  competition?: string | undefined
  /** Players of a line-up, 2 to 5. Default: 5. */
  size?: number | undefined
  /** Only line-ups with at least so much time. Default: 0. */
  min_seconds?: number | undefined
  /** Number of line-ups, 1 to 100. Default: 20. */
  top?: number | undefined
}

/** Parameters of GET /teams/{id}/shots.svg. */
export interface GetTeamShotChart {
  /** The season. Default: the latest season of the team with box scores. */
  season?: string | undefined
  /** Competition of the season. */
  competition?: string | undefined
}

/** Parameters of GET /teams/{id}/trends. */
export interface ListTeamTrends {
  /** Only records of this competition. */
  competition?: string | undefined
  /** Only records of this season. */
  season?: string | undefined
}

/** Parameters of GET /players. */
export interface ListPlayers extends Paging {
  /**
   * Search text with at least 3 letters. Every word must match the start of a word of the name; case, accents and
   * punctuation are ignored. Either q or team is required.
   */
  q?: string | undefined
  /** Only players of this team. Either q or team is required. */
  team?: string | undefined
  /** Only records of this competition. */
  competition?: string | undefined
  /** Only records of this season. */
  season?: string | undefined
}

/** Parameters of GET /players/{id}/games. */
export interface ListPlayerGames extends Paging {
  /** Only records of this season. */
  season?: string | undefined
  /** Only games on or after this day. YYYY-MM-DD. */
  from?: string | undefined
  /** Only games on or before this day. YYYY-MM-DD. */
  to?: string | undefined
}

/** Parameters of GET /players/{id}/seasons. */
export interface GetPlayerSeasons {
  /** Only records of this competition. */
  competition?: string | undefined
}

/** Parameters of GET /players/{id}/splits. */
export interface GetPlayerSplits {
  /** How the games are split. Default: venue. */
  by?: SplitBy | undefined
  /** Only records of this season. */
  season?: string | undefined
  /** Only records of this competition. */
  competition?: string | undefined
}

/** Parameters of GET /players/{id}/averages. */
export interface GetPlayerAverages {
  /** Only records of this competition. */
  competition?: string | undefined
  /** Only records of this season. */
  season?: string | undefined
  /** Only games on or after this day. YYYY-MM-DD. */
  from?: string | undefined
  /** Only games on or before this day. YYYY-MM-DD. */
  to?: string | undefined
  /**
   * Which games of a season: all that count, those of the regular season, or the play-offs, which are all other stages
   * that count. Default: all.
   */
  stage?: StagePart | undefined
}

/** Parameters of GET /players/{id}/on-off. */
export interface GetPlayerOnOff {
  /** The season. Default: the latest in which the player has played. */
  season?: string | undefined
  /** Competition of the season. */
  competition?: string | undefined
}

/** Parameters of GET /players/{id}/shots.svg. */
export interface GetPlayerShotChart {
  /** The season. Default: the latest in which the player has played. */
  season?: string | undefined
  /** Competition of the season. */
  competition?: string | undefined
}

/** Parameters of GET /standings. */
export interface GetStandings {
  /** The competition. */
  competition: string
  /** Season of the standings. Default: the latest season with a final game. */
  season?: string | undefined
}

/** Parameters of GET /standings/race. */
export interface GetRace {
  /** The competition. */
  competition: string
  /** Season of the race. Default: the latest season with a final game, by that day. */
  season?: string | undefined
  /** Only results up to and including this day. Default: all results. YYYY-MM-DD. */
  date?: string | undefined
}

/** Parameters of GET /standings/what-if. */
export interface GetWhatIf {
  /** The competition. */
  competition: string
  /** Season of the standings. Default: the latest season with a final game. */
  season?: string | undefined
  /**
   * Results by game, joined by commas: `gm_…:90-80` is a score, home points first, and `gm_…:home` or `gm_…:away` only
   * a winner. Without a score, winner and loser have the mean points of winners and losers in the season. A game that
   * has a result is replaced.
   */
  results: string
}

/** Parameters of GET /stats/leaders. */
export interface GetLeaders {
  /** The competition. */
  competition: string
  /** Season of the leaders. Default: the latest season with box scores. */
  season?: string | undefined
  /** Statistic that players are ranked by, per game. Default: points. */
  stat?: LeaderStat | undefined
  /**
   * Minimum number of games played to be ranked. Default: 0.7 × the median number of the teams' games in the regular
   * season, rounded up.
   */
  min_games?: number | undefined
  /** Number of players, 1 to 100. Default: 10. */
  top?: number | undefined
}

/** Parameters of GET /forecasts. */
export interface GetForecasts {
  /** The competition. */
  competition: string
  /** The day of the games. YYYY-MM-DD. */
  date: string
}

/** Parameters of GET /history/standings. */
export interface GetHistoryStandings {
  /** The competition. */
  competition: string
  /** Season of the standings. Default: the latest season with a final game by that day. */
  season?: string | undefined
  /** The day. Its games are included. YYYY-MM-DD. */
  date: string
}

/** Parameters of GET /history/leaders. */
export interface GetHistoryLeaders {
  /** The competition. */
  competition: string
  /** Season of the leaders. Default: the latest season with box scores by that day. */
  season?: string | undefined
  /** Statistic that players are ranked by, per game. Default: points. */
  stat?: LeaderStat | undefined
  /**
   * Minimum number of games played to be ranked. Default: 0.7 × the median number of the teams' games in the regular
   * season, or in the stage that is asked for, up to that day, rounded up.
   */
  min_games?: number | undefined
  /** Number of players, 1 to 100. Default: 10. */
  top?: number | undefined
  /** The day. Its games are included. YYYY-MM-DD. */
  date: string
  /**
   * Which games of a season: all that count, those of the regular season, or the play-offs, which are all other stages
   * that count. Default: all.
   */
  stage?: StagePart | undefined
}

/** Parameters of GET /games. */
export interface ListGames extends Paging {
  /** Only games on this day. Cannot be combined with from or to. YYYY-MM-DD. */
  date?: string | undefined
  /** Only games on or after this day. YYYY-MM-DD. */
  from?: string | undefined
  /** Only games on or before this day. YYYY-MM-DD. */
  to?: string | undefined
  /** Only records of this competition. */
  competition?: string | undefined
  /** Only records of this season. */
  season?: string | undefined
  /** Only games of this team. */
  team?: string | undefined
  /** Only games of this status. */
  status?: GameStatus | undefined
}

/** Parameters of GET /games/{id}/prices. */
export interface GetGamePrices {
  /** Set to `all` to include every line of every bookmaker. */
  lines?: 'all' | undefined
}

/** Parameters of GET /games/{id}/revisions. */
export interface ListGameRevisions extends Paging {}

/** Parameters of GET /games/{id}/shots.svg. */
export interface GetGameShotChart {
  /** Only the shots of one team. Default: both, each on a half court. */
  side?: Side | undefined
  /** Only the shots of this player. */
  player?: string | undefined
}

/** Parameters of GET /games/{id}/flow.svg. */
export interface GetGameFlow {
  /** Whether a line shows how likely the home team was to win. It needs plan complete. Default: false. */
  probability?: boolean | undefined
}

/** Parameters of GET /games/{id}/stream. */
export interface StreamGame {
  /**
   * Goes on after the event with this id, without a gap or a repetition. The header Last-Event-ID, which browsers send
   * when they connect again, comes before it.
   */
  after?: string | undefined
}

/** Parameters of GET /results/yesterday. */
export interface ListResultsOfYesterday extends Paging {
  /** Only records of this competition. */
  competition?: string | undefined
}

/** Parameters of GET /live. */
export interface ListLive extends Paging {
  /** Only games of this competition. */
  competition?: string | undefined
  /**
   * The day whose games are listed, besides those that are running. Default: today in the time zone of each
   * competition. YYYY-MM-DD.
   */
  date?: string | undefined
}

/** Parameters of GET /stream. */
export interface StreamGames {
  /** Only games of this competition. */
  competition?: string | undefined
  /** Only games of this season. */
  season?: string | undefined
  /** Only games on this day. YYYY-MM-DD. */
  date?: string | undefined
  /** Whether changes of games that ended more than a day ago are sent too. Default: false. */
  backfill?: boolean | undefined
  /**
   * Goes on after the event with this id, without a gap or a repetition. The header Last-Event-ID, which browsers send
   * when they connect again, comes before it.
   */
  after?: string | undefined
}

/** Parameters of GET /changes. */
export interface ListChanges {
  /**
   * Only changes after this one: the `next_after` of the previous response. Without it the log is read from its
   * beginning. A number beyond its end is a 400.
   */
  after?: string | undefined
  /** Only records of this competition. */
  competition?: string | undefined
  /** Only records of this season. */
  season?: string | undefined
  /** Only changes of this game. */
  game?: string | undefined
  /** Number of records per page, 1 to 200. Default: 50. */
  per_page?: number | undefined
}
