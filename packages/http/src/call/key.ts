import { badRequest, ServiceError } from '@basketball-data/core'
import type { Query } from './request-context.ts'

/** The names under which a key must never travel in an address. */
const NAMES = ['key', 'api_key']

/** @throws ServiceError bad_request when the query string carries a key: it would end up in logs and histories. */
export const refuseKeyInQuery = ({ sent }: Query): void => {
  if (NAMES.some((name) => sent.has(name)))
    throw badRequest('Send the key in the Authorization or X-API-Key header, never in the address.')
}

const BEARER = /^bearer +(.+)$/i

/**
 * The key of a request, from `Authorization: Bearer` or `X-API-Key`.
 * @throws ServiceError unauthorized without one, bad_request when the two headers carry different ones.
 */
export const keyOf = (headers: Headers): string => {
  const bearer = BEARER.exec(headers.get('authorization')?.trim() ?? '')?.[1]?.trim()
  const plain = headers.get('x-api-key')?.trim()
  if (bearer !== undefined && plain !== undefined && bearer !== plain)
    throw badRequest('Authorization and X-API-Key carry different keys; send one of them.')
  const key = bearer ?? plain
  if (key === undefined || key === '')
    throw new ServiceError(
      'unauthorized',
      'This endpoint needs a key: send it as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
    )
  return key
}
