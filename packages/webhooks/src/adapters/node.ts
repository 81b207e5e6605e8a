import { type NodeRequest, type NodeResponse, readDelivery, send } from './node-request.ts'
import { createReceiver, type ReceiverOptions } from './receiver.ts'

export type { NodeRequest, NodeResponse, ReceiverOptions }

/** Options of a receiver on node:http. */
export interface NodeReceiverOptions<Source> extends ReceiverOptions<Source> {
  /** Called with an error of the handler, after which the response is a 500; by default logs it to the console. */
  onError?: ((error: unknown, source: Source) => void) | undefined
}

/**
 * A listener for `http.createServer`. Responds to every path.
 * @throws TypeError when there is no secret
 * @example
 * createServer(webhook({ secret, handle: (event) => save(event) })).listen(8080)
 */
export const webhook = <Source extends NodeRequest = NodeRequest>(
  options: NodeReceiverOptions<Source>,
): ((request: Source, response: NodeResponse) => void) => {
  const { maxBytes, onError = (error) => console.error(error) } = options
  const receive = createReceiver(options)
  return (request, response) => {
    if (request.method !== 'POST') return send(response, { status: 405, headers: { Allow: 'POST' }, text: 'POST only' })
    receive(request, () => readDelivery(request, maxBytes)).then(
      (each) => send(response, each),
      (error: unknown) => {
        onError(error, request)
        send(response, { status: 500, headers: {}, text: 'error' })
      },
    )
  }
}
