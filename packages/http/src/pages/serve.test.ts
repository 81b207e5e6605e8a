import { hash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sendOverHttp } from '../testing/request.ts'
import { sharedService } from '../testing/services.ts'

const service = sharedService('embedded')
const request = async (headers: Record<string, string> = {}) => {
  const response = await sendOverHttp(service().origin)({ method: 'GET', path: '/docs', headers })
  return { ...response, text: response.bytes.toString() }
}

describe('the Content-Security-Policy of the page', () => {
  test('allows only its own style and icon', async () => {
    const { headers, text } = await request()
    const styles = Array.from(text.matchAll(/<style>([^]*?)<\/style>/g), ([, style = '']) => style)
    expect(styles).toHaveLength(1)
    expect(headers.get('content-security-policy')?.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'img-src data:',
      `style-src 'sha256-${hash('sha256', styles[0] ?? '', 'base64')}'`,
    ])
  })

  test('blocks nothing that the page contains: no style attribute, no script, no external image', async () => {
    const { text } = await request()
    expect(text).not.toMatch(/\sstyle=|<script|<img|\son\w+=|<link(?! rel="icon" href="data:)/)
  })
})

test('the page is compressed if the browser accepts it, and decompresses to the same page', async () => {
  const { text } = await request()
  const [gzip, brotli] = [await request({ 'accept-encoding': 'gzip' }), await request({ 'accept-encoding': 'br' })]
  expect(gunzipSync(gzip.bytes).toString()).toBe(text)
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(text)
  expect(gzip.bytes.length).toBeLessThan(text.length / 8)
  expect(gzip.headers.get('vary')).toBe('Accept-Encoding')
})

test('If-None-Match with the ETag of any encoding returns 304', async () => {
  const tag = (await request({ 'accept-encoding': 'gzip' })).headers.get('etag') ?? ''
  expect(await request({ 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
  expect(await request({ 'if-none-match': '"another"' })).toMatchObject({ status: 200 })
})
