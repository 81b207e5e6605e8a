import { badRequest } from '@basketball-data/core'

/** Bytes of a body that are read at most. */
const LIMIT = 64 * 1024

const lengthOf = (headers: Headers): number => Number(headers.get('content-length') ?? 0)

/** @throws ServiceError bad_request when a request has a body that its endpoint does not read. */
export const refuseBody = ({ method, headers }: Request): void => {
  if (lengthOf(headers) > 0 || headers.has('transfer-encoding'))
    throw badRequest(`A ${method} request to this path takes no body.`)
}

/** Whatever ends the reading of a body before its end is on the side of the caller. */
const brokenOff = (): never => {
  throw badRequest('The body broke off before its end.')
}

/**
 * The body of a request. What is left unread is not asked for: the server ends a connection on which more keeps coming.
 * @throws ServiceError bad_request when it is larger than 64 kB, or breaks off
 */
export const readBytes = async ({ headers, body }: Request): Promise<Uint8Array> => {
  const tooLarge = badRequest(`The body must have at most ${LIMIT} bytes.`)
  if (lengthOf(headers) > LIMIT) throw tooLarge
  const bytes = new Uint8Array(LIMIT)
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const { value } = (await reader?.read().catch(brokenOff)) ?? {}
    if (value === undefined) return bytes.subarray(0, length)
    if (length + value.length > LIMIT) throw tooLarge
    bytes.set(value, length)
    length += value.length
  }
}

/** @throws ServiceError bad_request for what is no UTF-8 */
export const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badRequest('The body is not UTF-8.')
  }
}
