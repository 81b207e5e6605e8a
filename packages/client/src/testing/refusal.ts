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

/** What an error carries beside its code and message; where pricing and documentation are the service says. */
type Extras = Omit<ErrorFields, 'code' | 'message' | 'docs' | 'pricing'>

/** An answer that is an error. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly extras: Extras
  readonly status: number
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, extras: Extras = {}, headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.extras = extras
    this.status = 'Allow' in headers ? 405 : STATUS[code]
    this.headers = { ...headers, ...(code === 'unauthorized' && { 'WWW-Authenticate': 'Bearer' }) }
  }
}

export const badRequest = (message: string, allowed?: readonly string[]): Refusal =>
  new Refusal('bad_request', message, allowed && { allowed: [...allowed] })

export const notFound = (what: string): Refusal => new Refusal('not_found', `There is no ${what}.`)

/** What was sent that is not accepted. @throws Refusal unknown_parameter */
export const refuseUnknown = (sent: Iterable<string>, accepted: readonly string[]): void => {
  const unknown = [...sent].find((name) => !accepted.includes(name))
  if (unknown !== undefined)
    throw new Refusal('unknown_parameter', `"${unknown}" is not accepted.`, { allowed: [...accepted] })
}

/** An error as the service gives it for a code, with all the fields that the code carries. */
export const refusalOf = (code: ErrorCode, retryAfter: number, plan: ErrorFields['plan']): Refusal => {
  const message = `The test kit was told to fail with ${code}.`
  const resets_at = `${new Date(Date.now() + retryAfter * 1000).toISOString().slice(0, 19)}Z`
  const later = { 'Retry-After': String(retryAfter) }
  switch (code) {
    case 'unknown_parameter':
      return new Refusal(code, message, { allowed: [] })
    case 'upgrade_required':
      return new Refusal(code, message, { plan: 'complete' })
    case 'rate_limited':
      return new Refusal(code, message, { resets_at }, later)
    case 'quota_exceeded':
      return new Refusal(code, message, { plan, resets_at }, later)
    default:
      return new Refusal(code, message)
  }
}
