import type {
  BoxScore,
  Competition,
  FormGame,
  Game,
  GameDetail,
  HeadToHead,
  Leaders,
  LeaderStat,
  PlayByPlay,
  Player,
  PlayerSeasons,
  PlayerSplits,
  PlayerSummary,
  Roster,
  Season,
  Shots,
  SplitBy,
  Standings,
  Team,
  TeamDetail,
  TeamForm,
} from '@basketball-data/client'
import packed from './league.json' with { type: 'json' }
import { unpack } from './unpack.ts'

type ById<Data> = Record<string, Data | undefined>

/** What is known of single records, by path and by the ids in it. Summaries are by the number of games they are over. */
export interface Records
  extends
    Record<`/players/{id}/splits?by=${SplitBy}`, ById<PlayerSplits>>,
    Record<`/stats/leaders?stat=${LeaderStat}`, ById<Leaders>>,
    Record<`form ${number}`, ById<TeamForm['summary']> | undefined>,
    Record<`met ${number}`, ById<HeadToHead['summary']> | undefined> {
  '/teams/{id}': ById<TeamDetail>
  '/teams/{id}/roster': ById<Roster>
  '/teams/{id}/form': ById<FormGame[]>
  '/players/{id}': ById<Player>
  '/players/{id}/seasons': ById<PlayerSeasons>
  '/games/{id}': ById<GameDetail>
  '/games/{id}/boxscore': ById<BoxScore>
  '/games/{id}/playbyplay': ById<PlayByPlay>
  '/games/{id}/shots': ById<Shots>
  '/standings': ById<Standings>
}

/** The league that the handlers answer from: made up, small, and the same for ever within a version of the package. */
export interface League {
  /** The moment at which it stands, ISO 8601 in UTC: yesterday's results are of the day before. */
  today: string
  /** By name: a cup of which no game is played yet, and a league in its season. */
  competitions: Competition[]
  /** Newest first. */
  seasons: Season[]
  /** By name. */
  teams: Team[]
  /** By name. */
  players: PlayerSummary[]
  /** Newest first: scheduled ones, finals, and one of no result. One final has a play-by-play and shots. */
  games: Game[]
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written from the service's own answers, and tested against the document
const known = unpack(packed) as League & { records: Records }

/** The records of single things. */
export const records: Records = known.records

/** The made-up league that the handlers answer from, for expectations of your own. */
export const league: League = known
