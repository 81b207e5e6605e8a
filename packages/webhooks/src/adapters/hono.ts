import { readRequest, responseOf } from './fetch-request.ts'
import { receiver, type ReceiverOptions } from './receiver.ts'

export type { ReceiverOptions }

/** What of Hono's context is needed. */
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
  const receive = receiver(options)
  return async (context) => responseOf(await receive(context, () => readRequest(context.req.raw, options.maxBytes)))
}
