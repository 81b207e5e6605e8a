import { describe, expect, test } from 'vitest'
import { sharedAccountPages } from '../testing/account-pages.ts'
import { anyDatabase } from '../../../http/src/testing/databases.js'

describe.each(anyDatabase)('the log on %s', (kind) => {
  const shared = sharedAccountPages(kind)

  test('says what was done, and by whom: the holder, an operator, or the service', async () => {
    const { core, signedIn, newAccount } = shared()
    const operator = await newAccount('free', { operator: true })
    const { account, open } = await signedIn()
    const { id } = await core.keys.create(account.id, { by: account.id })
    await core.accounts.setPlan(account.id, 'archive', { by: operator.id })
    const { text } = await open('/account/log')
    expect(text).toMatch(
      new RegExp(
        `Plan changed ?from live to archive ?${operator.email}.*Key created ?${id} .*You.*Signed in.*You.*Account created ?plan live ?The service`,
      ),
    )
  })

  test('has only what was done to the own account', async () => {
    const { core, signedIn, newAccount } = shared()
    const other = await newAccount()
    const { id } = await core.keys.create(other.id)
    const { open } = await signedIn()
    const { text } = await open('/account/log')
    expect(text).not.toContain(id)
    expect(text).not.toContain(other.email)
  })

  test('is read page by page, and shows every action once', async () => {
    const { core, signedIn } = shared()
    const { account, open } = await signedIn()
    for (let n = 0; n < 60; n++) await core.accounts.setPlan(account.id, n % 2 === 0 ? 'archive' : 'live')
    const newest = await open('/account/log')
    const next = /rel="next" href="([^"]*)"/.exec(newest.html)?.[1] ?? ''
    const older = await open(next)
    const rows = [newest, older].map(({ html }) => html.split('<tr role="row">').length - 2)
    expect(rows).toEqual([50, 12])
    expect(newest.html).not.toContain('rel="prev"')
    expect(older.html).not.toContain('rel="next"')
    expect(older.html).toContain('rel="prev" href="/account/log"')
    expect(older.text).toContain('Account created')
    expect((await open('/account/log?before=1')).text).toContain('There are no earlier actions')
  })

  test.each(['x', '-1', '1.5', '1e3', '', '9'.repeat(30)])('before=%s is refused', async (before) => {
    const { open } = await shared().signedIn()
    const page = await open(`/account/log?before=${before}`)
    expect(page.status).toBe(400)
    expect(page.text).toContain('before must be a whole number')
  })
})
