import type { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './records.ts'

/**
 * Where a game stands. scheduled: not yet played, also when postponed to a later day; final: has its final score;
 * no_result: no score and none to come.
 */
export type GameStatus = 'scheduled' | 'final' | 'no_result'

/** Which parts of a game can be read. */
export interface GameHas {
  /** Whether there is a box score. */
  boxscore: boolean
  /** Whether there is a play-by-play. */
  playbyplay: boolean
  /** Whether there are shots. */
  shots: boolean
}

/** A game. */
export interface Game {
  /** Identifier of a game. It never changes. */
  id: string
  competition: CompetitionRef
  season: SeasonRef
  /** regular, play-in, playoffs, preseason, all-star or a name of the competition's own; null where it names none. */
  stage: string | null
  /** The competition's own round; null where it names none. */
  round: string | null
  /** The venue's own calendar day. YYYY-MM-DD. */
  date: string
  /** When the game begins, UTC; null where unknown. ISO 8601. */
  tip_off: string | null
  /**
   * scheduled: not yet played (also when postponed to a later day); final: has its final score; no_result: no score and
   * none to come.
   */
  status: GameStatus
  home: TeamRef
  away: TeamRef
  /** Points of the home team; null until the game has its final score. */
  home_score: number | null
  /** Points of the away team; null until the game has its final score. */
  away_score: number | null
  /** Spectators; null where unknown. */
  attendance: number | null
  /** The arena, where the league names it. */
  venue: string | null
  has: GameHas
}

/** Points per period, overtimes following the four quarters. */
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
  /** What the official does. */
  role: 'referee' | 'commissioner'
}

/** A game with its periods and officials. */
export interface GameDetail extends Game {
  /** Points per period; null where unknown. */
  periods: Periods | null
  /** Referees in the league's order with the crew chief first, then the commissioner; null where none is named. */
  officials: Official[] | null
}

/** The counting statistics of a player or a team in one game; null where one was not recorded. */
export interface StatLine {
  /** Points scored; null where not recorded. */
  points: number | null
  /** Two-point field goals made; null where not recorded. */
  two_made: number | null
  /** Two-point field goals attempted; null where not recorded. */
  two_attempted: number | null
  /** Three-point field goals made; null where not recorded. */
  three_made: number | null
  /** Three-point field goals attempted; null where not recorded. */
  three_attempted: number | null
  /** Free throws made; null where not recorded. */
  free_throws_made: number | null
  /** Free throws attempted; null where not recorded. */
  free_throws_attempted: number | null
  /** Offensive rebounds; null where not recorded. */
  offensive_rebounds: number | null
  /** Defensive rebounds; null where not recorded. */
  defensive_rebounds: number | null
  /** Rebounds; null where not recorded. */
  rebounds: number | null
  /** Assists; null where not recorded. */
  assists: number | null
  /** Steals; null where not recorded. */
  steals: number | null
  /** Turnovers; null where not recorded. */
  turnovers: number | null
  /** Shots blocked; null where not recorded. */
  blocks: number | null
  /** Own shots blocked by an opponent; null where not recorded. */
  blocks_received: number | null
  /** Personal fouls committed; null where not recorded. */
  fouls: number | null
  /** Fouls drawn; null where not recorded. */
  fouls_drawn: number | null
  /**
   * Performance index rating as the feed gives it, else points + rebounds + assists + steals + blocks + fouls drawn −
   * missed field goals − missed free throws − turnovers − blocks received − fouls (EuroLeague); null where a term is
   * unknown.
   */
  performance_index: number | null
  /** Field goals made, twos and threes; null where not recorded. */
  field_goals_made: number | null
  /** Field goals attempted, twos and threes; null where not recorded. */
  field_goals_attempted: number | null
}

/** One player's line of a box score. */
export interface PlayerLine extends StatLine {
  player: PlayerRef
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

/** One team's half of a box score. */
export interface TeamBox {
  team: TeamRef
  /** Head coach in this game; null where unknown. */
  coach: string | null
  /** Totals of the team, team rebounds and turnovers included; null where unknown. */
  totals: StatLine | null
  /** Everyone on the score sheet, also those who did not play. */
  players: PlayerLine[]
}

/** The box score of a game. */
export interface BoxScore {
  game: Game
  home: TeamBox
  away: TeamBox
}

/** Which team of a game. */
export type Side = 'home' | 'away'

/** The team an event or a shot belongs to. */
export interface LineTeam {
  /** Identifier of a team. It never changes. */
  id: string
}

/** What happened; other where none fits, in its own words in the description. */
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

/** One event of a play-by-play. */
export interface Event {
  /** 1, 2, 3 … in the order of the game. */
  seq: number
  /** 1 to 4, then overtimes from 5. */
  period: number
  /** Time left in the period, minutes:seconds; null where not recorded. */
  clock: string | null
  /** The team concerned; null when it is neither. */
  side: Side | null
  /** The team concerned; null when it is neither. */
  team: LineTeam | null
  /** The player concerned; null for a team, a coach or nobody. */
  player: PlayerRef | null
  /** What happened; `other` where none fits, in its own words in the description. */
  type: EventType
  /** The event in the feed's own words. */
  description: string
  /** Distance of a field-goal attempt from the basket, feet; null where unknown. */
  distance_ft: number | null
  /** Score of the home team after the event. */
  home_score: number | null
  /** Score of the away team after the event. */
  away_score: number | null
}

/** The play-by-play of a game. */
export interface PlayByPlay {
  game: Game
  /** Events in the order of the game. */
  events: Event[]
}

/** One field-goal attempt. */
export interface Shot {
  /** The seq of its play-by-play event, or its own order where there is none. */
  seq: number
  /** 1 to 4, then overtimes from 5; null where unknown. */
  period: number | null
  /** The team that shot; null where unknown. */
  side: Side | null
  /** The team that shot; null where unknown. */
  team: LineTeam | null
  /** The player who shot; null where unknown. */
  player: PlayerRef | null
  /** Points the shot is worth: 2 or 3; null where unknown. */
  value: number | null
  /** Whether it went in. */
  made: boolean
  /** Points scored: the value when made, else 0. */
  points: number
  /** Feet across the court from the basket centre, negative to the left of the shooter; null where unknown. */
  x_ft: number | null
  /** Feet out from the basket centre towards half court; null where unknown. */
  y_ft: number | null
  /** Feet from the basket centre; null where unknown. */
  distance_ft: number | null
  /** Whether it came on a fast break. */
  fastbreak: boolean
  /** Whether it came after an offensive rebound. */
  second_chance: boolean
  /** Whether it came off the opponent's turnover. */
  off_turnover: boolean
  /** When it was taken, UTC; null where not recorded. ISO 8601. */
  at: string | null
}

/** The shots of a game. */
export interface Shots {
  game: Game
  /** Field-goal attempts in the order of the game. */
  shots: Shot[]
}
