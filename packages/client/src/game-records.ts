import type { CompetitionRef, PlayerRef, SeasonRef, TeamRef } from './records.ts'

/**
 * Where a game stands. scheduled: not yet played, also when postponed to a later day; final: has its final score;
 * no_result: no score and none to come.
 */
export type GameStatus = 'scheduled' | 'final' | 'no_result'

/** Which parts of a game can be read. */
export interface GameHas {
  /** Whether the game has a box score. */
  boxscore: boolean
  /** Whether the game has a play-by-play. */
  playbyplay: boolean
  /** Whether the game has a shot chart. */
  shots: boolean
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
  /**
   * scheduled: not yet played (also if postponed to a later day); final: has its final score; no_result: has no score
   * and will not get one.
   */
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
  /** Role of the official. */
  role: 'referee' | 'commissioner'
}

/** A game with its periods and officials. */
export interface GameDetail extends Game {
  /** Points per period. Null if unknown. */
  periods: Periods | null
  /**
   * Referees in the league's order with the crew chief first, then the commissioner. Null if the league does not name
   * them.
   */
  officials: Official[] | null
}

/** The counting statistics of a player or a team in one game; null where one was not recorded. */
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

/** One player's line of a box score. */
export interface PlayerLine extends StatLine {
  player: PlayerRef
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

/** One team's half of a box score. */
export interface TeamBox {
  team: TeamRef
  /** Head coach in this game. Null if unknown. */
  coach: string | null
  /** Totals of the team, including team rebounds and team turnovers. Null if unknown. */
  totals: StatLine | null
  /** Every player on the score sheet, including those who did not play. */
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
  /** Position in the play-by-play: 1, 2, 3 … */
  seq: number
  /** Period: 1 to 4, overtimes from 5. */
  period: number
  /** Time left in the period as minutes:seconds. Null if not recorded. */
  clock: string | null
  /** Side of the event. Null if it belongs to neither team. */
  side: Side | null
  /** Team of the event. Null if it belongs to neither team. */
  team: LineTeam | null
  /** Player of the event. Null if it belongs to a team, a coach or nobody. */
  player: PlayerRef | null
  /** Type of the event. `other` for anything else; the description says what happened. */
  type: EventType
  /** Description of the event in the words of the feed. */
  description: string
  /** Distance of a field-goal attempt from the basket in feet. Null if unknown. */
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
  /** The seq of the play-by-play event of the shot, or the position in the shot chart if there is no such event. */
  seq: number
  /** Period: 1 to 4, overtimes from 5. Null if unknown. */
  period: number | null
  /** Side that took the shot. Null if unknown. */
  side: Side | null
  /** Team that took the shot. Null if unknown. */
  team: LineTeam | null
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

/** The shots of a game. */
export interface Shots {
  game: Game
  /** Field-goal attempts in the order of the game. */
  shots: Shot[]
}
