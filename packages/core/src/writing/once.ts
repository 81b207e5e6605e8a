import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Writer } from '../accounts/writers.ts'
import { insertWriteCall, selectWriteCall } from '../accounts/write-key-queries.ts'
import { getIdempotencyKey, type OperationContext } from '../calls/context.ts'
import type { Envelope } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import { rehearse } from '../ingest/rehearse.ts'
import { inWriteTransaction } from '../ingest/undo/games.ts'
import { DeadlineMissed, perStore, type Database, type Store } from '../store/index.ts'

/** The context that the handler of a write gets. */
export type WriteContext = OperationContext & { writer: Writer }

/** Milliseconds in which each statement of a write is answered; the first one may wait for another writer of games. */
const STATEMENT_DEADLINE = 10_000
/** Milliseconds after which a call that has waited for its turn writes nothing any more. */
const TURN_DEADLINE = 20_000
/** Transactions of this process that wait for their turn. */
const MAX_WAITING = 1000

/**
 * The store for writes: its transactions, of which only one at a time can write games, take turns within the process, so that those that wait
 * take no connections.
 */
export const openWriteStore = perStore((callStore): Store => {
  const store = callStore.withDeadline(STATEMENT_DEADLINE)
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= MAX_WAITING) return Promise.reject(new DeadlineMissed(`${MAX_WAITING} writes wait already.`))
    waiting += 1
    const until = performance.now() + TURN_DEADLINE
    const turn = last.then(() => {
      if (performance.now() > until) throw new DeadlineMissed('Other writes have taken too long.')
      return work()
    })
    last = turn.then(
      () => (waiting -= 1),
      () => (waiting -= 1),
    )
    return turn
  }
  return { ...store, transaction: (work, mode) => inTurn(() => store.transaction(work, mode)) }
})

const hashCall = ({ endpoint }: WriteContext, { dry_run: _, ...input }: WriteInput): Uint8Array<ArrayBuffer> =>
  createHash('sha256')
    .update(JSON.stringify([endpoint.name, input]))
    .digest()

/** The input of a write. */
type WriteInput = { dry_run?: boolean | undefined }

/**
 * The response to a call with an `Idempotency-Key`, which `data` describes: it is stored with what the call writes, and a call that
 * repeats the key gets it. Without a key, nothing is stored or found.
 * @throws ServiceError bad_request for a malformed key
 */
export const openResponse = <Data>(ctx: WriteContext, data: z.ZodType<Data>, input: WriteInput) => {
  const { key: key_id } = ctx.writer
  const key = getIdempotencyKey(ctx)
  if (key === null || key_id === null) return { find: async () => undefined, store: async () => {} }
  const body_hash = hashCall(ctx, input)
  return {
    /** The response to the earlier call. @throws ServiceError bad_request if that call was another one */
    find: async (tx: Database): Promise<Data | undefined> => {
      const earlier = await selectWriteCall(tx, key_id, key)
      if (earlier === undefined) return undefined
      if (!Buffer.from(earlier.body_hash).equals(body_hash))
        throw badRequest('Idempotency-Key was sent with another call or body before; use a new one.')
      return data.parse(JSON.parse(earlier.response))
    },
    /** Stores the response, in the transaction of the write. */
    store: (tx: Database, response: Data): Promise<void> =>
      insertWriteCall(tx, { key_id, key, body_hash, response: JSON.stringify(response) }),
  }
}

/**
 * Writes in one transaction, which is the only one that writes games meanwhile: once for an `Idempotency-Key`, and rolled back in a dry run.
 *
 * @param data the schema of what `work` returns, and the call responds with
 * @example .mutation(({ ctx, input }) => writeOnce(ctx, RemovedGame, input, async (tx) => { …; return { id, outcome } }))
 * @throws ServiceError bad_request if the key was sent with another call before; what `work` throws, after which nothing is written
 */
export const writeOnce = async <Data>(
  ctx: WriteContext,
  data: z.ZodType<Data>,
  input: WriteInput,
  work: (tx: Database) => Promise<Data>,
): Promise<Envelope<Data>> => {
  const response = openResponse(ctx, data, input)
  const write = (store: Store): Promise<Data> =>
    inWriteTransaction(store, async (tx) => {
      const earlier = await response.find(tx)
      if (earlier !== undefined) return earlier
      const written = await work(tx)
      await response.store(tx, written)
      return written
    })
  const store = openWriteStore(ctx.store)
  return { data: await (input.dry_run === true ? rehearse(store, write) : write(store)), meta: {} }
}
