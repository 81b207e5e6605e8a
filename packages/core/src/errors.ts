import type { z } from 'zod'
import {
  ERROR_STATUS,
  MAX_ERROR_DETAILS,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  type ErrorExtras,
  type Plan,
} from './contract/index.ts'
import { unreachable } from './store/index.ts'

/** An error of the contract: a code of the closed set, a message for the caller, and the extra fields of that code. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly extras: Omit<ErrorExtras, 'docs'>

  constructor(code: ErrorCode, message: string, extras: Omit<ErrorExtras, 'docs'> = {}, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.extras = extras
  }
}

/** The error for uploaded files, whose status is not that of its code, because the set of codes is closed: too large, or with mistakes. */
export class FilesRefused extends ServiceError {
  readonly status: 413 | 422

  constructor(status: 413 | 422, message: string, details?: ErrorDetail[]) {
    super('bad_request', message, details === undefined ? {} : { details })
    this.status = status
  }
}

/** Maps any error to a ServiceError: an unexpected one becomes server_error, and its cause is for the log only. */
export const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError('server_error', 'The service failed; try again later.', {}, error)

/** The error for an invalid value; `allowed` lists the valid values if they form a set. */
export const badRequest = (message: string, allowed?: readonly string[]): ServiceError =>
  new ServiceError('bad_request', message, allowed === undefined ? {} : { allowed: [...allowed] })

/** The error for one value; the message begins with the name of its parameter or field. */
export class InvalidValue extends ServiceError {
  /** The path of the value, such as `url` or `events[0]`. */
  readonly field: string
  /** The message without the name, such as "must not be empty." */
  readonly rule: string

  constructor(field: string, rule: string, allowed?: readonly string[]) {
    super('bad_request', `${field} ${rule}`, allowed === undefined ? {} : { allowed: [...allowed] })
    this.field = field
    this.rule = rule
  }
}

/** The error for parameters, or fields of the body, that the endpoint does not accept. */
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

/** The error for a record that does not exist. */
export const notFound = (kind: string, id: string): ServiceError =>
  new ServiceError('not_found', `There is no ${kind} ${id}.`)

/** The error for a call that needs `plan`, which is higher than the plan of the caller. */
export const upgradeRequired = (
  { caller, service }: { caller: { plan: Plan }; service: { pricing: string } },
  plan: Plan,
  why: string,
): ServiceError =>
  new ServiceError('upgrade_required', `${why} This key is on plan ${caller.plan}.`, {
    plan,
    pricing: service.pricing,
  })

/** Maps the issues of a failed parse: unknown parameters first, else the first invalid value. */
export const parameterError = (error: z.ZodError, accepted: readonly string[]): ServiceError => {
  const unknown = error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  if (unknown.length > 0) return unknownParameter(unknown, accepted)
  const [issue] = error.issues
  if (issue === undefined) return badRequest('The parameters do not fit.')
  const name = formatPath(issue.path)
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String)
    return new InvalidValue(name, `must be one of ${allowed.join(', ')}.`, allowed)
  }
  return new InvalidValue(name, `${explainIssue(issue)}.`)
}

/** Characters of a name in a pointer; a sender may have made up any. */
const MAX_NAME = 100

/** The JSON pointer (RFC 6901) of a path. */
export const toPointer = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => `/${String(part).slice(0, MAX_NAME).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')

/** What is wrong with a body, value by value: the first issues of a failed parse. */
export const toDetails = (issues: readonly z.core.$ZodIssue[]): ErrorDetail[] =>
  issues
    .slice(0, MAX_ERROR_DETAILS)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MAX_ERROR_DETAILS).map((name) => ({
            pointer: toPointer([...issue.path, name]),
            message: 'is not a field that is accepted here',
          }))
        : [{ pointer: toPointer(issue.path), message: explainIssue(issue) }],
    )
    .slice(0, MAX_ERROR_DETAILS)

/** The error for a body that is refused, with what is wrong in it. */
export const bodyError = (details: readonly ErrorDetail[]): ServiceError => {
  const [first] = details
  const place = first === undefined || first.pointer === '' ? '' : ` at ${first.pointer}`
  const more = details.length > 1 ? `, and more, see details` : ''
  const message = `The body is refused${place}: ${first?.message.slice(0, 500) ?? 'it does not fit'}${more}.`
  return new ServiceError('bad_request', message, { details: [...details] })
}

/** A path in JavaScript notation: `events[0]`. */
const formatPath = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? 'The input'
    : path
        .map((part, depth) => (typeof part === 'number' ? `[${part}]` : `${depth === 0 ? '' : '.'}${String(part)}`))
        .join('')

/** The rest of a sentence that begins with the name of the parameter. */
const explainIssue = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is required'
  if (issue.code === 'too_big' && issue.origin === 'string') return `must have at most ${issue.maximum} characters`
  if (issue.code === 'too_big' && issue.origin === 'array') return `must have at most ${issue.maximum} values`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small' && ['string', 'array'].includes(issue.origin)) return 'must not be empty'
  return issue.message.startsWith('Invalid') ? `is wrong: ${issue.message}` : issue.message
}

/** The HTTP status of any error: that of its code, 503 while the database cannot be reached, and 500 if it is no ServiceError. */
export const getErrorStatus = (error: unknown): number => {
  if (error instanceof FilesRefused) return error.status
  const { code, cause } = asServiceError(error)
  return code === 'server_error' && unreachable(cause) !== undefined ? 503 : ERROR_STATUS[code]
}

/**
 * The HTTP status of an error and the fields of its response body, for every transport. A server_error names the
 * request and never its cause; its status is 503 while the database cannot be reached.
 */
export const toErrorResponse = (
  error: unknown,
  { docs, requestId }: { docs: string; requestId: string },
): { status: number; fields: ErrorBody['error'] } => {
  const { code, message, extras, cause } = asServiceError(error)
  const link = { docs: `${docs}#error-${code}` }
  const status = getErrorStatus(error)
  if (code !== 'server_error') return { status, fields: { code, message, ...extras, ...link } }
  const outage = unreachable(cause) !== undefined
  const text = outage ? 'The service cannot reach its database; try again shortly.' : 'The service failed.'
  return {
    status,
    fields: { code, message: `${text} Request ${requestId}.`, ...extras, ...link },
  }
}
