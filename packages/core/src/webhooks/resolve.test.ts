import { describe, expect, test } from 'vitest'
import { askNameServers, isUnknown } from './resolve.ts'
import { BadTarget, checkTarget } from './target.ts'
import { startNameServer, type Zone } from './testing/name-server.ts'

const NAME = 'hooks.example.org'
const V4 = ['93.184.215.14', '1.0.0.1']
const V6 = ['2606:4700:0:0:0:0:0:1111']

/** What comes of a name, and after how many milliseconds. */
const asked = async (...zones: Zone[]) => {
  const resolve = askNameServers(await Promise.all(zones.map(startNameServer)))
  const started = performance.now()
  const addresses = await resolve(NAME).catch((error: unknown) => error)
  return { addresses, time: performance.now() - started }
}

test('the addresses of both families are given, those of IPv4 first', async () => {
  const { addresses, time } = await asked({ A: V4, AAAA: V6, after: { A: 50 } })
  expect(addresses).toEqual([...V4, '2606:4700::1111'])
  expect(time).toBeLessThan(900)
})

describe('once one family has come, the other has a second', () => {
  test.each<[string, Zone, string[]]>([
    ['IPv6 that is never answered', { A: V4, AAAA: null }, V4],
    ['IPv4 that is never answered', { A: null, AAAA: V6 }, ['2606:4700::1111']],
    ['IPv6 that takes longer', { A: V4, AAAA: V6, after: { AAAA: 1300 } }, V4],
  ])('%s', async (_which, zone, expected) => {
    const { addresses, time } = await asked(zone)
    expect(addresses).toEqual(expected)
    expect(time).toBeGreaterThan(900)
    expect(time).toBeLessThan(1250)
  })

  test('however many name servers are silent about it', async () => {
    const silent = { A: V4, AAAA: null }
    const { addresses, time } = await asked(silent, silent, silent)
    expect(addresses).toEqual(V4)
    expect(time).toBeLessThan(1250)
  })

  test('and is not waited for where it has none, or its servers fail', async () => {
    for (const AAAA of [[], 'SERVFAIL'] as const) {
      const { addresses, time } = await asked({ A: V4, AAAA })
      expect(addresses).toEqual(V4)
      expect(time).toBeLessThan(900)
    }
  })
})

describe('a name without an address', () => {
  test.each<[string, Zone, boolean]>([
    ['that does not exist is unknown', { A: 'NXDOMAIN', AAAA: 'NXDOMAIN' }, true],
    ['of either family is unknown', { A: [], AAAA: [] }, true],
    ['whose servers fail may have one', { A: 'SERVFAIL', AAAA: 'SERVFAIL' }, false],
    ['of one family may have one of the other, whose servers fail', { A: [], AAAA: 'SERVFAIL' }, false],
  ])('%s', async (_which, zone, unknown) => {
    const { addresses: error } = await asked(zone)
    expect(error).toBeInstanceOf(Error)
    expect(isUnknown(error)).toBe(unknown)
  })

  test.each([`${'a'.repeat(64)}.example.org`, 'hooks..example.org'])(
    'that can be no name is unknown: %s',
    async (name) => {
      const resolve = askNameServers([await startNameServer({ A: V4, AAAA: V6 })])
      expect(isUnknown(await resolve(name).catch((error: unknown) => error))).toBe(true)
    },
  )

  test('is told as what it is: one to check, or one to try again', async () => {
    const told = async (zone: Zone) => {
      const resolve = askNameServers([await startNameServer(zone)])
      return checkTarget(`https://${NAME}/`, { allowPrivate: false }, resolve).catch((error: unknown) =>
        error instanceof BadTarget ? [error.reason, error.message] : error,
      )
    }
    expect(await told({ A: 'NXDOMAIN', AAAA: 'NXDOMAIN' })).toEqual([
      'dns',
      `${NAME} does not resolve to an address: check the name, or try again once it is published.`,
    ])
    expect(await told({ A: 'SERVFAIL', AAAA: [] })).toEqual(['dns', `${NAME} could not be looked up now; try again.`])
  })

  test('is waited for five seconds, however many name servers are silent', async () => {
    const silent = { A: null, AAAA: null }
    const resolve = askNameServers(await Promise.all([silent, silent, silent].map(startNameServer)))
    const started = performance.now()
    await expect(checkTarget(`https://${NAME}/`, { allowPrivate: false }, resolve)).rejects.toThrow('try again')
    expect(performance.now() - started).toBeLessThan(5500)
  })
})
