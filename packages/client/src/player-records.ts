import type { StatLine } from './game-records.ts'
import type { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './records.ts'

/** A player, in a list. */
export interface PlayerSummary {
  /** Identifier of a player. It never changes. */
  id: string
  /** Given name, then surname. */
  name: string
  /** Games in which the player played, of any stage. */
  games: number
  /** Day of the first of these games. YYYY-MM-DD. */
  first_date: string
  /** Day of the last of these games. YYYY-MM-DD. */
  last_date: string
  /** Team of the last of these games; null where unknown. */
  last_team: TeamRef | null
}

/** A season of a player with one team. */
export interface PlayerTeamSeason {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season. */
  name: string
  competition: CompetitionRef
  /** Games played for the team in that season. */
  games: number
}

/** A team a player played for. */
export interface PlayerTeam {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team. */
  name: string
  /** Country of the club; null where unknown. */
  country: string | null
  /** Games in which the player played, of any stage. */
  games: number
  /** Day of the first of these games. YYYY-MM-DD. */
  first_date: string
  /** Day of the last of these games. YYYY-MM-DD. */
  last_date: string
  /** Seasons with the team, newest first. */
  seasons: PlayerTeamSeason[]
}

/** One player with the teams played for. */
export interface Player {
  /** Identifier of a player. It never changes. */
  id: string
  /** Given name, then surname. */
  name: string
  /** Country; null where unknown. */
  country: string | null
  /** Position as the league names it; null where unknown. */
  position: string | null
  /** Height in centimetres; null where unknown. */
  height_cm: number | null
  /** Day of birth; null where unknown. YYYY-MM-DD. */
  birth_date: string | null
  /** Games in which the player played, of any stage. */
  games: number
  /** Day of the first of these games; null before it. YYYY-MM-DD. */
  first_date: string | null
  /** Day of the last of these games; null before the first. YYYY-MM-DD. */
  last_date: string | null
  /** Teams played for, latest first. */
  teams: PlayerTeam[]
}

/** Where a team plays a game, seen from its side. */
export type Venue = 'home' | 'away'

/** How a game ended for a team: W won, L lost. */
export type Result = 'W' | 'L'

/** One box line of a game log. */
export interface PlayerGame extends StatLine {
  /** The game of this line. */
  game: {
    /** Identifier of a game. It never changes. */
    id: string
    /** The venue's own calendar day. YYYY-MM-DD. */
    date: string
    competition: CompetitionRef
    season: SeasonRef
    /** As in Game. */
    stage: string | null
  }
  /** The team the player played for in this game. */
  team: TeamRef
  opponent: TeamRef
  /** Where the team plays, from its side. */
  venue: Venue
  /** W won, L lost. */
  result: Result
  /** Final score of the player's team. */
  team_score: number
  /** Final score of the opponent. */
  opponent_score: number
  /** Shirt number as printed: "0" and "00" differ; null where unknown. */
  number: string | null
  /** Whether the player started the game. */
  starter: boolean
  /** Whether the player took part in the game. */
  played: boolean
  /** Time played, minutes:seconds like 26:10; null when the player did not play. */
  minutes: string | null
  /** Time played in seconds; null when the player did not play. */
  seconds: number | null
  /** Points of the team less points of the opponent while the player was on court; null where not recorded. */
  plus_minus: number | null
}

/** Averages per game played. Percentages are fractions: 0.5 is half, and null when nothing was attempted. */
export interface Averages {
  /** Minutes per game played; null as soon as one of the games does not record it. */
  minutes: number | null
  /** Points per game played; null as soon as one of the games does not record it. */
  points: number | null
  /** Rebounds per game played; null as soon as one of the games does not record it. */
  rebounds: number | null
  /** Assists per game played; null as soon as one of the games does not record it. */
  assists: number | null
  /** Steals per game played; null as soon as one of the games does not record it. */
  steals: number | null
  /** Shots blocked per game played; null as soon as one of the games does not record it. */
  blocks: number | null
  /** Turnovers per game played; null as soon as one of the games does not record it. */
  turnovers: number | null
  /** Field goals made of those attempted, a fraction; null when nothing was attempted, or a game does not record it. */
  field_goal_pct: number | null
  /**
   * Three-point field goals made of those attempted, a fraction; null when nothing was attempted, or a game does not
   * record it.
   */
  three_pct: number | null
  /** Free throws made of those attempted, a fraction; null when nothing was attempted, or a game does not record it. */
  free_throw_pct: number | null
}

/** What a player averaged in one season with one team. */
export interface PlayerSeason extends Averages {
  season: SeasonRef
  competition: CompetitionRef
  team: TeamRef
  /** Games played. */
  games: number
  /** Games started. */
  starts: number
}

/** What a player averaged, season by season and team by team. */
export interface PlayerSeasons {
  player: PlayerRef
  /** Newest first. */
  seasons: PlayerSeason[]
}

/** What PlayerSplits can be split by. */
export type SplitBy = 'venue' | 'result' | 'month' | 'opponent' | 'starter'

/** What a player averaged in one part of the games. */
export interface PlayerSplit extends Averages {
  /** home or away; won or lost; YYYY-MM; a team id; starter or bench. */
  split: string
  /** Name of the opponent when split by opponent, else empty. */
  opponent: string
  /** Games played. */
  games: number
  /**
   * Points / (2 × (FGA + 0.44·FTA)), may exceed 1, a fraction; null when nothing was attempted, or a game does not
   * record it.
   */
  true_shooting_pct: number | null
  /**
   * Share of the team's possessions used while on court, a fraction; null when nothing was attempted, or a game does
   * not record it.
   */
  usage_pct: number | null
}

/** What a player averaged in parts of the games. */
export interface PlayerSplits {
  player: PlayerRef
  /** What the games are split by. */
  by: SplitBy
  /** home before away, won before lost, starter before bench; months in order, opponents by name. */
  splits: PlayerSplit[]
}
