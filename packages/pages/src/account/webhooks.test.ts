import type { Core } from '@basketball-data/core'
import type { Webhook } from '@basketball-data/core/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sharedAccountPages, testAccountPages } from '../testing/account-pages.ts'
import { anyDatabase, finalGame, ingestOrThrow } from '../../../http/src/testing/databases.js'
import { openReceiver } from '../../../http/src/testing/receiver.js'

const SECRET = /whsec_[0-9a-f]{64}/

/** A text that would run a script if it were not escaped. */
const SCRIPT = `<script>alert("1")</script>'"&`

/** Runs a worker until `done` holds. */
const deliverUntil = async (core: Core, done: () => Promise<boolean>): Promise<void> => {
  const worker = await core.startWorker({ sendEmail: async () => {}, pollInterval: 20 })
  await vi.waitUntil(done, { timeout: 240_000, interval: 50 }).finally(() => worker.stop())
}

let games = 0

/** Ingests a final game that is new. */
const finishGame = async (core: Core): Promise<void> => {
  games += 1
  const game = { external_id: `w${games}` }
  const home = { team: { external_id: 'H', name: `Home ${SCRIPT}` } }
  await ingestOrThrow(core, finalGame([8, 6], { game, home }))
}

describe.each(anyDatabase)('webhooks on %s', (kind) => {
  const shared = sharedAccountPages(kind)

  /** A browser signed in as an account with a webhook, whose receiver responds with a status. */
  const withWebhook = async (status: number) => {
    const { core, signedIn } = shared()
    const receiver = await openReceiver(status)
    const browser = await signedIn()
    const { id: account } = browser.account
    const { webhooks } = await core.callerFor(account)
    const { data: webhook } = await webhooks.create({ url: receiver.url })
    onTestFinished(async () => {
      if ((await webhooks.list({})).data.length > 0) await webhooks.remove({ id: webhook.id })
    })
    const ended = async () => (await core.deliveries.list(account, { state: 'waiting' })).deliveries.length === 0
    return {
      ...browser,
      core,
      receiver,
      webhook,
      path: `/account/webhooks/${webhook.id}`,
      /** Finishes games, and delivers what they send. */
      finishGames: async (count: number) => {
        for (let n = 0; n < count; n++) await finishGame(core)
        await deliverUntil(core, ended)
      },
      /** The only deliveries in a state, the latest first. */
      deliveries: async (state?: 'delivered' | 'waiting' | 'failed') =>
        (await core.deliveries.list(account, { state })).deliveries,
    }
  }

  const listWebhooks = async (core: Core, account: string): Promise<Webhook[]> =>
    (await (await core.callerFor(account)).webhooks.list({})).data

  test('a webhook is added, and its secret is shown once', async () => {
    const { core, signedIn } = shared()
    const { account, open, submit } = await signedIn()
    const form = await open('/account/webhooks')
    expect(form.text).toContain('No webhooks yet')
    const created = await submit(form, 'create', { url: ' http://127.0.0.1:9/hooks?a="1" ' })
    expect(created).toMatchObject({ status: 200, path: '/account/webhooks' })
    const [secret = ''] = created.text.match(SECRET) ?? []
    const [webhook] = await listWebhooks(core, account.id)
    expect(webhook).toMatchObject({
      url: 'http://127.0.0.1:9/hooks?a=%221%22',
      events: ['game.final', 'game.period'],
      competitions: [],
      secret_prefix: secret.slice(0, 10),
    })
    for (const path of ['/account/webhooks', `/account/webhooks/${webhook?.id}`]) {
      const page = await open(path)
      expect(page.text).toContain('http://127.0.0.1:9/hooks')
      expect(page.html).toContain('http://<wbr />127.0.0.1:9/<wbr />hooks?<wbr />a=')
      expect(page.html).not.toMatch(SECRET)
    }
    expect((await core.accounts.log(account.id))[0]).toMatchObject({
      action: 'webhook created',
      actor: { id: account.id },
    })

    const again = await submit(form, 'create', { url: 'http://127.0.0.1:9/hooks' })
    expect(again.text).toContain('This form was sent already')
    expect(again.html).not.toMatch(SECRET)
    expect(await listWebhooks(core, account.id)).toHaveLength(1)
  })

  test('what a new webhook, and one that a plan does not have, link to in the documentation is there', async () => {
    const { signedIn, newAccount } = shared()
    const { open, submit } = await signedIn()
    const created = await submit(await open('/account/webhooks'), 'create', { url: 'http://127.0.0.1:9/linked' })
    const withoutWebhooks = await (await signedIn(await newAccount('free'))).open('/account/webhooks')
    const reference = await open('/docs')
    for (const { html } of [created, withoutWebhooks]) {
      const anchors = Array.from(html.matchAll(/ href="\/docs#([^"]+)"/g), ([, anchor]) => anchor)
      expect(anchors).toHaveLength(1)
      for (const anchor of anchors) expect(reference.html).toContain(` id="${anchor}"`)
    }
  })

  test('a form that is sent twice at once adds one webhook', async () => {
    const { core, signedIn } = shared()
    const { account, open, submit } = await signedIn()
    const form = await open('/account/webhooks')
    const url = 'http://127.0.0.1:9/twice'
    await Promise.all([submit(form, 'create', { url }), submit(form, 'create', { url })])
    expect(await listWebhooks(core, account.id)).toHaveLength(1)
  })

  test('events and competitions are chosen by checkboxes, and a disabled webhook can be copied', async () => {
    const { core, signedIn } = shared()
    await ingestOrThrow(core, finalGame([80, 70], { game: { external_id: 'league' } }))
    const cup = { competition: { external_id: 'C', name: 'Cup', slug: 'cup', kind: 'cup' as const } }
    const season = { external_id: 'C26', name: 'Cup 2026', start_year: 2026 }
    await ingestOrThrow(core, finalGame([80, 70], { ...cup, season, game: { external_id: 'cup' } }))
    const { data: competitions } = await core.caller().competitions.list({})
    const id = competitions.find(({ name }) => name === 'Cup')?.id ?? ''
    const { account, open, submit } = await signedIn()
    const form = await open('/account/webhooks')
    const choices = { url: 'http://127.0.0.1:9/', events: 'game.corrected', competitions: id }
    await submit(form, 'create', choices)
    const [webhook] = await listWebhooks(core, account.id)
    expect(webhook).toMatchObject({ events: ['game.corrected'], competitions: [id] })
    const copy = await open(`/account/webhooks?like=${webhook?.id}`)
    expect(copy.forms.find(({ fields }) => fields['action'] === 'create')?.fields).toMatchObject(choices)
  })

  test('an address that is refused stays in the form, with the reason', async () => {
    const { core, signedIn } = shared()
    const { account, open, submit } = await signedIn()
    const refused = await submit(await open('/account/webhooks'), 'create', { url: `ftp://${SCRIPT}` })
    expect(refused.status).toBe(400)
    expect(refused.html).toMatch(
      /<input\s+id="url"[^>]*\srequired\s[^>]*\saria-describedby="url-problem url-hint"\s+aria-invalid="true"[^>]*>\s*<p class="wrong" id="url-problem">URL must be /,
    )
    expect(refused.html).not.toContain('role="alert"')
    expect(refused.html).not.toContain('<script>')
    expect(refused.text).toContain('http or https, on any port.')
    expect(refused.forms.find(({ fields }) => fields['action'] === 'create')?.fields['url']).toBe(`ftp://${SCRIPT}`)
    expect(await listWebhooks(core, account.id)).toEqual([])
  })

  test('plan free has no webhooks, and says which plan has', async () => {
    const { signedIn, newAccount } = shared()
    const { open, post, home } = await signedIn(await newAccount('free'))
    const page = await open('/account/webhooks')
    expect(page).toMatchObject({ status: 200 })
    expect(page.text).toContain('Webhooks need plan Live')
    expect(page.forms.map(({ fields }) => fields['action'])).not.toContain('create')
    const token = home.forms[0]?.fields['token'] ?? ''
    const response = await post('/account/webhooks', { action: 'create', token, url: 'http://127.0.0.1:9/' })
    expect(response.status).toBe(400)
    expect((await open('/account/webhooks/wh_0000000000000000')).status).toBe(403)
  })

  test('a failed delivery is seen, sent again once the receiver works, and seen as delivered', async () => {
    const { open, submit, path, webhook, receiver, core, account, finishGames, deliveries } = await withWebhook(404)
    await finishGames(1)
    const [failure] = await deliveries('failed')
    expect((await open('/account')).html).toContain(`${path}/deliveries/${failure?.event}`)
    expect((await open('/account/webhooks')).text).toContain('1 failed')
    const failed = await open(`${path}?state=failed`)
    expect(failed.text).toContain('Failed')
    expect(failed.text).toContain('404 Not Found')
    expect(failed.html).not.toContain('<script>')
    expect((await open(`${path}?state=delivered`)).text).toContain('No delivered deliveries')

    receiver.respondWith(204)
    const [delivery] = await deliveries('failed')
    const worker = await core.startWorker({ sendEmail: async () => {} })
    const sent = await submit(failed, 'resend').finally(() => worker.stop())
    expect(sent.path).toBe(`${path}/deliveries/${delivery?.event}?done=delivery_accepted`)
    expect(sent.text).toContain('the receiver has accepted it')
    expect(sent.text).toMatch(/Delivered.*2204 No Content.*1404 Not Found/)
    expect((await open(`${path}?state=delivered`)).text).toContain('204 No Content')
    expect(receiver.deliveries.map(({ body }) => JSON.parse(body).id)).toEqual([delivery?.event, delivery?.event])
    expect((await core.accounts.log(account.id))[0]).toMatchObject({
      action: 'delivery sent again',
      actor: { id: account.id },
      detail: `${delivery?.event} to webhook ${webhook.id}`,
    })
  })

  test('the page of a delivery has every attempt and the body as sent, without what the receiver says in its body', async () => {
    const { open, submit, path, receiver, core, finishGames, deliveries } = await withWebhook(404)
    await finishGames(1)
    const [delivery] = await deliveries()
    const page = await open(`${path}/deliveries/${delivery?.event}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('404 Not Found')
    expect(page.text).toContain(receiver.deliveries[0]?.body.replaceAll(/\s+/g, ' '))
    expect(page.html).not.toContain('<script>')
    expect(page.text).not.toContain('said by the receiver')

    const worker = await core.startWorker({ sendEmail: async () => {} })
    const again = await submit(page, 'resend').finally(() => worker.stop())
    expect(again.path).toBe(`${path}/deliveries/${delivery?.event}?done=delivery_failed_again`)
    expect(again.text).toContain('without success')
    expect(again.text).toContain('Attempts: 2')
  })

  test('without a worker the page says that the delivery is still to be sent', async () => {
    const { open, submit, path, finishGames, deliveries } = await withWebhook(404)
    await finishGames(1)
    const sent = await submit(await open(path), 'resend')
    expect(sent.path).toMatch(/done=delivery_resent$/)
    expect(sent.text).toContain('Sending again')
    expect(sent.forms.map(({ fields }) => fields['action'])).not.toContain('resend')
    expect(await deliveries('waiting')).toHaveLength(1)
    expect((await open(`${path}?state=waiting`)).text).toContain('Sending again')
  })

  test('all deliveries that have failed since a moment are sent again', async () => {
    const { open, submit, path, receiver, core, finishGames, deliveries } = await withWebhook(404)
    await finishGames(3)
    const page = await open(path)
    const none = await submit(page, 'resend-failed', { since: new Date().toISOString().slice(0, 23) })
    expect(none.text).toContain('No delivery has failed since then')
    receiver.respondWith(200)
    const sent = await submit(page, 'resend-failed')
    expect(sent.text).toContain('are sent again now')
    await deliverUntil(core, async () => (await deliveries('delivered')).length === 3)
    expect(receiver.deliveries).toHaveLength(6)
    for (const since of ['', 'yesterday', '2999-01-01T00:00', '2026-13-01T00:00']) {
      const refused = await submit(page, 'resend-failed', { since })
      expect([since, refused.status]).toEqual([since, 400])
      expect(refused.html).toContain('role="alert"')
    }
  })

  test('a list is continued on further pages', async () => {
    const { open, path, finishGames, deliveries } = await withWebhook(200)
    await finishGames(52)
    const first = await open(path)
    const [, older = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? []
    const second = await open(older.replaceAll('&amp;', '&'))
    const rows = (html: string) => html.match(/\/deliveries\/evt_[0-9a-f]{16}/g) ?? []
    expect(rows(first.html)).toHaveLength(50)
    expect([...rows(first.html), ...rows(second.html)]).toEqual(
      (await deliveries())
        .slice(0, 50)
        .map(({ event }) => `/deliveries/${event}`)
        .concat(rows(second.html)),
    )
    expect(rows(second.html)).toHaveLength(2)
    expect(second.html).toContain(`rel="prev" href="${path}"`)
    expect((await open(`${path}?before=x`)).status).toBe(400)
  })

  test('a test event is sent, and stands among the deliveries', async () => {
    const { open, submit, path, receiver, finishGames } = await withWebhook(404)
    await finishGames(1)
    const failed = await submit(await open(path), 'test')
    expect(failed).toMatchObject({ path: `${path}?done=test_failed`, status: 200 })
    receiver.respondWith(202)
    const sent = await submit(failed, 'test')
    expect(sent.text).toContain('the receiver has accepted it')
    expect(sent.text).toContain('game.final, test')
    expect(JSON.parse(receiver.deliveries.at(-1)?.body ?? '')).toMatchObject({ test: true })
    const [, test = ''] = new RegExp(`href="(${path}/deliveries/[^"]+)"`).exec(sent.html) ?? []
    expect((await open(test)).text).toContain('A test is sent once, and not again')
    expect(await submit(await open(test), 'test')).toMatchObject({ path: `${path}?done=test_delivered`, status: 200 })
  })

  test('a failed test is neither counted nor sent again with those that failed', async () => {
    const { open, submit, path, receiver, finishGames } = await withWebhook(200)
    await finishGames(1)
    receiver.respondWith(404)
    const tested = await submit(await open(path), 'test')
    expect(tested.text).toContain('Failed in 24 hours 0 not retried any more, without tests')
    const actions = (page: typeof tested) => page.forms.map(({ fields }) => fields['action'])
    expect(actions(tested)).not.toContain('resend-failed')
    await finishGames(1)
    expect(actions(await open(path))).toContain('resend-failed')
  })

  test('the state of a webhook is that its last attempt failed, a test too, until one arrives', async () => {
    await finishGame(shared().core)
    const { open, submit, path, receiver } = await withWebhook(500)
    expect((await open('/account/webhooks')).text).toContain('Active')
    await submit(await open(path), 'test')
    for (const page of ['/account/webhooks', path]) expect((await open(page)).text).toContain('Last attempt failed')
    const home = (await open('/account')).text
    expect(home).toContain('the last attempt of 1 failed')
    expect(home).not.toContain('No delivery failed')
    receiver.respondWith(204)
    await submit(await open(path), 'test')
    expect((await open('/account/webhooks')).text).not.toContain('Last attempt failed')
  })

  test('an attempt without a response says why', async () => {
    const { core, signedIn } = shared()
    await finishGame(core)
    const { account, open, submit } = await signedIn()
    const { data: webhook } = await (await core.callerFor(account.id)).webhooks.create({ url: 'http://127.0.0.1:9/' })
    const tested = await submit(await open(`/account/webhooks/${webhook.id}`), 'test')
    expect(tested.text).toContain('Connection refused: nothing listens at the address and port of the URL.')
  })

  test('a webhook is deleted', async () => {
    const { core, open, submit, path, account } = await withWebhook(200)
    const deleted = await submit(await open(path), 'delete')
    expect(deleted).toMatchObject({ path: '/account/webhooks?done=webhook_deleted', status: 200 })
    expect(await listWebhooks(core, account.id)).toEqual([])
    expect((await open(path)).status).toBe(404)
    expect((await core.accounts.log(account.id))[0]).toMatchObject({
      action: 'webhook deleted',
      actor: { id: account.id },
    })
  })

  test('a disabled webhook says so, leads to a new one, and sends nothing', async () => {
    const { core, open, submit, path, webhook, finishGames, deliveries } = await withWebhook(404)
    await finishGames(1)
    const active = await open(path)
    await finishGames(19)
    const page = await open(path)
    expect(page.text).toContain('was disabled after 20 deliveries in a row had failed')
    expect(page.html).toContain(`/account/webhooks?like=${webhook.id}`)
    const actions = new Set(page.forms.map(({ fields }) => fields['action']))
    expect(actions).toEqual(new Set(['delete', 'everywhere', 'here']))
    const [failed] = await deliveries('failed')
    expect((await open(`${path}/deliveries/${failed?.event}`)).text).toContain('Nothing is sent again')
    for (const action of ['resend', 'resend-failed', 'test']) {
      const refused = await submit(active, action)
      expect([action, refused.status]).toEqual([action, 400])
      expect(refused.text).toContain(`ebhook ${webhook.id} is disabled`)
    }
    expect((await core.deliveries.list(webhook.id)).deliveries).toEqual([])
  })

  test('the webhooks and deliveries of another account are not found, and their forms do nothing', async () => {
    const owner = await withWebhook(404)
    await owner.finishGames(1)
    const [delivery] = await owner.deliveries()
    const { open, post, home } = await shared().signedIn()
    const token = home.forms[0]?.fields['token'] ?? ''
    const page = `${owner.path}/deliveries/${delivery?.event}`
    for (const path of [owner.path, page, `${owner.path}?state=failed`]) expect((await open(path)).status).toBe(404)
    const event = delivery?.event ?? ''
    const since = '2026-01-01T00:00'
    for (const [path, action] of [
      [owner.path, 'delete'],
      [owner.path, 'test'],
      [owner.path, 'resend'],
      [owner.path, 'resend-failed'],
      [page, 'resend'],
    ] as const)
      expect([action, (await post(path, { action, token, event, since })).status]).toEqual([action, 404])
    expect(await listWebhooks(owner.core, owner.account.id)).toHaveLength(1)
    expect(await owner.deliveries('waiting')).toEqual([])
    expect(owner.receiver.deliveries).toHaveLength(1)
  })

  test.each(['/account/webhooks/wh_0', '/account/webhooks/%3Cb%3E', '/account/webhooks/x/deliveries/y'])(
    'there is nothing at %s',
    async (path) => {
      const { open } = await shared().signedIn()
      expect((await open(path)).status).toBe(404)
    },
  )
})

test('a private address is refused once, with everything that is wrong and the setting that allows it', async () => {
  const { signedIn } = await testAccountPages('Postgres', { core: { allowPrivateWebhooks: false } })
  const { open, submit } = await signedIn()
  const form = await open('/account/webhooks')
  expect(form.text).toContain('https on port 443, reachable from the internet.')
  const { status, text } = await submit(form, 'create', { url: 'http://127.0.0.1:4000/hook' })
  expect(status).toBe(400)
  expect(text).toContain('this one uses http, has port 4000, and has a host that is not public (127.0.0.1)')
  expect(text).toContain('if it is started with WEBHOOKS_ALLOW_PRIVATE=1')
  expect(text).not.toContain('this service itself')
})

describe('what is done on the pages counts as calls of one more key of the account', () => {
  const shared = sharedAccountPages('Postgres', { core: { plans: { live: { per_minute: 5 } } } })
  const LIMIT = 'More than 5 calls in 60 seconds from the account pages; wait a little.'

  const withWebhook = async () => {
    const { core, signedIn } = shared()
    const receiver = await openReceiver(404)
    const browser = await signedIn()
    const { webhooks } = await core.callerFor(browser.account.id)
    const { data: webhook } = await webhooks.create({ url: receiver.url })
    await finishGame(core)
    const ended = async () =>
      (await core.deliveries.list(browser.account.id, { state: 'waiting' })).deliveries.length === 0
    await deliverUntil(core, ended)
    onTestFinished(() => webhooks.remove({ id: webhook.id }).then(() => {}))
    return { ...browser, core, receiver, path: `/account/webhooks/${webhook.id}` }
  }

  test('a test event over the limit is not sent, and the page says why', async () => {
    const { open, submit, receiver, path } = await withWebhook()
    const page = await open(path)
    const before = receiver.deliveries.length
    for (let n = 0; n < 5; n++) expect((await submit(page, 'test')).status).toBe(200)
    const refused = await submit(page, 'test')
    expect(refused).toMatchObject({ path, status: 429, text: expect.stringContaining(LIMIT) })
    expect(refused.text).toContain('Send a test event')
    expect(refused.html).toContain('role="alert"')
    expect(receiver.deliveries).toHaveLength(before + 5)
  })

  test('sending again, keys and webhooks count too; deleting, revoking and looking do not', async () => {
    const { core, account, open, submit, path } = await withWebhook()
    const page = await open(path)
    for (const action of ['resend-failed', 'test', 'test']) expect((await submit(page, action)).status).toBe(200)
    for (let n = 0; n < 10; n++) await open(path)
    const created = await submit(await open('/account/keys'), 'create', { name: 'one' })
    expect(created.status).toBe(200)
    expect((await submit(await open('/account/webhooks'), 'create', { url: 'http://127.0.0.1:9/' })).status).toBe(200)
    for (const [form, action] of [
      [page, 'resend-failed'],
      [page, 'resend'],
      [await open('/account/keys'), 'create'],
      [await open('/account/webhooks'), 'create'],
    ] as const) {
      const refused = await submit(form, action, { url: 'http://127.0.0.1:9/' })
      expect([action, refused.status, refused.text]).toEqual([action, 429, expect.stringContaining(LIMIT)])
    }
    expect((await submit(await open('/account/keys'), 'revoke')).status).toBe(200)
    const other = (await core.keys.create(account.id)).key
    expect((await core.countCall(other, { counts: true })).refused).toBeNull()
  })
})
