import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Delivery, sign, SignatureError, verify, verifyRequest } from './index.ts'

const secret = 'whsec_a3f1c2d4e5b60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90'
const event = {
  id: 'evt_7b21c40d9ae65f83',
  type: 'game.final',
  created_at: '2026-11-20T21:44:03Z',
  data: { game: { id: 'gm_9wd3f6ka', home: { id: 'tm_5q1zt8xn', name: 'Žalgiris' }, home_score: 91, away_score: 88 } },
}
const payload = JSON.stringify(event)
const t = 1_795_211_043
const after = (seconds: number) => new Date((t + seconds) * 1000)
const now = after(0)

/** The spec's own words in other code: hexadecimal HMAC-SHA256 of `<t>.<raw body>`, keyed with the secret. */
const hmac = (body: string | Uint8Array, key = secret, at: string | number = t) =>
  createHmac('sha256', key).update(`${at}.`).update(body).digest('hex')

const reasonOf = async (delivery: Partial<Delivery>) => {
  const signature = `t=${t},v1=${hmac(payload)}`
  const refusal = await verify({ payload, signature, secret, now, ...delivery }).then(
    () => 'accepted',
    (error: unknown) => error,
  )
  return refusal instanceof SignatureError ? refusal.reason : refusal
}

describe('a right signature', () => {
  test('is the hexadecimal HMAC-SHA256 of t, a full stop and the body', async () => {
    // printf '1795211043.{"a":1}' | openssl dgst -sha256 -hmac whsec_key
    const known = 'ab55d04bd437cdb9bc1441ef78336f22af5f3fa179ccb8e43b3c6f3e6b0a9ebf'
    expect(await sign({ payload: '{"a":1}', secret: 'whsec_key', at: now })).toBe(`t=${t},v1=${known}`)
    expect(await verify({ payload: '{"a":1}', secret: 'whsec_key', signature: `t=${t},v1=${known}`, now })).toEqual({
      a: 1,
    })
  })

  test('gives the event that was sent', async () => {
    expect(await verify({ payload, signature: `t=${t},v1=${hmac(payload)}`, secret, now })).toEqual(event)
  })

  test('holds for any JSON object, any secret and any time, as text and as bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.integer({ min: 0, max: 8_640_000_000_000 }),
        async (record, key, seconds) => {
          const body = JSON.stringify(record)
          const bytes = new TextEncoder().encode(body)
          const at = new Date(seconds * 1000)
          const signature = await sign({ payload: body, secret: key, at })
          expect(signature).toBe(`t=${seconds},v1=${hmac(body, key, seconds)}`)
          expect(await sign({ payload: bytes, secret: key, at })).toBe(signature)
          const sent = JSON.parse(body)
          expect(await verify({ payload: body, signature, secret: key, now: at })).toEqual(sent)
          expect(await verify({ payload: bytes, signature, secret: key, now: at })).toEqual(sent)
        },
      ),
    )
  })

  test('is found among several, while a secret is being replaced', async () => {
    const old = hmac(payload, 'whsec_old')
    expect(await reasonOf({ signature: `t=${t},v1=${old},v1=${hmac(payload)}` })).toBe('accepted')
    expect(await reasonOf({ signature: `t=${t},v1=${hmac(payload)},v1=${old}` })).toBe('accepted')
  })

  test('may stand beside items of unknown schemes, in any order, with blanks', async () => {
    const signature = `v0=abc, v1=${hmac(payload)} , v2=t=5 ,nonsense,, t=${t}`
    expect(await reasonOf({ signature })).toBe('accepted')
  })

  test('may be written in upper-case digits', async () => {
    expect(await reasonOf({ signature: `t=${t},v1=${hmac(payload).toUpperCase()}` })).toBe('accepted')
  })

  test('covers t as it is written, leading zeros included', async () => {
    expect(await reasonOf({ signature: `t=0${t},v1=${hmac(payload, secret, `0${t}`)}` })).toBe('accepted')
    expect(await reasonOf({ signature: `t=0${t},v1=${hmac(payload)}` })).toBe('mismatch')
  })

  test('is of the second that has begun', async () => {
    expect(await sign({ payload, secret, at: after(0.999) })).toBe(`t=${t},v1=${hmac(payload)}`)
  })

  test('may arrive as a list with one header', async () => {
    expect(await reasonOf({ signature: [`t=${t},v1=${hmac(payload)}`] })).toBe('accepted')
  })
})

describe('a tampered delivery', () => {
  test('is refused whichever bit of the body is changed', async () => {
    const bytes = new TextEncoder().encode(payload)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (index, bit) => {
        const tampered = bytes.map((byte, i) => (i === index ? byte ^ (1 << bit) : byte))
        expect(await reasonOf({ payload: tampered })).toBe('mismatch')
      }),
    )
  })

  test('is refused whichever digit of the digest is changed', async () => {
    const digest = hmac(payload)
    await fc.assert(
      fc.asyncProperty(fc.nat(63), fc.integer({ min: 1, max: 15 }), async (index, step) => {
        const digit = ((Number.parseInt(digest.charAt(index), 16) + step) % 16).toString(16)
        const tampered = digest.slice(0, index) + digit + digest.slice(index + 1)
        expect(await reasonOf({ signature: `t=${t},v1=${tampered}` })).toBe('mismatch')
      }),
    )
  })

  test('is refused when t is moved within the five minutes', async () => {
    const moves = fc.integer({ min: -300, max: 300 }).filter((seconds) => seconds !== 0)
    await fc.assert(
      fc.asyncProperty(moves, async (seconds) => {
        expect(await reasonOf({ signature: `t=${t + seconds},v1=${hmac(payload)}` })).toBe('mismatch')
      }),
    )
  })

  test('is refused under any other secret, one without its whsec_ included', async () => {
    expect(await reasonOf({ secret: secret.slice('whsec_'.length) })).toBe('mismatch')
    const others = fc.string({ minLength: 1 }).filter((other) => other !== secret)
    await fc.assert(
      fc.asyncProperty(others, async (other) => {
        expect(await reasonOf({ secret: other })).toBe('mismatch')
      }),
    )
  })

  test('is refused when the body was parsed and written again', async () => {
    expect(await reasonOf({ payload: JSON.stringify(event, null, 2) })).toBe('mismatch')
  })
})

describe('the clock', () => {
  test.each([
    [0, 'accepted'],
    [300, 'accepted'],
    [-300, 'accepted'],
    [300.001, 'stale'],
    [301, 'stale'],
    [-301, 'stale'],
  ])('%d seconds after t: %s', async (seconds, outcome) => {
    expect(await reasonOf({ now: after(seconds) })).toBe(outcome)
  })

  test('is the system clock when left out', async () => {
    expect(await reasonOf({ signature: await sign({ payload, secret }), now: undefined })).toBe('accepted')
    const old = await sign({ payload, secret, at: new Date(Date.now() - 302_000) })
    expect(await reasonOf({ signature: old, now: undefined })).toBe('stale')
  })

  test('follows the tolerance that is given', async () => {
    expect(await reasonOf({ now: after(301), tolerance: 301 })).toBe('accepted')
    expect(await reasonOf({ now: after(11), tolerance: 10 })).toBe('stale')
  })

  test('that is not a time refuses', async () => {
    expect(await reasonOf({ now: new Date(Number.NaN) })).toBe('stale')
    expect(await reasonOf({ tolerance: Number.NaN })).toBe('stale')
  })
})

describe('a header', () => {
  test.each([[undefined], [null], [''], [[]]])('that is absent (%o) is missing_header', async (signature) => {
    expect(await reasonOf({ signature })).toBe('missing_header')
  })

  const digest = hmac(payload)
  test.each([
    ['no t', `v1=${digest}`],
    ['no v1', `t=${t}`],
    ['two t', `t=${t},t=${t},v1=${digest}`],
    ['two headers', [`t=${t},v1=${digest}`, `t=${t},v1=${digest}`]],
    ['an empty t', `t=,v1=${digest}`],
    ['a signed t', `t=+${t},v1=${digest}`],
    ['a fractional t', `t=${t}.5,v1=${digest}`],
    ['a hexadecimal t', `t=0x6b00,v1=${digest}`],
    ['a t without end', `t=${'9'.repeat(400)},v1=${digest}`],
    ['a short digest', `t=${t},v1=${digest.slice(1)}`],
    ['a long digest', `t=${t},v1=${digest}0`],
    ['a digest that is not hexadecimal', `t=${t},v1=${'g'.repeat(64)}`],
    ['a broken digest beside a right one', `t=${t},v1=${digest},v1=abc`],
    ['an empty digest', `t=${t},v1=`],
    ['other separators', `t=${t};v1=${digest}`],
    ['upper-case names', `T=${t},V1=${digest}`],
  ])('with %s is malformed_header', async (_, signature) => {
    expect(await reasonOf({ signature })).toBe('malformed_header')
  })

  test('of any text never passes and never gives another error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (signature) => {
        expect(['missing_header', 'malformed_header']).toContain(await reasonOf({ signature }))
      }),
    )
  })
})

describe('a signed body', () => {
  test.each(['', 'not json', '{"a":', '[]', 'null', '1', '"text"'])('%j is not_json', async (body) => {
    expect(await reasonOf({ payload: body, signature: `t=${t},v1=${hmac(body)}` })).toBe('not_json')
  })

  test('that is not UTF-8 is not_json', async () => {
    const body = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)
    expect(await reasonOf({ payload: body, signature: `t=${t},v1=${hmac(body)}` })).toBe('not_json')
  })
})

describe("a caller's mistake is a TypeError, not a refusal", () => {
  test('an empty secret', async () => {
    await expect(verify({ payload, signature: `t=${t},v1=${hmac(payload, '')}`, secret: '', now })).rejects.toThrow(
      TypeError,
    )
    await expect(sign({ payload, secret: '' })).rejects.toThrow(TypeError)
  })

  test('a body that was parsed already', async () => {
    const parsed: Delivery = Object.assign(
      { payload, signature: `t=${t},v1=${hmac(payload)}`, secret, now },
      {
        payload: JSON.parse(payload),
      },
    )
    await expect(verify(parsed)).rejects.toThrow('raw body')
  })
})

describe('a fetch request', () => {
  const address = 'https://receiver.example/hook'
  const requestOf = (headers: Record<string, string>) =>
    new Request(address, { method: 'POST', body: payload, headers })

  test('gives its event', async () => {
    const request = requestOf({ 'x-service-signature': await sign({ payload, secret }) })
    expect(await verifyRequest(request, secret)).toEqual(event)
  })

  test('is held to the clock that is given', async () => {
    const headers = { 'X-Service-Signature': await sign({ payload, secret, at: now }) }
    expect(await verifyRequest(requestOf(headers), secret, { now: after(300) })).toEqual(event)
    await expect(verifyRequest(requestOf(headers), secret, { now: after(301) })).rejects.toMatchObject({
      name: 'SignatureError',
      reason: 'stale',
    })
  })

  test('without the header is refused', async () => {
    await expect(verifyRequest(requestOf({}), secret)).rejects.toMatchObject({ reason: 'missing_header' })
  })
})
