import { badRequest, operations, type Core } from '@basketball-data/core'
import { initTRPC } from '@trpc/server'
import superjson, { type SuperJSONResult } from 'superjson'
import { toldError } from '../errors/error-answer.ts'
import { makeCall, type MountOptions } from '../call/make-call.ts'
import { roundingOf } from '../call/rounding.ts'
import { readInput, type Batch } from './batch.ts'
import { serviceErrorOf } from './refusals.ts'

const isEnvelope = (sent: unknown): sent is SuperJSONResult =>
  typeof sent === 'object' && sent !== null && 'json' in sent

const transformer = {
  serialize: (answer: unknown) => superjson.serialize(answer),
  /** Plain parameters, without the envelope of superjson, would be read as none. */
  deserialize: (sent: unknown) => {
    if (!isEnvelope(sent)) throw badRequest('The input must be as superjson writes it: {"json": {…}}.')
    return superjson.deserialize(sent)
  },
}

/**
 * The procedures of the core's router, by the same names, with key, limits and errors as the paths under /v1 have them.
 * Each is made from the operation that /v1 mounts too: to a client it is the core's AppRouter.
 */
export const trpcRouter = (core: Core, { endpoints, decimals }: MountOptions) => {
  const host = { endpoints, acceptsCompressed: false }
  const t = initTRPC.context<Batch>().create({
    transformer,
    // Stacks are for the log.
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const { fields, status } = toldError(core, serviceErrorOf(error), ctx?.context.requestId ?? 'unknown')
      const { code, message, ...extras } = fields
      const httpStatus = status === 503 ? status : shape.data.httpStatus
      return { ...shape, message, data: { ...shape.data, httpStatus }, error: { code, ...extras } }
    },
  })

  const procedures = operations.map(({ name, meta }) => {
    const rounded = roundingOf(meta.output, decimals)
    const called = t.procedure.use(async ({ ctx, getRawInput, next }) => {
      const answer = await makeCall(core, ctx.context, meta, host, () => readInput(ctx, getRawInput))
      return next({ ctx: { answer: rounded(answer) } })
    })
    const procedure =
      meta.openapi.method === 'GET'
        ? called.query(({ ctx: { answer } }) => answer)
        : called.mutation(({ ctx: { answer } }) => answer)
    return [name, procedure] as const
  })
  return t.router(Object.fromEntries(procedures))
}
