import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseEncoding, encode, ENCODINGS } from './encoding.ts'

const weight = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000)
const weights = fc.record({ gzip: weight, br: weight, identity: weight })

test('the encoding chosen is one the client likes best', () => {
  fc.assert(
    fc.property(weights, fc.constantFrom(',', ', ', ' , '), (liked, comma) => {
      const header = ENCODINGS.map((encoding) => `${encoding};q=${liked[encoding]}`).join(comma)
      const chosen = chooseEncoding(header)
      const best = Math.max(...Object.values(liked))
      expect(best > 0 ? liked[chosen] : chosen).toBe(best > 0 ? best : 'identity')
    }),
  )
})

test('an encoding that is refused is never chosen', () => {
  fc.assert(
    fc.property(fc.constantFrom('gzip', 'br'), fc.constantFrom('0', '0.0', '0.000'), (refused, zero) => {
      expect(chooseEncoding(`${refused};q=${zero}`)).toBe('identity')
      expect(chooseEncoding(`*, ${refused};q=${zero}`)).not.toBe(refused)
    }),
  )
})

test('an encoding that was not named is never chosen', () => {
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
