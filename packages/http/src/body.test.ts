import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseEncoding, encode, ENCODINGS, toEtag, matchesEtag } from './body.ts'

const weight = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000)
const weights = fc.record({ gzip: weight, br: weight, identity: weight })

test('the chosen encoding has the highest weight', () => {
  fc.assert(
    fc.property(weights, fc.constantFrom(',', ', ', ' , '), (sent, comma) => {
      const header = ENCODINGS.map((encoding) => `${encoding};q=${sent[encoding]}`).join(comma)
      const chosen = chooseEncoding(header)
      const best = Math.max(...Object.values(sent))
      expect(best > 0 ? sent[chosen] : chosen).toBe(best > 0 ? best : 'identity')
    }),
  )
})

test('an encoding with weight 0 is never chosen', () => {
  fc.assert(
    fc.property(fc.constantFrom('gzip', 'br'), fc.constantFrom('0', '0.0', '0.000'), (refused, zero) => {
      expect(chooseEncoding(`${refused};q=${zero}`)).toBe('identity')
      expect(chooseEncoding(`*, ${refused};q=${zero}`)).not.toBe(refused)
    }),
  )
})

test('an encoding that the header does not name is never chosen', () => {
  expect(chooseEncoding(null)).toBe('identity')
  fc.assert(
    fc.property(
      fc.string().filter((header) => !/gzip|br|\*/i.test(header)),
      (header) => {
        expect(chooseEncoding(header)).toBe('identity')
      },
    ),
  )
})

test.each([
  ['', 'identity'],
  ['*', 'gzip'],
  ['*;q=0.5, gzip;q=0.4', 'br'],
  ['br, *;q=0.1', 'br'],
  ['*;q=0', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=0.001, identity', 'identity'],
  ['GZIP', 'gzip'],
])('Accept-Encoding "%s" chooses %s', (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected)
})

test('of encodings of the same weight, the first preferred one is chosen', () => {
  expect(chooseEncoding('br, gzip')).toBe('gzip')
  expect(chooseEncoding('gzip, br', ['br', 'gzip'])).toBe('br')
})

test('If-None-Match matches the ETag of the body in any encoding, weak or in a list, and *', () => {
  for (const encoding of ENCODINGS) {
    const etag = toEtag('hash', encoding)
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, `${etag},"other"`, ` ${etag} `])
      expect(matchesEtag(header, 'hash'), header).toBe(true)
  }
  expect(matchesEtag(' * ', 'hash')).toBe(true)
})

test.each([null, '', '"other"', 'hash', '"hash', '"hash-zstd"', '"W/hash"', '"hash W/"', '"a*", "*"'])(
  'If-None-Match %s matches no ETag of another body',
  (header) => {
    expect(matchesEtag(header, 'hash')).toBe(false)
  },
)

test('the ETag is quoted, and another one in each encoding', () => {
  expect(ENCODINGS.map((encoding) => toEtag('hash', encoding))).toEqual(['"hash-gzip"', '"hash-br"', '"hash"'])
})

test('a compressed body decompresses to the same body', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2000 }), async (text) => {
      expect(gunzipSync(await encode(text, 'gzip')).toString()).toBe(text)
      expect(brotliDecompressSync(await encode(text, 'br')).toString()).toBe(text)
    }),
    { numRuns: 30 },
  )
})
