import { lookup, Resolver } from 'node:dns/promises'

/** All addresses of a name, as text. Rejects, or answers none, when it has none; `isUnknown` tells why. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** What resolvers say of a name that has no address, and will have none as long as nobody changes it. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Whether a name has no address, for its owner to mend; any other error is a fault on the way to the answer. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNKNOWN.has(error.code)

/** The system's resolver, hosts file included. It takes a thread for as long as a name server keeps it waiting. */
export const askSystem: Resolve = async (name) => {
  const answers = await lookup(name, { all: true, order: 'verbatim' })
  return answers.map(({ address }) => address)
}

/** Milliseconds that a name may take. */
const NAME_TIME = 5000
/** Milliseconds that one family of addresses, once it has come, waits for the other. */
const FAMILY_TIME = 1000

/** Waits for `work`, but no longer than so many milliseconds. */
const atMost = async (time: number, work: Promise<unknown>): Promise<void> => {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, time)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Asks a resolver, whichever it is. @throws Error when the answer takes longer than 5 s */
export const resolvedInTime = async (name: string, resolve: Resolve): Promise<readonly string[]> => {
  const asked = resolve(name)
  let addresses: readonly string[] | undefined
  await atMost(
    NAME_TIME,
    asked.then((answer) => (addresses = answer)),
  )
  if (addresses === undefined) throw new Error(`no answer in ${NAME_TIME} ms`)
  return addresses
}

/** Of what went wrong with either family, what may not do so another time. */
const failureOf = ({ errors }: AggregateError): unknown => errors.find((error) => !isUnknown(error)) ?? errors[0]

/**
 * Asks name servers, without taking a thread: one that does not answer holds up no other name. Gives what has come of
 * both families a second after the first, since each of several servers may take its time over the other.
 *
 * @param servers addresses with ports; the system's when left out
 */
export const askNameServers = (servers?: readonly string[]): Resolve => {
  const resolver = new Resolver({ timeout: NAME_TIME / 4, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  return async (name) => {
    const end = performance.now() + NAME_TIME
    const found: Record<'v4' | 'v6', string[]> = { v4: [], v6: [] }
    const asked = [
      resolver.resolve4(name).then((addresses) => (found.v4 = addresses)),
      resolver.resolve6(name).then((addresses) => (found.v6 = addresses)),
    ]
    await Promise.any(asked).catch((error: AggregateError) => {
      throw failureOf(error)
    })
    await atMost(Math.min(FAMILY_TIME, end - performance.now()), Promise.allSettled(asked))
    return [...found.v4, ...found.v6]
  }
}
