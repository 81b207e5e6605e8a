import { afterEach, describe, expect, test, vi } from 'vitest'
import { BasketballData, ConnectionError, type LogEntry, NotFoundError } from './index.ts'

const GAME = 'gm_9wd3f6ka'
const END = 'retry: 86400000\n\n'
const event = (id: string) => `id: ${id}\nevent: final\ndata: {"id":"${id}"}\n\n`
const refusal = (code: string, status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { code, message: code } }, { status, headers })

/** A connection with these texts, which stays open if `isOpen`. */
const buildStream = (texts: string[], { isOpen = false, onCancel = () => {} } = {}): Response => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text))
      if (!isOpen) controller.close()
    },
    cancel: onCancel,
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** A client whose connections have these responses in turn; an error is thrown by fetch. */
const createTestClient = (...responses: (Response | Error)[]) => {
  const sent: Request[] = []
  const log: LogEntry[] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    sent.push(new Request(url, init))
    const response = responses.shift() ?? new TypeError('there is no further response')
    if (response instanceof Error) throw response
    return response
  }
  const client = new BasketballData({ apiKey: 'bd_key', baseUrl: 'https://data.example/v1', fetch })
  return { client, sent, log, logger: (entry: LogEntry) => void log.push(entry) }
}

const readIds = async (stream: AsyncIterable<{ id: string }>): Promise<string[]> => {
  const ids: string[] = []
  for await (const { id } of stream) ids.push(id)
  return ids
}

const lastIds = (sent: Request[]) => sent.map(({ headers }) => headers.get('last-event-id'))

// Delays are random parts of these maxima.
const withoutDelays = () => vi.spyOn(Math, 'random').mockReturnValue(0)
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a stream', () => {
  test('has the events of the service, also those that arrive in pieces and several at once', async () => {
    const text = `retry: 2000\n\n: a comment\n\n${event('1-0')}${event('1-1')}`
    const { client, sent } = createTestClient(buildStream([...text, END]))
    const events = []
    for await (const each of client.games.stream(GAME)) events.push(each)
    expect(events).toEqual([
      { id: '1-0', event: 'final', data: { id: '1-0' } },
      { id: '1-1', event: 'final', data: { id: '1-1' } },
    ])
    expect(sent.map(({ url }) => url)).toEqual([`https://data.example/v1/games/${GAME}/stream`])
    expect(sent[0]?.headers.get('accept')).toBe('text/event-stream')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer bd_key')
  })

  test('connects again when it is cut, with the id of its last event, until nothing more is to come', async () => {
    withoutDelays()
    const { client, sent } = createTestClient(
      buildStream([event('1-0'), event('1-1')]),
      new TypeError('the network is down'),
      refusal('server_error', 503),
      buildStream([]),
      buildStream([event('1-2'), END]),
    )
    expect(await readIds(client.games.stream(GAME, { after: '0-7' }))).toEqual(['1-0', '1-1', '1-2'])
    expect(lastIds(sent)).toEqual([null, '1-1', '1-1', '1-1', '1-1'])
    expect(sent[0]?.url).toMatch(/\/stream\?after=0-7$/)
  })

  test('that is cut before its first event goes on where it began', async () => {
    withoutDelays()
    const { client, sent } = createTestClient(
      buildStream([': begins after 7-2000000\nid: 7-2000000\n\n']),
      buildStream([event('8-0'), END]),
    )
    const filters = { competition: 'cp_8r7yrkj6', season: 'ss_2k9v0d3w', date: '2026-11-20' }
    expect(await readIds(client.stream(filters))).toEqual(['8-0'])
    expect(lastIds(sent)).toEqual([null, '7-2000000'])
    expect(Object.fromEntries(new URL(sent[0]?.url ?? '').searchParams)).toEqual(filters)
  })

  test('waits as long as the service asks for', async () => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { client, sent } = createTestClient(
      buildStream([event('1-0'), 'retry: 6000\n\n']),
      refusal('rate_limited', 429, { 'retry-after': '90' }),
      buildStream([event('1-1'), END]),
    )
    const reading = readIds(client.games.stream(GAME))
    await vi.advanceTimersByTimeAsync(2990)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(90_000)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await reading).toEqual(['1-0', '1-1'])
  })

  test('connects again after 45 seconds of silence', async () => {
    vi.useFakeTimers()
    withoutDelays()
    const { client, sent } = createTestClient(
      buildStream([event('1-0')], { isOpen: true }),
      buildStream([event('1-1'), END]),
    )
    const reading = readIds(client.games.stream(GAME))
    await vi.advanceTimersByTimeAsync(44_000)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await reading).toEqual(['1-0', '1-1'])
  })

  test('that the service refuses throws its error, at first and later', async () => {
    withoutDelays()
    await expect(readIds(createTestClient(refusal('not_found', 404)).client.games.stream(GAME))).rejects.toThrow(
      NotFoundError,
    )
    const { client, log, logger } = createTestClient(buildStream([event('1-0')]), refusal('unauthorized', 401))
    await expect(readIds(client.games.stream(GAME, { logger }))).rejects.toMatchObject({ code: 'unauthorized' })
    expect(log.map(({ attempt, status, retryIn }) => [attempt, status, retryIn])).toEqual([
      [1, 200, null],
      [2, null, null],
    ])
  })

  test('that cannot be opened is tried again as often as any call', async () => {
    withoutDelays()
    const broken = () => Array.from({ length: 5 }, () => new TypeError('the network is down'))
    const first = createTestClient(...broken())
    await expect(readIds(first.client.games.stream(GAME))).rejects.toThrow(ConnectionError)
    expect(first.sent).toHaveLength(3)
    const never = createTestClient(...broken())
    await expect(readIds(never.client.games.stream(GAME, { retries: 0 }))).rejects.toThrow(ConnectionError)
    expect(never.sent).toHaveLength(1)
    const other = createTestClient(new Response('<html>'))
    await expect(readIds(other.client.stream())).rejects.toMatchObject({ reason: 'unexpected_response' })
  })

  test('is closed by leaving the loop, and by its signal', async () => {
    const onCancel = vi.fn<() => void>()
    const left = createTestClient(buildStream([event('1-0')], { isOpen: true, onCancel }))
    for await (const _ of left.client.games.stream(GAME)) break
    expect(onCancel).toHaveBeenCalledTimes(1)
    const stopping = new AbortController()
    const stopped = createTestClient(buildStream([event('1-0')], { isOpen: true, onCancel }))
    const reading = async () => {
      for await (const _ of stopped.client.games.stream(GAME, { signal: stopping.signal }))
        stopping.abort(new Error('enough'))
    }
    await expect(reading()).rejects.toThrow('enough')
    expect(onCancel).toHaveBeenCalledTimes(2)
  })

  test('makes no request before it is read', () => {
    const { client, sent } = createTestClient()
    client.games.stream(GAME)
    client.stream()
    expect(sent).toEqual([])
  })
})
