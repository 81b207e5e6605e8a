import { describe, expect, test } from 'vitest'
import { testAccountPages } from '../../testing/account-pages.ts'
import { anyDatabase } from '../../../../http/src/testing/databases.js'

const KEY = /bdw_[1-9A-HJ-NP-Za-km-z]{38}/
const SCRIPT = '<script>alert(1)</script>'
const PATH = '/account/operator/write-keys'

describe.each(anyDatabase)('write keys, for operators, on %s', (kind) => {
  const openPages = async ({ ingest = true } = {}) => {
    const pages = await testAccountPages(kind, { ingest })
    return { ...pages, ...(await pages.signedIn(await pages.newAccount('free', { operator: true }))) }
  }

  test('are created and shown once, and listed with what they write', async () => {
    const { core, account, home, open, submit } = await openPages()
    expect(home.html).toContain(`href="${PATH}"`)
    const created = await submit(await open(PATH), 'create', { name: ' Scorer ', source: 'league', competition: 'L1' })
    const [key = ''] = created.text.match(KEY) ?? []
    expect(created.text).toMatch(/Copy it now: it is shown this once.*ingest\/v1\/games\/game-17/)
    expect(created.html.split('<script')).toHaveLength(2)
    expect((await core.countWrite(key)).writer).toMatchObject({ source: 'league', competition: 'L1' })
    await submit(await open(PATH), 'create', { source: 'cup', competition: ' ' })
    const list = await open(PATH)
    expect(list.html).not.toMatch(KEY)
    expect(list.text).toMatch(
      new RegExp(`Unnamed ?bdw_….{4} ?cup ?all.*never.*Scorer ?bdw_…${key.slice(-4)} ?league ?L1`),
    )
    expect(list.text).not.toContain('The write API is off')
    expect(await core.auditLog()).toMatchObject(
      Array.from({ length: 2 }, () => ({ action: 'write key created', actor: { id: account.id } })),
    )
    expect(JSON.stringify(await core.auditLog())).not.toMatch(KEY)
  })

  test('are created once by a form that is sent several times', async () => {
    const { core, open, submit } = await openPages()
    const form = await open(PATH)
    const pages = await Promise.all(Array.from({ length: 5 }, () => submit(form, 'create', { source: 'league' })))
    expect(pages.filter(({ text }) => KEY.test(text))).toHaveLength(1)
    expect(pages.filter(({ text }) => text.includes('This form was sent already'))).toHaveLength(4)
    expect(await core.writeKeys.list()).toHaveLength(1)
  })

  test('are revoked at once, and stay in the list', async () => {
    const { core, account, open, submit } = await openPages()
    const { id, key } = await core.writeKeys.create({ source: 'league', name: SCRIPT })
    await core.writeKeys.create({ source: 'cup' })
    const list = await open(PATH)
    expect(list.text).toContain(SCRIPT)
    expect(list.html).not.toContain('<script')
    const page = await submit(list, 'revoke', {}, ({ fields }) => fields['key'] === id)
    expect(page).toMatchObject({ path: `${PATH}?done=key_revoked`, status: 200 })
    expect(page.text).toMatch(/cup.*league.*revoked/)
    await expect(core.countWrite(key)).rejects.toMatchObject({ code: 'unauthorized' })
    const [entry] = await core.auditLog()
    expect(entry).toMatchObject({ action: 'write key revoked', actor: { id: account.id } })
  })

  test.each<[Record<string, string>, string]>([
    [{ source: 'No Source' }, 'Source must be lower-case letters'],
    [{ source: '' }, 'Source must'],
    [{ source: 'a', competition: 'x'.repeat(300) }, 'Competition must'],
    [{ source: 'a', name: 'two\nlines' }, 'The name of a key must be one line'],
  ])('with %o are refused, and the form keeps what was typed', async (fields, message) => {
    const { core, open, submit } = await openPages()
    const { status, text, html } = await submit(await open(PATH), 'create', { name: 'typed', ...fields })
    expect([status, text]).toEqual([400, expect.stringContaining(message)])
    expect(html).toContain(`value="${fields['source']}"`)
    expect(await core.writeKeys.list()).toEqual([])
  })

  test('can be made before the write API is turned on, which the page says how to do', async () => {
    const { open } = await openPages({ ingest: false })
    expect((await open(PATH)).text).toContain('The write API is off: start the service with INGEST=on')
  })

  test('are not found by anybody else, and change by no GET and no foreign form', async () => {
    const { core, open, send, post, newAccount, signedIn } = await openPages()
    const { id } = await core.writeKeys.create({ source: 'league' })
    const { forms } = await open(PATH)
    const [create = {}, revoke = {}] = ['create', 'revoke'].map(
      (action) => forms.find(({ fields }) => fields['action'] === action)?.fields,
    )
    const other = await signedIn(await newAccount('complete'))
    const token = (await other.open('/account/log')).forms[0]?.fields['token'] ?? ''
    expect((await other.open(PATH)).status).toBe(404)
    expect(other.home.html).not.toContain(PATH)
    for (const fields of [{ ...create, source: 'stolen' }, revoke]) {
      expect((await other.post(PATH, { ...fields, token })).status).toBe(404)
      expect((await post(PATH, { ...fields, token })).status).toBe(403)
      expect((await post(PATH, fields, { origin: 'https://evil.example' })).status).toBe(403)
      expect((await post(PATH, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      await send(`${PATH}?${new URLSearchParams(fields).toString()}`)
    }
    expect((await post(PATH, { ...revoke, key: 'wk_none' })).status).toBe(404)
    expect((await post(PATH, { ...revoke, key: '\0' })).status).toBe(400)
    expect((await post(PATH, { ...create, source: 'a', action: '__proto__' })).status).toBe(400)
    expect(await core.writeKeys.list()).toMatchObject([{ id, revoked_at: null }])
  })
})
