import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientNetwork } from './connection.ts'

const networkOf = async (trustedProxies: number, forwarded?: string): Promise<string> => {
  const app = new Hono().get('/', (c) => c.text(clientNetwork(c, trustedProxies)))
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.request('/', { headers })).text()
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
])('the network of %s is %s', async (address, network) => {
  expect(await networkOf(1, address)).toBe(network)
})

test('only the addresses of trusted proxies are believed', async () => {
  const forwarded = '10.0.0.1, 203.0.113.7, 198.51.100.2'
  expect(await networkOf(0, forwarded)).toBe('')
  expect(await networkOf(1, forwarded)).toBe('198.51.100.2')
  expect(await networkOf(2, forwarded)).toBe('203.0.113.7')
  expect(await networkOf(4, forwarded)).toBe('')
})
