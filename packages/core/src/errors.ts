import { TRPCError } from '@trpc/server'
import type { z } from 'zod'
import type { ErrorCode, ErrorExtras } from './contract/index.ts'

const TRPC_CODE = {
  bad_request: 'BAD_REQUEST',
  unknown_parameter: 'UNPROCESSABLE_CONTENT',
  unauthorized: 'UNAUTHORIZED',
  upgrade_required: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  rate_limited: 'TOO_MANY_REQUESTS',
  quota_exceeded: 'TOO_MANY_REQUESTS',
  server_error: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<ErrorCode, TRPCError['code']>

/** An error of the contract: a code of the closed set, a message for the caller, and the extras of that code. */
export class ServiceError extends TRPCError {
  override readonly name = 'ServiceError'
  readonly error: ErrorCode
  readonly extras: Omit<ErrorExtras, 'docs'>

  constructor(error: ErrorCode, message: string, extras: Omit<ErrorExtras, 'docs'> = {}, cause?: unknown) {
    super({ code: TRPC_CODE[error], message, cause })
    this.error = error
    this.extras = extras
  }
}

/** A value that is wrong; `allowed` lists the right ones where they form a set. */
export const badRequest = (message: string, allowed?: readonly string[]): ServiceError =>
  new ServiceError('bad_request', message, allowed === undefined ? {} : { allowed: [...allowed] })

/**
 * An error as a caller is told of it: one of the contract as it is, any other as a server_error with a fixed message,
 * its cause for the log only.
 */
export const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError('server_error', 'The service failed; try again later.', {}, error)

/** Something that was sent and that the endpoint does not take; `accepted` is what it takes. */
export const unknownParameter = (
  unknown: readonly string[],
  accepted: readonly string[],
  kind: 'parameter' | 'field' = 'parameter',
): ServiceError => {
  const names = unknown.slice(0, 10).map((name) => JSON.stringify(name.slice(0, 50)))
  const listed = accepted.length === 0 ? 'This endpoint takes no parameters.' : `Accepted: ${accepted.join(', ')}.`
  return new ServiceError('unknown_parameter', `Unknown ${kind} ${names.join(', ')}. ${listed}`, {
    allowed: [...accepted],
  })
}

/** No such record. */
export const notFound = (kind: string, id: string): ServiceError =>
  new ServiceError('not_found', `There is no ${kind} ${id}.`)

/**
 * What to tell a caller whose parameters do not fit: unknown parameters first, then the first wrong value.
 * `accepted` are the parameters of the operation.
 */
export const parameterError = (error: z.ZodError, accepted: readonly string[]): ServiceError => {
  const unknown = error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  if (unknown.length > 0) return unknownParameter(unknown, accepted)
  const [issue] = error.issues
  if (issue === undefined) return badRequest('The parameters do not fit.')
  const name = nameOf(issue.path)
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String)
    return badRequest(`${name} must be one of ${allowed.join(', ')}.`, allowed)
  }
  return badRequest(`${name} ${explained(issue)}.`)
}

/** A place as code names it: `events[0]`. */
const nameOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? 'The input'
    : path
        .map((part, depth) => (typeof part === 'number' ? `[${part}]` : `${depth === 0 ? '' : '.'}${String(part)}`))
        .join('')

/** The issue in words that follow the name of a parameter. */
const explained = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is required'
  if (issue.code === 'too_big' && issue.origin === 'string') return `must have at most ${issue.maximum} characters`
  if (issue.code === 'too_big' && issue.origin === 'array') return `must have at most ${issue.maximum} values`
  if (issue.code === 'too_small' && ['string', 'array'].includes(issue.origin)) return 'must not be empty'
  return issue.message.startsWith('Invalid') ? `is wrong: ${issue.message}` : issue.message
}
