import { describe, expect, test } from 'vitest'
import { accounts } from '../store/index.ts'
import { openTestCore, catchServiceError, sharedCore } from '../testing/index.ts'
import { parseEmailAddress } from './email-address.ts'

test.each([
  ['letter case', ' Name@Evil.TEST ', 'name@evil.test'],
  ['full-width letters of the domain', 'name@ｅｖｉｌ.test', 'name@evil.test'],
  ['a soft hyphen in the domain', 'name@ev\u00ADil.test', 'name@evil.test'],
  ['a space without width in the domain', 'name@ev\u200Bil.test', 'name@evil.test'],
  ['a dot at the end', 'name@evil.test.', 'name@evil.test'],
  ['an ideographic dot', 'name@evil。test', 'name@evil.test'],
  ['a domain in Unicode', 'name@MÜNCHEN.de', 'name@xn--mnchen-3ya.de'],
  ['a domain in Punycode', 'name@xn--mnchen-3ya.de', 'name@xn--mnchen-3ya.de'],
  ['a domain with combining marks', 'name@mu\u0308nchen.de', 'name@xn--mnchen-3ya.de'],
  ['a name with combining marks', 'rene\u0301@evil.test', 'rené@evil.test'],
  ['marks and numbers that are ordinary in names', "o'neil+a_1=x/y@evil.test", "o'neil+a_1=x/y@evil.test"],
])('%s: %j is stored as %j', (_, text, address) => {
  expect(parseEmailAddress(text).address).toBe(address)
})

test.each([
  ['full-width letters', 'ｎａｍｅ@evil.test', 'name@evil.test'],
  ['a ligature', 'ﬁx@evil.test', 'fix@evil.test'],
  ['a soft hyphen', 'na\u00ADme@evil.test', 'name@evil.test'],
  ['a space without width', 'na\u200Bme@evil.test', 'name@evil.test'],
  ['a joiner', 'na\u200Dme@evil.test', 'name@evil.test'],
  ['a variation selector', 'name\uFE0F@evil.test', 'name@evil.test'],
  ['a direction', 'na\u202Eme@evil.test', 'name@evil.test'],
])('a name with %s is refused, and the message says how to write it', (_, text, address) => {
  expect(() => parseEmailAddress(text)).toThrow(
    expect.objectContaining({ code: 'bad_request', message: expect.stringContaining(`like ${address}.`) }),
  )
})

test.each([
  'name@[127.0.0.1]',
  'name@[IPv6:::1]',
  'name@127.0.0.1',
  'name@１２７.0.0.1',
  'name@0x7f.1',
  'name@evil',
  'name@evil..test',
  'name@.evil.test',
  'name@evil.test..',
  'name@evil.test/x',
  'name@evil.test?x',
  'name@evil.test#x',
  'name@%65vil.test',
  'name@ev\u202Eil.test',
  'name@evil.test:25',
  '"name"@evil.test',
  'name(comment)@evil.test',
  'name@(comment)evil.test',
  'Name <name@evil.test>',
  'a@b@evil.test',
  'a＠b@evil.test',
  `name@${'a'.repeat(64)}.test`,
  `${'ü'.repeat(50)}@${'ü.'.repeat(60)}test`,
  'na\uD800me@evil.test',
  'na\0me@evil.test',
  '@evil.test',
  'name@',
  '',
])('%j is no e-mail address', (text) => {
  expect(() => parseEmailAddress(text)).toThrow(expect.objectContaining({ code: 'bad_request' }))
})

test('the addresses that a name has with tags are one mailbox', () => {
  const mailboxes = ['name@evil.test', 'NAME+1@evil.test', 'name+2+3@ｅｖｉｌ.test.'].map(
    (text) => parseEmailAddress(text).mailbox,
  )
  expect(new Set(mailboxes)).toEqual(new Set(['name@evil.test']))
  expect(parseEmailAddress('+1@evil.test').mailbox).toBe('+1@evil.test')
})

describe('an address in several spellings', () => {
  const core = sharedCore('embedded')
  let address = 0
  const request = (email: string, signUp = true) =>
    core().signIn.request({ email, address: `192.0.2.${++address}`, signUp })

  test('gets 5 links an hour together', async () => {
    const spellings = [
      'name@evil.test',
      'name@ｅｖｉｌ.test',
      'name@ev\u00ADil.test',
      'name@evil.test.',
      'name+x@evil.test',
    ]
    const links = []
    for (const email of [...spellings, ...spellings]) links.push(await request(email))
    expect(links.filter((link) => link !== null)).toHaveLength(5)
  })

  test('is one account', async () => {
    await core().accounts.create({ email: 'name@münchen.de', plan: 'free' })
    for (const email of ['name@xn--mnchen-3ya.de', 'NAME@ＭＵ\u0308nchen.de.'])
      expect(await catchServiceError(core().accounts.create({ email, plan: 'free' }))).toMatchObject({
        message: expect.stringContaining('There is an account of name@xn--mnchen-3ya.de already'),
      })
    expect(await core().accounts.getByEmail('name@münchen.de')).toMatchObject({ email: 'name@xn--mnchen-3ya.de' })
  })
})

test.each(['name@münchen.de', 'name@ｅｖｉｌ.test', 'name@evil.test.', 'rene\u0301@evil.test'])(
  'an account that was stored as %j before keeps working, with the address that it has',
  async (email) => {
    const core = await openTestCore('embedded')
    const { id } = await core.accounts.create({ email: 'other@evil.test', plan: 'free' })
    await core.store.db.update(accounts).set({ email })
    expect(await core.accounts.getByEmail(email.toUpperCase())).toMatchObject({ id, email })
    const link = await core.signIn.request({ email, address: '192.0.2.1', signUp: false })
    expect(link).toMatchObject({ email })
    expect(await core.signIn.use(link?.token ?? '')).toMatchObject({ account: { id, email } })
    expect(await catchServiceError(core.accounts.create({ email, plan: 'free' }))).toMatchObject({
      code: 'bad_request',
    })
  },
)
