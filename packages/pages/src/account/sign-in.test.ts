import { describe, expect, test } from 'vitest'
import { anyDatabase, tableContents } from '../../../http/src/testing/databases.js'
import { sharedAccountPages, testAccountPages, type AccountPages } from '../testing/account-pages.ts'

/** The path of the link in the latest e-mail. */
const latestLink = ({ emails, origin }: AccountPages): string => {
  const link = emails.at(-1)?.body.match(/https?:\S+/)?.[0] ?? ''
  expect(link.startsWith(`${origin}/account/sign-in/`)).toBe(true)
  return new URL(link).pathname
}

/** Asks for a link in a new browser. */
const askFor = async (pages: AccountPages, email: string) => {
  const browser = pages.newBrowser()
  const sent = await browser.submit(await browser.open('/account/sign-in'), 'request', { email })
  return { browser, sent }
}

describe.each(anyDatabase)('on %s', (kind) => {
  const shared = sharedAccountPages(kind)

  test('a link in an e-mail signs in, after a click on a button', async () => {
    const pages = shared()
    const account = await pages.newAccount()
    const { browser, sent } = await askFor(pages, account.email.toUpperCase())
    expect(sent).toMatchObject({ path: '/account/sign-in?sent', status: 200 })
    expect(pages.emails.at(-1)).toMatchObject({ recipient: account.email, subject: 'Sign in to Basketball Data' })
    const page = await browser.open(latestLink(pages))
    expect(page.text).toContain(`You are about to sign in as ${account.email}`)
    const home = await browser.submit(page, 'use')
    expect(home).toMatchObject({ path: '/account', status: 200 })
    expect(home.text).toContain(account.email)
  })

  test('a link works once; one that is only opened is not used up', async () => {
    const pages = shared()
    const account = await pages.newAccount()
    const link = `/account/sign-in/${await pages.core.signIn.linkFor(account.id)}`
    const scanner = pages.newBrowser()
    for (let n = 0; n < 3; n++) expect((await scanner.open(link)).status).toBe(200)
    const [first, second] = [pages.newBrowser(), pages.newBrowser()]
    const [form, otherForm] = [await first.open(link), await second.open(link)]
    expect((await first.submit(form, 'use')).path).toBe('/account')
    const replayed = await second.submit(otherForm, 'use')
    expect(replayed).toMatchObject({ status: 404, text: expect.stringContaining('does not work any more') })
    expect(second.cookies.has('session')).toBe(false)
    expect((await scanner.open(link)).status).toBe(404)
  })

  test('a new link replaces those before', async () => {
    const pages = shared()
    const account = await pages.newAccount()
    await askFor(pages, account.email)
    const earlier = latestLink(pages)
    await askFor(pages, account.email)
    const browser = pages.newBrowser()
    expect((await browser.open(earlier)).status).toBe(404)
    expect((await browser.open(latestLink(pages))).status).toBe(200)
  })

  test('a link expires after 15 minutes, a session after 30 days or 7 without use', async () => {
    const { core, signedIn, newAccount, newBrowser } = shared()
    const account = await newAccount()
    const link = `/account/sign-in/${await core.signIn.linkFor(account.id)}`
    const age = (statement: string) => core.store.db.execute(statement)
    await age(`update sign_in_links set expires_at = expires_at - interval '14 minutes'`)
    expect((await newBrowser().open(link)).status).toBe(200)
    await age(`update sign_in_links set expires_at = expires_at - interval '1 minute'`)
    expect((await newBrowser().open(link)).status).toBe(404)

    const browser = await signedIn(account)
    await age(`update sessions set last_used_at = last_used_at - interval '6 days 23 hours'`)
    expect((await browser.open('/account')).path).toBe('/account')
    await age(`update sessions set last_used_at = last_used_at - interval '6 days 23 hours'`)
    expect((await browser.open('/account')).path).toBe('/account')
    await age(`update sessions set last_used_at = last_used_at - interval '7 days'`)
    expect((await browser.open('/account')).path).toBe('/account/sign-in')
    const other = await signedIn(account)
    await age(`update sessions set expires_at = expires_at - interval '30 days'`)
    expect((await other.open('/account')).path).toBe('/account/sign-in')
  })

  test('signing out ends the session of one browser, signing out everywhere of all', async () => {
    const { signedIn } = shared()
    const one = await signedIn()
    const [two, three] = [await signedIn(one.account), await signedIn(one.account)]
    const session = one.cookies.get('session') ?? ''
    expect((await one.submit(one.home, 'here')).text).toContain('You are signed out.')
    expect((await one.open('/account')).path).toBe('/account/sign-in')
    expect((await one.send('/account', { headers: { cookie: `session=${session}` } })).status).toBe(303)
    expect((await two.open('/account')).path).toBe('/account')
    expect((await two.submit(two.home, 'everywhere')).text).toContain('signed out in every browser')
    expect((await three.open('/account/keys')).path).toBe('/account/sign-in')
  })

  test('what happened stands in the audit log', async () => {
    const { core, signedIn } = shared()
    const { account, submit, home } = await signedIn()
    await submit(home, 'everywhere')
    const log = await core.accounts.log(account.id)
    expect(log.map(({ action }) => action)).toEqual(['signed out everywhere', 'signed in', 'account created'])
    expect(log.map(({ actor }) => actor?.id ?? null)).toEqual([account.id, account.id, null])
  })

  test('links and sessions are stored as hashes only', async () => {
    const pages = shared()
    const { cookies, account } = await pages.signedIn()
    const token = await pages.core.signIn.linkFor(account.id)
    const stored = JSON.stringify(await tableContents(pages.core.store))
    for (const secret of [token, cookies.get('session') ?? ''])
      for (const text of [secret, Buffer.from(secret, 'base64url').toString('hex')]) expect(stored).not.toContain(text)
  })
})

describe('whether an account exists', () => {
  const shared = sharedAccountPages('Postgres')

  test('is not to be seen: the same response, and no e-mail to an address without one', async () => {
    const pages = shared()
    const account = await pages.newAccount()
    const [known, unknown] = [await askFor(pages, account.email), await askFor(pages, 'nobody@example.org')]
    expect(pages.emails.filter(({ recipient }) => recipient === 'nobody@example.org')).toEqual([])
    expect(unknown.sent.path).toBe(known.sent.path)
    expect(unknown.sent.html).toBe(known.sent.html)
    const constant = ({ sent: { headers, status } }: typeof known) => [
      status,
      [...headers].filter(([name]) => name !== 'x-request-id'),
    ]
    expect(constant(unknown)).toEqual(constant(known))
    expect([...unknown.browser.cookies.keys()]).toEqual([...known.browser.cookies.keys()])
  })

  test('does not show in the work after the response: an e-mail that nobody is to get is composed too, and discarded', async () => {
    const steps: string[] = []
    const pages = await testAccountPages('Postgres', {
      sendEmail: async ({ recipient, subject, body }) =>
        void steps.push(`sent ${recipient} ${subject} ${body.replace(/[\w-]{43}/, 'TOKEN')}`),
      discardEmail: async ({ recipient, subject, body }) =>
        void steps.push(`discarded ${recipient} ${subject} ${body.replace(/[\w-]{43}/, 'TOKEN')}`),
    })
    const { email } = await pages.newAccount('free', { email: 'known@example.org' })
    await askFor(pages, email)
    await askFor(pages, 'other@example.org')
    for (let n = 0; n < 5; n++) await askFor(pages, email)
    expect(steps).toHaveLength(7)
    const [sent, discarded, ...rest] = steps
    expect(sent).toMatch(/^sent known@example\.org Sign in to [^]*\/account\/sign-in\/TOKEN\n/)
    expect(discarded).toBe(sent?.replace('sent known', 'discarded other'))
    expect(rest.filter((step) => step === sent)).toHaveLength(4)
    expect(rest.at(-1)).toBe(sent?.replace('sent', 'discarded'))
  })

  test('an address that is none is refused, and stays in the form', async () => {
    const { sent } = await askFor(shared(), 'not an address')
    expect(sent).toMatchObject({ path: '/account/sign-in', status: 400 })
    expect(sent.text).toContain('is not an e-mail address')
    expect(sent.html).toContain('value="not an address"')
  })
})

describe('floods', () => {
  test('the 6th link for an e-mail address within an hour is not sent, and the response is the same', async () => {
    const pages = await testAccountPages('Postgres')
    const account = await pages.newAccount()
    const responses = []
    for (let n = 0; n < 7; n++) responses.push((await askFor(pages, account.email)).sent.html)
    expect(pages.emails).toHaveLength(5)
    expect(new Set(responses).size).toBe(1)
    await pages.core.store.db.execute(`update sign_in_requests set at = at - interval '1 hour'`)
    await askFor(pages, account.email)
    expect(pages.emails).toHaveLength(6)
  })

  test('of parallel requests, 5 send a link', async () => {
    const pages = await testAccountPages('Postgres')
    const account = await pages.newAccount()
    await Promise.all(Array.from({ length: 12 }, () => askFor(pages, account.email)))
    expect(pages.emails).toHaveLength(5)
  })

  test('a network address gets 20 links within an hour; a proxy that is trusted names it', async () => {
    const pages = await testAccountPages('Postgres', { trustedProxies: 1 })
    const ask = async (email: string, address: string) => {
      await pages.newAccount('free', { email })
      const browser = pages.newBrowser()
      const [form] = (await browser.open('/account/sign-in')).forms
      await browser.post('/account/sign-in', { ...form?.fields, email }, { 'x-forwarded-for': `10.9.9.9, ${address}` })
    }
    for (let n = 0; n < 22; n++) await ask(`flood-${n}@example.org`, '203.0.113.7')
    expect(pages.emails).toHaveLength(20)
    await ask('other@example.org', '203.0.113.8')
    expect(pages.emails).toHaveLength(21)
  })
})

describe('signing up', () => {
  test('is closed unless it is opened', async () => {
    const pages = await testAccountPages('Postgres')
    await askFor(pages, 'new@example.org')
    expect(pages.emails).toEqual([])
    expect(await pages.core.accounts.list()).toEqual([])
  })

  test('creates an account on plan free, once the link is used', async () => {
    const pages = await testAccountPages('Postgres', { signUp: 'open' })
    const { browser } = await askFor(pages, 'New@Example.org')
    expect(await pages.core.accounts.list()).toEqual([])
    const page = await browser.open(latestLink(pages))
    expect(page.text).toContain('This creates an account on the free plan for new@example.org')
    expect((await browser.submit(page, 'use')).path).toBe('/account')
    const [account] = await pages.core.accounts.list()
    expect(account).toMatchObject({ email: 'new@example.org', plan: 'free', operator: false })
    const log = await pages.core.accounts.log(account?.id ?? '')
    expect(log.map(({ action, actor }) => [action, actor?.id])).toEqual([
      ['signed in', account?.id],
      ['account created', account?.id],
    ])
  })
})

test('an e-mail that cannot be sent changes nothing in the response, and is reported without the link', async () => {
  const errors: unknown[] = []
  const failing = { sendEmail: () => Promise.reject(new Error('no route to the mail server')) }
  const pages = await testAccountPages('Postgres', { ...failing, onEmailError: (error) => errors.push(error) })
  const { sent } = await askFor(pages, (await pages.newAccount()).email)
  expect(sent).toMatchObject({ status: 200, path: '/account/sign-in?sent' })
  expect(errors).toEqual([new Error('no route to the mail server')])
})

test('the response does not wait for the e-mail', async () => {
  const pages = await testAccountPages('Postgres', { sendEmail: () => new Promise<void>(() => {}) })
  expect((await askFor(pages, (await pages.newAccount()).email)).sent.status).toBe(200)
})

test.each([
  ['log', 'it writes the link to its log', 'the link is in its log'],
  ['terminal', 'it prints the link to the terminal', 'the link is printed in the terminal'],
] as const)(
  'without a mail server the form and the page after it say where the link is: %s',
  async (linksGoTo, before, text) => {
    const pages = await testAccountPages('Postgres', { linksGoTo })
    const form = await pages.newBrowser().open('/account/sign-in')
    expect(form.text).toContain(before)
    expect(form.text).not.toMatch(/send you|Send me/)
    expect((await askFor(pages, 'somebody@example.org')).sent.text).toContain(text)
  },
)
