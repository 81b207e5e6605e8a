// Written by packages/client/scripts/generate-types.ts from docs/openapi-ingest.json; do not edit.
import type { ErrorCode } from '../errors.ts'
import type { Side, Gender, CompetitionKind, OfficialRole, EventType, InvalidBodyValue } from '../openapi.generated.ts'

/** What happened to one event. */
export type ScoreOp = AddEvent | EditEvent | RemoveEvent

/** Adds an event after another one. */
export interface AddEvent {
  op: 'add'
  /** Id of the event, as the client chooses it. Unique in the game, on every device. */
  id: string
  /** Id of the event before it. Null: it is the first event. */
  after: string | null
  event: ScoredEvent
}

/** An event as it is entered. Omit fields that are null. */
export interface ScoredEvent {
  period: number
  /** Time left in the period, minutes:seconds, with tenths where your feed has them. */
  clock?: string | null | undefined
  side?: Side | null | undefined
  /** external_id of a player whom a bundle of the source has named. */
  player?: string | null | undefined
  type: EventType
  description?: string | undefined
  distance_ft?: number | null | undefined
  /** Score of the home team after the event. Default: that of the events so far. */
  home_score?: number | null | undefined
  /** Score of the away team after the event. Default: that of the events so far. */
  away_score?: number | null | undefined
}

/** Replaces a whole event; it keeps its place. */
export interface EditEvent {
  op: 'edit'
  /** Id of the event, as the client chooses it. Unique in the game, on every device. */
  id: string
  after?: null | undefined
  event: ScoredEvent
  /**
   * Of several edits of an event the one with the greatest version counts, in whatever order they arrive: a counter or
   * the time in milliseconds. Default: one more than the greatest so far.
   */
  version?: number | undefined
}

/** Removes an event; those after it keep their places. */
export interface RemoveEvent {
  op: 'remove'
  /** Id of the event, as the client chooses it. Unique in the game, on every device. */
  id: string
  after?: null | undefined
  event?: null | undefined
}

/** What writing a game has done. */
export interface WrittenGame {
  /** Identifier of a game. It never changes. */
  id: string
  /** What was done, or with `dry_run` what would be. */
  outcome: 'created' | 'updated' | 'unchanged'
  /** All current warnings of the game. */
  warnings: GameWarning[]
}

/** A contradiction in a stored game. */
export interface GameWarning {
  /** Kind of the warning. */
  code: string
  /** What contradicts what. */
  message: string
}

/** A game that was removed. */
export interface RemovedGame {
  /** Identifier of a game. It never changes. */
  id: string
  /** What was done, or with `dry_run` what would be. */
  outcome: 'removed'
}

/** What ops have made of a play-by-play. */
export interface ScoredGame {
  /**
   * Number of the latest change of the play-by-play, as the ids of /changes have it: it grows with every change. 0
   * before the first.
   */
  revision: number
  /**
   * The seq of each event that the ops name, by its id. Null: the event is removed, or waits for one before it that has
   * not arrived.
   */
  seqs: Record<string, number | null>
}

/** The record that stays. */
export interface MergedRecord {
  /** Its identifier; that of the other one answers with this record. */
  id: string
  /** What was done, or with `dry_run` what would be. */
  outcome: 'merged' | 'unchanged'
}

/** What importing sheets has done, or with `dry_run` would do. */
export interface ImportedFiles {
  /** Number of new games. */
  created: number
  /** Number of games that changed. */
  updated: number
  /** Number of games that were stored like that already. */
  unchanged: number
  /** Every game of the sheets, in their order. */
  games: ImportedGame[]
  /** Sheets and columns that are not imported, because their names are unknown. */
  ignored: string[]
}

/** What importing a game has done. */
export interface ImportedGame {
  /** Your identifier of the game: its id in the sheet, or one made of its day and teams. */
  external_id: string
  /** Day of the game. YYYY-MM-DD. */
  date: string
  /** Name of the home team in the sheet. */
  home: string
  /** Name of the away team in the sheet. */
  away: string
  /** Identifier of a game. It never changes. */
  id: string
  /** What was done, or with `dry_run` what would be. */
  outcome: 'created' | 'updated' | 'unchanged'
  /** All current warnings of the game. */
  warnings: GameWarning[]
}

/** A game with everything known about it. Omitted fields keep their value; null deletes it. */
export interface GameBundle {
  /** Source of the identifiers, e.g. euroleague. */
  source?: string | undefined
  competition: {
    /** Identifier of the record in the source of the bundle. */
    external_id: string
    /** Identifiers of the same record in other sources. */
    same_as?: {
      source: string
      external_id: string
    }[] | undefined
    name: string
    slug: string
    country?: string | null | undefined
    gender: Gender
    kind: CompetitionKind
    /** IANA time zone of the calendar of the competition, e.g. Europe/Madrid. Null: UTC. */
    time_zone?: string | null | undefined
    /** Number of periods without overtime. Default of a new competition: 4. */
    periods?: number | undefined
    /** Minutes of a period. */
    period_minutes?: number | undefined
    /** Minutes of a game without overtime. Default of a new competition: those of its periods, or 40. */
    regulation_minutes?: number | undefined
    /** Minutes of an overtime. Default of a new competition: 5. */
    overtime_minutes?: number | undefined
    /** Rule that orders teams with equal win share or league points. Default of a new competition: simple. */
    tie_break?: 'euroleague' | 'fiba' | 'nba' | 'wnba' | 'simple' | undefined
    /** Stages that have a table of their own besides the regular season, in the order of their tables. */
    table_stages?: string[] | null | undefined
    /** Points of the table for a game won. Null: the table has no points. */
    points_win?: number | null | undefined
    /** Points of the table for a game lost. */
    points_loss?: number | null | undefined
    /** Points of the table for a game lost by forfeit. */
    points_forfeit?: number | null | undefined
  }
  season: {
    /** Identifier of the record in the source of the bundle. */
    external_id: string
    /** Identifiers of the same record in other sources. */
    same_as?: {
      source: string
      external_id: string
    }[] | undefined
    name: string
    start_year: number
  }
  game: {
    /** Identifier of the record in the source of the bundle. */
    external_id?: string | undefined
    /** Identifiers of the same record in other sources. */
    same_as?: {
      source: string
      external_id: string
    }[] | undefined
    stage?: string | null | undefined
    round?: string | null | undefined
    /** A calendar day, YYYY-MM-DD. */
    date: string
    /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
    tip_off?: string | null | undefined
    status: 'scheduled' | 'final' | 'no_result' | 'forfeit'
    home_score?: number | null | undefined
    away_score?: number | null | undefined
    attendance?: number | null | undefined
    venue?: string | null | undefined
    periods?: {
      /** Points of the home team in each period. */
      home: number[]
      /** Points of the away team in each period. */
      away: number[]
    } | null | undefined
    /** Minutes of a period of this game, if they differ from those of the competition. */
    period_minutes?: number | null | undefined
    officials?: {
      name: string
      role: OfficialRole
    }[] | null | undefined
    /** False for a final result that the league struck from its table. Default: true. */
    counts_in_standings?: boolean | undefined
    /**
     * False for a game that the league leaves out of its statistics, as the NBA does with play-in games. Preseason and
     * all-star games never count. Default: true.
     */
    counts_in_statistics?: boolean | undefined
    /** True for a game on a neutral court, which counts in neither the home nor the away record. Default: false. */
    neutral?: boolean | undefined
    /** To whom a game of status forfeit was awarded; neither: both teams have lost it. */
    forfeit_winner?: 'home' | 'away' | 'neither' | null | undefined
  }
  home: {
    team: {
      /** Identifier of the record in the source of the bundle. */
      external_id: string
      /** Identifiers of the same record in other sources. */
      same_as?: {
        source: string
        external_id: string
      }[] | undefined
      name: string
      /** Other names that price feeds use for the team, added to the stored ones. Null deletes them. */
      aliases?: string[] | null | undefined
      country?: string | null | undefined
      city?: string | null | undefined
      arena?: string | null | undefined
      arena_capacity?: number | null | undefined
      founded?: number | null | undefined
    }
    /**
     * Group or conference in which the team plays the regular season. If no bundle of a season names one, groups are
     * derived from who plays whom.
     */
    group?: string | null | undefined
    /** Division of the team in this season, for tie-breaks. */
    division?: string | null | undefined
    coach?: string | null | undefined
    /**
     * Totals, including team rebounds and team turnovers. Default: the stored ones if a bundle has given them, or else
     * the sums of the score sheet.
     */
    totals?: {
      /** Points scored. Null if not recorded. */
      points?: number | null | undefined
      /** Two-point field goals made. Null if not recorded. */
      two_made?: number | null | undefined
      /** Two-point field goals attempted. Null if not recorded. */
      two_attempted?: number | null | undefined
      /** Three-point field goals made. Null if not recorded. */
      three_made?: number | null | undefined
      /** Three-point field goals attempted. Null if not recorded. */
      three_attempted?: number | null | undefined
      /** Free throws made. Null if not recorded. */
      free_throws_made?: number | null | undefined
      /** Free throws attempted. Null if not recorded. */
      free_throws_attempted?: number | null | undefined
      /** Offensive rebounds. Null if not recorded. */
      offensive_rebounds?: number | null | undefined
      /** Defensive rebounds. Null if not recorded. */
      defensive_rebounds?: number | null | undefined
      /** Rebounds. Null if not recorded. */
      rebounds?: number | null | undefined
      /** Assists. Null if not recorded. */
      assists?: number | null | undefined
      /** Steals. Null if not recorded. */
      steals?: number | null | undefined
      /** Turnovers. Null if not recorded. */
      turnovers?: number | null | undefined
      /** Shots blocked. Null if not recorded. */
      blocks?: number | null | undefined
      /** Shots of the player or team blocked by an opponent. Null if not recorded. */
      blocks_received?: number | null | undefined
      /** Personal fouls committed. Null if not recorded. */
      fouls?: number | null | undefined
      /** Fouls drawn. Null if not recorded. */
      fouls_drawn?: number | null | undefined
      performance_index?: number | null | undefined
    } | null | undefined
    /** The score sheet, in its order. */
    players?: {
      /** external_id of a player of the bundle. */
      player: string
      number?: string | null | undefined
      starter?: boolean | undefined
      /** Whether the player took part. Default: whether the line has a start, playing time or a count. */
      played?: boolean | undefined
      /** Seconds played. Null if not recorded or if the player did not play. */
      seconds?: number | null | undefined
      stats?: {
        /** Points scored. Null if not recorded. */
        points?: number | null | undefined
        /** Two-point field goals made. Null if not recorded. */
        two_made?: number | null | undefined
        /** Two-point field goals attempted. Null if not recorded. */
        two_attempted?: number | null | undefined
        /** Three-point field goals made. Null if not recorded. */
        three_made?: number | null | undefined
        /** Three-point field goals attempted. Null if not recorded. */
        three_attempted?: number | null | undefined
        /** Free throws made. Null if not recorded. */
        free_throws_made?: number | null | undefined
        /** Free throws attempted. Null if not recorded. */
        free_throws_attempted?: number | null | undefined
        /** Offensive rebounds. Null if not recorded. */
        offensive_rebounds?: number | null | undefined
        /** Defensive rebounds. Null if not recorded. */
        defensive_rebounds?: number | null | undefined
        /** Rebounds. Null if not recorded. */
        rebounds?: number | null | undefined
        /** Assists. Null if not recorded. */
        assists?: number | null | undefined
        /** Steals. Null if not recorded. */
        steals?: number | null | undefined
        /** Turnovers. Null if not recorded. */
        turnovers?: number | null | undefined
        /** Shots blocked. Null if not recorded. */
        blocks?: number | null | undefined
        /** Shots of the player or team blocked by an opponent. Null if not recorded. */
        blocks_received?: number | null | undefined
        /** Personal fouls committed. Null if not recorded. */
        fouls?: number | null | undefined
        /** Fouls drawn. Null if not recorded. */
        fouls_drawn?: number | null | undefined
        performance_index?: number | null | undefined
      } | undefined
      plus_minus?: number | null | undefined
    }[] | null | undefined
  }
  away: {
    team: {
      /** Identifier of the record in the source of the bundle. */
      external_id: string
      /** Identifiers of the same record in other sources. */
      same_as?: {
        source: string
        external_id: string
      }[] | undefined
      name: string
      /** Other names that price feeds use for the team, added to the stored ones. Null deletes them. */
      aliases?: string[] | null | undefined
      country?: string | null | undefined
      city?: string | null | undefined
      arena?: string | null | undefined
      arena_capacity?: number | null | undefined
      founded?: number | null | undefined
    }
    /**
     * Group or conference in which the team plays the regular season. If no bundle of a season names one, groups are
     * derived from who plays whom.
     */
    group?: string | null | undefined
    /** Division of the team in this season, for tie-breaks. */
    division?: string | null | undefined
    coach?: string | null | undefined
    /**
     * Totals, including team rebounds and team turnovers. Default: the stored ones if a bundle has given them, or else
     * the sums of the score sheet.
     */
    totals?: {
      /** Points scored. Null if not recorded. */
      points?: number | null | undefined
      /** Two-point field goals made. Null if not recorded. */
      two_made?: number | null | undefined
      /** Two-point field goals attempted. Null if not recorded. */
      two_attempted?: number | null | undefined
      /** Three-point field goals made. Null if not recorded. */
      three_made?: number | null | undefined
      /** Three-point field goals attempted. Null if not recorded. */
      three_attempted?: number | null | undefined
      /** Free throws made. Null if not recorded. */
      free_throws_made?: number | null | undefined
      /** Free throws attempted. Null if not recorded. */
      free_throws_attempted?: number | null | undefined
      /** Offensive rebounds. Null if not recorded. */
      offensive_rebounds?: number | null | undefined
      /** Defensive rebounds. Null if not recorded. */
      defensive_rebounds?: number | null | undefined
      /** Rebounds. Null if not recorded. */
      rebounds?: number | null | undefined
      /** Assists. Null if not recorded. */
      assists?: number | null | undefined
      /** Steals. Null if not recorded. */
      steals?: number | null | undefined
      /** Turnovers. Null if not recorded. */
      turnovers?: number | null | undefined
      /** Shots blocked. Null if not recorded. */
      blocks?: number | null | undefined
      /** Shots of the player or team blocked by an opponent. Null if not recorded. */
      blocks_received?: number | null | undefined
      /** Personal fouls committed. Null if not recorded. */
      fouls?: number | null | undefined
      /** Fouls drawn. Null if not recorded. */
      fouls_drawn?: number | null | undefined
      performance_index?: number | null | undefined
    } | null | undefined
    /** The score sheet, in its order. */
    players?: {
      /** external_id of a player of the bundle. */
      player: string
      number?: string | null | undefined
      starter?: boolean | undefined
      /** Whether the player took part. Default: whether the line has a start, playing time or a count. */
      played?: boolean | undefined
      /** Seconds played. Null if not recorded or if the player did not play. */
      seconds?: number | null | undefined
      stats?: {
        /** Points scored. Null if not recorded. */
        points?: number | null | undefined
        /** Two-point field goals made. Null if not recorded. */
        two_made?: number | null | undefined
        /** Two-point field goals attempted. Null if not recorded. */
        two_attempted?: number | null | undefined
        /** Three-point field goals made. Null if not recorded. */
        three_made?: number | null | undefined
        /** Three-point field goals attempted. Null if not recorded. */
        three_attempted?: number | null | undefined
        /** Free throws made. Null if not recorded. */
        free_throws_made?: number | null | undefined
        /** Free throws attempted. Null if not recorded. */
        free_throws_attempted?: number | null | undefined
        /** Offensive rebounds. Null if not recorded. */
        offensive_rebounds?: number | null | undefined
        /** Defensive rebounds. Null if not recorded. */
        defensive_rebounds?: number | null | undefined
        /** Rebounds. Null if not recorded. */
        rebounds?: number | null | undefined
        /** Assists. Null if not recorded. */
        assists?: number | null | undefined
        /** Steals. Null if not recorded. */
        steals?: number | null | undefined
        /** Turnovers. Null if not recorded. */
        turnovers?: number | null | undefined
        /** Shots blocked. Null if not recorded. */
        blocks?: number | null | undefined
        /** Shots of the player or team blocked by an opponent. Null if not recorded. */
        blocks_received?: number | null | undefined
        /** Personal fouls committed. Null if not recorded. */
        fouls?: number | null | undefined
        /** Fouls drawn. Null if not recorded. */
        fouls_drawn?: number | null | undefined
        performance_index?: number | null | undefined
      } | undefined
      plus_minus?: number | null | undefined
    }[] | null | undefined
  }
  players?: {
    /** Identifier of the record in the source of the bundle. */
    external_id: string
    /** Identifiers of the same record in other sources. */
    same_as?: {
      source: string
      external_id: string
    }[] | undefined
    /** Given name first, in mixed case, with accents. */
    name: string
    /** Name as the source spells it. */
    original_name?: string | undefined
    country?: string | null | undefined
    position?: string | null | undefined
    height_cm?: number | null | undefined
    /** A calendar day, YYYY-MM-DD. */
    birth_date?: string | null | undefined
  }[] | undefined
  events?: {
    period: number
    /** Time left in the period, minutes:seconds, with tenths where your feed has them. */
    clock?: string | null | undefined
    side?: Side | null | undefined
    /** external_id of a player of the bundle. */
    player?: string | null | undefined
    type: EventType
    description?: string | undefined
    distance_ft?: number | null | undefined
    home_score: number
    away_score: number
  }[] | null | undefined
  shots?: {
    /** seq of its event. Without events, the position of the shot, from 1. */
    seq: number
    period?: number | null | undefined
    side?: Side | null | undefined
    /** external_id of a player of the bundle. */
    player?: string | null | undefined
    value?: 2 | 3 | null | undefined
    made: boolean
    points: number
    x_ft?: number | null | undefined
    y_ft?: number | null | undefined
    distance_ft?: number | null | undefined
    /** False also if the source does not record it. Default: false. */
    fastbreak?: boolean | undefined
    /** False also if the source does not record it. Default: false. */
    second_chance?: boolean | undefined
    /** False also if the source does not record it. Default: false. */
    off_turnover?: boolean | undefined
    /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
    at?: string | null | undefined
  }[] | null | undefined
  /** Prices of bookmakers, added to the stored ones. Null deletes them. */
  quotes?: {
    bookmaker: {
      /** Stable key of the bookmaker; its name may change. */
      key: string
      name: string
      /** Whether it is a betting exchange. Default: false. */
      exchange?: boolean | undefined
    }
    /** spread and total have a line; three_way has a draw. */
    market: 'moneyline' | 'three_way' | 'spread' | 'total'
    /** over or under for totals; else home, away and, for three_way, draw. */
    side: 'home' | 'draw' | 'away' | 'over' | 'under'
    /** Spread: points added to the home score, for both sides. Total: combined points. */
    line: number | null
    /** Decimal odds: the return on a stake of 1. */
    price: number
    /** When the bookmaker set it. Null if unknown. ISO 8601. */
    set_at: string | null
    /** When it was read. Null if it is known to be the closing price. ISO 8601. */
    read_at: string | null
  }[] | null | undefined
  /** Problems found in the data of the feed and how it was read. Listed with the warnings of the game. */
  notes?: {
    code: string
    message: string
    /**
     * The part of the game that the note is about. The note stays while bundles omit that part, and is ignored if this
     * bundle omits a part that is stored.
     */
    part?: 'boxscore' | 'playbyplay' | 'shots' | undefined
  }[] | undefined
}

/** The outcome for one line, in the order of the lines. */
export type WrittenLine = AcceptedLine | RefusedLine

/** What writing the game of a line has done. */
export interface AcceptedLine {
  /** Your identifier of the game. */
  external_id: string
  /** Identifier of a game. It never changes. */
  id: string
  /** What was done, or with `dry_run` what would be. */
  outcome: 'created' | 'updated' | 'unchanged'
  /** All current warnings of the game. */
  warnings: GameWarning[]
}

/** A line that was not written. */
export interface RefusedLine {
  /** Your identifier of the game; null if the line has none. */
  external_id: string | null
  /** Always `refused`. */
  outcome: 'refused'
  error: WriteError
}

/** Why a line was not written. */
export interface WriteError {
  code: ErrorCode
  /** Human-readable explanation of the error and how to fix it. */
  message: string
  /** What is wrong with the bundle, value by value. */
  details?: InvalidBodyValue[] | undefined
}

/** Fields of a game that change. Omitted fields keep their value; null deletes it. */
export interface GameToPatch {
  /** Identifiers of the same record in other sources. */
  same_as?: {
    source: string
    external_id: string
  }[] | undefined
  stage?: string | null | undefined
  round?: string | null | undefined
  /** A calendar day, YYYY-MM-DD. */
  date?: string | undefined
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  tip_off?: string | null | undefined
  status?: 'scheduled' | 'final' | 'no_result' | 'forfeit' | undefined
  home_score?: number | null | undefined
  away_score?: number | null | undefined
  attendance?: number | null | undefined
  venue?: string | null | undefined
  periods?: {
    /** Points of the home team in each period. */
    home: number[]
    /** Points of the away team in each period. */
    away: number[]
  } | null | undefined
  /** Minutes of a period of this game, if they differ from those of the competition. */
  period_minutes?: number | null | undefined
  officials?: {
    name: string
    role: OfficialRole
  }[] | null | undefined
  /** False for a final result that the league struck from its table. Default: true. */
  counts_in_standings?: boolean | undefined
  /**
   * False for a game that the league leaves out of its statistics, as the NBA does with play-in games. Preseason and
   * all-star games never count. Default: true.
   */
  counts_in_statistics?: boolean | undefined
  /** True for a game on a neutral court, which counts in neither the home nor the away record. Default: false. */
  neutral?: boolean | undefined
  /** To whom a game of status forfeit was awarded; neither: both teams have lost it. */
  forfeit_winner?: 'home' | 'away' | 'neither' | null | undefined
  /**
   * True: lets a final game, or one without a result, be scheduled again. Its score, periods, box score, play-by-play
   * and shots are deleted. One that is scheduled or running stays as it is.
   */
  reopen?: boolean | undefined
}

/** What happened in a game that is scored live. */
export interface GameToScore {
  /** What happened, in any order. All of it is applied, or nothing. */
  ops: ScoreOp[]
}

/** Two records of one kind that are one. */
export interface RecordsToMerge {
  /** Kind of the two records. */
  kind: 'competition' | 'season' | 'team' | 'player' | 'game'
  /** Your identifier of the record that goes. */
  from: string
  /** Your identifier of the record that stays. */
  into: string
}
