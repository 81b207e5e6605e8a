import { readRequest, toResponse } from './fetch-request.ts'
import { createReceiver, type ReceiverOptions } from './receiver.ts'

export type { ReceiverOptions }

/**
 * A handler of fetch requests: a route handler of Next, `Bun.serve`, `Deno.serve`, the `fetch` of a worker.
 * @throws TypeError when there is no secret
 * @example
 * export const POST = webhook({ secret, handle: (event) => save(event) })
 */
export const webhook = (options: ReceiverOptions<Request>): ((request: Request) => Promise<Response>) => {
  const receive = createReceiver(options)
  return async (request) => {
    if (request.method !== 'POST') return new Response('POST only', { status: 405, headers: { Allow: 'POST' } })
    return toResponse(await receive(request, () => readRequest(request, options.maxBytes)))
  }
}
