import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as node from './node-crypto.ts'
import { type Delivery, type HeadersLike, VerificationError } from './node-crypto.ts'
import * as web from './web-crypto.ts'

const secret = 'whsec_a3f1c2d4e5b60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90'
const event = {
  id: 'evt_7b21c40d9ae65f83',
  type: 'game.final',
  created_at: '2026-11-20T21:44:03Z',
  data: { game: { id: 'gm_9wd3f6ka', home: { id: 'tm_5q1zt8xn', name: 'Žalgiris' }, home_score: 91, away_score: 88 } },
}
const body = JSON.stringify(event)
const t = 1_795_211_043
const after = (seconds: number) => new Date((t + seconds) * 1000)
const now = after(0)

/** An independent implementation of the contract: hexadecimal HMAC-SHA256 of `<t>.<raw body>`, keyed with the secret. */
const hmac = (raw: string | Uint8Array, key = secret, at: string | number = t) =>
  createHmac('sha256', key).update(`${at}.`).update(raw).digest('hex')

const buildHeaders = (signature: string): HeadersLike => ({ 'x-service-signature': signature })

describe.each([
  ['node:crypto', node],
  ['WebCrypto', web],
])('with %s', (_, { sign, verify }) => {
  /** The code of the VerificationError, `accepted`, or another error. */
  const readOutcome = async (
    changes: { signature?: string; headers?: HeadersLike } & Partial<Omit<Delivery, 'headers'>>,
  ) => {
    const { signature = `t=${t},v1=${hmac(body)}`, ...delivery } = changes
    const outcome = await verify({ body, headers: buildHeaders(signature), secret, now, ...delivery } as Delivery).then(
      () => 'accepted',
      (error: unknown) => error,
    )
    return outcome instanceof VerificationError ? outcome.code : outcome
  }

  describe('a right signature', () => {
    test('is the hexadecimal HMAC-SHA256 of t, a full stop and the body', async () => {
      // printf '1795211043.{"a":1}' | openssl dgst -sha256 -hmac whsec_key
      const expected = 'ab55d04bd437cdb9bc1441ef78336f22af5f3fa179ccb8e43b3c6f3e6b0a9ebf'
      expect(await sign({ body: '{"a":1}', secret: 'whsec_key', at: now })).toBe(`t=${t},v1=${expected}`)
      const headers = buildHeaders(`t=${t},v1=${expected}`)
      expect(await verify({ body: '{"a":1}', secret: 'whsec_key', headers, now })).toEqual({ a: 1 })
    })

    test.each([
      ['{}', '31b2b1535a7eccaa0333e827bb2e9a048e1620c0a80f94ea89938fb163c46f27'],
      ['{"name":"Dončić 🏀"}', '232194b9d9b521ac75c0579afd50b10d53a65b0c3ad1cba66f92b0d7ff3b85bf'],
    ])('of %s is the documented one', async (body, digest) => {
      const at = new Date(1_760_000_000_000)
      const docsSecret = 'whsec_0123456789abcdef0123456789abcdef'
      expect(await sign({ body, secret: docsSecret, at })).toBe(`t=1760000000,v1=${digest}`)
      const headers = buildHeaders(`t=1760000000,v1=${digest}`)
      expect(await verify({ body: new TextEncoder().encode(body), headers, secret: docsSecret, now: at })).toEqual(
        JSON.parse(body),
      )
    })

    test('returns the event that was sent', async () => {
      expect(await verify({ body, headers: buildHeaders(`t=${t},v1=${hmac(body)}`), secret, now })).toEqual(event)
    })

    test('is accepted for any JSON object, any secret and any time, as text and as bytes', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
          fc.string({ minLength: 1, unit: 'grapheme' }),
          fc.integer({ min: 0, max: 8_640_000_000_000 }),
          async (record, key, seconds) => {
            const text = JSON.stringify(record)
            const bytes = new TextEncoder().encode(text)
            const at = new Date(seconds * 1000)
            const signature = await sign({ body: text, secret: key, at })
            expect(signature).toBe(`t=${seconds},v1=${hmac(text, key, seconds)}`)
            expect(await sign({ body: bytes, secret: key, at })).toBe(signature)
            const delivery = { headers: buildHeaders(signature), secret: key, now: at }
            const sent = JSON.parse(text)
            expect(await verify({ ...delivery, body: text })).toEqual(sent)
            expect(await verify({ ...delivery, body: bytes })).toEqual(sent)
          },
        ),
      )
    })

    test('is accepted next to others, while a secret is being replaced', async () => {
      const old = hmac(body, 'whsec_old')
      expect(await readOutcome({ signature: `t=${t},v1=${old},v1=${hmac(body)}` })).toBe('accepted')
      expect(await readOutcome({ signature: `t=${t},v1=${hmac(body)},v1=${old}` })).toBe('accepted')
    })

    test('may be next to items of unknown schemes, in any order, with blanks', async () => {
      const signature = `v0=abc, v1=${hmac(body)} , v2=t=5 ,nonsense,, t=${t}`
      expect(await readOutcome({ signature })).toBe('accepted')
    })

    test('may be written in upper-case digits', async () => {
      expect(await readOutcome({ signature: `t=${t},v1=${hmac(body).toUpperCase()}` })).toBe('accepted')
    })

    test('covers t as it is written, leading zeros included', async () => {
      expect(await readOutcome({ signature: `t=0${t},v1=${hmac(body, secret, `0${t}`)}` })).toBe('accepted')
      expect(await readOutcome({ signature: `t=0${t},v1=${hmac(body)}` })).toBe('wrong_signature')
    })

    test('truncates the time to a whole second', async () => {
      expect(await sign({ body, secret, at: after(0.999) })).toBe(`t=${t},v1=${hmac(body)}`)
    })

    test('is read from Headers, objects and Maps, with names in any case', async () => {
      const signature = `t=${t},v1=${hmac(body)}`
      const all: HeadersLike[] = [
        new Headers({ 'X-Service-Signature': signature }),
        { Host: 'receiver.example', 'X-Service-Signature': signature },
        { 'X-SERVICE-SIGNATURE': [signature] },
        new Map([['X-Service-Signature', signature]]),
        new Map([['x-service-signature', signature]]),
      ]
      for (const headers of all) expect(await readOutcome({ headers })).toBe('accepted')
    })

    test('matches a body passed as an ArrayBuffer, a Buffer or a view of a larger one', async () => {
      const padded = Buffer.from(`..${body}..`)
      const bytes = Buffer.from(body)
      const view = new DataView(padded.buffer, padded.byteOffset + 2, bytes.length)
      const copy = new Uint8Array(bytes).buffer
      for (const raw of [bytes, copy, view, padded.subarray(2, -2)])
        expect(await readOutcome({ body: raw as Uint8Array })).toBe('accepted')
    })

    test('made with any of several secrets is accepted, while one replaces another', async () => {
      expect(await readOutcome({ secret: ['whsec_new', secret] })).toBe('accepted')
      expect(await readOutcome({ secret: [secret, 'whsec_old'] })).toBe('accepted')
      expect(await readOutcome({ secret: ['whsec_new', 'whsec_old'] })).toBe('wrong_signature')
    })

    test('resolves to an event with its id and its test flag', async () => {
      const sent = JSON.stringify({ ...event, test: true })
      const { id, test } = await verify({ body: sent, headers: buildHeaders(`t=${t},v1=${hmac(sent)}`), secret, now })
      expect({ id, test }).toEqual({ id: event.id, test: true })
    })
  })

  describe('a tampered delivery', () => {
    test('is rejected for any changed bit of the body', async () => {
      const bytes = new TextEncoder().encode(body)
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (index, bit) => {
          const tampered = bytes.map((byte, i) => (i === index ? byte ^ (1 << bit) : byte))
          expect(await readOutcome({ body: tampered })).toBe('wrong_signature')
        }),
      )
    })

    test('is rejected for any changed digit of the digest', async () => {
      const digest = hmac(body)
      await fc.assert(
        fc.asyncProperty(fc.nat(63), fc.integer({ min: 1, max: 15 }), async (index, step) => {
          const digit = ((Number.parseInt(digest.charAt(index), 16) + step) % 16).toString(16)
          const tampered = digest.slice(0, index) + digit + digest.slice(index + 1)
          expect(await readOutcome({ signature: `t=${t},v1=${tampered}` })).toBe('wrong_signature')
        }),
      )
    })

    test('is rejected when t is changed within the five minutes', async () => {
      const moves = fc.integer({ min: -300, max: 300 }).filter((seconds) => seconds !== 0)
      await fc.assert(
        fc.asyncProperty(moves, async (seconds) => {
          expect(await readOutcome({ signature: `t=${t + seconds},v1=${hmac(body)}` })).toBe('wrong_signature')
        }),
      )
    })

    test('is rejected with any other secret, one without its whsec_ included', async () => {
      expect(await readOutcome({ secret: secret.slice('whsec_'.length) })).toBe('wrong_signature')
      const others = fc.string({ minLength: 1 }).filter((other) => other !== secret)
      await fc.assert(
        fc.asyncProperty(others, async (other) => {
          expect(await readOutcome({ secret: other })).toBe('wrong_signature')
        }),
      )
    })

    test('is rejected when the body was parsed and serialized again', async () => {
      expect(await readOutcome({ body: JSON.stringify(event, null, 2) })).toBe('wrong_signature')
    })
  })

  describe('the clock', () => {
    test.each([
      [0, 'accepted'],
      [300, 'accepted'],
      [-300, 'accepted'],
      [300.001, 'stale'],
      [301, 'stale'],
      [-300.001, 'future'],
      [-301, 'future'],
    ])('%d seconds after t: %s', async (seconds, outcome) => {
      expect(await readOutcome({ now: after(seconds) })).toBe(outcome)
    })

    test('is the system clock when left out', async () => {
      expect(await readOutcome({ signature: await sign({ body, secret }), now: undefined })).toBe('accepted')
      const old = await sign({ body, secret, at: new Date(Date.now() - 302_000) })
      expect(await readOutcome({ signature: old, now: undefined })).toBe('stale')
    })

    test('follows the tolerance option', async () => {
      expect(await readOutcome({ now: after(301), tolerance: 301 })).toBe('accepted')
      expect(await readOutcome({ now: after(11), tolerance: 10 })).toBe('stale')
    })

    test('rejects every delivery if `now` is an invalid date', async () => {
      expect(await readOutcome({ now: new Date(Number.NaN) })).toBe('stale')
      expect(await readOutcome({ tolerance: Number.NaN })).toBe('stale')
    })
  })

  describe('a header', () => {
    test.each<HeadersLike>([{}, { 'x-service-signature': undefined }, { 'x-service-signature': '' }, new Headers()])(
      'that is absent (%o) is missing_header',
      async (headers) => {
        expect(await readOutcome({ headers })).toBe('missing_header')
      },
    )

    const signature = `t=${t},v1=${hmac(body)}`
    test.each<[string, unknown]>([
      ['nothing', undefined],
      ['null', null],
      ['its text', signature],
      ['a list of names and values', ['X-Service-Signature', signature]],
      ['a list of pairs', [['X-Service-Signature', signature]]],
    ])('passed as %s is missing_header, and the message names the accepted types', async (_, wrong) => {
      const refused = verify({ body, secret, now, headers: wrong as HeadersLike })
      await expect(refused).rejects.toMatchObject({ code: 'missing_header' })
      await expect(refused).rejects.toThrow('headers must be an object, a Headers or a Map')
    })

    const digest = hmac(body)
    test.each([
      ['no t', `v1=${digest}`],
      ['no v1', `t=${t}`],
      ['two t', `t=${t},t=${t},v1=${digest}`],
      ['two headers', `t=${t},v1=${digest}, t=${t},v1=${digest}`],
      ['an empty t', `t=,v1=${digest}`],
      ['a signed t', `t=+${t},v1=${digest}`],
      ['a fractional t', `t=${t}.5,v1=${digest}`],
      ['a hexadecimal t', `t=0x6b00,v1=${digest}`],
      ['a t without end', `t=${'9'.repeat(400)},v1=${digest}`],
      ['a short digest', `t=${t},v1=${digest.slice(1)}`],
      ['a long digest', `t=${t},v1=${digest}0`],
      ['a digest that is not hexadecimal', `t=${t},v1=${'g'.repeat(64)}`],
      ['an invalid digest next to a valid one', `t=${t},v1=${digest},v1=abc`],
      ['an empty digest', `t=${t},v1=`],
      ['other separators', `t=${t};v1=${digest}`],
      ['upper-case names', `T=${t},V1=${digest}`],
      ['more after an equals sign', `t=${t},v1=${digest}=`],
    ])('with %s is malformed_header', async (_, signature) => {
      expect(await readOutcome({ signature })).toBe('malformed_header')
    })

    test('of random text is always missing_header or malformed_header', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (signature) => {
          expect(['missing_header', 'malformed_header']).toContain(await readOutcome({ signature }))
        }),
      )
    })
  })

  describe('a signed body', () => {
    test.each(['', 'not json', '{"a":', '[]', 'null', '1', '"text"'])('%j is not_json', async (body) => {
      expect(await readOutcome({ body: body, signature: `t=${t},v1=${hmac(body)}` })).toBe('not_json')
    })

    test('that is not UTF-8 is not_json', async () => {
      const body = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)
      expect(await readOutcome({ body: body, signature: `t=${t},v1=${hmac(body)}` })).toBe('not_json')
    })
  })

  describe('a missing secret is a TypeError, because anybody can sign with an empty one', () => {
    test.each([[''], [[]], [[secret, '']], [undefined], [null]])('%j', async (none) => {
      const delivery = {
        body,
        headers: buildHeaders(`t=${t},v1=${hmac(body, '')}`),
        secret: none as unknown as string,
        now,
      }
      await expect(verify(delivery)).rejects.toThrow(TypeError)
      await expect(verify(delivery)).rejects.toThrow('environment variable')
    })

    test.each([
      ['no bytes', Buffer.from('')],
      ['bytes', Buffer.from(secret)],
      ['a number', 1],
      ['true', true],
      ['an object', { secret }],
      ['a function', () => secret],
      ['a text next to bytes', [secret, Buffer.from('')]],
      ['a list in a list', [[secret]]],
    ])('a secret that is not a string is a TypeError: %s', async (_, wrong) => {
      const delivery = {
        body,
        headers: buildHeaders(`t=${t},v1=${hmac(body, '')}`),
        secret: wrong as unknown as string,
        now,
      }
      await expect(verify(delivery)).rejects.toThrow(TypeError)
      await expect(verify(delivery)).rejects.toThrow('non-empty string')
    })

    test.each([[''], [[secret]], [Buffer.from(secret)], [undefined]])('for sign too: %j', async (wrong) => {
      await expect(sign({ body, secret: wrong as string })).rejects.toThrow(TypeError)
    })
  })

  describe('a body that is not raw', () => {
    test.each([[event], [undefined], [null], [1], [[]]])('is body_parsed: %j', async (parsed) => {
      expect(await readOutcome({ body: parsed as unknown as string })).toBe('body_parsed')
    })

    test.each<[string, unknown]>([
      ['Node', Readable.from([body])],
      ['the web', new Blob([body]).stream()],
    ])('is body_parsed when it is a stream of %s', async (_, stream) => {
      const refused = verify({ body: stream as string, headers: buildHeaders(`t=${t},v1=${hmac(body)}`), secret, now })
      await expect(refused).rejects.toMatchObject({ code: 'body_parsed' })
      await expect(refused).rejects.toThrow('The body is a stream: read it to bytes first')
    })

    test('gets a message that names the remedy for each framework', async () => {
      const refused = verify({ body: event as unknown as string, headers: {}, secret })
      for (const remedy of ['raw body', 'express.raw(', "parseAs: 'buffer'", 'Hono', 'Next'])
        await expect(refused).rejects.toThrow(remedy)
    })
  })

  describe('the message of wrong_signature names the likely mistake', () => {
    const readMessage = async (changes: { body?: string; secret: string }) => {
      const headers = buildHeaders(`t=${t},v1=${hmac('another')}`)
      return verify({ body, headers, now, ...changes }).catch((error: unknown) => String(error))
    }
    test.each([
      [{ secret }, 'VerificationError: The signature does not match: the secret of another webhook'],
      [{ secret, body: '' }, 'The body is empty.'],
      [{ secret: `${secret}\n` }, 'The secret has blanks.'],
      [{ secret: secret.slice(6) }, 'The secret does not begin with whsec_.'],
    ])('%#', async (changes, words) => {
      const message = await readMessage(changes)
      expect(message).toContain(words)
      expect(message).not.toContain(secret.slice(6))
    })
  })

  describe('the message of stale and future says by how much the clock is off', () => {
    test.each([
      [after(400), 'Signed 400 s ago, 300 s are allowed: a replay, or this clock is ahead.'],
      [after(-3600), 'Signed 3600 s ahead, 300 s are allowed: this clock is behind.'],
    ])('%s', async (now, message) => {
      await expect(verify({ body, headers: buildHeaders(`t=${t},v1=${hmac(body)}`), secret, now })).rejects.toThrow(
        message,
      )
    })
  })

  describe('a fetch request', () => {
    const buildRequest = (headers: Record<string, string>) =>
      new Request('https://receiver.example/hook', { method: 'POST', body, headers })

    test('is verified with its own headers', async () => {
      const request = buildRequest({ 'x-service-signature': await sign({ body, secret }) })
      expect(await verify({ body: request, secret })).toEqual(event)
    })

    test('whose body was read is body_parsed', async () => {
      const request = buildRequest({ 'x-service-signature': await sign({ body, secret }) })
      await request.json()
      await expect(verify({ body: request, secret })).rejects.toMatchObject({ code: 'body_parsed' })
    })

    test('without the header is missing_header', async () => {
      await expect(verify({ body: buildRequest({}), secret })).rejects.toMatchObject({
        name: 'VerificationError',
        code: 'missing_header',
      })
    })
  })
})
