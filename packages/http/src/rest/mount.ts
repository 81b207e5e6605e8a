import type { Core, Operation, OperationMeta } from '@basketball-data/core'
import { NoParameters } from '@basketball-data/core/contract'
import { refuseBody } from '../body/read.ts'
import { refundCall } from '../call/count-call.ts'
import type { RequestContext } from '../call/request-context.ts'
import { makeCall, type MountOptions } from '../call/make-call.ts'
import { roundingOf } from '../call/rounding.ts'
import { errorAnswer, isFailure } from '../errors/error-answer.ts'
import type { Handler } from '../request-log.ts'
import { actionAnswer, jsonAnswer } from './answer.ts'
import { readBody } from './body.ts'
import { cacheControl } from './cache-control.ts'
import { queryReader } from './query.ts'

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

  return async ({ request, query }: RequestContext, sentPath: Record<string, string>): Promise<object> => {
    const sent = readQuery(query, sentPath)
    if (fields.length > 0) return { ...(await readBody(request, fields)), ...sent }
    refuseBody(request)
    return sent
  }
}

/** A call answered 304 or 5xx does not count; its answer says so. */
const settled = async (core: Core, context: RequestContext, answer: Response): Promise<Response> => {
  const [call] = context.calls
  if (call === undefined || (answer.status !== 304 && answer.status < 500)) return answer
  const rates = await refundCall(core, context, call)
  for (const [name, value] of Object.entries(rates)) answer.headers.set(name, value)
  return answer
}

/** Runs `answer` and turns whatever it throws into the error envelope; gives back calls that do not count. */
export const answering = async (
  core: Core,
  context: RequestContext,
  answer: () => Promise<Response>,
): Promise<Response> => {
  const told = (error: unknown): Response => {
    if (isFailure(error)) context.failure ??= error
    const { requestId, headers } = context
    return errorAnswer(core, error, { requestId, headers, now: new Date() })
  }
  return settled(core, context, await answer().catch(told))
}

/** Compiles one operation of the core into a handler. */
export const mountOperation = (core: Core, { meta }: Operation, { endpoints, decimals }: MountOptions): Handler => {
  const reads = meta.openapi.method === 'GET'
  const readInput = inputReader(meta)
  const rounded = roundingOf(meta.output, decimals)
  const host = { endpoints, acceptsCompressed: true }

  return (context, path) =>
    answering(core, context, async () => {
      const answer = await makeCall(core, context, meta, host, () => readInput(context, path))
      const { request, headers } = context
      if (!reads) return actionAnswer(request.headers, rounded(answer), { headers, status: meta.status })
      const lasts = meta.counted ? cacheControl(answer) : 'no-store'
      return jsonAnswer(request.headers, rounded(answer), { ...headers, 'cache-control': lasts })
    })
}
