import type { ServiceInfo } from '@basketball-data/core'
import { ERRORS, type ErrorCode } from '@basketball-data/core/contract'
import type { Content, Example, Reference, Response, Schema } from './document-types.ts'
import { errorAnswers, type ErrorAnswer, type Told } from './error-answers.ts'

import { headers, RATE } from './headers.ts'

const anyOf = (codes: Set<ErrorCode>): Schema => {
  const schemas = [...codes].map((code) => ({ $ref: `#/components/schemas/${ERRORS[code].name}` }))
  const [only] = schemas
  return only !== undefined && schemas.length === 1 ? only : { anyOf: schemas }
}

const contentOf = (told: Told[], { docs }: ServiceInfo): Content => {
  const examples = told.map(({ summary, code, ...rest }): [string, Example] => [
    summary.toLowerCase().replaceAll(' ', '_'),
    { summary, value: { error: { code, ...rest, docs: `${docs}#error-${code}` } } },
  ])
  const schema = anyOf(new Set(told.map(({ code }) => code)))
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } }
}

/** Every answer that carries no record, by the name of its component. */
export const errorResponses = (service: ServiceInfo): Record<string, Response> => ({
  NotModified: {
    description: 'The answer that If-None-Match names still holds. The call is not counted.',
    headers: headers('X-Request-Id', 'ETag', 'Cache-Control', ...RATE),
  },
  ...Object.fromEntries(
    Object.entries<ErrorAnswer>(errorAnswers(service)).map(([name, { description, headers, told }]) => [
      name,
      { description, headers, content: contentOf(told, service) },
    ]),
  ),
})

const refer = (name: 'NotModified' | keyof ReturnType<typeof errorAnswers>): Reference => ({
  $ref: `#/components/responses/${name}`,
})

/** What of an endpoint decides how it can fail. */
type Fallible = {
  keyed: boolean
  /** Whether it only reads: what is unchanged need not be sent again. */
  reads: boolean
  takesBody: boolean
  /** Whether its path has an identifier. */
  byId: boolean
  /** Whether it looks up what its parameters name; a filter of a list does not. */
  byReference: boolean
}

/** What an endpoint can answer instead of a record, by status. */
export const errorReferences = ({
  keyed,
  reads,
  takesBody,
  byId,
  byReference,
}: Fallible): Record<string, Reference> => ({
  ...(reads && { 304: refer('NotModified') }),
  400: refer(takesBody ? 'BadBody' : byReference ? 'BadReference' : 'BadRequest'),
  ...(keyed && { 401: refer('Unauthorized'), 403: refer('UpgradeRequired') }),
  ...(byId && { 404: refer('NotFound') }),
  422: refer(takesBody ? 'UnknownField' : 'UnknownParameter'),
  ...(keyed && { 429: refer('TooManyRequests') }),
  500: refer('ServerError'),
  ...(keyed && { 503: refer('Unavailable') }),
})
