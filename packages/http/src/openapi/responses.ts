import { MAX_ACTIVE_WEBHOOKS } from '@basketball-data/core'
import { ExampleEvents, type ErrorExample, type Examples } from './examples.ts'
import { headers, RATE_HEADERS } from './headers.ts'
import type { Content, Example, Reference, ResponseObject, Schema } from './types.ts'

/** The headers of errors of a call with a key. */
export const WITH_KEY = headers('X-Request-Id', ...RATE_HEADERS)
/** The headers of errors after which the call may succeed later. */
export const WITH_RETRY = headers('X-Request-Id', 'Retry-After', ...RATE_HEADERS)

/** Error responses by the name of their component, which ends in Response. */
export type ErrorResponses = Record<string, Omit<ResponseObject, 'content'>>

/** The error responses of /v1. */
const ERROR_RESPONSES = {
  BadRequest: { description: 'A value is invalid.', headers: WITH_KEY },
  BadBody: {
    description: `The body is not a JSON object, or too large, or has an invalid value; or the url is not accepted for webhooks, or the account already has ${MAX_ACTIVE_WEBHOOKS} active webhooks.`,
    headers: WITH_KEY,
  },
  BadReference: {
    description:
      'A value is invalid, a required parameter is missing, a competition, season or opponent does not exist, or they do not belong together.',
    headers: WITH_KEY,
  },
  Unauthorized: { description: 'The key is missing or invalid.', headers: headers('X-Request-Id', 'WWW-Authenticate') },
  UpgradeRequired: {
    description: 'The plan of the account does not include the endpoint, or the day of the game.',
    headers: WITH_KEY,
  },
  NotFound: { description: 'No record has this identifier.', headers: WITH_KEY },
  UnknownField: {
    description: 'The body has a field, or the query a parameter, that the endpoint does not accept.',
    headers: WITH_KEY,
  },
  UnknownParameter: { description: 'The query has a parameter that the endpoint does not accept.', headers: WITH_KEY },
  TooManyRequests: {
    description: 'The calls per minute (rate_limited), or those of the day or month (quota_exceeded), are used up.',
    headers: WITH_RETRY,
  },
  TooManyStreams: {
    description:
      'The account has as many streams open as its plan allows, or the calls per minute are used up (rate_limited), or those of the day or month (quota_exceeded).',
    headers: WITH_RETRY,
  },
  ServerError: { description: 'The service failed.', headers: WITH_KEY },
  Unavailable: {
    description: 'The service cannot reach its database, or has more calls than it can answer in time.',
    headers: WITH_RETRY,
  },
} satisfies ErrorResponses

const errorContent = (errors: ErrorExample[]): Content => {
  const examples = errors.map(({ summary, body }): [string, Example] => [
    summary.toLowerCase().replaceAll(' ', '_'),
    { summary, value: body },
  ])
  const schema = { $ref: '#/components/schemas/ErrorBody' }
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } }
}

/** Error responses as components, with examples of their errors. */
export const errorComponents = (
  responses: ErrorResponses,
  errors: Examples['errors'],
): Record<string, ResponseObject> =>
  Object.fromEntries(
    Object.entries(responses).map(([name, response]) => [
      `${name}Response`,
      { ...response, content: errorContent(errors[name] ?? []) },
    ]),
  )

/** The response to a GET whose client has the body already. */
export const NOT_MODIFIED: ResponseObject = {
  description: 'The data has not changed since the response with this ETag. The call is not counted.',
  headers: headers('X-Request-Id', 'ETag', 'Cache-Control', ...RATE_HEADERS),
}

/** The responses that operations refer to: 304 and the errors, by the name of the component. */
export const responseComponents = ({ errors }: Examples): Record<string, ResponseObject> => ({
  NotModifiedResponse: NOT_MODIFIED,
  ...errorComponents(ERROR_RESPONSES, errors),
})

/** The properties of an operation that decide how it can respond. */
export type Traits = {
  needsKey: boolean
  /** Whether it is a GET. */
  readOnly: boolean
  /** Whether it sends events until somebody ends it. */
  isStream: boolean
  /** Whether a success is an SVG document. */
  isPicture: boolean
  hasBody: boolean
  hasId: boolean
  /** Whether a parameter refers to a record that must exist, unlike the filters of a list. */
  looksUpParameter: boolean
}

/** The events of a stream as examples, each under its name. */
const eventExamples = (events: unknown): Record<string, Example> =>
  Object.fromEntries(
    ExampleEvents.parse(events).map((value) => [value.event, { summary: `The event ${value.event}`, value }]),
  )

/** The success response of an operation. */
export const successResponse = (
  description: string,
  { needsKey, readOnly, isStream, isPicture }: Traits,
  schema: Schema,
  example: unknown,
): ResponseObject => ({
  description,
  headers: headers(
    'X-Request-Id',
    ...(readOnly && !isStream ? (['ETag'] as const) : []),
    'Cache-Control',
    ...(needsKey ? RATE_HEADERS : []),
  ),
  content: isStream
    ? { 'text/event-stream': { schema, examples: eventExamples(example) } }
    : {
        [isPicture ? 'image/svg+xml' : 'application/json']: {
          schema,
          examples: { response: { summary: description, value: example } },
        },
      },
})

const refer = (name: 'NotModified' | keyof typeof ERROR_RESPONSES): Reference => ({
  $ref: `#/components/responses/${name}Response`,
})

/** References to the other responses of an operation, by status. */
export const otherResponses = (traits: Traits): Record<string, Reference> => ({
  ...(traits.readOnly && !traits.isStream && { 304: refer('NotModified') }),
  400: refer(traits.hasBody ? 'BadBody' : traits.looksUpParameter ? 'BadReference' : 'BadRequest'),
  ...(traits.needsKey && { 401: refer('Unauthorized'), 403: refer('UpgradeRequired') }),
  ...(traits.hasId && { 404: refer('NotFound') }),
  422: refer(traits.hasBody ? 'UnknownField' : 'UnknownParameter'),
  ...(traits.needsKey && { 429: refer(traits.isStream ? 'TooManyStreams' : 'TooManyRequests') }),
  500: refer('ServerError'),
  503: refer('Unavailable'),
})
