import { badRequest } from '@basketball-data/core'
import { z } from 'zod'
import type { Query } from '../call/request-context.ts'
import { refuseUnknown } from './unknown.ts'

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
