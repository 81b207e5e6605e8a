import {
  badRequest,
  bodyError,
  FilesRefused,
  ServiceError,
  unknownParameter,
  type Operation,
  type WriteInput,
} from '@basketball-data/core'
import { NoParameters } from '@basketball-data/core/contract'
import { z } from 'zod'
import { decodeBody, isMultipart, parseMultipart, readBytes, refuseBody, refuseFields } from '../body.ts'
import type { Query, RequestContext } from '../call/request-context.ts'
import { readNdjson } from './ndjson.ts'

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
  requireJson(request)
  refuseRepeated(text)
  return fields
}

const requireJson = ({ headers }: Request): void => {
  if (!IS_JSON.test(headers.get('content-type') ?? ''))
    throw badRequest('The body must be sent with "Content-Type: application/json".')
}

const readJson = async (request: Request, maxBytes: number | undefined): Promise<Record<string, unknown>> => {
  requireJson(request)
  return parseObject(decodeBody(await readBytes(request, maxBytes)))
}

/** Reads a form: its texts are fields, and its files the field `files`. @throws ServiceError bad_request; FilesRefused if it is too large */
const readForm = async (request: Request, maxBytes = 0): Promise<Record<string, unknown>> => {
  if (!isMultipart(request))
    throw badRequest('The body must be a form (multipart/form-data), as curl -F files=@league.xlsx sends it.')
  const megabytes = maxBytes / 2 ** 20
  const tooLarge = new FilesRefused(
    413,
    `The files must have at most ${megabytes} MB together. Send a part of the season at a time.`,
  )
  const bytes = await readBytes(request, maxBytes, tooLarge)
  const { form, files } = await parseMultipart(bytes, request.headers.get('content-type') ?? '')
  const fields = new Map<string, string>()
  for (const [name, value] of form) {
    if (fields.has(name)) throw badRequest(`${name.slice(0, 100)} must be in the form once.`)
    fields.set(name, value)
  }
  if (fields.has('files')) throw badRequest('files must be a file, not a text: with curl, write @ before its name.')
  return { ...Object.fromEntries(fields), files }
}

/** Reads the fields of a body. @throws ServiceError bad_request, with details about the whole body */
const readFields = async (
  request: Request,
  { form = false, maxBytes }: WriteInput,
): Promise<Record<string, unknown>> => {
  try {
    return await (form ? readForm : readJson)(request, maxBytes)
  } catch (error) {
    if (!(error instanceof ServiceError) || error instanceof FilesRefused) throw error
    throw new ServiceError(error.code, error.message, { details: [{ pointer: '', message: error.message }] })
  }
}

/** A body may repeat what the path and the query have. @throws ServiceError bad_request if it contradicts them */
const refuseContradictions = (
  fields: Record<string, unknown>,
  parameters: Record<string, unknown>,
  names: readonly string[],
): void => {
  const contradicted = names.filter((name) => Object.hasOwn(fields, name) && fields[name] !== parameters[name])
  if (contradicted.length > 0)
    throw bodyError(
      contradicted.map((name) => ({ pointer: `/${name}`, message: 'must be as in the path or query, or be left out' })),
    )
}

/** Compiles the reader of the input of a write: `dry_run` in the query, everything else in the path and the body. */
const writeReader = (
  { input, write, path }: Pick<Operation, 'input' | 'write' | 'path'>,
  ending: AbortSignal | null,
) => {
  const pathNames = listPathNames(path)
  const { dry_run } = input.shape
  const readQuery = queryReader(z.object(dry_run === undefined ? {} : { dry_run }), pathNames)
  const hasFields = Object.keys(input.shape).some((name) => name !== 'dry_run' && !pathNames.includes(name))
  const { body, lines, maxBytes } = write ?? {}

  return async (context: RequestContext, pathValues: Record<string, string>): Promise<object> => {
    const { request, query } = context
    const parameters = readQuery(query, pathValues)
    if (body !== undefined && lines !== undefined && maxBytes !== undefined)
      return { [body]: readNdjson(context, { maxBytes, ending }), ...parameters }
    if (!hasFields) {
      await refuseFields(request)
      return parameters
    }
    const fields = await readFields(request, write ?? {})
    if (body !== undefined) return { [body]: fields, ...parameters }
    refuseContradictions(fields, parameters, [...pathNames, 'dry_run'])
    return { ...fields, ...parameters }
  }
}

const listPathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

/**
 * Compiles the reader of an operation's input: path and query for GET, path and body for the other methods. Unknown
 * names are refused before wrong values.
 *
 * @param ending ends the streams of lines that are being read
 */
export const inputReader = (
  { input, method, path, write }: Pick<Operation, 'input' | 'method' | 'path' | 'write'>,
  ending: AbortSignal | null,
) => {
  if (write !== null) return writeReader({ input, path, write }, ending)
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
