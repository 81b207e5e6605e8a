import type { Plan } from './records.ts'
import { retryAfterOf } from './response.ts'

/** What went wrong, from a closed set. rate_limited: calls came too fast; quota_exceeded: the allowance is used up. */
export type ErrorCode =
  | 'bad_request'
  | 'unknown_parameter'
  | 'unauthorized'
  | 'upgrade_required'
  | 'not_found'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'server_error'

/** What an error answer says. */
export interface ErrorFields {
  code: ErrorCode
  /** What was wrong and what would be right, for a person. */
  message: string
  /** upgrade_required: the lowest plan that reaches the endpoint. quota_exceeded: the plan of the account. */
  plan?: Plan | undefined
  /** upgrade_required and quota_exceeded: where plans are described. */
  pricing?: string | undefined
  /** unknown_parameter: the parameters accepted. bad_request: the values accepted, where they form a set. */
  allowed?: string[] | undefined
  /** rate_limited and quota_exceeded: when the next call can succeed, ISO 8601 in UTC. */
  resets_at?: string | undefined
  /** Where the code is documented. */
  docs?: string | undefined
}

/**
 * Every error of the client's own: the service refused a call (ServiceError), did not answer (ConnectionError), or a list
 * was ended by its signal (AbortedError).
 */
export abstract class BasketballDataError extends Error {
  /** Of a list that was being read: give it to the same list as `cursor` to go on; undefined at its first answer. */
  cursor: string | undefined = undefined
}

/** A list was ended by its signal while it was being read; `cause` is the signal's reason. */
export class AbortedError extends BasketballDataError {
  override name = 'AbortError'

  constructor(reason: unknown, cursor: string | undefined) {
    super('The list was ended by its signal.', { cause: reason })
    this.cursor = cursor
  }
}

/** What every error of the service has. */
abstract class Refused extends BasketballDataError {
  override name = 'ServiceError'
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** Names the call in the service's own log; null where none was sent. */
  readonly requestId: string | null
  /** upgrade_required: the lowest plan that reaches the endpoint. quota_exceeded: the plan of the account. */
  readonly plan: Plan | undefined
  /** upgrade_required and quota_exceeded: where plans are described. */
  readonly pricing: string | undefined
  /** unknown_parameter: the parameters accepted. bad_request: the values accepted, where they form a set. */
  readonly allowed: string[] | undefined
  /** rate_limited and quota_exceeded: when the next call can succeed, ISO 8601 in UTC. */
  readonly resetsAt: string | undefined
  /** Where the code is documented. */
  readonly docs: string | undefined
  /** Seconds until the call can succeed; null where the service does not say. */
  readonly retryAfter: number | null

  constructor(fields: ErrorFields, status: number, headers: Headers) {
    super(fields.message)
    this.code = fields.code
    this.status = status
    this.requestId = headers.get('x-request-id')
    this.plan = fields.plan
    this.pricing = fields.pricing
    this.allowed = fields.allowed
    this.resetsAt = fields.resets_at
    this.docs = fields.docs
    this.retryAfter = retryAfterOf(headers)
  }
}

/** A value is wrong; `allowed` lists the right ones where they form a set. */
export class BadRequestError extends Refused {
  override name = 'BadRequestError'
  declare readonly code: 'bad_request'
}

/** A parameter, or a field of a body, that the endpoint does not accept. */
export class UnknownParameterError extends Refused {
  override name = 'UnknownParameterError'
  declare readonly code: 'unknown_parameter'
  declare readonly allowed: string[]
}

/** No key, or not a valid one. */
export class UnauthorizedError extends Refused {
  override name = 'UnauthorizedError'
  declare readonly code: 'unauthorized'
}

/** The endpoint, or the day of a game, belongs to a higher plan. */
export class UpgradeRequiredError extends Refused {
  override name = 'UpgradeRequiredError'
  declare readonly code: 'upgrade_required'
  /** The lowest plan that reaches it. */
  declare readonly plan: Plan
  declare readonly pricing: string
}

/** No such record. */
export class NotFoundError extends Refused {
  override name = 'NotFoundError'
  declare readonly code: 'not_found'
}

/** Calls came too fast, and the wait was longer than the client is to wait. */
export class RateLimitedError extends Refused {
  override name = 'RateLimitedError'
  declare readonly code: 'rate_limited'
  declare readonly resetsAt: string
}

/** The allowance of the day, or of the month, is used up; never waited for. */
export class QuotaExceededError extends Refused {
  override name = 'QuotaExceededError'
  declare readonly code: 'quota_exceeded'
  /** The plan of the account. */
  declare readonly plan: Plan
  declare readonly pricing: string
  declare readonly resetsAt: string
}

/** The service failed, and went on failing when asked again. */
export class ServerError extends Refused {
  override name = 'ServerError'
  declare readonly code: 'server_error'
}

/**
 * The service refused a call, and says why: `code` tells which of the classes it is, and so which fields it has. Those
 * beside code and message are undefined where the service sent none.
 * @example if (error instanceof ServiceError && error.code === 'upgrade_required') console.log(error.plan)
 */
export type ServiceError =
  | BadRequestError
  | UnknownParameterError
  | UnauthorizedError
  | UpgradeRequiredError
  | NotFoundError
  | RateLimitedError
  | QuotaExceededError
  | ServerError
/** What every ServiceError is an instance of. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else extends it
export const ServiceError = Refused as abstract new (...made: never) => ServiceError

type ClassOf<Code> = new (
  fields: ErrorFields,
  status: number,
  headers: Headers,
) => Extract<ServiceError, { code: Code }>

const CLASSES: { [Code in ErrorCode]: ClassOf<Code> } = {
  bad_request: BadRequestError,
  unknown_parameter: UnknownParameterError,
  unauthorized: UnauthorizedError,
  upgrade_required: UpgradeRequiredError,
  not_found: NotFoundError,
  rate_limited: RateLimitedError,
  quota_exceeded: QuotaExceededError,
  server_error: ServerError,
}

const isErrorBody = (body: object): body is { error: ErrorFields } =>
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  Object.hasOwn(CLASSES, String(body.error.code))

/** The error that a body tells of, of the class of its code; null when it tells of none. */
export const serviceErrorOf = (body: object, status: number, headers: Headers): ServiceError | null =>
  isErrorBody(body) ? new CLASSES[body.error.code](body.error, status, headers) : null

/**
 * Why there is no answer of the service:
 * - `no_connection`: the call could not be made or broke off
 * - `timeout`: the answer did not arrive in time
 * - `foreign_answer`: what answered is not the service, but perhaps a proxy before it
 */
export type ConnectionErrorReason = 'no_connection' | 'timeout' | 'foreign_answer'

const MESSAGES: Record<ConnectionErrorReason, string> = {
  no_connection: 'The service could not be reached.',
  timeout: 'The service did not answer in time.',
  foreign_answer: 'The answer is not in the form the service answers in.',
}

/** There was no answer of the service. `cause` is what fetch threw, where it did. */
export class ConnectionError extends BasketballDataError {
  override name = 'ConnectionError'
  readonly reason: ConnectionErrorReason
  /** The HTTP status of a foreign answer, null otherwise. */
  readonly status: number | null
  /** Seconds until a proxy wants to be asked again; null where it does not say. */
  readonly retryAfter: number | null

  /** @param answer the foreign one */
  constructor(reason: ConnectionErrorReason, answer?: Pick<Response, 'status' | 'headers'>, options?: ErrorOptions) {
    super(MESSAGES[reason], options)
    this.reason = reason
    this.status = answer?.status ?? null
    this.retryAfter = answer ? retryAfterOf(answer.headers) : null
  }
}
