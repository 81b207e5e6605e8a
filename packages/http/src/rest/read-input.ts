import { badRequest, unknownParameter, type Operation } from '@basketball-data/core'
import { NoParameters } from '@basketball-data/core/contract'
import { z } from 'zod'
import { decodeBody, readBytes, refuseBody, refuseFields } from '../body.ts'
import type { Query, RequestContext } from '../call/request-context.ts'

/** @throws ServiceError unknown_parameter for a name that is not accepted: nothing that is sent is silently ignored. */
const refuseUnknown = (kind: 'parameter' | 'field', sent: Iterable<string>, accepted: readonly string[]): void => {
  const unknown = [...new Set(sent)].filter((name) => !accepted.includes(name))
  if (unknown.length > 0) throw unknownParameter(unknown, accepted, kind)
}

const refuseMalformed = ({ raw }: Query): void => {
  try {
    decodeURIComponent(raw)
  } catch {
    throw badRequest('The query string is not percent-encoded UTF-8.')
  }
}

const DIGITS = /^\d+$/

/** Converts the text of a parameter to the type of its schema; the schema refuses what cannot be converted. */
const getConversion = (parameter: z.core.$ZodType): ((text: string) => unknown) => {
  if (parameter instanceof z.ZodOptional || parameter instanceof z.ZodDefault) return getConversion(parameter.unwrap())
  if (parameter instanceof z.ZodNumber) return (text) => (DIGITS.test(text) ? Number(text) : text)
  if (parameter instanceof z.ZodBoolean) return (text) => (text === 'true' || text === 'false' ? text === 'true' : text)
  return (text) => text
}

/**
 * Compiles the reader of an endpoint's parameters. Each may be sent once and not empty; decimal digits become numbers
 * where the schema has a number, true and false where it has a boolean. The schema validates the values.
 */
export const queryReader = (schema: z.ZodObject, pathNames: readonly string[]) => {
  const conversions = Object.fromEntries(
    Object.entries(schema.shape)
      .filter(([name]) => !pathNames.includes(name))
      .map(([name, parameter]) => [name, getConversion(parameter)]),
  )
  const accepted = Object.keys(conversions)

  return (query: Query, path: Record<string, string>): Record<string, unknown> => {
    refuseUnknown('parameter', query.parsed.keys(), accepted)
    refuseMalformed(query)
    const input: Record<string, unknown> = { ...path }
    for (const [name, convert] of Object.entries(conversions)) {
      const values = query.parsed.getAll(name)
      const [value] = values
      if (value === undefined) continue
      if (values.length > 1) throw badRequest(`${name} must be sent once, not ${values.length} times.`)
      if (value === '') throw badRequest(`${name} must not be empty; leave it out instead.`)
      input[name] = convert(value)
    }
    return input
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not JSON.')
  }
}

const parseObject = (text: string): Record<string, unknown> => {
  if (text.trim() === '') throw badRequest('The body is empty; send a JSON object.')
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The body must be a JSON object.')
  return { ...value }
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g

/** The field names of a JSON object in the order written, repeated ones included; nested objects are skipped. */
const fieldNames = (text: string): string[] => {
  const names: string[] = []
  let depth = 0
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token === ':' && depth === 1) names.push(String(JSON.parse(last)))
    last = token
  }
  return names
}

const refuseRepeated = (text: string): void => {
  const names = fieldNames(text)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw badRequest(`${repeated} must be in the body once.`)
}

const IS_JSON = /^\s*application\/json\s*(?:;|$)/i

/**
 * Reads the fields of a JSON body; the schema validates their values.
 * @throws ServiceError unknown_parameter for a field that is not accepted, bad_request for anything else
 */
export const readBody = async (request: Request, accepted: readonly string[]): Promise<Record<string, unknown>> => {
  const text = decodeBody(await readBytes(request))
  const fields = parseObject(text)
  refuseUnknown('field', Object.keys(fields), accepted)
  if (!IS_JSON.test(request.headers.get('content-type') ?? ''))
    throw badRequest('The body must be sent with "Content-Type: application/json".')
  refuseRepeated(text)
  return fields
}

const listPathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

/**
 * Compiles the reader of an operation's input: path and query for GET, path and body for the other methods. Unknown
 * names are refused before wrong values.
 */
export const inputReader = ({ input, method, path }: Pick<Operation, 'input' | 'method' | 'path'>) => {
  const pathNames = listPathNames(path)
  const isRead = method === 'GET'
  const readQuery = queryReader(isRead ? input : NoParameters, pathNames)
  const fields = isRead ? [] : Object.keys(input.shape).filter((name) => !pathNames.includes(name))

  return async ({ request, query }: RequestContext, pathValues: Record<string, string>): Promise<object> => {
    const parameters = readQuery(query, pathValues)
    if (fields.length > 0) return { ...(await readBody(request, fields)), ...parameters }
    if (isRead) refuseBody(request)
    else await refuseFields(request)
    return parameters
  }
}
