import { z } from 'zod'
import { ChangeId } from './change.ts'
import { CompetitionId, GameId, PlayerId, SeasonId, StreamEventId, TeamId, WebhookId } from './identifiers.ts'
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
export type Page = z.infer<typeof Page>

/** The number of records per page. */
export const PerPage = wholeNumber(1, MAX_PER_PAGE).meta({
  id: 'PerPage',
  description: `Number of records per page, 1 to ${MAX_PER_PAGE}. Default: ${DEFAULT_PER_PAGE}.`,
  example: DEFAULT_PER_PAGE,
})
export type PerPage = z.infer<typeof PerPage>

/** The cursor of the next page. */
export const Cursor = z
  .string()
  .min(1)
  .max(1000)
  .meta({ id: 'Cursor', description: 'The `next_cursor` of the previous page. Cannot be combined with page.' })
export type Cursor = z.infer<typeof Cursor>

/** A search text: every word must match the start of a word of the name, ignoring case, accents and punctuation. */
export const Search = z.string().max(100).meta({
  id: 'Search',
  description:
    'Search text. Every word must match the start of a word of the name; case, accents and punctuation are ignored.',
  example: 'alba ber',
})
export type Search = z.infer<typeof Search>

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
export type NoParameters = z.input<typeof NoParameters>

/** Parameters of GET /competitions. */
export const ListCompetitions = checkCombinations(z.strictObject({ ...pagingParameters }))
export type ListCompetitions = z.input<typeof ListCompetitions>

/** Parameters of GET /seasons. */
export const ListSeasons = checkCombinations(z.strictObject({ competition, ...pagingParameters }))
export type ListSeasons = z.input<typeof ListSeasons>

/** Parameters of GET /teams. `q` must contain a letter or a digit. */
export const ListTeams = checkCombinations(
  z.strictObject({
    competition,
    season,
    q: Search.refine((q) => /[\p{L}\p{N}]/u.test(q), { error: 'must have at least 1 letter or digit' }).optional(),
    ...pagingParameters,
  }),
)
export type ListTeams = z.input<typeof ListTeams>

/** Parameters of GET /teams/{id}. */
export const GetTeam = z.strictObject({ id: TeamId })
export type GetTeam = z.input<typeof GetTeam>

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
export type ListGames = z.input<typeof ListGames>

/** Parameters of GET /games/{id} and of the box score, play-by-play and shot chart of a game. */
export const GetGame = z.strictObject({ id: GameId })
export type GetGame = z.input<typeof GetGame>

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
export type ListChanges = z.input<typeof ListChanges>

const after = StreamEventId.optional().describe(
  'Goes on after the event with this id, without a gap or a repetition. The header Last-Event-ID, which browsers send when they connect again, comes before it.',
)

/** Parameters of GET /games/{id}/stream. */
export const StreamGame = z.strictObject({ id: GameId, after })
export type StreamGame = z.input<typeof StreamGame>

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
export type StreamGames = z.input<typeof StreamGames>

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
export type ListLive = z.input<typeof ListLive>

/** Parameters of GET /results/yesterday. */
export const ListResultsOfYesterday = checkCombinations(z.strictObject({ competition, ...pagingParameters }))
export type ListResultsOfYesterday = z.input<typeof ListResultsOfYesterday>

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
export type ListPlayers = z.input<typeof ListPlayers>

/** Parameters of GET /players/{id}. */
export const GetPlayer = z.strictObject({ id: PlayerId })
export type GetPlayer = z.input<typeof GetPlayer>

/** Parameters of GET /players/{id}/games. */
export const ListPlayerGames = checkCombinations(
  z.strictObject({ id: PlayerId, season, from, to, ...pagingParameters }),
)
export type ListPlayerGames = z.input<typeof ListPlayerGames>

/** Parameters of GET /players/{id}/seasons. */
export const GetPlayerSeasons = z.strictObject({ id: PlayerId, competition })
export type GetPlayerSeasons = z.input<typeof GetPlayerSeasons>

/** Parameters of GET /players/{id}/splits. */
export const GetPlayerSplits = z.strictObject({
  id: PlayerId,
  by: SplitBy.default('venue'),
  season,
  competition,
})
export type GetPlayerSplits = z.input<typeof GetPlayerSplits>

/** Parameters of GET /teams/{id}/roster. */
export const GetTeamRoster = z.strictObject({
  id: TeamId,
  season: season.describe('Season of the roster. Default: the latest season of the team.'),
})
export type GetTeamRoster = z.input<typeof GetTeamRoster>

/** Parameters of GET /teams/{id}/form. */
export const GetTeamForm = z.strictObject({
  id: TeamId,
  last: upTo100('Number of latest games'),
  venue: Side.optional().describe('Only games that the team played at home or away.'),
  competition,
})
export type GetTeamForm = z.input<typeof GetTeamForm>

/** Parameters of GET /teams/{id}/lineups. */
export const GetTeamLineUps = z.strictObject({
  id: TeamId,
  season: season.describe('Season of the line-ups. Default: the latest season of the team with box scores.'),
  competition: competition.describe('Competition of the season.'),
  size: wholeNumber(2, 5).default(5).describe('Players of a line-up, 2 to 5. Default: 5.'),
  min_seconds: wholeNumber(0, 1_000_000).default(0).describe('Only line-ups with at least so much time. Default: 0.'),
  top: wholeNumber(1, 100).default(20).describe('Number of line-ups, 1 to 100. Default: 20.'),
})
export type GetTeamLineUps = z.input<typeof GetTeamLineUps>

/** Parameters of what a player did in one season. */
const PlayerSeasonParameters = z.strictObject({
  id: PlayerId,
  season: season.describe('The season. Default: the latest in which the player has played.'),
  competition: competition.describe('Competition of the season.'),
})

/** Parameters of GET /players/{id}/on-off. */
export const GetPlayerOnOff = PlayerSeasonParameters
export type GetPlayerOnOff = z.input<typeof GetPlayerOnOff>

/** Parameters of GET /games/{id}/shots.svg. */
export const GetGameShotChart = z.strictObject({
  id: GameId,
  side: Side.optional().describe('Only the shots of one team. Default: both, each on a half court.'),
  player: PlayerId.optional().describe('Only the shots of this player.'),
})
export type GetGameShotChart = z.input<typeof GetGameShotChart>

/** Parameters of GET /players/{id}/shots.svg. */
export const GetPlayerShotChart = PlayerSeasonParameters
export type GetPlayerShotChart = z.input<typeof GetPlayerShotChart>

/** Parameters of GET /teams/{id}/shots.svg. */
export const GetTeamShotChart = z.strictObject({
  id: TeamId,
  season: season.describe('The season. Default: the latest season of the team with box scores.'),
  competition: competition.describe('Competition of the season.'),
})
export type GetTeamShotChart = z.input<typeof GetTeamShotChart>

/** Parameters of GET /teams/{id}/head-to-head. */
export const GetTeamHeadToHead = z.strictObject({
  id: TeamId,
  opponent: TeamId.describe('The opponent.'),
  competition,
  last: upTo100('Number of latest games'),
})
export type GetTeamHeadToHead = z.input<typeof GetTeamHeadToHead>

/** Parameters of GET /standings. */
export const GetStandings = z.strictObject({
  competition: CompetitionId.describe('The competition.'),
  season: season.describe('Season of the standings. Default: the latest season with a final game.'),
})
export type GetStandings = z.input<typeof GetStandings>

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
export type GetLeaders = z.input<typeof GetLeaders>

/** Parameters of GET /games/{id}/prices. */
export const GetGamePrices = z.strictObject({
  id: GameId,
  lines: z.enum(['all']).optional().describe('Set to `all` to include every line of every bookmaker.'),
})
export type GetGamePrices = z.input<typeof GetGamePrices>

/** Parameters of GET /teams/{id}/trends. */
export const ListTeamTrends = z.strictObject({ id: TeamId, competition, season })
export type ListTeamTrends = z.input<typeof ListTeamTrends>

/** Parameters of DELETE /webhooks/{id} and POST /webhooks/{id}/test. */
export const OneWebhook = z.strictObject({ id: WebhookId })
export type OneWebhook = z.input<typeof OneWebhook>
