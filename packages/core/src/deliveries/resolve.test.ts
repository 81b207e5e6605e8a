import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hasNoAddress, nameServerResolve } from './resolve.ts'
import { BadTarget, checkTarget } from './target.ts'
import { startNameServer, type Replies } from './testing/name-server.ts'

const NAME = 'hooks.example.org'
const V4 = ['93.184.215.14', '1.0.0.1']
const V6 = ['2606:4700:0:0:0:0:0:1111']

/** Looks up a name, and measures the milliseconds. The addresses are an error if the lookup fails. */
const lookUp = async (...zones: Replies[]) => {
  const resolve = nameServerResolve(await Promise.all(zones.map(startNameServer)))
  const started = performance.now()
  const addresses = await resolve(NAME).catch((error: unknown) => error)
  return { addresses, time: performance.now() - started }
}

test('a lookup returns the addresses of both families, IPv4 first', async () => {
  const { addresses } = await lookUp({ A: V4, AAAA: V6, after: { A: 50 } })
  expect(addresses).toEqual([...V4, '2606:4700::1111'])
})

describe('once one family has arrived, the other has one second', () => {
  test.each<[string, Replies, string[]]>([
    ['IPv6 never arrives', { A: V4, AAAA: null }, V4],
    ['IPv4 never arrives', { A: null, AAAA: V6 }, ['2606:4700::1111']],
    ['IPv6 takes longer', { A: V4, AAAA: V6, after: { AAAA: 1300 } }, V4],
  ])('%s', async (_which, zone, expected) => {
    const { addresses, time } = await lookUp(zone)
    expect(addresses).toEqual(expected)
    expect(time).toBeGreaterThan(900)
    // The resolver itself ends after 3.75 s.
    expect(time).toBeLessThan(3500)
  })

  test('also with several silent name servers', async () => {
    const silent = { A: V4, AAAA: null }
    const { addresses, time } = await lookUp(silent, silent, silent)
    expect(addresses).toEqual(V4)
    // The resolver itself would ask all three servers twice, for 11 s, and the whole lookup may take 5 s.
    expect(time).toBeLessThan(4500)
  })

  test('but not if the other family has no address or its servers fail', async () => {
    // With these timers the second would never end.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    for (const AAAA of [[], 'SERVFAIL'] as const) expect((await lookUp({ A: V4, AAAA })).addresses).toEqual(V4)
  })
})

describe('the error of a lookup without an address', () => {
  test.each<[string, Replies, boolean]>([
    ['of a name that does not exist is permanent', { A: 'NXDOMAIN', AAAA: 'NXDOMAIN' }, true],
    ['of neither family is permanent', { A: [], AAAA: [] }, true],
    ['with failing servers is transient', { A: 'SERVFAIL', AAAA: 'SERVFAIL' }, false],
    ['of one family with failing servers for the other is transient', { A: [], AAAA: 'SERVFAIL' }, false],
  ])('%s', async (_which, zone, permanent) => {
    const { addresses: error } = await lookUp(zone)
    expect(error).toBeInstanceOf(Error)
    expect(hasNoAddress(error)).toBe(permanent)
  })

  test.each([`${'a'.repeat(64)}.example.org`, 'hooks..example.org'])(
    'of an invalid name is permanent: %s',
    async (name) => {
      const resolve = nameServerResolve([await startNameServer({ A: V4, AAAA: V6 })])
      expect(hasNoAddress(await resolve(name).catch((error: unknown) => error))).toBe(true)
    },
  )

  test('is refused with a message that says whether to check the name or to try again', async () => {
    const refusal = async (zone: Replies) => {
      const resolve = nameServerResolve([await startNameServer(zone)])
      return checkTarget(`https://${NAME}/`, { allowPrivate: false }, resolve).catch((error: unknown) =>
        error instanceof BadTarget ? [error.reason, error.message] : error,
      )
    }
    expect(await refusal({ A: 'NXDOMAIN', AAAA: 'NXDOMAIN' })).toEqual([
      'dns',
      `has a host that does not resolve to an address (${NAME}): check the name, or try again once it is published.`,
    ])
    expect(await refusal({ A: 'SERVFAIL', AAAA: [] })).toEqual([
      'lookup',
      `has a host that could not be looked up now (${NAME}); try again.`,
    ])
  })

  test('fails after five seconds, also with several silent name servers', async () => {
    const silent = { A: null, AAAA: null }
    const resolve = nameServerResolve(await Promise.all([silent, silent, silent].map(startNameServer)))
    const started = performance.now()
    await expect(checkTarget(`https://${NAME}/`, { allowPrivate: false }, resolve)).rejects.toThrow('try again')
    // The resolver itself would ask all three servers twice, for 11 s.
    expect(performance.now() - started).toBeLessThan(9000)
  })
})
