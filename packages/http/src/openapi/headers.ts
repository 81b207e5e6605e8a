import { REQUEST_ID } from '../call/request-context.ts'
import type { Header, Parameter, Reference } from './document-types.ts'

const text = (maxLength: number) => ({ type: 'string', maxLength })

/** The headers an answer can carry, by the name of their component. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Names the call in the log of the service: the X-Request-Id of the request, or one made for it.',
    required: true,
    schema: text(64),
    example: '3f0c9c1e-6c1b-4a57-9d3c-1f1f0a0b7a52',
  },
  ETag: {
    description: 'Names this answer. Sent back as If-None-Match, it gets 304 as long as nothing has changed.',
    required: true,
    schema: text(200),
    example: '"5yPXQyTeAWp2mN0VFvKZbYlQJYk"',
  },
  'Cache-Control': {
    description:
      'How long the answer may be kept: a day for a final game, seconds elsewhere, not at all after a change.',
    required: true,
    schema: text(200),
    example: 'private, max-age=10',
  },
  'RateLimit-Policy': {
    description:
      'The limits of the plan, one item each: q calls in a window of w seconds. Absent where the plan has no limit.',
    schema: text(500),
    example: '"minute";q=60;w=60, "day";q=10000;w=86400',
  },
  RateLimit: {
    description: 'What is left, one item per limit: r calls, and t seconds until more come free.',
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
    description: 'How a key is sent.',
    required: true,
    schema: text(200),
    example: 'Bearer',
  },
} as const satisfies Record<string, Header>

/** References to header components, as an answer lists them. */
export const headers = (...names: (keyof typeof HEADERS)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** What every answer to a call with a valid key carries. */
export const RATE = ['RateLimit-Policy', 'RateLimit'] as const

/** The headers any request may carry, by the name of their component. */
export const REQUEST_HEADERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Sent as a header: a name of your own for the call, which the answer repeats and the log has. One of another form is replaced.',
    schema: { type: 'string', pattern: REQUEST_ID.source, maxLength: 64 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Sent as a header: the ETag of the answer you have. While it holds you get 304, which is not counted.',
    schema: text(8192),
  },
} as const satisfies Record<string, Parameter>

/** What any request may carry; the ETag of what it has, where it only reads. */
export const requestHeaders = (reads: boolean): Reference[] =>
  ['RequestId', ...(reads ? ['IfNoneMatch'] : [])].map((name) => ({ $ref: `#/components/parameters/${name}` }))
