import { type NodeRequest, type NodeResponse, readIncoming, send } from './node-request.ts'
import { receiver, type ReceiverOptions } from './receiver.ts'

export type { NodeRequest, NodeResponse, ReceiverOptions }

/** What a receiver on node:http does. */
export interface NodeReceiverOptions<Source> extends ReceiverOptions<Source> {
  /** Hears of what the handler throws, which is answered 500; writes it to the console when left out. */
  onError?: ((error: unknown, source: Source) => void) | undefined
}

/**
 * A listener for `http.createServer`. Answers whatever path is asked for.
 * @throws TypeError when there is no secret
 * @example
 * createServer(webhook({ secret, handle: (event) => save(event) })).listen(8080)
 */
export const webhook = <Source extends NodeRequest = NodeRequest>(
  options: NodeReceiverOptions<Source>,
): ((request: Source, response: NodeResponse) => void) => {
  const { maxBytes, onError = (error) => console.error(error) } = options
  const receive = receiver(options)
  return (request, response) => {
    if (request.method !== 'POST') return send(response, { status: 405, headers: { Allow: 'POST' }, text: 'POST only' })
    receive(request, () => readIncoming(request, maxBytes)).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        onError(error, request)
        send(response, { status: 500, headers: {}, text: 'error' })
      },
    )
  }
}
