import type { ErrorCode, ErrorFields } from '@basketball-data/client'

/** The HTTP status of each code. */
const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  unknown_parameter: 422,
  unauthorized: 401,
  upgrade_required: 403,
  not_found: 404,
  rate_limited: 429,
  quota_exceeded: 429,
  server_error: 500,
}

const PRICING = 'http://127.0.0.1:3000/docs#plans'

/** An answer that is an error. */
export class Refusal extends Error {
  readonly status: number
  readonly fields: Omit<ErrorFields, 'message'>
  /** Seconds of Retry-After; null for none. */
  readonly retryAfter: number | null

  constructor(code: ErrorCode, message: string, more: Partial<ErrorFields> = {}, retryAfter: number | null = null) {
    super(message)
    this.status = STATUS[code]
    this.fields = { code, ...more, docs: `http://127.0.0.1:3000/docs#error-${code}` }
    this.retryAfter = retryAfter
  }
}

export const badRequest = (message: string, allowed?: readonly string[]): Refusal =>
  new Refusal('bad_request', message, allowed && { allowed: [...allowed] })

export const notFound = (what: string): Refusal => new Refusal('not_found', `There is no ${what}.`)

/** An error as the service gives it for a code, with all the fields that the code carries. */
export const refusalOf = (code: ErrorCode, retryAfter: number, plan: ErrorFields['plan']): Refusal => {
  const message = `The test kit was told to fail with ${code}.`
  const resets_at = `${new Date(Date.now() + retryAfter * 1000).toISOString().slice(0, 19)}Z`
  switch (code) {
    case 'unknown_parameter':
      return new Refusal(code, message, { allowed: [] })
    case 'upgrade_required':
      return new Refusal(code, message, { plan: 'complete', pricing: PRICING })
    case 'rate_limited':
      return new Refusal(code, message, { resets_at }, retryAfter)
    case 'quota_exceeded':
      return new Refusal(code, message, { plan, pricing: PRICING, resets_at }, retryAfter)
    default:
      return new Refusal(code, message)
  }
}
