import { operations } from '@basketball-data/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { EXAMPLE_REQUESTS, ExampleEvents, type ExampleEvent } from '@basketball-data/http/openapi'
import typescript from './typescript.generated.json' with { type: 'json' }

/** The client is not a dependency of this package, so its sources are imported by URL. */
const client = (file: string) => import(/* @vite-ignore */ new URL(`../../../client/src/${file}`, import.meta.url).href)

const PAGING = new Set(['page', 'cursor', 'per_page'])

/** What is sent apart from paging: a sample reads a whole list, an example has a short page. */
const buildRequest = (method: string, path: string, query: URLSearchParams, body?: unknown) => {
  const parameters = Object.fromEntries([...query].filter(([name]) => !PAGING.has(name)))
  return { method, path, parameters, body }
}

/** The events as a stream that has nothing more to come. */
const buildStream = (events: ExampleEvent[]): Response => {
  const sent = events.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  return new Response(`${sent.join('')}retry: 86400000\n\n`, { headers: { 'content-type': 'text/event-stream' } })
}

/** Runs the sample of an operation against its example response. */
const run = async (id: string, response: unknown) => {
  const [{ BasketballData }, { samples }] = await Promise.all([client('index.ts'), client('samples/endpoints.ts')])
  const printed: unknown[] = []
  vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...values))
  const sent: ReturnType<typeof buildRequest>[] = []
  const fetch = async (address: string, init: RequestInit) => {
    const request = new Request(address, init)
    const { pathname, searchParams } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    sent.push(buildRequest(request.method, pathname.replace(/^\/v1(?=\/.)/, ''), searchParams, body))
    if (typeof response === 'string') return new Response(response, { headers: { 'content-type': 'image/svg+xml' } })
    return id.startsWith('stream') ? buildStream(ExampleEvents.parse(response)) : Response.json(response)
  }
  const baseUrl = 'https://data.example/v1'
  await samples(new BasketballData({ apiKey: 'bd_key', baseUrl, fetch }))[id]()
  return { sent, printed }
}

afterEach(() => vi.restoreAllMocks())

/** The response as the only page of a list. */
const asLastPage = (response: unknown): unknown =>
  JSON.parse(JSON.stringify(response, (name, value: unknown) => (name === 'next_cursor' ? null : value)))

describe('the TypeScript sample of every operation', () => {
  test('is there', () => {
    const ids = [...operations.map(({ operationId }) => operationId), 'getOpenApiDocument']
    expect(Object.keys(typescript.endpoints).toSorted()).toEqual(ids.toSorted())
  })

  test.each(operations.map(({ name, method, operationId }) => [name, method, operationId] as const))(
    'makes the request of the example and reads its response: %s',
    async (name, method, operationId) => {
      const { path = '', query = {}, body, response } = EXAMPLE_REQUESTS[name] ?? {}
      const { sent, printed } = await run(operationId, asLastPage(response))
      const expected = buildRequest(method, path === '/' ? '/v1/' : path, new URLSearchParams(query), body)
      expect(sent[0]).toEqual(expected)
      expect(printed.length).toBeGreaterThan(0)
      expect(printed).not.toContain(undefined)
    },
  )
})

test('the sample of the pagination reads all pages', async () => {
  const [{ BasketballData }, { chapters }] = await Promise.all([client('index.ts'), client('samples/chapters.ts')])
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(EXAMPLE_REQUESTS['games.list']?.response)
  const fetch = async (address: string) => {
    const next_cursor = new URL(address).searchParams.has('cursor') ? null : 'next'
    return Response.json({ data, meta: { count: data.length, next_cursor } })
  }
  await chapters(new BasketballData({ apiKey: 'bd_key', baseUrl: 'https://data.example/v1', fetch })).pagination()
  expect(lines).toHaveBeenCalledTimes(2 * data.length + 1)
  expect(lines).toHaveBeenLastCalledWith(2 * data.length)
})
