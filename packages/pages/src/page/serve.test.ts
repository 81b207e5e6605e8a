import { hash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sendOverHttp } from '../../../http/src/testing/request.js'
import { sharedService } from '../../../http/src/testing/services.js'
import { createPages } from '../index.ts'

const service = sharedService('embedded', { pages: createPages() })
const request = async (headers: Record<string, string> = {}) => {
  const response = await sendOverHttp(service().origin)({ method: 'GET', path: '/docs', headers })
  return { ...response, text: response.bytes.toString() }
}

describe('the Content-Security-Policy of the page', () => {
  test('allows only its own style, script and icon, and requests and forms to this service', async () => {
    const { headers, text } = await request()
    const styles = Array.from(text.matchAll(/<style>([^]*?)<\/style>/g), ([, style = '']) => style)
    const scripts = Array.from(text.matchAll(/<script>([^]*?)<\/script>/g), ([, script = '']) => script)
    expect([styles, scripts]).toEqual([[expect.any(String)], [expect.any(String)]])
    expect(headers.get('content-security-policy')?.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'img-src data:',
      `script-src 'sha256-${hash('sha256', scripts[0] ?? '', 'base64')}'`,
      `style-src 'sha256-${hash('sha256', styles[0] ?? '', 'base64')}'`,
    ])
  })

  test('blocks nothing that the page contains: no style attribute, no other script, no external image', async () => {
    const { text } = await request()
    expect(text.replace(/<script>[^]*?<\/script>/, '')).not.toMatch(
      /\sstyle=|<script|<img|\son\w+=|<link(?! rel="icon" href="data:)/,
    )
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
