import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The document leaves records open, since answers may gain fields; a test knows every field there is. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]))
  return 'properties' in value ? { additionalProperties: false, ...parts } : parts
}

const document: { paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>> } =
  JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', ...Object(closed(document)) })

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const templateOf = (path: string): string =>
  path in document.paths ? path : path.replace(/^(\/\w+)\/[^/]+/, '$1/{id}')

/** Why an answer is not one that the committed document allows; null when it is. */
export const mismatch = (method: string, path: string, status: number, body: unknown): string | null => {
  const template = templateOf(path)
  const response = document.paths[template]?.[method.toLowerCase()]?.responses[status]
  if (response === undefined) return `${method} ${template} does not answer ${status}`
  const place = response.$ref?.split('/').slice(1) ?? [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    String(status),
  ]
  const schema = [...place, 'content', 'application/json', 'schema'].map(escaped).join('/')
  const validate = ajv.getSchema(`document#/${schema}`)
  if (validate === undefined) return body === undefined ? null : `${method} ${template} ${status} has no body`
  return validate(body) ? null : `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`
}
