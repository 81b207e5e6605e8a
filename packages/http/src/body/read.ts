import { badRequest } from '@basketball-data/core'

/** Maximum size of a body, bytes. */
const LIMIT = 64 * 1024

const readContentLength = (headers: Headers): number => Number(headers.get('content-length') ?? 0)

/** @throws ServiceError bad_request if a request has a body and its endpoint takes none */
export const refuseBody = ({ method, headers }: Request): void => {
  if (readContentLength(headers) > 0 || headers.has('transfer-encoding'))
    throw badRequest(`A ${method} request to this path takes no body.`)
}

/** Many clients send an empty JSON object with every request that is not a GET. */
const EMPTY_BODY = /^(?:\{\s*\})?$/

/** @throws ServiceError bad_request if the request of an endpoint without fields has a body other than `{}` */
export const refuseFields = async (request: Request): Promise<void> => {
  if (!EMPTY_BODY.test(decodeBody(await readBytes(request)).trim()))
    throw badRequest(`A ${request.method} request to this path takes no body, or an empty JSON object.`)
}

/** An aborted upload is the client's fault. */
const refuseAborted = (): never => {
  throw badRequest('The body broke off before its end.')
}

/** @throws ServiceError bad_request for a body that is said to be encoded: it would be read as what it is not */
const refuseEncoded = (headers: Headers): void => {
  const encodings = (headers.get('content-encoding') ?? '').split(',').map((name) => name.trim().toLowerCase())
  if (encodings.some((name) => name !== '' && name !== 'identity'))
    throw badRequest('The body must be sent as it is, without Content-Encoding.')
}

/**
 * Reads the body of a request. If it is too large, the rest is left unread, and the server closes the connection.
 * @throws ServiceError bad_request if it is larger than 64 kB, encoded, or aborted
 */
export const readBytes = async ({ headers, body }: Request): Promise<Uint8Array> => {
  const tooLarge = badRequest(`The body must have at most ${LIMIT} bytes.`)
  if (readContentLength(headers) > LIMIT) throw tooLarge
  const bytes = new Uint8Array(LIMIT)
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const { value } = (await reader?.read().catch(refuseAborted)) ?? {}
    if (value === undefined) break
    if (length + value.length > LIMIT) throw tooLarge
    bytes.set(value, length)
    length += value.length
  }
  if (length > 0) refuseEncoded(headers)
  return bytes.subarray(0, length)
}

/** @throws ServiceError bad_request if the bytes are not UTF-8 */
export const decodeBody = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badRequest('The body is not UTF-8.')
  }
}
