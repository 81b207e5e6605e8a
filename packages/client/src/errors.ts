import type { InvalidBodyValue, Plan } from './openapi.generated.ts'
import { parseRetryAfterHeader } from './response.ts'

/** The body of an error response. */
export interface ErrorFields {
  code: ErrorCode
  /** What was wrong and how to correct it, for people. */
  message: string
  /** upgrade_required: the lowest plan that includes the endpoint. quota_exceeded: the plan of the account. */
  plan?: Plan | undefined
  /** upgrade_required and quota_exceeded: where plans are described. */
  pricing?: string | undefined
  /** unknown_parameter: the accepted parameters. bad_request: the accepted values, if they form a set. */
  allowed?: string[] | undefined
  /** rate_limited and quota_exceeded: when the next call can succeed, ISO 8601 in UTC. */
  resets_at?: string | undefined
  /** bad_request of the write API: what is wrong with the body, value by value. */
  details?: InvalidBodyValue[] | undefined
  /** Where the code is documented. */
  docs?: string | undefined
}

/**
 * Any error of the client: the service rejected a call (ServiceError), no valid response arrived (ConnectionError), or the
 * reading of a list was aborted by its signal (AbortedError).
 */
export abstract class BasketballDataError extends Error {
  /** Set when reading a list fails: pass it to the same list as `cursor` to continue; undefined on the first page. */
  cursor: string | undefined = undefined
}

/** The reading of a list was aborted by its signal; `cause` is the signal's reason. */
export class AbortedError extends BasketballDataError {
  override name = 'AbortError'

  constructor(reason: unknown, cursor: string | undefined) {
    super('The list was aborted by its signal.', { cause: reason })
    this.cursor = cursor
  }
}

/** The base class of every error response; exported as ServiceError. */
abstract class ErrorResponse extends BasketballDataError {
  override name = 'ServiceError'
  /** The contract's code; it determines the class. */
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  /** The `X-Request-Id`, which identifies the call in the service's log; null if none was sent. */
  readonly requestId: string | null
  /** upgrade_required: the lowest plan that includes the endpoint. quota_exceeded: the plan of the account. */
  readonly plan: Plan | undefined
  /** upgrade_required and quota_exceeded: where plans are described. */
  readonly pricing: string | undefined
  /** unknown_parameter: the accepted parameters. bad_request: the accepted values, if they form a set. */
  readonly allowed: string[] | undefined
  /** rate_limited and quota_exceeded: when the next call can succeed, ISO 8601 in UTC. */
  readonly resetsAt: string | undefined
  /** bad_request of the write API: what is wrong with the body, value by value, or with sheets by sheet, row and column. */
  readonly details: InvalidBodyValue[] | undefined
  /** Where the code is documented. */
  readonly docs: string | undefined
  /** Seconds until the call can succeed; null if the service does not say. */
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
    this.details = fields.details
    this.docs = fields.docs
    this.retryAfter = parseRetryAfterHeader(headers)
  }
}

/**
 * A value is wrong; `allowed` lists the accepted ones if they form a set. An id that is malformed or of another kind is a wrong value, and
 * so is an unknown one in a parameter, such as `season`.
 */
export class BadRequestError extends ErrorResponse {
  override name = 'BadRequestError'
  declare readonly code: 'bad_request'
}

/** The endpoint does not accept a parameter, or a field of the body. */
export class UnknownParameterError extends ErrorResponse {
  override name = 'UnknownParameterError'
  declare readonly code: 'unknown_parameter'
  declare readonly allowed: string[]
}

/** The key is missing or invalid. */
export class UnauthorizedError extends ErrorResponse {
  override name = 'UnauthorizedError'
  declare readonly code: 'unauthorized'
}

/** The endpoint, or the day of a game, belongs to a higher plan. */
export class UpgradeRequiredError extends ErrorResponse {
  override name = 'UpgradeRequiredError'
  declare readonly code: 'upgrade_required'
  /** The lowest plan that includes it. */
  declare readonly plan: Plan
  declare readonly pricing: string
}

/** No record has the id of the call, which is well-formed. For a mistyped id, see BadRequestError. */
export class NotFoundError extends ErrorResponse {
  override name = 'NotFoundError'
  declare readonly code: 'not_found'
}

/** Too many calls per minute, and the Retry-After was longer than `maxWait` or the retries were used up. */
export class RateLimitedError extends ErrorResponse {
  override name = 'RateLimitedError'
  declare readonly code: 'rate_limited'
  declare readonly resetsAt: string
}

/** The calls of the day, or of the month, are used up; never retried. */
export class QuotaExceededError extends ErrorResponse {
  override name = 'QuotaExceededError'
  declare readonly code: 'quota_exceeded'
  /** The plan of the account. */
  declare readonly plan: Plan
  declare readonly pricing: string
  declare readonly resetsAt: string
}

/** The service failed, retries included. */
export class ServerError extends ErrorResponse {
  override name = 'ServerError'
  declare readonly code: 'server_error'
}

/**
 * The service rejected a call. Narrowing by `code` narrows the class, and so which fields are present.
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

/** What went wrong, from a closed set. rate_limited: too many calls per minute; quota_exceeded: the calls of the day or month are used up. */
export type ErrorCode =
  | 'bad_request'
  | 'unknown_parameter'
  | 'unauthorized'
  | 'upgrade_required'
  | 'not_found'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'server_error'

/** The base class of all service errors, for `instanceof`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else extends it
export const ServiceError = ErrorResponse as abstract new (...args: never) => ServiceError

type ErrorClass<Code> = new (
  fields: ErrorFields,
  status: number,
  headers: Headers,
) => Extract<ServiceError, { code: Code }>

const CLASSES: { [Code in ErrorCode]: ErrorClass<Code> } = {
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

/** The error that an error body describes, of the class of its code; null for any other body. */
export const toServiceError = (body: object, status: number, headers: Headers): ServiceError | null =>
  isErrorBody(body) ? new CLASSES[body.error.code](body.error, status, headers) : null

/**
 * Why there is no valid response:
 * - `no_connection`: the connection failed or was lost
 * - `timeout`: the response did not arrive in time
 * - `unexpected_response`: the response is not the service's, but for instance the error page of a proxy
 */
export type ConnectionErrorReason = 'no_connection' | 'timeout' | 'unexpected_response'

const MESSAGES: Record<ConnectionErrorReason, (origin: string) => string> = {
  no_connection: (origin) => `The service at ${origin} could not be reached.`,
  timeout: (origin) => `The service at ${origin} did not respond in time.`,
  unexpected_response: (origin) => `The response of ${origin} is not in the format of the service.`,
}

/** No valid response arrived from the service. `cause` is the error of fetch, where there was one. */
export class ConnectionError extends BasketballDataError {
  override name = 'ConnectionError'
  readonly reason: ConnectionErrorReason
  /** Where the request was sent, such as `https://data.example`; `/` if the base URL is relative to the page. */
  readonly origin: string
  /** The HTTP status of an unexpected response, null otherwise. */
  readonly status: number | null
  /** The Retry-After of an unexpected response, in seconds; null if it has none. */
  readonly retryAfter: number | null

  /** @param response the unexpected one */
  constructor(
    reason: ConnectionErrorReason,
    origin: string,
    response?: Pick<Response, 'status' | 'headers'>,
    options?: ErrorOptions,
  ) {
    super(MESSAGES[reason](origin), options)
    this.reason = reason
    this.origin = origin
    this.status = response?.status ?? null
    this.retryAfter = response ? parseRetryAfterHeader(response.headers) : null
  }
}
