import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { buildDocument } from '../openapi/document.ts'
import type { Header, Method, ResponseObject } from '../openapi/types.ts'

/** An answer as a test received it. */
export type ReceivedAnswer = {
  method: string
  /** The path asked for, from the host on, e.g. `/v1/games?page=2`. */
  path: string
  status: number
  headers: Headers
  /** The body as parsed JSON; undefined where there was none. */
  body: unknown
}

/** An answer that the document does not allow. */
export class AnswerMismatch extends Error {
  override name = 'AnswerMismatch'
}

const HOME = 'http://127.0.0.1:3000'
const { paths, components } = buildDocument({
  name: 'Basketball Data',
  base: `${HOME}/v1`,
  docs: `${HOME}/docs`,
  pricing: `${HOME}/docs#plans`,
})

/** The document leaves records open, since answers may gain fields; a test knows every field there is. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]))
  return 'properties' in value ? { additionalProperties: false, ...parts } : parts
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', paths: closed(paths), components: closed(components) })

const escaped = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Checks a value against the schema at a place of the document. */
const check = (value: unknown, place: string[], what: string): void => {
  const validate = ajv.getSchema(`document#/${place.map(escaped).join('/')}`)
  if (validate === undefined) throw new AnswerMismatch(`${what} has no schema in the document`)
  if (!validate(value)) throw new AnswerMismatch(ajv.errorsText(validate.errors, { dataVar: what }))
}

type Documented = { response: ResponseObject; place: string[] }

const component = (name: string): Documented => {
  const response = components.responses[name]
  if (response === undefined) throw new AnswerMismatch(`the document has no answer ${name}`)
  return { response, place: ['components', 'responses', name] }
}

const PATTERNS = Object.keys(paths)
  .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }))

const templateOf = (path: string): string | undefined => {
  const [address = ''] = path.split('?')
  if (address === '/v1') return '/'
  const inside = address.startsWith('/v1/') ? address.slice('/v1'.length) : ''
  return PATTERNS.find(({ pattern }) => pattern.test(inside))?.path
}

const METHODS: Record<string, Method> = { GET: 'get', HEAD: 'get', POST: 'post', DELETE: 'delete' }

/** What the document says of an answer; unknown paths and wrong methods are answered alike everywhere. */
const documented = ({ method, path, status }: ReceivedAnswer): Documented => {
  const template = templateOf(path)
  if (template === undefined && status === 404) return component('NotFound')
  if (template === undefined) throw new AnswerMismatch(`${path} is not in the document`)
  const known = METHODS[method]
  const endpoint = known && paths[template]?.[known]
  if (endpoint === undefined && status === 405) return component('BadRequest')
  if (known === undefined || endpoint === undefined)
    throw new AnswerMismatch(`${method} ${template} is not in the document`)
  const response = endpoint.responses[status]
  if (response === undefined) throw new AnswerMismatch(`${method} ${template} does not answer ${status}`)
  if ('$ref' in response) return component(response.$ref.split('/').at(-1) ?? '')
  return { response, place: ['paths', template, known, 'responses', String(status)] }
}

const checkHeaders = (received: Headers, response: ResponseObject, what: string): void => {
  for (const name of Object.keys(response.headers)) {
    const header: Header | undefined = components.headers[name]
    const value = received.get(name)
    if (value === null && header?.required === true) throw new AnswerMismatch(`${what} lacks the header ${name}`)
    if (value === null) continue
    const typed = header?.schema.type === 'integer' ? Number(value) : value
    check(typed, ['components', 'headers', name, 'schema'], `${what} header ${name}`)
  }
}

/**
 * Holds an answer against the document: its path, status, headers, content type and body. Errors too, also those to
 * unknown paths (404) and wrong methods (405).
 * @throws AnswerMismatch
 */
export const validateAnswer = (answer: ReceivedAnswer): void => {
  const { method, path, status, headers, body } = answer
  if (method === 'OPTIONS' && status === 204) return
  const what = `${method} ${path} ${status}`
  const { response, place } = documented(answer)
  checkHeaders(headers, response, what)
  if (method === 'HEAD' || response.content === undefined) {
    if (body !== undefined) throw new AnswerMismatch(`${what} has a body`)
    return
  }
  const type = headers.get('content-type') ?? 'no type'
  if (!/^application\/json(?:;|$)/.test(type)) throw new AnswerMismatch(`${what} is ${type}, not application/json`)
  check(body, [...place, 'content', 'application/json', 'schema'], what)
}
