import { operations, type Operation } from '@basketball-data/core'
import { initTRPC } from '@trpc/server'
import { generateOpenApiDocument, type OpenApiMeta } from 'trpc-to-openapi'
import type { z } from 'zod'
import type { Schema } from './document-types.ts'

const t = initTRPC.meta<OpenApiMeta>().create()

/** An operation as the generator wants it: output declared, and no error answers of the generator's own making. */
const projectionOf = ({ meta }: Operation) =>
  t.procedure
    .meta({ openapi: { ...meta.openapi, errorResponses: [] } })
    .input(meta.input)
    .output(meta.output)
    .query(() => {
      throw new Error('a projection is described, never called')
    })

type Generated = {
  paths: Record<string, { get: { parameters?: GeneratedParameter[]; responses: { 200: GeneratedResponse } } }>
  components: { schemas: Record<string, Schema> }
}
type GeneratedResponse = { content: { 'application/json': { schema: Schema } } }

/** A parameter as the generator writes it. */
export type GeneratedParameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }

/**
 * The operations as trpc-to-openapi describes them: parameters, the schema of the success answer, and the component
 * schemas both point to. `more` are component schemas that no operation names.
 */
export const generate = (more: Record<string, z.ZodType>): Generated => {
  const projected = t.router(Object.fromEntries(operations.map((each) => [each.name, projectionOf(each)])))
  const generated = generateOpenApiDocument(projected, { title: '', version: '', baseUrl: '', defs: more })
  return JSON.parse(JSON.stringify(generated)) // as JSON: what is undefined is absent
}
