import type { Plan } from './records.ts'

const ERROR_CODES = [
  'bad_request',
  'unknown_parameter',
  'unauthorized',
  'upgrade_required',
  'not_found',
  'rate_limited',
  'quota_exceeded',
  'server_error',
] as const

/** What went wrong, from a closed set. rate_limited: calls came too fast; quota_exceeded: the allowance is used up. */
export type ErrorCode = (typeof ERROR_CODES)[number]

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

/** The service refused a call, and says why. The fields beside code and message are undefined where it sent none. */
export class ServiceError extends Error implements ErrorFields {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  /** The HTTP status. */
  readonly status: number
  readonly plan: Plan | undefined
  readonly pricing: string | undefined
  readonly allowed: string[] | undefined
  readonly resets_at: string | undefined
  readonly docs: string | undefined
  /** Names the call in the service's own log; null where none was sent. */
  readonly request_id: string | null
  /** Seconds until the call can succeed; null where the service does not say. */
  readonly retry_after: number | null

  constructor({ code, message, plan, pricing, allowed, resets_at, docs }: ErrorFields, { status, headers }: Response) {
    super(message)
    this.code = code
    this.status = status
    this.plan = plan
    this.pricing = pricing
    this.allowed = allowed
    this.resets_at = resets_at
    this.docs = docs
    this.request_id = headers.get('x-request-id')
    const wait = headers.get('retry-after')
    this.retry_after = wait !== null && /^\d+$/.test(wait) ? Number(wait) : null
  }
}

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
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly reason: ConnectionErrorReason
  /** The HTTP status of a foreign answer, null otherwise. */
  readonly status: number | null

  constructor(reason: ConnectionErrorReason, status: number | null = null, options?: ErrorOptions) {
    super(MESSAGES[reason], options)
    this.reason = reason
    this.status = status
  }
}

const CODES: ReadonlySet<unknown> = new Set(ERROR_CODES)

/** Whether a body is an error of the service: its code is one of the closed set. */
export const isErrorBody = (body: object): body is { error: ErrorFields } =>
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  CODES.has(body.error.code)
