import { operations, type Operation } from '@basketball-data/core'
import { WebhookEvent } from '@basketball-data/core/contract'
import { initTRPC } from '@trpc/server'
import { generateOpenApiDocument, type OpenApiMeta } from 'trpc-to-openapi'
import type { z } from 'zod'
import type { Method, Schema } from './document-types.ts'

const t = initTRPC.meta<OpenApiMeta>().create()

/** An operation as the generator wants it: output declared, and no error answers of the generator's own making. */
const projectionOf = ({ meta }: Operation) => {
  const described = t.procedure
    .meta({ openapi: { ...meta.openapi, errorResponses: [] } })
    .input(meta.input)
    .output(meta.output)
  return meta.openapi.method === 'GET' ? described.query(uncalled) : described.mutation(uncalled)
}

const uncalled = (): never => {
  throw new Error('a projection is described, never called')
}

/** The names of the components that describe the events, by event. */
export const EVENT_SCHEMAS = { 'game.final': 'GameFinalEvent', 'game.period': 'GamePeriodEvent' } as const

const [finalEvent, periodEvent] = WebhookEvent.options
const events = [
  finalEvent.meta({ id: EVENT_SCHEMAS['game.final'], description: 'The body of game.final.' }),
  periodEvent.meta({ id: EVENT_SCHEMAS['game.period'], description: 'The body of game.period.' }),
]

/** The generator knows only what is answered: the events stand as answers at paths of their own. */
const eventProjections = Object.fromEntries(
  events.map((event, place) => [
    `event-${place}`,
    t.procedure
      .meta({ openapi: { method: 'GET', path: `/event-${place}`, errorResponses: [] } })
      .output(event)
      .query(uncalled),
  ]),
)

/** What the generator makes of the operations. */
export type Generated = {
  paths: Record<string, { [method in Method]?: GeneratedOperation }>
  components: { schemas: Record<string, Schema> }
}
type GeneratedOperation = {
  parameters?: GeneratedParameter[]
  requestBody?: GeneratedContent
  responses: { 200: GeneratedContent }
}
type GeneratedContent = { content: { 'application/json': { schema: Schema } } }

/** A parameter as the generator writes it. */
export type GeneratedParameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }

/**
 * The operations as trpc-to-openapi describes them: parameters, the schemas of body and success answer, and the component
 * schemas all of them point to, those of events among them. `more` are component schemas that no operation names.
 */
export const generate = (more: Readonly<Record<string, z.ZodType>>): Generated => {
  const projections = Object.fromEntries(operations.map((each) => [each.name, projectionOf(each)]))
  const projected = t.router({ ...projections, ...eventProjections })
  const generated = generateOpenApiDocument(projected, { title: '', version: '', baseUrl: '', defs: more })
  return JSON.parse(JSON.stringify(generated)) // as JSON: what is undefined is absent
}

/** How the document writes the methods. */
export const METHODS = { GET: 'get', POST: 'post', DELETE: 'delete' } as const satisfies Record<string, Method>

/** What was generated of one operation: its parameters, and the schemas of its success answer and of its body. */
export const generatedOf = ({ paths }: Generated, { meta: { openapi } }: Operation) => {
  const found = paths[openapi.path]?.[METHODS[openapi.method]]
  if (found === undefined) throw new TypeError(`${openapi.method} ${openapi.path} was not generated`)
  const { parameters = [], responses, requestBody } = found
  return {
    parameters,
    answer: responses[200].content['application/json'].schema,
    body: requestBody?.content['application/json'].schema,
  }
}
