import { z } from 'zod'
import { CalendarDate, CompetitionId, GameId, PlayerId, SeasonId, TeamId, WebhookId } from './identifiers.ts'
import { GameStatus } from './game.ts'
import { LeaderStat } from './leaders.ts'
import { DEFAULT_PER_PAGE, MAX_PAGE, MAX_PER_PAGE } from './paging.ts'
import { SplitBy } from './player.ts'
import { Venue } from './form.ts'

const whole = (least: number, most: number) => {
  const tooSmall = `must be at least ${least}`
  const tooBig = `must be at most ${most}`
  return z
    .int({
      error: ({ code, input }) => {
        if (code === 'too_big' || input === Infinity) return tooBig
        return code === 'too_small' ? tooSmall : `must be a whole number of at least ${least}, in decimal digits`
      },
    })
    .min(least, { error: tooSmall })
    .max(most, { error: tooBig })
}

/** A page number, from 1; one beyond the end of a list is a page without records. */
export const Page = whole(1, MAX_PAGE).meta({
  id: 'Page',
  description: 'The page to answer, from 1. Not together with cursor.',
  example: 2,
})
export type Page = z.infer<typeof Page>

/** Records per answer. */
export const PerPage = whole(1, MAX_PER_PAGE).meta({
  id: 'PerPage',
  description: `Records per answer, 1 to ${MAX_PER_PAGE}; ${DEFAULT_PER_PAGE} when left out.`,
  example: DEFAULT_PER_PAGE,
})
export type PerPage = z.infer<typeof PerPage>

/** Where to read on. */
export const Cursor = z
  .string()
  .min(1)
  .max(1000)
  .meta({ id: 'Cursor', description: 'The `next_cursor` of the previous answer. Not together with page.' })
export type Cursor = z.infer<typeof Cursor>

/** Words of a name: every word must match the start of a word, whatever the case, accents and punctuation. */
export const Search = z.string().max(100).meta({
  id: 'Search',
  description: 'Words of a name: each must be the start of a word of it, whatever the case, accents and punctuation.',
  example: 'alba ber',
})
export type Search = z.infer<typeof Search>

const paged = {
  page: Page.optional(),
  cursor: Cursor.optional(),
  per_page: PerPage.optional(),
}
/** Paging as a caller sends it. */
export type Paging = { page?: number | undefined; cursor?: string | undefined; per_page?: number | undefined }

const competition = CompetitionId.optional().describe('Only this competition.')
const season = SeasonId.optional().describe('Only this season.')
const from = CalendarDate.optional().describe('Only games on this day or later.')
const to = CalendarDate.optional().describe('Only games on this day or earlier.')

/** The newest or the best so many. */
const howMany = (what: string) => whole(1, 100).default(10).describe(`${what}; 10 when left out.`)

/** Refuses `page` with `cursor`, `date` with `from` or `to`, and `from` after `to`. */
const coherent = <Schema extends z.ZodObject>(schema: Schema): Schema =>
  schema.check((context) => {
    const given: Record<string, unknown> = context.value
    const refuse = (path: string, message: string) =>
      context.issues.push({ code: 'custom', input: given[path], path: [path], message })
    if (given['page'] !== undefined && given['cursor'] !== undefined)
      refuse('page', 'cannot be sent together with cursor')
    if (given['date'] !== undefined && (given['from'] !== undefined || given['to'] !== undefined))
      refuse('date', 'cannot be sent together with from or to')
    const { from, to } = given
    if (typeof from === 'string' && typeof to === 'string' && from > to) refuse('from', 'must not be after to')
  })

/** No parameters. */
export const NoParameters = z.strictObject({})
export type NoParameters = z.input<typeof NoParameters>

/** Parameters of GET /competitions. */
export const ListCompetitions = coherent(z.strictObject({ ...paged }))
export type ListCompetitions = z.input<typeof ListCompetitions>

/** Parameters of GET /seasons. */
export const ListSeasons = coherent(z.strictObject({ competition, ...paged }))
export type ListSeasons = z.input<typeof ListSeasons>

/** Parameters of GET /teams: `q` must hold a letter or a digit. */
export const ListTeams = coherent(
  z.strictObject({
    competition,
    season,
    q: Search.refine((q) => /[\p{L}\p{N}]/u.test(q), { error: 'must have at least 1 letter or digit' }).optional(),
    ...paged,
  }),
)
export type ListTeams = z.input<typeof ListTeams>

/** Parameters of GET /teams/{id}. */
export const GetTeam = z.strictObject({ id: TeamId })
export type GetTeam = z.input<typeof GetTeam>

/** Parameters of GET /games: a day, or a span of days with either end open. */
export const ListGames = coherent(
  z.strictObject({
    date: CalendarDate.optional().describe('Only games on this day. Not together with from or to.'),
    from,
    to,
    competition,
    season,
    team: TeamId.optional().describe('Only games of this team.'),
    status: GameStatus.optional().describe('Only games of this status.'),
    ...paged,
  }),
)
export type ListGames = z.input<typeof ListGames>

/** Parameters of GET /games/{id} and of its parts. */
export const GetGame = z.strictObject({ id: GameId })
export type GetGame = z.input<typeof GetGame>

/** Parameters of GET /results/yesterday. */
export const ListResults = coherent(z.strictObject({ competition, ...paged }))
export type ListResults = z.input<typeof ListResults>

/** Parameters of GET /players: `q` must hold 3 letters. That `q` or `team` is there is for the operation to check. */
export const ListPlayers = coherent(
  z.strictObject({
    q: Search.refine((q) => (q.match(/\p{L}/gu) ?? []).length >= 3, {
      error: 'must have at least 3 letters',
    })
      .optional()
      .describe(
        'Words of a name, 3 letters or more together: each must be the start of a word of it, whatever the case, accents and punctuation. Send q or team.',
      ),
    team: TeamId.optional().describe('Only players of this team. Send q or team.'),
    competition,
    season,
    ...paged,
  }),
)
export type ListPlayers = z.input<typeof ListPlayers>

/** Parameters of GET /players/{id}. */
export const GetPlayer = z.strictObject({ id: PlayerId })
export type GetPlayer = z.input<typeof GetPlayer>

/** Parameters of GET /players/{id}/games. */
export const ListPlayerGames = coherent(z.strictObject({ id: PlayerId, season, from, to, ...paged }))
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
export const GetRoster = z.strictObject({
  id: TeamId,
  season: season.describe("The season; the team's latest when left out."),
})
export type GetRoster = z.input<typeof GetRoster>

/** Parameters of GET /teams/{id}/form. */
export const GetTeamForm = z.strictObject({
  id: TeamId,
  last: howMany('How many games back'),
  venue: Venue.optional(),
  competition,
})
export type GetTeamForm = z.input<typeof GetTeamForm>

/** Parameters of GET /teams/{id}/head-to-head. */
export const GetHeadToHead = z.strictObject({
  id: TeamId,
  opponent: TeamId.describe('The other team.'),
  competition,
  last: howMany('How many games back'),
})
export type GetHeadToHead = z.input<typeof GetHeadToHead>

/** Parameters of GET /standings. */
export const GetStandings = z.strictObject({
  competition: CompetitionId.describe('The competition.'),
  season: season.describe('The season; the latest with a final game when left out.'),
})
export type GetStandings = z.input<typeof GetStandings>

/** Parameters of GET /stats/leaders. */
export const GetLeaders = z.strictObject({
  competition: CompetitionId.describe('The competition.'),
  season: season.describe('The season; the latest with box scores when left out.'),
  stat: LeaderStat.default('points'),
  min_games: whole(1, 1000)
    .optional()
    .describe('Games a player must have played; 0.7 × the median number of team games when left out.'),
  top: howMany('How many players'),
})
export type GetLeaders = z.input<typeof GetLeaders>

/** Parameters of GET /games/{id}/prices. */
export const GetPrices = z.strictObject({
  id: GameId,
  lines: z.enum(['all']).optional().describe('all: every line of every bookmaker.'),
})
export type GetPrices = z.input<typeof GetPrices>

/** Parameters of GET /teams/{id}/trends. */
export const GetTrends = z.strictObject({ id: TeamId, competition, season })
export type GetTrends = z.input<typeof GetTrends>

/** Parameters of DELETE /webhooks/{id} and POST /webhooks/{id}/test. */
export const OneWebhook = z.strictObject({ id: WebhookId })
export type OneWebhook = z.input<typeof OneWebhook>
