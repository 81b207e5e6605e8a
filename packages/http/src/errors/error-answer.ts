import { asServiceError, unreachable, type Core } from '@basketball-data/core'
import { sized } from '../body/sized.ts'
import { ERROR_STATUS, type ErrorBody } from '@basketball-data/core/contract'

/** What a client waits before it asks again when the database cannot be reached, seconds. */
const RETRY_AFTER_OUTAGE = 5

/** Whether an error is a failure on our side: the call is not counted, and the log has the cause. */
export const isFailure = (error: unknown): boolean => asServiceError(error).error === 'server_error'

const retryAfter = (resets_at: string | undefined, now: Date): Record<string, string> =>
  resets_at === undefined
    ? {}
    : { 'retry-after': String(Math.max(1, Math.ceil((Date.parse(resets_at) - now.getTime()) / 1000))) }

/** What an error is to a caller: the fields of its envelope and its status, and the cause of nothing. */
export const toldError = (core: Core, error: unknown, requestId: string) => {
  const failure = asServiceError(error)
  const { error: code, extras } = failure
  const outage = code === 'server_error' && unreachable(failure) !== undefined
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
type ErrorSetting = { requestId: string; headers: Record<string, string>; now: Date; status?: number }

/** The answer to a call that went wrong: the envelope, the status of its code, and what headers that code carries. */
export const errorAnswer = (
  core: Core,
  error: unknown,
  { requestId, headers, now, status: given }: ErrorSetting,
): Response => {
  const { fields, status } = toldError(core, error, requestId)
  const body: ErrorBody = { error: fields }
  return sized(JSON.stringify(body), {
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
