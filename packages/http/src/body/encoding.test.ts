import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseEncoding, encode, ENCODINGS } from './encoding.ts'

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

test('a compressed body decompresses to the same body', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2000 }), async (text) => {
      expect(gunzipSync(await encode(text, 'gzip')).toString()).toBe(text)
      expect(brotliDecompressSync(await encode(text, 'br')).toString()).toBe(text)
    }),
    { numRuns: 30 },
  )
})
