import { REQUEST_ID } from '../call/request-context.ts'
import type { Header, Parameter, Reference } from './types.ts'

const text = (maxLength: number) => ({ type: 'string', maxLength })

/** Response headers, by the name of their component. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Identifies the call in the log of the service: the X-Request-Id of the request, or a generated one.',
    required: true,
    schema: text(64),
    example: '3f0c9c1e-6c1b-4a57-9d3c-1f1f0a0b7a52',
  },
  ETag: {
    description: 'Identifies this response. Send it back as If-None-Match to get 304 until the data changes.',
    required: true,
    schema: text(200),
    example: '"5yPXQyTeAWp2mN0VFvKZbYlQJYk"',
  },
  'Cache-Control': {
    description:
      'A copy of a response to a key may be kept, but must be revalidated with its ETag before each use (private, no-cache). A response that shows a secret, and a stream, must not be stored (no-store). The index and the OpenAPI document may be reused for five minutes.',
    required: true,
    schema: text(200),
    example: 'private, no-cache',
  },
  'RateLimit-Policy': {
    description:
      'The limits of the plan, one item each: q calls in a window of w seconds. Absent if the plan has none.',
    schema: text(500),
    example: '"minute";q=60;w=60, "day";q=10000;w=86400',
  },
  RateLimit: {
    description: 'The remaining calls of each limit: r calls, and t seconds until more are available.',
    schema: text(500),
    example: '"minute";r=58;t=41, "day";r=9631;t=15600',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next call.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example: 41,
  },
  'WWW-Authenticate': {
    description: 'How to send a key.',
    required: true,
    schema: text(200),
    example: 'Bearer',
  },
} as const satisfies Record<string, Header>

/** References to response headers. */
export const headers = (...names: (keyof typeof HEADERS)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers on every response to a call with a valid key. */
export const RATE_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const

/** Request headers that any operation accepts, by the name of their component. */
export const REQUEST_HEADERS = {
  RequestIdParameter: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Sent as a header: your identifier of the call. The response repeats it, and the log of the service contains it. An invalid one is replaced.',
    schema: { type: 'string', pattern: REQUEST_ID.source, maxLength: 64 },
  },
  IfNoneMatchParameter: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'Sent as a header: the ETag of your cached response. Until the data changes you get 304, which is not counted.',
    schema: text(8192),
  },
  LastEventIdParameter: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'Sent as a header: the id of the last event that you have received. The stream goes on exactly after it. Browsers send it when they connect again.',
    schema: text(30),
  },
} as const satisfies Record<string, Parameter>

/** Makes a POST that creates a record safe to repeat. */
export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Sent as a header: a unique text that you choose for this call. If you repeat the call with the same key and body within 24 hours, it returns the same record and creates no second one. If that record has been deleted, it returns 400.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$', maxLength: 255 },
}

/** References to the request headers of an operation; one that only reads accepts If-None-Match too, or Last-Event-ID. */
export const requestHeaders = ({ readOnly, isStream }: { readOnly: boolean; isStream: boolean }): Reference[] => [
  { $ref: '#/components/parameters/RequestIdParameter' },
  ...(readOnly ? [{ $ref: `#/components/parameters/${isStream ? 'LastEventId' : 'IfNoneMatch'}Parameter` }] : []),
]
