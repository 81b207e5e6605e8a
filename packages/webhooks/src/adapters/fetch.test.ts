import { describe, expect, test, vi } from 'vitest'
import { memoryStore, sign, VerificationError, type WebhookEvent } from '../node-crypto.ts'
import { type ReceiverOptions, webhook } from './fetch.ts'

const secret = 'whsec_0123456789abcdef0123456789abcdef'
const body = JSON.stringify({ id: 'evt_7b21c40d9ae65f83', type: 'game.final', data: {} })

const buildRequest = async (content: string | ReadableStream<Uint8Array> = body, key = secret) =>
  new Request('https://receiver.example/hook', {
    method: 'POST',
    body: content,
    headers: { 'X-Service-Signature': await sign({ body, secret: key }) },
    duplex: 'half',
  })

const responseTo = async (options: Partial<ReceiverOptions<Request>>, request: Request): Promise<string> => {
  const response = await webhook({ secret, handle: () => {}, ...options })(request)
  return `${response.status} ${await response.text()}`
}

/** A body that arrives in chunks of one byte. */
const chunked = () => {
  const bytes = new TextEncoder().encode(body)
  let next = 0
  return new ReadableStream<Uint8Array>({
    pull: (stream) => (next < bytes.length ? stream.enqueue(bytes.subarray(next, ++next)) : stream.close()),
  })
}

describe('a receiver', () => {
  test.each(['game.rescheduled', 'game.of_a_later_version'])('passes an event of the type %s on', async (type) => {
    const sent = JSON.stringify({ id: 'evt_7b21c40d9ae65f83', type, data: { before: { date: '2026-11-20' } } })
    const headers = { 'X-Service-Signature': await sign({ body: sent, secret }) }
    const seen: string[] = []
    const handle = (event: WebhookEvent) => {
      switch (event.type) {
        case 'game.rescheduled':
          return seen.push(event.data.before.date)
        default:
          return seen.push('default')
      }
    }
    const request = new Request('https://receiver.example/hook', { method: 'POST', body: sent, headers })
    expect(await responseTo({ handle }, request)).toBe('200 handled')
    expect(seen).toEqual([type === 'game.rescheduled' ? '2026-11-20' : 'default'])
  })

  test('passes the event and the request to the handler', async () => {
    const handle = vi.fn<ReceiverOptions<Request>['handle']>()
    const request = await buildRequest()
    expect(await responseTo({ handle }, request)).toBe('200 handled')
    expect(handle).toHaveBeenCalledExactlyOnceWith(JSON.parse(body), request)
  })

  test('reads a body that arrives in chunks, up to maxBytes', async () => {
    expect(await responseTo({ maxBytes: body.length }, await buildRequest(chunked()))).toBe('200 handled')
    expect(await responseTo({ maxBytes: body.length - 1 }, await buildRequest(chunked()))).toBe('413 too_large')
  })

  test('calls a secret function for each delivery', async () => {
    expect(await responseTo({ secret: async () => ['whsec_new', secret] }, await buildRequest())).toBe('200 handled')
  })

  test('shares handled ids with other receivers through its store', async () => {
    const store = memoryStore()
    expect(await responseTo({ store }, await buildRequest())).toBe('200 handled')
    expect(await responseTo({ store }, await buildRequest())).toBe('200 duplicate')
  })

  test('calls onRefused for a rejected delivery', async () => {
    const onRefused = vi.fn<(error: VerificationError) => void>()
    expect(await responseTo({ onRefused }, await buildRequest(body, 'whsec_another'))).toBe('503 wrong_signature')
    expect(onRefused.mock.calls.map(([error]) => error.code)).toEqual(['wrong_signature'])
  })

  const ago = (seconds: number) => sign({ body, secret, at: new Date(Date.now() - seconds * 1000) })
  test.each<[string, () => string | Promise<string>]>([
    ['503 stale', () => ago(400)],
    ['503 future', () => ago(-400)],
    ['503 wrong_signature', () => sign({ body, secret: 'whsec_another' })],
    ['400 missing_header', () => ''],
    ['400 malformed_header', () => 't=1'],
  ])('responds with a 5xx only if the error may be its own mistake: %s', async (expected, signature) => {
    const headers = { 'X-Service-Signature': await signature() }
    const request = new Request('https://receiver.example/hook', { method: 'POST', body, headers })
    expect(await responseTo({ onRefused: () => {} }, request)).toBe(expected)
  })

  test('responds with 400 to a signed body that is not an event, because a retry would not help', async () => {
    const headers = { 'X-Service-Signature': await sign({ body: '[]', secret }) }
    const request = new Request('https://receiver.example/hook', { method: 'POST', body: '[]', headers })
    expect(await responseTo({ onRefused: () => {} }, request)).toBe('400 not_json')
  })

  test('rethrows every error of its handler to the framework, even a VerificationError', async () => {
    const failure = new VerificationError('stale', "the handler's own")
    const handle = () => Promise.reject(failure)
    await expect(responseTo({ handle }, await buildRequest())).rejects.toBe(failure)
  })
})
