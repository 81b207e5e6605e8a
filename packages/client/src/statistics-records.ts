import type { Game } from './game-records.ts'
import type { Averages, Result, Venue } from './player-records.ts'
import type { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './records.ts'

/** A player of a roster with the averages of the season. */
export interface RosterPlayer extends Averages {
  player: PlayerRef
  /** Latest shirt number; null where unknown. */
  number: string | null
  /** Games played. */
  games: number
  /** Games started. */
  starts: number
  /** Day of the last game played. YYYY-MM-DD. */
  last_game: string
}

/** The players of a team in a season. */
export interface Roster {
  team: TeamRef
  /** null where the team has no season. */
  season: SeasonRef | null
  /** null where the team has no season. */
  competition: CompetitionRef | null
  /** By name. */
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
  /** Where the team plays, from its side. */
  venue: Venue
  opponent: TeamRef
  /** W won, L lost. */
  result: Result
  /** Points scored. */
  points_for: number
  /** Points allowed. */
  points_against: number
  /** points_for − points_against. */
  margin: number
  /** FGA + 0.44·FTA − OREB + TOV, the mean of both teams; null where unknown. */
  possessions: number | null
  /** Possessions per regulation length; null where unknown. */
  pace: number | null
  /** Points scored per 100 possessions; null where unknown. */
  offensive_rating: number | null
  /** Points allowed per 100 possessions; null where unknown. */
  defensive_rating: number | null
}

/** What a team did in its last games. */
export interface TeamForm {
  team: TeamRef
  /** Over these games together. */
  summary: {
    /** Games counted. */
    games: number
    /** Games won. */
    won: number
    /** Games lost. */
    lost: number
    /** Mean of points scored − points allowed; null without a game. */
    average_margin: number | null
    /** Possessions per regulation length; null where unknown. */
    pace: number | null
    /** Points scored per 100 possessions; null where unknown. */
    offensive_rating: number | null
    /** Points allowed per 100 possessions; null where unknown. */
    defensive_rating: number | null
  }
  /** Newest first. */
  games: FormGame[]
}

/** What two teams did against each other, from the first team's side. */
export interface HeadToHead {
  team: TeamRef
  opponent: TeamRef
  /** Over these games, from the first team's side. */
  summary: {
    /** Games counted. */
    games: number
    /** Games won by the first team. */
    won: number
    /** Games lost by the first team. */
    lost: number
    /** Games won and lost by the first team at home, like 4-2. */
    home: string
    /** Games won and lost by the first team away, like 4-2. */
    away: string
    /** Mean points of the first team; null without a game. */
    average_points_for: number | null
    /** Mean points of the opponent; null without a game. */
    average_points_against: number | null
    /** Day of the first game counted; null without a game. YYYY-MM-DD. */
    first_date: string | null
    /** Day of the last game counted; null without a game. YYYY-MM-DD. */
    last_date: string | null
  }
  /** Newest first. */
  games: Game[]
}

/** One row of a standings table. */
export interface StandingsRow {
  /** Place in the table. */
  rank: number
  team: TeamRef
  /** Games counted. */
  played: number
  /** Games won. */
  won: number
  /** Games lost. */
  lost: number
  /** Games won as a share of games played; 0 before the first game. */
  win_share: number
  /** Points scored, overtime included. */
  points_for: number
  /** Points allowed, overtime included. */
  points_against: number
  /** points_for − points_against. */
  points_difference: number
  /** Games won and lost at home, like 12-3. */
  home: string
  /** Games won and lost away, like 12-3. */
  away: string
  /** Games won and lost in the last ten games, like 12-3. */
  last_ten: string
  /** Current run, W3 or L1; empty before the first game. */
  streak: string
}

/** The table of a season; regular-season games count. */
export interface Standings {
  competition: CompetitionRef
  season: SeasonRef
  /** Games counted. */
  games: number
  /** Day of the last game counted; today before the first. YYYY-MM-DD. */
  through: string
  /** Best first. */
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
  /** Place; equal values share it. */
  rank: number
  player: PlayerRef
  /** The team last played for in the season; null where unknown. */
  team: TeamRef | null
  /** Games played. */
  games: number
  /** The statistic per game played. */
  per_game: number
  /** The statistic over the season. */
  total: number
}

/** The best players of a season in one statistic. */
export interface Leaders {
  competition: CompetitionRef
  /** null where the competition has no season with box scores. */
  season: SeasonRef | null
  /** The statistic players are ranked by, per game. */
  stat: LeaderStat
  /** Games a player must have played to be ranked. */
  min_games: number
  /** Best first. */
  leaders: Leader[]
}
