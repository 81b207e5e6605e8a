import { badRequest } from '@basketball-data/core'
import { z } from 'zod'
import { refuseUnknown } from './unknown.ts'

/** The names under which a key must never travel in an address. */
const KEY_NAMES = ['key', 'api_key']

/** The query string of a request, as it was sent and taken apart. */
export type Query = { raw: string; sent: URLSearchParams }

/** Takes the query string of a request apart; whether it may be so is for the reader of its endpoint to say. */
export const parseQuery = ({ url }: Request): Query => {
  const start = url.indexOf('?')
  const raw = start === -1 ? '' : url.slice(start + 1)
  // One question mark at the beginning is passed over: a second one is part of a name.
  return { raw, sent: new URLSearchParams(`?${raw}`) }
}

/** @throws ServiceError bad_request when the query string carries a key: it would end up in logs and histories. */
export const refuseKeyInQuery = ({ sent }: Query): void => {
  if (KEY_NAMES.some((name) => sent.has(name)))
    throw badRequest('Send the key in the Authorization or X-API-Key header, never in the address.')
}

const refuseUnreadable = ({ raw }: Query): void => {
  try {
    decodeURIComponent(raw)
  } catch {
    throw badRequest('The query string is not percent-encoded UTF-8.')
  }
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

  return (query: Query, path: Record<string, string>): Record<string, unknown> => {
    refuseUnknown('parameter', query.sent.keys(), accepted)
    refuseUnreadable(query)
    const input: Record<string, unknown> = { ...path }
    for (const name of accepted) {
      const values = query.sent.getAll(name)
      const [value] = values
      if (value === undefined) continue
      if (values.length > 1) throw badRequest(`${name} must be sent once, not ${values.length} times.`)
      if (value === '') throw badRequest(`${name} must not be empty; leave it out instead.`)
      input[name] = numeric.has(name) && DIGITS.test(value) ? Number(value) : value
    }
    return input
  }
}
