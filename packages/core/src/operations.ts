import { getGameFlow, getGameShotChart } from './charts/of-game.ts'
import { getPlayerShotChart, getTeamShotChart } from './charts/of-season.ts'
import { listChanges } from './changes/list.ts'
import { listCompetitions } from './competitions/list.ts'
import { getGame } from './games/get.ts'
import { listGames, listResultsOfYesterday } from './games/list.ts'
import { getBoxScore, getPlayByPlay, getShots } from './games/parts.ts'
import { getLeaders } from './leaders/get.ts'
import { getLineUps, getPossessions } from './line-ups/of-game.ts'
import { getTeamLineUps } from './line-ups/of-team.ts'
import { getOnOff } from './line-ups/on-off.ts'
import { listPlayerGames } from './players/games.ts'
import { getPlayer, getPlayerSeasons } from './players/get.ts'
import { listPlayers } from './players/list.ts'
import { getPlayerSplits } from './players/splits.ts'
import { getPrices } from './prices/get.ts'
import { listSeasons } from './seasons/list.ts'
import { getIndex, getUsage } from './service/get.ts'
import { getStandings } from './standings/get.ts'
import { streamGame, streamGames } from './streams/operations.ts'
import { getTeamForm } from './teams/form.ts'
import { getTeam } from './teams/get.ts'
import { getHeadToHead } from './teams/head-to-head.ts'
import { listTeams } from './teams/list.ts'
import { getRoster } from './teams/roster.ts'
import { getTrends } from './trends/get.ts'
import { createWebhook, listWebhooks, removeWebhook, testWebhook } from './webhooks/operations.ts'
import type { z } from 'zod'
import { invoke, type InvokeContext } from './invoke.ts'
import type { Operation } from './operation.ts'

/** The contract's table of endpoints: resources, and their operations. */
export const operationTable = {
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
  stream: streamGames,
  changes: { list: listChanges },
  webhooks: { list: listWebhooks, create: createWebhook, remove: removeWebhook, test: testWebhook },
}

type OperationTable = { readonly [name: string]: Operation | OperationTable }

/** The shape of a table with `Leaf` in the position of each operation. */
export type OperationTree<Leaf> = { [name: string]: Leaf | OperationTree<Leaf> }

const isOperation = (entry: Operation | OperationTable): entry is Operation => typeof entry.handler === 'function'

/** Maps each operation of the table with `toLeaf` and keeps the shape of the table. */
export const mapOperations = <Leaf>(
  toLeaf: (operation: Operation) => Leaf,
  table: OperationTable = operationTable,
): OperationTree<Leaf> =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [
      name,
      isOperation(entry) ? toLeaf(entry) : mapOperations(toLeaf, entry),
    ]),
  )

/** An operation with its name in the table, like `games.list`. */
export type NamedOperation = Operation & { name: string }

const named = (table: OperationTable, prefix: string): NamedOperation[] =>
  Object.entries(table).flatMap(([name, entry]) =>
    isOperation(entry) ? { ...entry, name: prefix + name } : named(entry, `${prefix}${name}.`),
  )

/** Every operation, in the order of the contract's table of endpoints. */
export const operations: readonly NamedOperation[] = named(operationTable, '')

/** A function that calls an operation; its input may be left out if no field of it is required. */
type CallOf<Entry> =
  Entry extends Operation<infer Input, infer Output>
    ? Record<string, never> extends z.input<Input>
      ? (input?: z.input<Input>) => Promise<z.output<Output>>
      : (input: z.input<Input>) => Promise<z.output<Output>>
    : never

type CallsOf<Table> = {
  [Name in keyof Table]: Table[Name] extends Operation ? CallOf<Table[Name]> : CallsOf<Table[Name]>
}

/** Every operation as a function: `games.list({ season })`. They reject with a ServiceError. */
export type OperationCalls = CallsOf<typeof operationTable>

/** Calls operations directly, without a transport. */
export const createCaller = (ctx: InvokeContext): OperationCalls =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- OperationCalls is derived from the table that is mapped here
  mapOperations(
    (operation) =>
      (input: unknown = {}) =>
        invoke(ctx, operation, { read: () => input, write: (output) => output }),
  ) as OperationCalls
