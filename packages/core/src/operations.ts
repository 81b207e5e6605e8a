import { getGameFlow, getGameShotChart } from './charts/of-game.ts'
import { getPlayerShotChart, getTeamShotChart } from './charts/of-season.ts'
import { listChanges } from './games/list-changes.ts'
import { listCompetitions, listSeasons } from './competitions/list.ts'
import { getGame, getBoxScore, getPlayByPlay, getShots } from './games/get.ts'
import { listGames, listResultsOfYesterday } from './games/list.ts'
import { listLive } from './games/live.ts'
import { getLeaders } from './leaders/get.ts'
import { getLineUps, getPossessions } from './line-ups/of-game.ts'
import { getTeamLineUps } from './line-ups/of-team.ts'
import { getOnOff } from './line-ups/on-off.ts'
import { listPlayerGames } from './players/games.ts'
import { getPlayer, getPlayerSeasons } from './players/get.ts'
import { listPlayers } from './players/list.ts'
import { getPlayerSplits } from './players/splits.ts'
import { getPrices } from './prices/get.ts'
import { getIndex, getUsage } from './service.ts'
import { getStandings } from './standings/get.ts'
import { streamGame, streamGames } from './games/stream.ts'
import { getTeamForm } from './teams/form.ts'
import { getTeam } from './teams/get.ts'
import { getHeadToHead } from './teams/head-to-head.ts'
import { listTeams } from './teams/list.ts'
import { getRoster } from './teams/roster.ts'
import { getTrends } from './trends/get.ts'
import { createWebhook, listWebhooks, removeWebhook, testWebhook } from './webhooks/operations.ts'
import type { AnyProcedure, inferProcedureInput, inferProcedureOutput } from '@trpc/server'
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
    onOff: getOnOff,
    shotChart: getPlayerShotChart,
  },
  standings: { get: getStandings },
  leaders: { get: getLeaders },
  games: {
    list: listGames,
    get: getGame,
    boxScore: getBoxScore,
    playByPlay: getPlayByPlay,
    shots: getShots,
    lineUps: getLineUps,
    possessions: getPossessions,
    prices: getPrices,
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

type RouterCalls<Table> = {
  [Name in keyof Table]: Table[Name] extends AnyProcedure ? ProcedureCall<Table[Name]> : RouterCalls<Table[Name]>
}

/** Every operation as a function: `games.list({ season })`. They reject with a ServiceError. */
export type OperationCalls = RouterCalls<AppRouter['_def']['record']>

type CallTree = { [name: string]: CallTree | ((input?: unknown) => Promise<unknown>) }

/** Calls operations directly, without a transport. */
export const createCaller = (ctx: TrpcContext): OperationCalls => {
  const calls: CallTree = {}
  for (const operation of operations) {
    const names = operation.name.split('.')
    const last = names.pop() ?? ''
    const resource = names.reduce<CallTree>((tree, name) => {
      const next = tree[name]
      return typeof next === 'object' ? next : (tree[name] = {})
    }, calls)
    resource[last] = (input = {}) => invoke(ctx, operation, { read: () => input, write: (output) => output })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- OperationCalls is derived from the router that is read here
  return calls as OperationCalls
}
