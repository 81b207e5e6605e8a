import { invoke, type Core, type Operation } from '@basketball-data/core'
import { getEventSchema, isEventStream, isPicture, NoParameters } from '@basketball-data/core/contract'
import { refuseBody } from '../body/read.ts'
import { getCachingHeaders, SHARED } from '../call/caching.ts'
import { invokeContext, refuseKeyInQuery, type MountOptions } from '../call/key-counter.ts'
import type { RequestContext } from '../call/request-context.ts'
import type { OpenApiDocument } from '../openapi/types.ts'
import type { Handler } from '../request-log.ts'
import { inputReader, queryReader } from './read-input.ts'
import { streamResponse } from './stream-response.ts'
import { changeResponse, readResponse } from './write-response.ts'

/** The event after which a client goes on that has lost its connection; it sends no header before its first event. */
const getLastEvent = ({ request }: RequestContext): { after?: string } => {
  const after = request.headers.get('last-event-id') ?? ''
  return after === '' ? {} : { after }
}

/** Compiles an operation into the handler of its path. */
export const mountOperation = (core: Core, operation: Operation, options: MountOptions): Handler => {
  const readInput = inputReader(operation)
  const { method, status } = operation
  const caching = getCachingHeaders(operation)
  const isStream = getEventSchema(operation.output) !== undefined
  const type = isPicture(operation.output) ? { type: 'image/svg+xml; charset=utf-8' } : {}

  return (context, path) =>
    invoke(invokeContext(core, context, options), operation, {
      read: async () => {
        const input = await readInput(context, path)
        return isStream ? { ...input, ...getLastEvent(context) } : input
      },
      write: (output, refund) => {
        if (isStream && isEventStream(output)) return streamResponse(context, output)
        return method === 'GET'
          ? readResponse(context, output, { caching, refund, ...type })
          : changeResponse(context, output, { status, caching })
      },
    })
}

/** Serves the OpenAPI document, which needs no key. */
export const mountDocument = (document: OpenApiDocument): Handler => {
  const text = JSON.stringify(document)
  const readQuery = queryReader(NoParameters, [])
  return (context) => {
    refuseKeyInQuery(context.query)
    refuseBody(context.request)
    readQuery(context.query, {})
    return readResponse(context, text, { caching: SHARED })
  }
}
