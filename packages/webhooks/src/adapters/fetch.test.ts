import { describe, expect, test, vi } from 'vitest'
import { memoryStore, sign, VerificationError } from '../node-crypto.ts'
import { type ReceiverOptions, webhook } from './fetch.ts'

const secret = 'whsec_0123456789abcdef0123456789abcdef'
const body = JSON.stringify({ id: 'evt_7b21c40d9ae65f83', type: 'game.final', data: {} })

const requestOf = async (given: string | ReadableStream<Uint8Array> = body, key = secret) =>
  new Request('https://receiver.example/hook', {
    method: 'POST',
    body: given,
    headers: { 'X-Service-Signature': await sign({ body, secret: key }) },
    duplex: 'half',
  })

const answerOf = async (options: Partial<ReceiverOptions<Request>>, request: Request): Promise<string> => {
  const answer = await webhook({ secret, handle: () => {}, ...options })(request)
  return `${answer.status} ${await answer.text()}`
}

/** A body that comes in pieces of one byte. */
const dribble = () => {
  const bytes = new TextEncoder().encode(body)
  let next = 0
  return new ReadableStream<Uint8Array>({
    pull: (stream) => (next < bytes.length ? stream.enqueue(bytes.subarray(next, ++next)) : stream.close()),
  })
}

describe('a receiver', () => {
  test('hands the event and the request to the handler', async () => {
    const handle = vi.fn<ReceiverOptions<Request>['handle']>()
    const request = await requestOf()
    expect(await answerOf({ handle }, request)).toBe('200 handled')
    expect(handle).toHaveBeenCalledExactlyOnceWith(JSON.parse(body), request)
  })

  test('reads a body that comes in pieces, up to its limit', async () => {
    expect(await answerOf({ maxBytes: body.length }, await requestOf(dribble()))).toBe('200 handled')
    expect(await answerOf({ maxBytes: body.length - 1 }, await requestOf(dribble()))).toBe('413 too_large')
  })

  test('may ask for the secret at each delivery', async () => {
    expect(await answerOf({ secret: async () => ['whsec_new', secret] }, await requestOf())).toBe('200 handled')
  })

  test('shares what was handled with others, through its store', async () => {
    const store = memoryStore()
    expect(await answerOf({ store }, await requestOf())).toBe('200 handled')
    expect(await answerOf({ store }, await requestOf())).toBe('200 duplicate')
  })

  test('hears of what was refused', async () => {
    const onRefused = vi.fn<(error: VerificationError) => void>()
    expect(await answerOf({ onRefused }, await requestOf(body, 'whsec_another'))).toBe('503 wrong_signature')
    expect(onRefused.mock.calls.map(([error]) => error.code)).toEqual(['wrong_signature'])
  })

  const ago = (seconds: number) => sign({ body, secret, at: new Date(Date.now() - seconds * 1000) })
  test.each<[string, () => string | Promise<string>]>([
    ['503 stale', () => ago(400)],
    ['503 future', () => ago(-400)],
    ['503 wrong_signature', () => sign({ body, secret: 'whsec_another' })],
    ['400 missing_header', () => ''],
    ['400 malformed_header', () => 't=1'],
  ])('lets come again what may be its own mistake, and nothing else: %s', async (answer, signature) => {
    const headers = { 'X-Service-Signature': await signature() }
    const request = new Request('https://receiver.example/hook', { method: 'POST', body, headers })
    expect(await answerOf({ onRefused: () => {} }, request)).toBe(answer)
  })

  test('gives up a body that is rightly signed and no event: it would come again as it is', async () => {
    const headers = { 'X-Service-Signature': await sign({ body: '[]', secret }) }
    const request = new Request('https://receiver.example/hook', { method: 'POST', body: '[]', headers })
    expect(await answerOf({ onRefused: () => {} }, request)).toBe('400 not_json')
  })

  test('lets the framework have every error of its handler, a VerificationError too', async () => {
    const failure = new VerificationError('stale', "the handler's own")
    const handle = () => Promise.reject(failure)
    await expect(answerOf({ handle }, await requestOf())).rejects.toBe(failure)
  })
})
