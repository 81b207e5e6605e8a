import { z } from 'zod'
import { ChangeId } from './change.ts'
import {
  CompetitionId,
  GameId,
  ID_CHARACTERS,
  ID_PREFIX,
  PlayerId,
  SeasonId,
  StreamEventId,
  TeamId,
  WebhookId,
} from './identifiers.ts'
import { CalendarDate } from './scalars.ts'
import { GameStatus, Side } from './game.ts'
import { LeaderStat } from './leaders.ts'
import { DEFAULT_PER_PAGE, MAX_PAGE, MAX_PER_PAGE } from './paging.ts'
import { SplitBy } from './player.ts'

const wholeNumber = (min: number, max: number) => {
  const tooSmall = `must be at least ${min}`
  const tooBig = `must be at most ${max}`
  return z
    .int({
      error: ({ code, input }) => {
        if (code === 'too_big' || input === Infinity) return tooBig
        return code === 'too_small' ? tooSmall : `must be a whole number of at least ${min}, in decimal digits`
      },
    })
    .min(min, { error: tooSmall })
    .max(max, { error: tooBig })
}

/** A page number, from 1. A page beyond the end of the list is empty. */
export const Page = wholeNumber(1, MAX_PAGE).meta({
  id: 'Page',
  description:
    'Page number, from 1. The time of a page grows with its number; to read a long list, use cursor, with which every page takes the same time. Cannot be combined with cursor.',
  example: 2,
})

/** The number of records per page. */
export const PerPage = wholeNumber(1, MAX_PER_PAGE).meta({
  id: 'PerPage',
  description: `Number of records per page, 1 to ${MAX_PER_PAGE}. Default: ${DEFAULT_PER_PAGE}.`,
  example: DEFAULT_PER_PAGE,
})

/** The cursor of the next page. */
export const Cursor = z
  .string()
  .min(1)
  .max(1000)
  .meta({ id: 'Cursor', description: 'The `next_cursor` of the previous page. Cannot be combined with page.' })

/** A search text: every word must match the start of a word of the name, ignoring case, accents and punctuation. */
export const Search = z.string().max(100).meta({
  id: 'Search',
  description:
    'Search text. Every word must match the start of a word of the name; case, accents and punctuation are ignored.',
  example: 'alba ber',
})

const pagingParameters = {
  page: Page.optional(),
  cursor: Cursor.optional(),
  per_page: PerPage.optional(),
}
/** The paging parameters of a list. */
export type Paging = { page?: number | undefined; cursor?: string | undefined; per_page?: number | undefined }

const competition = CompetitionId.optional().describe('Only records of this competition.')
const season = SeasonId.optional().describe('Only records of this season.')
const from = CalendarDate.optional().describe('Only games on or after this day.')
const to = CalendarDate.optional().describe('Only games on or before this day.')

const upTo100 = (description: string) =>
  wholeNumber(1, 100).default(10).describe(`${description}, 1 to 100. Default: 10.`)

/** Rejects `page` with `cursor`, `date` with `from` or `to`, and `from` after `to`. */
const checkCombinations = <Schema extends z.ZodObject>(schema: Schema): Schema =>
  schema.check((context) => {
    const parameters: Record<string, unknown> = context.value
    const reject = (path: string, message: string) =>
      context.issues.push({ code: 'custom', input: parameters[path], path: [path], message })
    if (parameters['page'] !== undefined && parameters['cursor'] !== undefined)
      reject('page', 'cannot be sent together with cursor')
    if (parameters['date'] !== undefined && (parameters['from'] !== undefined || parameters['to'] !== undefined))
      reject('date', 'cannot be sent together with from or to')
    const { from, to } = parameters
    if (typeof from === 'string' && typeof to === 'string' && from > to) reject('from', 'must not be after to')
  })

/** No parameters. */
export const NoParameters = z.strictObject({})

/** Parameters of GET /competitions. */
export const ListCompetitions = checkCombinations(z.strictObject({ ...pagingParameters }))

/** Parameters of GET /seasons. */
export const ListSeasons = checkCombinations(z.strictObject({ competition, ...pagingParameters }))

/** Parameters of GET /teams. `q` must contain a letter or a digit. */
export const ListTeams = checkCombinations(
  z.strictObject({
    competition,
    season,
    q: Search.refine((q) => /[\p{L}\p{N}]/u.test(q), { error: 'must have at least 1 letter or digit' }).optional(),
    ...pagingParameters,
  }),
)

/** Parameters of GET /teams/{id}. */
export const GetTeam = z.strictObject({ id: TeamId })

/** Parameters of GET /games: one day, or a range of days that may be open at either end. */
export const ListGames = checkCombinations(
  z.strictObject({
    date: CalendarDate.optional().describe('Only games on this day. Cannot be combined with from or to.'),
    from,
    to,
    competition,
    season,
    team: TeamId.optional().describe('Only games of this team.'),
    status: GameStatus.optional().describe('Only games of this status.'),
    ...pagingParameters,
  }),
)

/** Parameters of GET /games/{id} and of the box score, play-by-play and shot chart of a game. */
export const GetGame = z.strictObject({ id: GameId })

/** Parameters of GET /games/{id}/revisions. */
export const ListGameRevisions = checkCombinations(z.strictObject({ id: GameId, ...pagingParameters }))

/** Parameters of GET /changes. */
export const ListChanges = z.strictObject({
  after: ChangeId.optional().describe(
    'Only changes after this one: the `next_after` of the previous response. Without it the log is read from its beginning. A number beyond its end is a 400.',
  ),
  competition,
  season,
  game: GameId.optional().describe('Only changes of this game.'),
  per_page: PerPage.optional(),
})

const after = StreamEventId.optional().describe(
  'Goes on after the event with this id, without a gap or a repetition. The header Last-Event-ID, which browsers send when they connect again, comes before it.',
)

/** Parameters of GET /games/{id}/stream. */
export const StreamGame = z.strictObject({ id: GameId, after })

/** Parameters of GET /stream. */
export const StreamGames = z.strictObject({
  competition: competition.describe('Only games of this competition.'),
  season: season.describe('Only games of this season.'),
  date: CalendarDate.optional().describe('Only games on this day.'),
  backfill: z
    .boolean({ error: 'must be true or false' })
    .default(false)
    .describe('Whether changes of games that ended more than a day ago are sent too. Default: false.'),
  after,
})

/** Parameters of GET /live. */
export const ListLive = checkCombinations(
  z.strictObject({
    competition: competition.describe('Only games of this competition.'),
    date: CalendarDate.optional().describe(
      'The day whose games are listed, besides those that are running. Default: today in the time zone of each competition.',
    ),
    page: Page.optional(),
    cursor: Cursor.optional(),
    per_page: PerPage.default(MAX_PER_PAGE).describe(
      `Number of records per page, 1 to ${MAX_PER_PAGE}. Default: ${MAX_PER_PAGE}.`,
    ),
  }),
)

/** Parameters of GET /results/yesterday. */
export const ListResultsOfYesterday = checkCombinations(z.strictObject({ competition, ...pagingParameters }))

/** Parameters of GET /players. `q` must contain 3 letters. The operation checks that `q` or `team` is present. */
export const ListPlayers = checkCombinations(
  z.strictObject({
    q: Search.refine((q) => (q.match(/\p{L}/gu) ?? []).length >= 3, {
      error: 'must have at least 3 letters',
    })
      .optional()
      .describe(
        'Search text with at least 3 letters. Every word must match the start of a word of the name; case, accents and punctuation are ignored. Either q or team is required.',
      ),
    team: TeamId.optional().describe('Only players of this team. Either q or team is required.'),
    competition,
    season,
    ...pagingParameters,
  }),
)

/** Parameters of GET /players/{id}. */
export const GetPlayer = z.strictObject({ id: PlayerId })

/** Parameters of GET /players/{id}/games. */
export const ListPlayerGames = checkCombinations(
  z.strictObject({ id: PlayerId, season, from, to, ...pagingParameters }),
)

/** Parameters of GET /players/{id}/seasons. */
export const GetPlayerSeasons = z.strictObject({ id: PlayerId, competition })

/** Parameters of GET /players/{id}/splits. */
export const GetPlayerSplits = z.strictObject({
  id: PlayerId,
  by: SplitBy.default('venue'),
  season,
  competition,
})

/** Parameters of GET /teams/{id}/roster. */
export const GetTeamRoster = z.strictObject({
  id: TeamId,
  season: season.describe('Season of the roster. Default: the latest season of the team.'),
})

/** Parameters of GET /teams/{id}/form. */
export const GetTeamForm = z.strictObject({
  id: TeamId,
  last: upTo100('Number of latest games'),
  venue: Side.optional().describe('Only games that the team played at home or away.'),
  competition,
})

/** Parameters of GET /teams/{id}/lineups. */
export const GetTeamLineUps = z.strictObject({
  id: TeamId,
  season: season.describe('Season of the line-ups. Default: the latest season of the team with box scores.'),
  competition: competition.describe('Competition of the season.'),
  size: wholeNumber(2, 5).default(5).describe('Players of a line-up, 2 to 5. Default: 5.'),
  min_seconds: wholeNumber(0, 1_000_000).default(0).describe('Only line-ups with at least so much time. Default: 0.'),
  top: wholeNumber(1, 100).default(20).describe('Number of line-ups, 1 to 100. Default: 20.'),
})

/** Parameters of what a player did in one season. */
const PlayerSeasonParameters = z.strictObject({
  id: PlayerId,
  season: season.describe('The season. Default: the latest in which the player has played.'),
  competition: competition.describe('Competition of the season.'),
})

/** Parameters of GET /players/{id}/on-off. */
export const GetPlayerOnOff = PlayerSeasonParameters

/** Parameters of GET /games/{id}/shots.svg. */
export const GetGameShotChart = z.strictObject({
  id: GameId,
  side: Side.optional().describe('Only the shots of one team. Default: both, each on a half court.'),
  player: PlayerId.optional().describe('Only the shots of this player.'),
})

/** Parameters of GET /games/{id}/flow.svg. */
export const GetGameFlow = z.strictObject({
  id: GameId,
  probability: z
    .boolean({ error: 'must be true or false' })
    .default(false)
    .describe('Whether a line shows how likely the home team was to win. It needs plan complete. Default: false.'),
})

/** Parameters of GET /players/{id}/shots.svg. */
export const GetPlayerShotChart = PlayerSeasonParameters

/** Parameters of GET /teams/{id}/shots.svg. */
export const GetTeamShotChart = z.strictObject({
  id: TeamId,
  season: season.describe('The season. Default: the latest season of the team with box scores.'),
  competition: competition.describe('Competition of the season.'),
})

/** Parameters of GET /teams/{id}/head-to-head. */
export const GetTeamHeadToHead = z.strictObject({
  id: TeamId,
  opponent: TeamId.describe('The opponent.'),
  competition,
  last: upTo100('Number of latest games'),
})

/** Parameters of GET /standings. */
export const GetStandings = z.strictObject({
  competition: CompetitionId.describe('The competition.'),
  season: season.describe('Season of the standings. Default: the latest season with a final game.'),
})

const day = CalendarDate.describe('The day. Its games are included.')

/** Parameters of GET /history/standings. */
export const GetHistoryStandings = z.strictObject({
  competition: CompetitionId.describe('The competition.'),
  season: season.describe('Season of the standings. Default: the latest season with a final game by that day.'),
  date: day,
})

/** Parameters of GET /standings/race. */
export const GetRace = z.strictObject({
  competition: CompetitionId.describe('The competition.'),
  season: season.describe('Season of the race. Default: the latest season with a final game, by that day.'),
  date: CalendarDate.optional().describe('Only results up to and including this day. Default: all results.'),
})

const GAME_RESULT = `${ID_PREFIX.game}${ID_CHARACTERS}:(?:\\d{1,3}-\\d{1,3}|home|away)`

/** An assumed result of a game: a score, or only the winner. */
export type AssumedResult = { home_score: number; away_score: number } | 'home' | 'away'

/** Reads the parameter `results`, game by game, in its order. */
export const parseResults = (results: string): [game: string, result: AssumedResult][] =>
  results.split(',').map((each) => {
    const [game = '', result = ''] = each.split(':')
    if (result === 'home' || result === 'away') return [game, result]
    const [home_score = 0, away_score = 0] = result.split('-').map(Number)
    return [game, { home_score, away_score }]
  })

/** Assumed results, joined by commas. */
export const AssumedResults = z
  .string()
  .max(20_000)
  .regex(new RegExp(`^${GAME_RESULT}(?:,${GAME_RESULT})*$`), {
    error: 'must be results like gm_9wd3f6ka:90-80 or gm_9wd3f6ka:home, joined by commas',
    abort: true,
  })
  .check(({ value, issues }) => {
    const games = new Set<string>()
    for (const [game, result] of parseResults(value)) {
      const reject = (message: string) => issues.push({ code: 'custom', input: value, message })
      if (games.has(game)) reject(`must have one result of each game, but ${game} has more`)
      if (typeof result === 'object' && result.home_score === result.away_score) reject(`must have a winner of ${game}`)
      games.add(game)
    }
  })
  .meta({
    id: 'AssumedResults',
    description:
      'Results by game, joined by commas: `gm_…:90-80` is a score, home points first, and `gm_…:home` or `gm_…:away` only a winner. Without a score, winner and loser have the mean points of winners and losers in the season. A game that has a result is replaced.',
    example: 'gm_9wd3f6ka:90-80,gm_2k9v0d3w:home',
  })

/** Parameters of GET /standings/what-if. */
export const GetWhatIf = z.strictObject({ ...GetStandings.shape, results: AssumedResults })

/** A part of a season. */
export const StagePart = z.enum(['all', 'regular', 'playoffs']).meta({
  id: 'StagePart',
  description:
    'Which games of a season: all that count, those of the regular season, or the play-offs, which are all other stages that count.',
  example: 'playoffs',
  'x-enum-varnames': ['WholeSeason', 'RegularSeason', 'Playoffs'],
})
export type StagePart = z.infer<typeof StagePart>

const stage = StagePart.default('all')

/** Parameters of GET /players/{id}/averages. */
export const GetPlayerAverages = checkCombinations(
  z.strictObject({ id: PlayerId, competition, season, from, to, stage }),
)

/** Parameters of GET /stats/leaders. */
export const GetLeaders = z.strictObject({
  competition: CompetitionId.describe('The competition.'),
  season: season.describe('Season of the leaders. Default: the latest season with box scores.'),
  stat: LeaderStat.default('points'),
  min_games: wholeNumber(1, 1000)
    .optional()
    .describe(
      "Minimum number of games played to be ranked. Default: 0.7 × the median number of the teams' games in the regular season, rounded up.",
    ),
  top: upTo100('Number of players'),
})

/** Parameters of GET /history/leaders. */
export const GetHistoryLeaders = GetLeaders.extend({
  season: season.describe('Season of the leaders. Default: the latest season with box scores by that day.'),
  date: day,
  min_games: GetLeaders.shape.min_games.describe(
    "Minimum number of games played to be ranked. Default: 0.7 × the median number of the teams' games in the regular season, or in the stage that is asked for, up to that day, rounded up.",
  ),
  stage,
})

/** Parameters of GET /forecasts. */
export const GetForecasts = z.strictObject({
  competition: CompetitionId.describe('The competition.'),
  date: CalendarDate.describe('The day of the games.'),
})

/** Parameters of GET /games/{id}/prices. */
export const GetGamePrices = z.strictObject({
  id: GameId,
  lines: z.enum(['all']).optional().describe('Set to `all` to include every line of every bookmaker.'),
})

/** Parameters of GET /teams/{id}/trends. */
export const ListTeamTrends = z.strictObject({ id: TeamId, competition, season })

/** Parameters of DELETE /webhooks/{id} and POST /webhooks/{id}/test. */
export const OneWebhook = z.strictObject({ id: WebhookId })
