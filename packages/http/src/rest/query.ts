import { badRequest, ServiceError } from '@basketball-data/core'
import { z } from 'zod'

/** The names under which a key must never travel in an address. */
const KEY_NAMES = ['key', 'api_key']

/** @throws ServiceError bad_request when the query string carries a key: it would end up in logs and histories. */
export const refuseKeyInQuery = (query: URLSearchParams): void => {
  if (KEY_NAMES.some((name) => query.has(name)))
    throw badRequest('Send the key in the Authorization or X-API-Key header, never in the address.')
}

/** Reads a raw query string. @throws ServiceError bad_request when it is not percent-encoded UTF-8. */
export const parseQuery = (raw: string): URLSearchParams => {
  try {
    decodeURIComponent(raw)
  } catch {
    throw badRequest('The query string is not percent-encoded UTF-8.')
  }
  return new URLSearchParams(raw)
}

const DIGITS = /^\d+$/

/** Whether a parameter takes a number: found in its schema, whatever it is wrapped in. */
const isNumeric = (parameter: z.core.$ZodType): boolean =>
  parameter instanceof z.ZodOptional || parameter instanceof z.ZodDefault
    ? isNumeric(parameter.unwrap())
    : parameter instanceof z.ZodNumber

/**
 * Compiles the reader of an endpoint's parameters. It takes each parameter once and not empty, and turns decimal
 * digits into numbers where the schema wants a number; the schema judges the rest.
 */
export const queryReader = (schema: z.ZodObject, pathNames: readonly string[]) => {
  const accepted = Object.keys(schema.shape).filter((name) => !pathNames.includes(name))
  const numeric = new Set(accepted.filter((name) => schema.shape[name] !== undefined && isNumeric(schema.shape[name])))

  return (query: URLSearchParams, path: Record<string, string>): Record<string, unknown> => {
    refuseUnknown(query, accepted)
    const input: Record<string, unknown> = { ...path }
    for (const name of accepted) {
      const values = query.getAll(name)
      const [value] = values
      if (value === undefined) continue
      if (values.length > 1) throw badRequest(`${name} must be sent once, not ${values.length} times.`)
      if (value === '') throw badRequest(`${name} must not be empty; leave it out instead.`)
      input[name] = numeric.has(name) && DIGITS.test(value) ? Number(value) : value
    }
    return input
  }
}

const refuseUnknown = (query: URLSearchParams, accepted: readonly string[]): void => {
  const unknown = [...new Set(query.keys())].filter((name) => !accepted.includes(name))
  if (unknown.length === 0) return
  const names = unknown.slice(0, 10).map((name) => JSON.stringify(name.slice(0, 50)))
  const listed = accepted.length === 0 ? 'This endpoint takes no parameters.' : `Accepted: ${accepted.join(', ')}.`
  throw new ServiceError('unknown_parameter', `Unknown parameter ${names.join(', ')}. ${listed}`, {
    allowed: [...accepted],
  })
}
