import { readRequest, toResponse } from './fetch-request.ts'
import { createReceiver, type ReceiverOptions } from './receiver.ts'

export type { ReceiverOptions }

/** The used part of Hono's context. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
}

/**
 * A handler for a route of Hono.
 * @throws TypeError when there is no secret
 * @example
 * app.post('/hook', webhook({ secret, handle: (event) => save(event) }))
 */
export const webhook = <Context extends HonoContext>(
  options: ReceiverOptions<Context>,
): ((context: Context) => Promise<Response>) => {
  const receive = createReceiver(options)
  return async (context) => toResponse(await receive(context, () => readRequest(context.req.raw, options.maxBytes)))
}
