import { type NodeRequest, type NodeResponse, readDelivery, send } from './node-request.ts'
import { createReceiver, type ReceiverOptions } from './receiver.ts'

export type { NodeRequest, NodeResponse, ReceiverOptions }

/**
 * A handler for a route of Express, 4 or 5. It reads the body itself; the only parsers that may come before it are
 * `express.raw()` and `express.text()`.
 * @throws TypeError when there is no secret
 * @example
 * app.post('/hook', webhook({ secret, handle: (event) => save(event) }))
 */
export const webhook = <Source extends NodeRequest = NodeRequest>(
  options: ReceiverOptions<Source>,
): ((request: Source, response: NodeResponse, next: (error: unknown) => void) => void) => {
  const receive = createReceiver(options)
  return (request, response, next) => {
    receive(request, () => readDelivery(request, options.maxBytes)).then((each) => send(response, each), next)
  }
}
