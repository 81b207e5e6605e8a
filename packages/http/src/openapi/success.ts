import type { Response, Schema } from './document-types.ts'
import { headers, RATE } from './headers.ts'

/** A success: `reads` where it changes nothing, `keyed` where a key is needed. */
type Success = { description: string; reads: boolean; keyed: boolean; schema: Schema; example: unknown }

/** A success answer as the document has it, with its example. */
export const success = ({ description, reads, keyed, schema, example }: Success): Response => ({
  description,
  headers: headers('X-Request-Id', ...(reads ? (['ETag'] as const) : []), 'Cache-Control', ...(keyed ? RATE : [])),
  content: { 'application/json': { schema, examples: { answer: { summary: description, value: example } } } },
})
