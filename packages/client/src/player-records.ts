import type { StatLine } from './game-records.ts'
import type { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './records.ts'

/** A player, in a list. */
export interface PlayerSummary {
  /** Identifier of a player. It never changes. */
  id: string
  /** Given name, then surname. */
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

/** A season of a player with one team. */
export interface PlayerTeamSeason {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season. */
  name: string
  competition: CompetitionRef
  /** Number of games played for the team in that season. */
  games: number
}

/** A team a player played for. */
export interface PlayerTeam {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team. */
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

/** One player with the teams played for. */
export interface Player {
  /** Identifier of a player. It never changes. */
  id: string
  /** Given name, then surname. */
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

/** Where a team plays a game, seen from its side. */
export type Venue = 'home' | 'away'

/** How a game ended for a team: W won, L lost. */
export type Result = 'W' | 'L'

/** One box line of a game log. */
export interface PlayerGame extends StatLine {
  /** The game of the line. */
  game: {
    /** Identifier of a game. It never changes. */
    id: string
    /** Calendar day at the venue. YYYY-MM-DD. */
    date: string
    competition: CompetitionRef
    season: SeasonRef
    /** Stage of the season, as in Game. */
    stage: string | null
  }
  /** Team of the player in this game. */
  team: TeamRef
  opponent: TeamRef
  /** Whether the team plays at home or away. */
  venue: Venue
  /** Result for the team: W (won) or L (lost). */
  result: Result
  /** Final score of the player's team. */
  team_score: number
  /** Final score of the opponent. */
  opponent_score: number
  /** Shirt number as printed ("0" and "00" are different numbers). Null if unknown. */
  number: string | null
  /** Whether the player started the game. */
  starter: boolean
  /** Whether the player took part in the game. */
  played: boolean
  /** Time played as minutes:seconds, e.g. 26:10. Null if the player did not play. */
  minutes: string | null
  /** Time played in seconds. Null if the player did not play. */
  seconds: number | null
  /** Points of the team minus points of the opponent while the player was on court. Null if not recorded. */
  plus_minus: number | null
}

/** Averages per game played. Percentages are fractions: 0.5 is half, and null when nothing was attempted. */
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

/** What a player averaged in one season with one team. */
export interface PlayerSeason extends Averages {
  season: SeasonRef
  competition: CompetitionRef
  team: TeamRef
  /** Number of games played. */
  games: number
  /** Number of games started. */
  starts: number
}

/** What a player averaged, season by season and team by team. */
export interface PlayerSeasons {
  player: PlayerRef
  /** Season averages, newest first. */
  seasons: PlayerSeason[]
}

/** What PlayerSplits can be split by. */
export type SplitBy = 'venue' | 'result' | 'month' | 'opponent' | 'starter'

/** What a player averaged in one part of the games. */
export interface PlayerSplit extends Averages {
  /** Value of the split: home or away; won or lost; a month (YYYY-MM); a team id; starter or bench. */
  split: string
  /** Name of the opponent if split by opponent, else an empty string. */
  opponent: string
  /** Number of games played. */
  games: number
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

/** What a player averaged in parts of the games. */
export interface PlayerSplits {
  player: PlayerRef
  /** How the games are split. */
  by: SplitBy
  /** Splits in order: home before away, won before lost, starter before bench; months by date, opponents by name. */
  splits: PlayerSplit[]
}
