import type * as api from '@basketball-data/client'
import type {
  TRPCBuiltRouter,
  TRPCDefaultErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server'

/** A response with one record. */
interface One<Data> {
  data: Data
  meta: Record<string, never>
}

/** A response with a list. */
interface Many<Item> {
  data: Item[]
  meta: api.ListMeta
}

type Nothing = Record<string, never>
interface Id {
  id: string
}

type Query<Input, Output> = TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>
type Mutation<Input, Output> = TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>

/** A subscription to tracked events. */
type Subscription<Input, Event> = TRPCSubscriptionProcedure<{
  input: Input
  output: AsyncIterable<{ id: string; data: Event }, void>
  meta: object
}>

/** Where the stream of all games begins. */
interface StreamStart {
  id: string
  event: 'start'
  data: null
}

/** What is the same for all procedures. The context belongs to the service; a client has no use for it. */
interface Root {
  ctx: object
  meta: object
  errorShape: TRPCDefaultErrorShape & { error: Omit<api.ErrorFields, 'message'> }
  transformer: true
}

interface Procedures {
  index: Query<Nothing, One<api.ServiceIndex>>
  usage: Query<Nothing, One<api.Usage>>
  competitions: { list: Query<api.ListCompetitions, Many<api.Competition>> }
  seasons: { list: Query<api.ListSeasons, Many<api.Season>> }
  teams: {
    list: Query<api.ListTeams, Many<api.Team>>
    get: Query<Id, One<api.TeamDetail>>
    roster: Query<api.GetTeamRoster & Id, One<api.Roster>>
    form: Query<api.GetTeamForm & Id, One<api.TeamForm>>
    headToHead: Query<api.GetTeamHeadToHead & Id, One<api.HeadToHead>>
    lineUps: Query<api.GetTeamLineUps & Id, One<api.TeamLineUps>>
    shotChart: Query<api.GetTeamShotChart & Id, string>
    trends: Query<api.ListTeamTrends & Id, Many<api.Trend>>
  }
  players: {
    list: Query<api.ListPlayers, Many<api.PlayerSummary>>
    get: Query<Id, One<api.Player>>
    games: Query<api.ListPlayerGames & Id, Many<api.PlayerGame>>
    seasons: Query<api.GetPlayerSeasons & Id, One<api.PlayerSeasons>>
    splits: Query<api.GetPlayerSplits & Id, One<api.PlayerSplits>>
    onOff: Query<api.GetPlayerOnOff & Id, One<api.OnOff>>
    shotChart: Query<api.GetPlayerShotChart & Id, string>
  }
  standings: { get: Query<api.GetStandings, One<api.Standings>> }
  leaders: { get: Query<api.GetLeaders, One<api.Leaders>> }
  games: {
    list: Query<api.ListGames, Many<api.Game>>
    get: Query<Id, One<api.GameDetail>>
    boxScore: Query<Id, One<api.BoxScore>>
    playByPlay: Query<Id, One<api.PlayByPlay>>
    shots: Query<Id, One<api.Shots>>
    lineUps: Query<Id, One<api.GameLineUps>>
    possessions: Query<Id, One<api.Possessions>>
    prices: Query<api.GetGamePrices & Id, One<api.Prices>>
    shotChart: Query<api.GetGameShotChart & Id, string>
    flow: Query<Id, string>
    stream: Subscription<api.StreamGame & Id, api.GameStreamEvent>
  }
  results: { yesterday: Query<api.ListResultsOfYesterday, Many<api.Game>> }
  stream: Subscription<api.StreamGames, api.StreamEvent | StreamStart>
  changes: { list: Query<api.ListChanges, api.ChangesPage> }
  webhooks: {
    list: Query<Nothing, Many<api.Webhook>>
    create: Mutation<api.WebhookInput, One<api.CreatedWebhook>>
    remove: Mutation<Id, One<api.Webhook>>
    test: Mutation<Id, One<api.Webhook>>
  }
}

/**
 * The type of the service's tRPC router, for tRPC clients, with the records and parameters of BasketballData: a program
 * needs no package of the service for it.
 * @example const trpc = createTRPCClient<AppRouter>({ links: [trpcLink({ apiKey: 'bd_…' })] })
 */
export type AppRouter = TRPCBuiltRouter<Root, { [Name in keyof Procedures]: Procedures[Name] }>
