import { badRequest } from '@basketball-data/core'
import { decoded, readBytes } from '../body/read.ts'
import { refuseUnknown } from './unknown.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not JSON.')
  }
}

const objectOf = (text: string): Record<string, unknown> => {
  if (text.trim() === '') throw badRequest('The body is empty; send a JSON object.')
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The body must be a JSON object.')
  return { ...value }
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g

/** The names of the fields of an object in JSON, in the order written, repetitions too; those inside others not. */
const namesIn = (text: string): string[] => {
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
  const names = namesIn(text)
  const repeated = names.find((name, place) => names.indexOf(name) !== place)
  if (repeated !== undefined) throw badRequest(`${repeated} must be in the body once.`)
}

const IS_JSON = /^\s*application\/json\s*(?:;|$)/i

/**
 * Reads the fields of a JSON body, at most 64 kB of it; the schema judges their values.
 * @throws ServiceError unknown_parameter for a field that is not `accepted`, bad_request for anything else
 */
export const readBody = async (request: Request, accepted: readonly string[]): Promise<Record<string, unknown>> => {
  const text = decoded(await readBytes(request))
  const fields = objectOf(text)
  refuseUnknown('field', Object.keys(fields), accepted)
  if (!IS_JSON.test(request.headers.get('content-type') ?? ''))
    throw badRequest('The body must be sent with "Content-Type: application/json".')
  refuseRepeated(text)
  return fields
}
