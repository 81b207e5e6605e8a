import { ErrorBody, ERRORS } from '@basketball-data/core/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { buildDocument } from '../openapi/document.ts'
import { buildWriteDocument } from '../openapi/write-document.ts'
import { componentName, type Header, type Method, type OpenApiDocument, type ResponseObject } from '../openapi/types.ts'

/** A response that a test received. */
export type ReceivedResponse = {
  method: string
  /** The requested path with its query, e.g. `/v1/games?page=2`. */
  path: string
  status: number
  headers: Headers
  /** The body as JSON; undefined if there is none. */
  body: unknown
}

/** A response that does not match the OpenAPI document. */
export class ResponseMismatch extends Error {
  override name = 'ResponseMismatch'
}

const HOME = 'http://127.0.0.1:3000'
const SERVICE = {
  name: 'Basketball Data',
  base: `${HOME}/v1`,
  docs: `${HOME}/docs`,
  pricing: `${HOME}/docs#plans`,
}

/** The document leaves objects open, because responses may gain fields; a test accepts only known ones. */
const withoutUnknownFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutUnknownFields)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutUnknownFields(part)]))
  return 'properties' in value ? { additionalProperties: false, ...parts } : parts
}

/** The documents by the begin of the paths that they describe. */
const DOCUMENTS = { '/v1': buildDocument(SERVICE), '/ingest/v1': buildWriteDocument(SERVICE) }

const toValidator = ({ paths, components }: OpenApiDocument) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv.addSchema({
    $id: 'document',
    paths: withoutUnknownFields(paths),
    components: withoutUnknownFields(components),
  })
}

/** A part of a JSON pointer in a URL. */
const escaped = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))

const METHODS: Record<string, Method> = {
  GET: 'get',
  HEAD: 'get',
  PUT: 'put',
  POST: 'post',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** The fields of every error. */
const CommonFields = ErrorBody.shape.error.pick({ code: true, message: true, docs: true })

/** Checks responses of paths that begin with `base` against a document. */
const createValidation = (base: string, document: OpenApiDocument) => {
  const { paths, components } = document
  const ajv = toValidator(document)

  /** Checks a value against the schema at a path in the document; `subject` names it in the error. */
  const check = (value: unknown, schemaPath: string[], subject: string): void => {
    const validate = ajv.getSchema(`document#/${schemaPath.map(escaped).join('/')}`)
    if (validate === undefined) throw new ResponseMismatch(`${subject} has no schema in the document`)
    if (!validate(value)) throw new ResponseMismatch(ajv.errorsText(validate.errors, { dataVar: subject }))
  }

  /** A response object of the document, and the path to it. */
  type Documented = { documented: ResponseObject; path: string[] }

  const component = (name: string): Documented => {
    const documented = components.responses[name]
    if (documented === undefined) throw new ResponseMismatch(`the document has no response ${name}`)
    return { documented, path: ['components', 'responses', name] }
  }

  const PATTERNS = Object.keys(paths)
    .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }))

  /** The path in the document that a requested path matches. */
  const findTemplate = (requested: string): string | undefined => {
    const [path = ''] = requested.split('?')
    if (path === base) return '/'
    const below = path.startsWith(`${base}/`) ? path.slice(base.length) : ''
    return PATTERNS.find(({ pattern }) => pattern.test(below))?.path
  }

  /** Unknown paths and wrong methods have the same response everywhere. */
  const findDocumented = ({ method, path, status }: ReceivedResponse): Documented => {
    const template = findTemplate(path)
    if (template === undefined && status === 404) return component('NotFoundResponse')
    if (template === undefined) throw new ResponseMismatch(`${path} is not in the document`)
    const lowerCase = METHODS[method]
    const operation = lowerCase && paths[template]?.[lowerCase]
    if (operation === undefined && status === 405) return component('BadRequestResponse')
    if (lowerCase === undefined || operation === undefined)
      throw new ResponseMismatch(`${method} ${template} is not in the document`)
    const documented = operation.responses[status]
    if (documented === undefined) throw new ResponseMismatch(`${method} ${template} has no response ${status}`)
    if ('$ref' in documented) return component(componentName(documented.$ref))
    return { documented, path: ['paths', template, lowerCase, 'responses', String(status)] }
  }

  const checkHeaders = (received: Headers, documented: ResponseObject, subject: string): void => {
    for (const name of Object.keys(documented.headers)) {
      const header: Header | undefined = components.headers[name]
      const value = received.get(name)
      if (value === null && header?.required === true) throw new ResponseMismatch(`${subject} lacks the header ${name}`)
      if (value === null) continue
      const typed = header?.schema.type === 'integer' ? Number(value) : value
      check(typed, ['components', 'headers', name, 'schema'], `${subject} header ${name}`)
    }
  }

  /** All errors have one schema in the document. The code must be one of the examples, and decides which fields there are. */
  const checkError = (body: unknown, { content }: ResponseObject, subject: string): void => {
    const { error } = ErrorBody.parse(body)
    const examples = Object.values(content?.['application/json']?.examples ?? {})
    if (!examples.some(({ value }) => ErrorBody.parse(value).error.code === error.code))
      throw new ResponseMismatch(`${subject} has the code ${error.code} of another status`)
    const { success, error: mismatch } = z
      .strictObject({ ...CommonFields.shape, ...ERRORS[error.code].extras })
      .safeParse(error)
    if (!success) throw new ResponseMismatch(`${subject}: ${z.prettifyError(mismatch)}`)
  }

  return (response: ReceivedResponse): void => {
    const { method, status, headers, body } = response
    if (method === 'OPTIONS' && status === 204) return
    const subject = `${method} ${response.path} ${status}`
    const { documented, path } = findDocumented(response)
    checkHeaders(headers, documented, subject)
    if (method === 'HEAD' || documented.content === undefined) {
      if (body !== undefined) throw new ResponseMismatch(`${subject} has a body`)
      return
    }
    const [type = ''] = (headers.get('content-type') ?? 'no type').split(';')
    const types = Object.keys(documented.content)
    if (!types.includes(type)) throw new ResponseMismatch(`${subject} is ${type}, not ${types.join(' or ')}`)
    check(body, [...path, 'content', type, 'schema'], subject)
    if (status >= 400) checkError(body, documented, subject)
  }
}

const VALIDATIONS = Object.entries(DOCUMENTS).map(([base, document]) => ({
  base,
  validate: createValidation(base, document),
}))

/**
 * Checks path, status, headers, content type and body of a response against the OpenAPI document; also the errors of
 * unknown paths (404) and wrong methods (405).
 * @throws ResponseMismatch
 */
export const validateResponse = (response: ReceivedResponse): void => {
  const [first] = VALIDATIONS
  const { validate } = VALIDATIONS.find(({ base }) => response.path.startsWith(`${base}/`)) ??
    first ?? { validate: () => {} }
  validate(response)
}
