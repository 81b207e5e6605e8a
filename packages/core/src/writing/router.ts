import { callRouter, type RouterCalls } from '../operations.ts'
import { listOperations, t, type TrpcContext } from '../trpc.ts'
import { importFiles } from './files.ts'
import { putGame, removeGame } from './games.ts'
import { patchGame } from './patch.ts'
import { putGames } from './put-all.ts'
import { mergeRecords } from './records.ts'
import { scoreGame } from './score.ts'

/** The procedures of the write API, by resource. */
export const writeRouter = t.router({
  games: { put: putGame, putAll: putGames, patch: patchGame, score: scoreGame, remove: removeGame },
  records: { merge: mergeRecords },
  files: { import: importFiles },
})

/** The type of the router, for tRPC clients. */
export type WriteRouter = typeof writeRouter

/** Every operation of the write API, in its order. */
export const writeOperations = listOperations(writeRouter)

/** Every operation of the write API by the name of its procedure. */
export const writeOperationsByName: ReadonlyMap<string, (typeof writeOperations)[number]> = new Map(
  writeOperations.map((operation) => [operation.name, operation]),
)

/** Every operation of the write API as a function: `games.put({ external_id, bundle })`. They reject with a ServiceError. */
export type WriteCalls = RouterCalls<WriteRouter['_def']['record']>

/** Calls operations of the write API directly, without a transport. */
export const createWriteCaller = (ctx: TrpcContext): WriteCalls => callRouter<WriteRouter>(ctx, writeOperations)
