import { digestOf, type RawBody, toHex } from './signature.ts'

/** A body to be signed as the service signs its deliveries. */
export interface Unsigned {
  payload: RawBody
  secret: string
  /** When the signature is made; now when left out. Parts of a second are dropped. */
  at?: Date | undefined
}

/**
 * The `X-Service-Signature` of a body, for the tests of a receiver.
 * @throws TypeError when the secret is empty
 * @example
 * headers: { 'X-Service-Signature': await sign({ payload, secret }) }
 */
export const sign = async ({ payload, secret, at = new Date() }: Unsigned): Promise<string> => {
  const t = String(Math.floor(at.getTime() / 1000))
  return `t=${t},v1=${toHex(await digestOf(t, payload, secret))}`
}
