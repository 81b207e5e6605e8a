import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catchServiceError as refusal } from '../testing/databases.ts'
import { readBody } from './read-input.ts'

const NAMES = ['url', 'events']
const JSON_TYPE = { 'content-type': 'application/json' }

type Sent = string | Uint8Array<ArrayBuffer> | null

const request = (body: Sent, headers: Record<string, string> = JSON_TYPE) =>
  new Request('https://data.example/v1/webhooks', { method: 'POST', body, headers })

const read = (body: Sent, headers?: Record<string, string>) => readBody(request(body, headers), NAMES)

test('a body in several chunks is read like one in a single chunk', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ url: fc.jsonValue(), events: fc.jsonValue() }, { requiredKeys: [] }),
      fc.nat(3),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      async (fields, indent, cuts) => {
        const bytes = new TextEncoder().encode(JSON.stringify(fields, null, indent))
        const body = new ReadableStream<Uint8Array>({
          start: (stream) => {
            for (let at = 0; at < bytes.length;) stream.enqueue(bytes.slice(at, (at += cuts.next().value)))
            stream.close()
          },
        })
        const sent = new Request('https://data.example', { method: 'POST', body, headers: JSON_TYPE, duplex: 'half' })
        expect(await readBody(sent, NAMES)).toEqual(JSON.parse(JSON.stringify(fields)))
      },
    ),
  )
})

test('an unknown field is 422, also with other errors in the body', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'URL', 'url ', '')),
      fc.jsonValue(),
      async (name, value) => {
        fc.pre(!NAMES.includes(name))
        const text = `{"url":1,"url":2,${JSON.stringify(name)}:${JSON.stringify(value)}}`
        expect(await refusal(read(text, {}))).toMatchObject({ code: 'unknown_parameter', allowed: NAMES })
      },
    ),
  )
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})

test('a repeated field is 400; names inside values do not count', async () => {
  for (const text of ['{"url":1,"url":1}', '{"url":1,"u\\u0072l":2}', '{"events":[{"a":1}],"url":{},"events":[]}'])
    expect(await refusal(read(text))).toMatchObject({ code: 'bad_request', message: expect.stringMatching(/once/) })
  const nested = '{"url":{"url":{"url":1}},"events":[{"url":1},"\\"url\\":",{"a":":"}]}'
  expect(await read(nested)).toEqual(JSON.parse(nested))
})

const LIMIT = 65_536
const sized = (length: number) => `{"url":"${'a'.repeat(length - '{"url":""}'.length)}"}`

test.each<[string, Sent, RegExp]>([
  ['missing', null, /empty/],
  ['empty', '', /empty/],
  ['blank', ' \r\n', /empty/],
  ['a list', '[]', /object/],
  ['null', 'null', /object/],
  ['a string', '"url"', /object/],
  ['a number', '1', /object/],
  ['truncated', '{"url":', /JSON/],
  ['two values', '{}{}', /JSON/],
  ['JavaScript', "{url: 'a'}", /JSON/],
  ['a form', 'url=a', /JSON/],
  ['not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), /UTF-8/],
  ['UTF-16', Buffer.from('{}', 'utf16le').fill(0xfe, 3), /UTF-8/],
  ['compressed', Uint8Array.of(0x1f, 0x8b, 8, 0), /UTF-8/],
  ['too large', sized(LIMIT + 1), /at most 65536 bytes/],
  ['nested without end', '['.repeat(60_000), /JSON/],
  ['nested deeply', `{"id":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, /Unknown field/],
])('a body that is %s is refused', async (_, body, message) => {
  expect(await refusal(read(body))).toMatchObject({ message: expect.stringMatching(message) })
})

test('a body of 64 kB is read', async () => {
  expect(await read(sized(LIMIT))).toMatchObject({ url: expect.any(String) })
})

test('an endless body is read only up to the maximum', async () => {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      pulled += 1
      stream.enqueue(new Uint8Array(1024).fill(0x20))
    },
  })
  const endless = new Request('https://data.example', { method: 'POST', body, headers: JSON_TYPE, duplex: 'half' })
  expect(await refusal(readBody(endless, NAMES))).toMatchObject({ message: expect.stringMatching(/at most/) })
  expect(pulled).toBeLessThan(70)
})

test('a body whose Content-Length is too large is not read', async () => {
  const announced = request('{}', { ...JSON_TYPE, 'content-length': '65537' })
  expect(await refusal(readBody(announced, NAMES))).toMatchObject({ message: expect.stringMatching(/at most/) })
  expect(announced.bodyUsed).toBe(false)
})

test('an aborted upload is 400', async () => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error('reset')) })
  const broken = new Request('https://data.example', { method: 'POST', body, headers: JSON_TYPE, duplex: 'half' })
  expect(await refusal(readBody(broken, NAMES))).toMatchObject({ code: 'bad_request' })
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset=UTF-8',
  ' application/json ;a=b',
])('the content type may be %s', async (type) => {
  expect(await read('{"url":1}', { 'content-type': type })).toEqual({ url: 1 })
})

test.each([
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json5',
  'application/problem+json',
  'text/json',
])('the content type may not be %j', async (type) => {
  expect(await refusal(read('{"url":1}', { 'content-type': type }))).toMatchObject({
    code: 'bad_request',
    message: expect.stringMatching(/application\/json/),
  })
})
