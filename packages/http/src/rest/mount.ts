import { ServiceError, type Admission, type Core, type Operation, type OperationMeta } from '@basketball-data/core'
import { NoParameters } from '@basketball-data/core/contract'
import { errorAnswer } from '../errors/error-answer.ts'
import { actionAnswer, jsonAnswer } from './answer.ts'
import { readBody, refuseBody } from './body.ts'
import { cacheControl } from './cache-control.ts'
import type { Exchange } from './exchange.ts'
import { keyOf } from './key.ts'
import { parseQuery, queryReader, refuseKeyInQuery, type Query } from './query.ts'
import { rateHeaders } from './rate-headers.ts'
import { roundingOf, type Decimals } from './rounding.ts'

/** Answers one request to one route; `path` holds the values of its path parameters. */
export type Handler = (exchange: Exchange, path: Record<string, string>) => Promise<Response>

/** Counts the call and says so in the headers. @throws ServiceError unauthorized, rate_limited or quota_exceeded */
const admit = async (core: Core, exchange: Exchange, counts: boolean): Promise<void> => {
  const admission = await core.admit(keyOf(exchange.request.headers), { counts })
  exchange.admission = admission
  Object.assign(exchange.headers, rateHeaders(admission, core.plans[admission.plan], new Date()))
  if (admission.refused !== null) throw admission.refused
}

/** A call answered 304 or 5xx does not count. */
const isGivenBack = (status: number): boolean => status === 304 || status >= 500

/** Takes back a call that was counted, and says so in the headers of its answer. */
const giveBack = async (core: Core, admission: Admission, { headers }: Response): Promise<void> => {
  await core.giveBack(admission)
  const { minute_used, day_used, month_used } = admission
  const before = { minute_used: minute_used - 1, day_used: day_used - 1, month_used: month_used - 1 }
  const rates = rateHeaders({ ...admission, ...before }, core.plans[admission.plan], new Date())
  for (const [name, value] of Object.entries(rates)) headers.set(name, value)
}

const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

/**
 * Compiles the reader of what an operation takes: of a GET from path and query, of any other from path and body.
 * What is unknown is refused before what is wrong.
 */
const inputReader = ({ input, openapi: { method, path } }: OperationMeta) => {
  const inPath = pathNames(path)
  const reads = method === 'GET'
  const readQuery = queryReader(reads ? input : NoParameters, inPath)
  const fields = reads ? [] : Object.keys(input.shape).filter((name) => !inPath.includes(name))

  return async (request: Request, query: Query, sentPath: Record<string, string>): Promise<object> => {
    const sent = readQuery(query, sentPath)
    if (fields.length > 0) return { ...(await readBody(request, fields)), ...sent }
    refuseBody(request)
    return sent
  }
}

/** Runs `answer` and turns whatever it throws into the error envelope; gives back calls that do not count. */
export const answering = async (core: Core, exchange: Exchange, answer: () => Promise<Response>): Promise<Response> => {
  let response: Response
  try {
    response = await answer()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.error === 'server_error') exchange.failure = error
    response = errorAnswer(core, error, { requestId: exchange.requestId, headers: exchange.headers, now: new Date() })
  }
  const { admission } = exchange
  if (admission !== null && admission.counted !== null && isGivenBack(response.status))
    await giveBack(core, admission, response).catch((error: unknown) => (exchange.failure ??= error))
  return response
}

/** What a host settles of the operations it mounts. */
export type MountOptions = {
  /** How many endpoints the index counts. */
  endpoints: number
  decimals: Decimals
}

/**
 * Compiles one operation of the core into a handler. Order of checks: key in the query, key, limits, plan, parameters,
 * record; each is done only when the one before it passed.
 */
export const mountOperation = (core: Core, operation: Operation, { endpoints, decimals }: MountOptions): Handler => {
  const { meta } = operation
  const reads = meta.openapi.method === 'GET'
  const readInput = inputReader(meta)
  const rounded = roundingOf(meta.output, decimals)

  return (exchange, path) =>
    answering(core, exchange, async () => {
      const query = parseQuery(exchange.request)
      refuseKeyInQuery(query)
      if (meta.plan !== null) await admit(core, exchange, meta.counted)
      const caller = { plan: exchange.admission?.plan ?? 'free', admission: exchange.admission } as const
      const { request, headers } = exchange
      const idempotencyKey = request.headers.get('idempotency-key')
      const context = core.context(caller, { endpoints, takesStored: true, idempotencyKey })
      const answer = await meta.run(context, () => readInput(request, query, path))
      if (!reads) return actionAnswer(request.headers, rounded(answer), { headers, status: meta.status })
      headers['cache-control'] = meta.counted ? cacheControl(answer) : 'no-store'
      return jsonAnswer(request.headers, rounded(answer), headers)
    })
}
