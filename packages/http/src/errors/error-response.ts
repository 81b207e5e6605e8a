import { toErrorResponse, type Core } from '@basketball-data/core'
import type { ErrorBody } from '@basketball-data/core/contract'
import { sizedResponse } from '../body.ts'
import { NOT_STORED, REVALIDATED } from '../call/caching.ts'
import { secondsUntil, type RequestContext } from '../call/request-context.ts'

/** Seconds that a client waits if the database cannot be reached. */
const RETRY_AFTER_OUTAGE = 5

const retryAfter = (
  { resets_at }: ErrorBody['error'],
  status: number,
  { usage }: RequestContext,
): Record<string, string> => {
  if (status === 503) return { 'retry-after': String(RETRY_AFTER_OUTAGE) }
  if (resets_at === undefined || usage === null) return {}
  return { 'retry-after': String(Math.max(1, secondsUntil(Date.parse(resets_at), usage))) }
}

/**
 * The status, the body fields and the headers of the response to an error, for REST and tRPC. A failure on our side is
 * recorded for the log.
 */
export const describeError = (core: Core, context: RequestContext, error: unknown) => {
  const { status, fields } = toErrorResponse(error, { docs: core.service.docs, requestId: context.requestId })
  if (fields.code === 'server_error') context.failure ??= error
  const headers: Record<string, string> = {
    ...(context.calls.length > 0 ? REVALIDATED : NOT_STORED),
    ...retryAfter(fields, status, context),
    ...(fields.code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
  }
  return { status, fields, headers }
}

/** The REST response to an error; `status`, `headers` and `message` override those of its code (405 with Allow). */
export const errorResponse = (
  core: Core,
  context: RequestContext,
  error: unknown,
  { status, headers = {}, message }: { status?: number; headers?: Record<string, string>; message?: string } = {},
): Response => {
  const described = describeError(core, context, error)
  const body: ErrorBody = { error: { ...described.fields, ...(message !== undefined && { message }) } }
  return sizedResponse(JSON.stringify(body), {
    status: status ?? described.status,
    headers: {
      ...context.headers,
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      ...described.headers,
    },
  })
}
