import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress } from './connection.ts'

const getClientAddress = async (trustedProxies: number, forwarded?: string): Promise<string> => {
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, trustedProxies)))
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.request('/', { headers })).text()
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::9'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::9'],
])('the address of %s is %s', async (forwarded, address) => {
  expect(await getClientAddress(1, forwarded)).toBe(address)
})

test('only the addresses of trusted proxies are believed', async () => {
  const forwarded = '10.0.0.1, 203.0.113.7, 198.51.100.2'
  expect(await getClientAddress(0, forwarded)).toBe('')
  expect(await getClientAddress(1, forwarded)).toBe('198.51.100.2')
  expect(await getClientAddress(2, forwarded)).toBe('203.0.113.7')
  expect(await getClientAddress(4, forwarded)).toBe('')
})
