import { lookup, Resolver } from 'node:dns/promises'

/** Looks up all addresses of a host name. Rejects or returns an empty list if the name has no address. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** The errors of a name that has no address. They last until its owner changes its DNS records. */
const PERMANENT_ERRORS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Whether a name has no address. Any other error of a lookup is transient. */
export const hasNoAddress = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && PERMANENT_ERRORS.has(error.code)

/** The system's resolver, with its hosts file. Each lookup occupies a thread of the process until it ends. */
export const systemResolve: Resolve = async (name) => {
  const addresses = await lookup(name, { all: true, order: 'verbatim' })
  return addresses.map(({ address }) => address)
}

/** Milliseconds for the whole lookup. */
const LOOKUP_TIMEOUT = 5000
/** Milliseconds that the slower of the A and AAAA lookups has once the other has succeeded. */
const SECOND_FAMILY_TIMEOUT = 1000

/** Waits until `work` ends, but not longer than `timeout` milliseconds. */
const waitAtMost = async (timeout: number, work: Promise<unknown>): Promise<void> => {
  const { promise: expired, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeout)
  await Promise.race([work, expired]).finally(() => clearTimeout(timer))
}

/** Looks up a name with any resolver. @throws Error after 5 s */
export const resolveInTime = (name: string, resolve: Resolve): Promise<readonly string[]> => {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no response in ${LOOKUP_TIMEOUT} ms`)), LOOKUP_TIMEOUT)
  return Promise.race([resolve(name), expired]).finally(() => clearTimeout(timer))
}

/** Prefers the transient error of the two lookups (A, AAAA). */
const pickError = ({ errors }: AggregateError): unknown => errors.find((error) => !hasNoAddress(error)) ?? errors[0]

/**
 * Creates a resolver that asks name servers directly. It occupies no thread, so a silent name server delays no other
 * lookup. It returns the addresses of both families, or those received one second after the first family.
 *
 * @param servers addresses with ports; the system's name servers by default
 */
export const nameServerResolve = (servers?: readonly string[]): Resolve => {
  const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT / 4, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  return async (name) => {
    const deadline = performance.now() + LOOKUP_TIMEOUT
    const byFamily: Record<'v4' | 'v6', string[]> = { v4: [], v6: [] }
    const lookups = [
      resolver.resolve4(name).then((addresses) => (byFamily.v4 = addresses)),
      resolver.resolve6(name).then((addresses) => (byFamily.v6 = addresses)),
    ]
    await Promise.any(lookups).catch((error: AggregateError) => {
      throw pickError(error)
    })
    await waitAtMost(Math.min(SECOND_FAMILY_TIMEOUT, deadline - performance.now()), Promise.allSettled(lookups))
    return [...byFamily.v4, ...byFamily.v6]
  }
}
