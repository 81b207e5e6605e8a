import { getGameFlow, getGameShotChart } from './charts/of-game.ts'
import { getPlayerShotChart, getTeamShotChart } from './charts/of-season.ts'
import { listCompetitions, listSeasons } from './competitions/list.ts'
import { getGame, getBoxScore, getPlayByPlay, getShots, listRevisions } from './games/get.ts'
import { listChanges, listGames, listResultsOfYesterday } from './games/list.ts'
import { listLive } from './games/live.ts'
import { getGameForecast, getForecasts, getWinProbability } from './forecasts/get.ts'
import { getLeaders } from './leaders/get.ts'
import { getHistoryLeaders } from './leaders/on-day.ts'
import { getLineUps, getPossessions } from './line-ups/of-game.ts'
import { getOnOff, getTeamLineUps } from './line-ups/of-season.ts'
import { getPlayerAverages } from './players/averages.ts'
import { getPlayer, getPlayerSeasons } from './players/get.ts'
import { listPlayerGames, listPlayers } from './players/list.ts'
import { getPlayerSplits } from './players/splits.ts'
import { getPrices } from './prices/get.ts'
import { getIndex, getUsage } from './service.ts'
import { getStandings } from './standings/get.ts'
import { getHistoryStandings } from './standings/on-day.ts'
import { getRace } from './standings/race.ts'
import { getWhatIf } from './standings/what-if.ts'
import { streamGame, streamGames } from './games/stream.ts'
import { getTeamForm } from './teams/form.ts'
import { getRoster, getTeam } from './teams/get.ts'
import { getHeadToHead } from './teams/head-to-head.ts'
import { listTeams } from './teams/list.ts'
import { getGamePreview } from './teams/preview.ts'
import { getTrends } from './trends/get.ts'
import { createWebhook, listWebhooks, removeWebhook, testWebhook } from './webhooks/operations.ts'
import type { AnyProcedure, AnyRouter, inferProcedureInput, inferProcedureOutput } from '@trpc/server'
import type { EventStream } from './contract/index.ts'
import { invoke } from './calls/invoke.ts'
import type { Operation } from './calls/operation.ts'
import { listOperations, t, type TrpcContext } from './trpc.ts'

/** The procedures of the contract's table of endpoints, by resource. */
export const router = t.router({
  index: getIndex,
  usage: getUsage,
  competitions: { list: listCompetitions },
  seasons: { list: listSeasons },
  teams: {
    list: listTeams,
    get: getTeam,
    roster: getRoster,
    form: getTeamForm,
    headToHead: getHeadToHead,
    lineUps: getTeamLineUps,
    shotChart: getTeamShotChart,
    trends: getTrends,
  },
  players: {
    list: listPlayers,
    get: getPlayer,
    games: listPlayerGames,
    seasons: getPlayerSeasons,
    splits: getPlayerSplits,
    averages: getPlayerAverages,
    onOff: getOnOff,
    shotChart: getPlayerShotChart,
  },
  standings: { get: getStandings, race: getRace, whatIf: getWhatIf },
  leaders: { get: getLeaders },
  forecasts: { get: getForecasts },
  history: { standings: getHistoryStandings, leaders: getHistoryLeaders },
  games: {
    list: listGames,
    get: getGame,
    boxScore: getBoxScore,
    playByPlay: getPlayByPlay,
    shots: getShots,
    lineUps: getLineUps,
    possessions: getPossessions,
    prices: getPrices,
    preview: getGamePreview,
    revisions: listRevisions,
    forecast: getGameForecast,
    winProbability: getWinProbability,
    shotChart: getGameShotChart,
    flow: getGameFlow,
    stream: streamGame,
  },
  results: { yesterday: listResultsOfYesterday },
  live: listLive,
  stream: streamGames,
  changes: { list: listChanges },
  webhooks: { list: listWebhooks, create: createWebhook, remove: removeWebhook, test: testWebhook },
})

/** The type of the router, for tRPC clients. */
export type AppRouter = typeof router

/** Every operation, in the order of the contract's table of endpoints. */
export const operations: readonly Operation[] = listOperations(router)

/** Every operation by the name of its procedure. */
export const operationsByName: ReadonlyMap<string, Operation> = new Map(
  operations.map((operation) => [operation.name, operation]),
)

/** @throws RangeError for a name that no procedure has */
export const getOperation = (name: string): Operation => {
  const operation = operationsByName.get(name)
  if (operation === undefined) throw new RangeError(`There is no operation ${name}.`)
  return operation
}

/** A function that calls a procedure; its input may be left out if no field of it is required. */
type ProcedureCall<Procedure extends AnyProcedure> =
  Record<string, never> extends inferProcedureInput<Procedure>
    ? (input?: inferProcedureInput<Procedure>) => Promise<ProcedureOutput<Procedure>>
    : (input: inferProcedureInput<Procedure>) => Promise<ProcedureOutput<Procedure>>

type ProcedureOutput<Procedure extends AnyProcedure> = Procedure['_def']['type'] extends 'subscription'
  ? inferProcedureOutput<Procedure> extends AsyncIterable<{ data: infer Event }>
    ? EventStream<Event>
    : never
  : inferProcedureOutput<Procedure>

/** The procedures of a router as functions. */
export type RouterCalls<Table> = {
  [Name in keyof Table]: Table[Name] extends AnyProcedure ? ProcedureCall<Table[Name]> : RouterCalls<Table[Name]>
}

/** Every operation as a function: `games.list({ season })`. They reject with a ServiceError. */
export type OperationCalls = RouterCalls<AppRouter['_def']['record']>

type CallTree = { [name: string]: CallTree | ((input?: unknown) => Promise<unknown>) }

/** Calls operations of a router directly, without a transport. */
export const callRouter = <Router extends AnyRouter>(
  ctx: TrpcContext,
  called: readonly Operation[],
): RouterCalls<Router['_def']['record']> => {
  const calls: CallTree = {}
  for (const operation of called) {
    const names = operation.name.split('.')
    const last = names.pop() ?? ''
    const resource = names.reduce<CallTree>((tree, name) => {
      const next = tree[name]
      return typeof next === 'object' ? next : (tree[name] = {})
    }, calls)
    resource[last] = (input = {}) => invoke(ctx, operation, { read: () => input, write: (output) => output })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operations are those of the router
  return calls as RouterCalls<Router['_def']['record']>
}

/** Calls operations directly, without a transport. */
export const createCaller = (ctx: TrpcContext): OperationCalls => callRouter<AppRouter>(ctx, operations)
