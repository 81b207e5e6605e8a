import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BadTarget, canonicalAddress, checkTarget, isPublicAddress, type TargetRules } from './target.ts'
import { GOOD_LOOKUPS, GOOD_URLS, HOSTILE_LOOKUPS, HOSTILE_URLS } from './testing/hostile-targets.ts'

const STRICT = { allowPrivate: false }
const LENIENT = { allowPrivate: true }
const PUBLIC = '93.184.215.14'

const resolvingTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses)

/** What every refused url is compared with, and what is said to somebody who tries a private one. */
const RULE =
  'must be an https address on port 443 that can be reached from the internet, such as https://hooks.example.org/games; this one'
const SETTING =
  'A service that you run yourself, for development, also sends to private addresses, by http and to any port, if it is started with WEBHOOKS_ALLOW_PRIVATE=1.'

const neverCalled = (name: string): Promise<string[]> => {
  throw new Error(`looked up ${name}`)
}

const refusal = async (url: string, rules: TargetRules = STRICT, resolve = neverCalled): Promise<BadTarget> => {
  const outcome = await checkTarget(url, rules, resolve).catch((error: unknown) => error)
  if (outcome instanceof BadTarget) return outcome
  throw new Error(`${url} was not refused`, { cause: outcome })
}

describe('a hostile url is refused before its name is resolved', () => {
  test.each(HOSTILE_URLS)('%s', async (_name, url) => {
    const { message, reason } = await refusal(url)
    expect(message).toMatch(/^.+\.$/)
    expect(reason).not.toBe('dns')
  })
})

describe('a name with an address that is not public is refused, and the message does not show the address', () => {
  test.each(HOSTILE_LOOKUPS)('%s', async (_name, addresses) => {
    const { message, reason } = await refusal('https://hooks.example.org/', STRICT, resolvingTo(...addresses))
    expect(reason).toBe('address')
    expect(message).toBe(
      `${RULE} has a host that resolves to an address that is not public (hooks.example.org). ${SETTING}`,
    )
  })
})

test.each(GOOD_URLS)('%s is accepted', async (url) => {
  const target = await checkTarget(url, STRICT, resolvingTo(PUBLIC))
  expect(target.url.protocol).toBe('https:')
  expect(target.addresses).toHaveLength(1)
})

test.each(GOOD_LOOKUPS.map((addresses) => ({ addresses })))('$addresses are public', async ({ addresses }) => {
  const target = await checkTarget('https://hooks.example.org/', STRICT, resolvingTo(...addresses))
  expect(target.addresses).toEqual(addresses.map(canonicalAddress))
})

test('the target of a url with an IPv6 address is that address without brackets', async () => {
  expect(await checkTarget('https://[2606:4700:0:0::1111]/', STRICT, neverCalled)).toMatchObject({
    addresses: ['2606:4700::1111'],
  })
})

test('an international name is resolved in ASCII', async () => {
  const lookups: string[] = []
  await checkTarget('https://Bücher.example.org/', STRICT, (name) => {
    lookups.push(name)
    return Promise.resolve([PUBLIC])
  })
  expect(lookups).toEqual(['xn--bcher-kva.example.org'])
})

test.each([
  ['http://hooks.example.org/', `${RULE} uses http.`],
  ['https://hooks.example.org:8443/', `${RULE} has port 8443.`],
  ['http://a:b@hooks.example.org:8443/', `${RULE} uses http, has port 8443, and has a user name or a password.`],
  ['ftp://localhost/', `${RULE} uses ftp.`],
  ['hooks.example.org', 'must be an address such as https://hooks.example.org/games.'],
  ['https://localhost/', `${RULE} has a host that is not public (localhost). ${SETTING}`],
  ['https://0x7f.1/', `${RULE} has a host that is not public (127.0.0.1). ${SETTING}`],
  ['http://[::1]:4000/', `${RULE} uses http, has port 4000, and has a host that is not public (::1). ${SETTING}`],
])('one refusal says everything that is wrong with %s: %s', async (url, message) => {
  expect((await refusal(url)).message).toBe(message)
})

describe('the service itself is refused', () => {
  const rules = { allowPrivate: false, ownHost: 'data.example.org' }
  test.each(['https://data.example.org/', 'https://DATA.example.org./hook', 'https://d%61ta.example.org:443/'])(
    'by its name: %s',
    async (url) => {
      const { message, reason } = await refusal(url, rules)
      expect([reason, message]).toEqual(['url', `${RULE} leads to this service itself.`])
    },
  )

  test('by its address, if that is its host', async () => {
    const byAddress = { allowPrivate: false, ownHost: PUBLIC }
    expect((await refusal(`https://${PUBLIC}/`, byAddress)).message).toContain('this one leads to this service itself')
    expect((await refusal('https://hooks.example.org/', byAddress, resolvingTo(PUBLIC))).reason).toBe('address')
    const inIpv6 = { allowPrivate: false, ownHost: '2606:4700::1111' }
    expect((await refusal('https://[2606:4700:0::1111]/', inIpv6)).reason).toBe('url')
  })

  test('but another port of its host is not the service itself', async () => {
    expect((await refusal('https://data.example.org:8443/', rules)).message).toBe(`${RULE} has port 8443.`)
  })

  test('but not its subdomains, and not if private addresses are allowed', async () => {
    const allowed: [string, TargetRules][] = [
      ['https://hooks.data.example.org/', rules],
      ['https://data.example.org/', { ...rules, allowPrivate: true }],
    ]
    for (const [url, each] of allowed)
      expect(await checkTarget(url, each, resolvingTo(PUBLIC))).toMatchObject({ addresses: [PUBLIC] })
  })
})

test.each([
  ['has no address', resolvingTo()],
  ['does not exist', () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' }))],
])('a name that %s is refused with the reason dns', async (_case, resolve) => {
  const { message, reason } = await refusal('https://hooks.example.org/', STRICT, resolve)
  expect(reason).toBe('dns')
  expect(message).toBe(
    'has a host that does not resolve to an address (hooks.example.org): check the name, or try again once it is published.',
  )
})

test('the system resolver is the default', async () => {
  const { addresses } = await checkTarget('http://localhost/', LENIENT)
  expect(['127.0.0.1', '::1']).toEqual(expect.arrayContaining([...addresses]))
})

describe('if private addresses are allowed', () => {
  test.each(['http://127.0.0.1:8080/', 'https://[::1]:8443/', 'http://10.0.0.1/'])('%s is accepted', async (url) => {
    expect((await checkTarget(url, LENIENT, neverCalled)).addresses).toHaveLength(1)
  })

  test('internal names are accepted', async () => {
    expect((await checkTarget('http://localhost:3000/', LENIENT, resolvingTo('127.0.0.1'))).addresses).toEqual([
      '127.0.0.1',
    ])
  })

  test.each(['ftp://127.0.0.1/', 'http://user@127.0.0.1/', 'file:///etc/passwd'])('%s is refused', async (url) => {
    const { reason, message } = await refusal(url, LENIENT)
    expect(reason).toBe('url')
    expect(message).toMatch(/^must be an http or https address; this one /)
  })
})

test("this machine's own addresses are refused even if they are public", () => {
  expect(isPublicAddress('93.184.215.14', ['10.0.0.1'])).toBe(true)
  expect(isPublicAddress('93.184.215.14', ['10.0.0.1', '93.184.215.14'])).toBe(false)
  expect(isPublicAddress('2606:4700::1111', ['2606:4700:0:0::1111'])).toBe(false)
})

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))

test('no IPv6 address that embeds an IPv4 address is public', () => {
  const forms = [
    (v4: string) => `::${v4}`,
    (v4: string) => `::ffff:${v4}`,
    (v4: string) => `::ffff:0:${v4}`,
    (v4: string) => `64:ff9b::${v4}`,
    (v4: string) => `64:ff9b:1:abcd::${v4}`,
    (v4: string) => `2607:f8b0:4005:80a::5efe:${v4}`,
    (v4: string) => `2607:f8b0:4005:80a:200:5efe:${v4}`,
    (_v4: string, hex: string) => `2002:${hex}::1`,
    (_v4: string, hex: string) => `2001:0:${hex}::1`,
  ]
  fc.assert(
    fc.property(octets, fc.constantFrom(...forms), ([a, b, c, d], form) => {
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
      expect(isPublicAddress(form([a, b, c, d].join('.'), hex), [])).toBe(false)
    }),
  )
})

test('every spelling of an IPv4 address is recognized', async () => {
  const spellings = [
    ([a, b, c, d]: number[]) => `${(((a ?? 0) * 256 + (b ?? 0)) * 256 + (c ?? 0)) * 256 + (d ?? 0)}`,
    (parts: number[]) => parts.map((part) => `0x${part.toString(16)}`).join('.'),
    (parts: number[]) => parts.map((part) => `0${part.toString(8)}`).join('.'),
    ([a, b, c, d]: number[]) => `${a}.${b}.${(c ?? 0) * 256 + (d ?? 0)}`,
    (parts: number[]) => `${parts.join('.')}.`,
  ]
  await fc.assert(
    fc.asyncProperty(octets, fc.constantFrom(...spellings), async (parts, spell) => {
      const { addresses } = await checkTarget(`https://${spell(parts)}/`, LENIENT, neverCalled)
      expect(addresses).toEqual([parts.join('.')])
    }),
  )
})
