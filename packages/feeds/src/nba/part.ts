import type { LiveAction, LiveBox, ScheduleGame } from './live-schemas.ts'
import type {
  BoxRow,
  HeaderRow,
  InfoRow,
  LineRow,
  LogRow,
  OfficialRow,
  OtherRow,
  PlayRow,
  ShotRow,
  TeamRow,
} from './result-sets.ts'

/** What a boxscoresummary or scoreboard of stats.nba.com says about one game. */
export type Summary = {
  header: HeaderRow
  lines: LineRow[]
  officials: OfficialRow[]
  info: InfoRow | null
  other: OtherRow[]
}

/** What one answer has about one game. */
export type Part = {
  game: string
  /** The file it stands in, for notes. */
  from: string
} & (
  | { kind: 'live box'; box: LiveBox }
  | { kind: 'live plays'; actions: LiveAction[] }
  | { kind: 'schedule'; entry: ScheduleGame }
  | { kind: 'summary'; summary: Summary }
  | { kind: 'box'; players: BoxRow[]; teams: TeamRow[] }
  | { kind: 'plays'; rows: PlayRow[] }
  | { kind: 'shots'; rows: ShotRow[] }
  | { kind: 'log'; rows: LogRow[] }
)

/** What a file of this feed may be, for messages. */
export const EXPECTED =
  'expected a box score, play-by-play or league schedule of cdn.nba.com, or result sets of stats.nba.com: ' +
  'boxscore, boxscoresummary, playbyplay, shotchartdetail, scoreboard or leaguegamelog of teams'
