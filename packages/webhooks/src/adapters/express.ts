import { type NodeRequest, type NodeResponse, readIncoming, send } from './node-request.ts'
import { receiver, type ReceiverOptions } from './receiver.ts'

export type { NodeRequest, NodeResponse, ReceiverOptions }

/**
 * A handler for a route of Express, 4 or 5. It reads the body itself: no parser is needed, and none may come before it but
 * `express.raw()` or `express.text()`.
 * @throws TypeError when there is no secret
 * @example
 * app.post('/hook', webhook({ secret, handle: (event) => save(event) }))
 */
export const webhook = <Source extends NodeRequest = NodeRequest>(
  options: ReceiverOptions<Source>,
): ((request: Source, response: NodeResponse, next: (error: unknown) => void) => void) => {
  const receive = receiver(options)
  return (request, response, next) => {
    receive(request, () => readIncoming(request, options.maxBytes)).then((answer) => send(response, answer), next)
  }
}
