import { gzipSync } from 'node:zlib'
import { operations } from '@basketball-data/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedAccountPages, type AccountPages } from '../testing/account-pages.ts'
import { anyDatabase } from '../../../http/src/testing/databases.js'
import { textContent } from '../../../http/src/testing/response.js'
import { renderToString } from '../page/html.ts'
import { scaleTop, usagePlot } from './usage-figures.ts'

const PLANS = { free: { per_minute: 4, per_day: 1000 }, archive: { per_day: 50_000 } }

const callTimes = async ({ app }: AccountPages, key: string, path: string, times: number): Promise<void> => {
  for (let n = 0; n < times; n++) await app.request(path, { headers: { 'x-api-key': key } })
}

describe.each(anyDatabase)('usage on %s', (kind) => {
  const shared = sharedAccountPages(kind, { core: { plans: PLANS } })

  test('calls are there at once, by endpoint, by key and by day, refused ones apart', async () => {
    const { core, signedIn, newAccount } = shared()
    const account = await newAccount('free')
    const { key } = await core.keys.create(account.id, { name: 'Production' })
    await core.keys.create(account.id, { name: 'Spare' })
    await callTimes(shared(), key, '/v1/seasons', 3)
    await callTimes(shared(), key, '/v1/games', 3)
    const { open } = await signedIn(account)
    const { text } = await open('/account/usage')
    expect(text).toContain('Calls today 4 of 1,000')
    expect(text).toMatch(/996 left, resets in \d+ \w+/)
    expect(text).toMatch(/GET \/seasons\s?3\s?75 %\s?0\s?(just now|\d+ seconds? ago)/)
    expect(text).toMatch(/GET \/games\s?1\s?25 %\s?2\s?(just now|\d+ seconds? ago)/)
    expect(text).toMatch(/Production bd_….{4}\s?4\s?100 %\s?2\s?(just now|\d+ seconds? ago)/)
    expect(text).toMatch(/Spare bd_….{4}\s?0\s?0 %\s?0\s?never/)
    expect(text).toMatch(new RegExp(`Day Calls Refused\\s?${new Date().toISOString().slice(0, 10)}\\s?4\\s?2`))
  })

  test('the bar of a share is as long as its percentage, in every table', async () => {
    const { core, signedIn, newAccount } = shared()
    const account = await newAccount('free')
    const [first, second] = [await core.keys.create(account.id), await core.keys.create(account.id)]
    for (const path of ['/v1/seasons', '/v1/games', '/v1/teams']) await callTimes(shared(), first.key, path, 1)
    await callTimes(shared(), second.key, '/v1/seasons', 1)
    const { html } = await (await signedIn(account)).open('/account/usage')
    const shares = Array.from(
      html.matchAll(/<rect width="([\d.]+)" height="8"[^%]*?<span>(\d+) %/g),
      ([, ...each]) => each,
    )
    expect(shares).toHaveLength(5)
    for (const [width, percentage] of shares) expect(width).toBe(percentage)
  })

  test('nobody sees the calls of another account', async () => {
    const { core, signedIn, newAccount } = shared()
    const { key } = await core.keys.create((await newAccount('live')).id, { name: 'of somebody else' })
    await callTimes(shared(), key, '/v1/teams', 2)
    const { text } = await (await signedIn()).open('/account/usage')
    expect(text).toContain('No calls in 90 days')
    expect(text).not.toContain('of somebody else')
  })

  test('a name of a key is text, whatever is in it', async () => {
    const { core, signedIn, newAccount } = shared()
    const account = await newAccount('live')
    const name = `<script>alert(1)</script>" onload='x`
    const { key } = await core.keys.create(account.id, { name })
    await callTimes(shared(), key, '/v1/seasons', 1)
    const { html } = await (await signedIn(account)).open('/account/usage')
    expect(html).not.toContain('<script')
    expect(textContent(html)).toContain(name)
  })

  test('the plan is compared with the next one, and the highest one with none', async () => {
    const { signedIn, newAccount } = shared()
    const textOn = async (plan: 'free' | 'live' | 'archive' | 'complete') =>
      (await (await signedIn(await newAccount(plan))).open('/account/usage')).text
    expect(await textOn('free')).toMatch(/Plan Free key, and what Live adds .*Calls per day\s?1,000\s?10,000/)
    expect(await textOn('free')).toMatch(/Live also has\s?List teams.*Box score/)
    expect(await textOn('live')).toContain('Archive has the same endpoints.')
    expect(await textOn('archive')).toMatch(/Complete also has.*Player splits/)
    expect(await textOn('complete')).toContain('This is the highest plan')
  })

  test('with a year of calls of every endpoint and 5 keys the page has at most 40 kB', async () => {
    const { core, signedIn, newAccount } = shared()
    const account = await newAccount('complete')
    for (let n = 0; n < 5; n++) await core.keys.create(account.id, { name: `Key ${n}` })
    const endpoints = operations.map(({ method, path }) => `('${method} ${path}')`).join(', ')
    await core.store.db.execute(
      `insert into key_usage (account_id, day, key_id, endpoint, calls, refused, last_at)
       select k.account_id, current_date - d, k.id, e.name, abs(hashtext(k.id || e.name || d)) % 5000,
         abs(hashtext(k.id || d)) % 20, now() - d * interval '1 day'
       from api_keys k, generate_series(0, 364) d, (values ${endpoints}) as e (name) where k.account_id = '${account.id}'`,
    )
    await core.store.db.execute(
      `insert into account_past_days select account_id, day, sum(calls) from key_usage
       where account_id = '${account.id}' and day < current_date group by account_id, day`,
    )
    const { html } = await (await signedIn(account)).open('/account/usage')
    expect(html.match(/<title>\d+ \w+ \d{4}: /g)).toHaveLength(90)
    expect(gzipSync(html).length).toBeLessThan(40_000)
  })
})

describe('the plot', () => {
  const listDays = (days: { calls: number; refused: number }[]) =>
    days.map((each, index) => ({ ...each, day: new Date(Date.UTC(2026, 7, 26 + index)).toISOString().slice(0, 10) }))
  const plotDays = (days: { calls: number; refused: number }[], limit: number | null = null): string =>
    renderToString(usagePlot(listDays(days), limit))
  const day = fc.record({ calls: fc.nat(1e9), refused: fc.oneof(fc.constant(0), fc.nat(1e9)) })

  test('the scale reaches the highest bar and not much further, and its half is a whole number', () => {
    fc.assert(
      fc.property(fc.nat(1e12), (max) => {
        const top = scaleTop(max)
        expect(top).toBeGreaterThanOrEqual(Math.max(max, 2))
        expect(top).toBeLessThanOrEqual(Math.max(2 * max, 2))
        expect((top / 2) % 1).toBe(0)
      }),
    )
  })

  test('every day with calls has a bar, every one with refused calls stripes, and nothing is outside of the plot', () => {
    fc.assert(
      fc.property(fc.array(day, { minLength: 90, maxLength: 90 }), (days) => {
        const plot = plotDays(days)
        const bars = [
          ...plot.matchAll(
            /<rect\s+class="(calls|refused)"\s+x="[\d.]+"\s+y="([\d.]+)"\s+width="7"\s+height="([\d.]+)"/g,
          ),
        ]
        const count = (kind: string) => bars.filter(([, each]) => each === kind).length
        expect(count('calls')).toBe(days.filter(({ calls }) => calls > 0).length)
        expect(count('refused')).toBe(days.filter(({ refused }) => refused > 0).length)
        for (const [, , y, height] of bars) {
          expect(Number(y)).toBeGreaterThanOrEqual(-2)
          expect(Number(y) + Number(height)).toBeLessThanOrEqual(180.05)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('it says in words what it shows', () => {
    const plot = plotDays([
      { calls: 1, refused: 0 },
      { calls: 1200, refused: 30 },
      { calls: 0, refused: 0 },
    ])
    expect(plot).toMatch(/<svg[^>]*\srole="img"\s+aria-labelledby="plot-title plot-text"/)
    expect(textContent(plot).replaceAll(/\s+/g, ' ')).toMatch(
      /3 days, 1,201 calls and 30 refused ones\. Most calls on 27 Aug 2026: 1,200 calls, 30 refused\./,
    )
    expect(plot).toContain('<title>26 Aug 2026: 1 call<')
  })

  test('the limit per day is drawn where it is on the scale', () => {
    const days = [{ calls: 900, refused: 0 }]
    expect(textContent(plotDays(days, 1000))).toContain('Limit of 1,000 per day')
    expect(plotDays(days, 100_000)).not.toContain('Limit')
    expect(plotDays(days, null)).not.toContain('Limit')
  })
})
