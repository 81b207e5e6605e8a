import { ServiceError, type Core } from '@basketball-data/core'
import { ERROR_STATUS, type ErrorBody } from '@basketball-data/core/contract'

/** What a client waits before it asks again when the database cannot be reached, seconds. */
const RETRY_AFTER_OUTAGE = 5

/** SQL states and driver codes that mean: the database cannot be reached now. */
const OUTAGES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
])

/** Whether an error, or what caused it, is that the database cannot be reached. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && OUTAGES.has(error.code)) return true
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true
  return isOutage(error.cause)
}

const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError('server_error', 'The service failed; try again later.', {}, error)

const retryAfter = (resets_at: string | undefined, now: Date): Record<string, string> =>
  resets_at === undefined
    ? {}
    : { 'retry-after': String(Math.max(1, Math.ceil((Date.parse(resets_at) - now.getTime()) / 1000))) }

/** What an error is to a caller: the fields of its envelope and its status, and the cause of nothing. */
export const toldError = (core: Core, error: unknown, requestId: string) => {
  const failure = asServiceError(error)
  const { error: code, extras } = failure
  const outage = code === 'server_error' && isOutage(failure)
  const message = code === 'server_error' ? serverMessage(outage, requestId) : failure.message
  const fields: ErrorBody['error'] = { code, message, ...extras, docs: `${core.service.docs}#error-${code}` }
  return { fields, status: outage ? 503 : ERROR_STATUS[code] }
}

/** The headers that an error of a code carries; those of an outage by its status. */
export const errorHeaders = (
  { code, resets_at }: Pick<ErrorBody['error'], 'code' | 'resets_at'>,
  status: number,
  now: Date,
): Record<string, string> => ({
  'cache-control': 'no-store',
  ...retryAfter(resets_at, now),
  ...(code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
  ...(status === 503 ? { 'retry-after': String(RETRY_AFTER_OUTAGE) } : {}),
})

/** What an error answer needs beside the error; `status` only where it is not that of the code (405). */
export type ErrorSetting = { requestId: string; headers: Record<string, string>; now: Date; status?: number }

/** The answer to a call that went wrong: the envelope, the status of its code, and what headers that code carries. */
export const errorAnswer = (
  core: Core,
  error: unknown,
  { requestId, headers, now, status: given }: ErrorSetting,
): Response => {
  const { fields, status } = toldError(core, error, requestId)
  const body: ErrorBody = { error: fields }
  return new Response(JSON.stringify(body), {
    status: given ?? status,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      ...errorHeaders(fields, status, now),
    },
  })
}

const serverMessage = (outage: boolean, requestId: string): string =>
  outage
    ? `The service cannot reach its database; try again shortly. Request ${requestId}.`
    : `The service failed. Request ${requestId}.`
