import type { Game } from './game-records.ts'
import type { Averages, Result, Venue } from './player-records.ts'
import type { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './records.ts'

/** A player of a roster with the averages of the season. */
export interface RosterPlayer extends Averages {
  player: PlayerRef
  /** Latest shirt number. Null if unknown. */
  number: string | null
  /** Number of games played. */
  games: number
  /** Number of games started. */
  starts: number
  /** Day of the last game played. YYYY-MM-DD. */
  last_game: string
}

/** The players of a team in a season. */
export interface Roster {
  team: TeamRef
  /** Null if the team has no season. */
  season: SeasonRef | null
  /** Null if the team has no season. */
  competition: CompetitionRef | null
  /** Players by name. */
  players: RosterPlayer[]
}

/** One game of a team, from its side. */
export interface FormGame {
  /** The game and its competition. */
  game: {
    /** Identifier of a game. It never changes. */
    id: string
    /** A calendar day, YYYY-MM-DD. */
    date: string
    competition: CompetitionRef
  }
  /** Whether the team plays at home or away. */
  venue: Venue
  opponent: TeamRef
  /** Result for the team: W (won) or L (lost). */
  result: Result
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

/** What a team did in its last games. */
export interface TeamForm {
  team: TeamRef
  /** Summary of these games. */
  summary: {
    /** Number of games. */
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
  /** Games, newest first. */
  games: FormGame[]
}

/** What two teams did against each other, from the first team's side. */
export interface HeadToHead {
  team: TeamRef
  opponent: TeamRef
  /** Record of the first team in these games. */
  summary: {
    /** Number of games. */
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
  /** Games, newest first. */
  games: Game[]
}

/** One row of a standings table. */
export interface StandingsRow {
  /** Rank in the standings. */
  rank: number
  team: TeamRef
  /** Number of games. */
  played: number
  /** Number of games won. */
  won: number
  /** Number of games lost. */
  lost: number
  /** Games won as a fraction of games played. 0 before the first game. */
  win_share: number
  /** Points scored, including overtime. */
  points_for: number
  /** Points allowed, including overtime. */
  points_against: number
  /** points_for − points_against. */
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

/** The table of a season; regular-season games count. */
export interface Standings {
  competition: CompetitionRef
  season: SeasonRef
  /** Number of games. */
  games: number
  /** Day of the last game. Today before the first game. YYYY-MM-DD. */
  through: string
  /** Rows, best team first. */
  table: StandingsRow[]
}

/** The statistics players are ranked by, per game. */
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

/** A player of a leaders list. */
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

/** The best players of a season in one statistic. */
export interface Leaders {
  competition: CompetitionRef
  /** Null if the competition has no season with box scores. */
  season: SeasonRef | null
  /** Statistic that players are ranked by, per game. */
  stat: LeaderStat
  /** Minimum number of games played to be ranked. */
  min_games: number
  /** Players, best first. */
  leaders: Leader[]
}
