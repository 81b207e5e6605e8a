import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from './server.ts'
import { anyDatabase, finalGame, ingestOrThrow, scheduledGame } from './testing/databases.ts'
import { openReceiver } from './testing/receiver.ts'
import { testService, WEBHOOKS } from './testing/services.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`
const SECRET = 'whsec_of-this-receiver'

/** Registers an SDK that samples traces of its own with a probability, and all those of callers who sample theirs. */
const register = (share = 1): InMemorySpanExporter => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return exporter
}

afterEach(() => {
  context.disable()
  propagation.disable()
  trace.disable()
})

const getSpanId = (span: ReadableSpan): string => span.spanContext().spanId
const getParent = ({ parentSpanContext }: ReadableSpan): string | undefined => parentSpanContext?.spanId

/** The first span that fits. */
const find = (spans: readonly ReadableSpan[], fits: (span: ReadableSpan) => boolean): ReadableSpan =>
  spans.find(fits) ?? expect.unreachable(`no such span among ${spans.map(({ name }) => name).join(', ')}`)

const named = (spans: readonly ReadableSpan[], name: string): ReadableSpan => find(spans, (span) => span.name === name)

/** Everything in spans that has a text. */
const contents = (spans: readonly ReadableSpan[]): string =>
  JSON.stringify(spans.map(({ name, attributes, status, events }) => [name, attributes, status, events]))

/** The chain of spans from one to the root of its trace in this process, by name. */
const ancestry = (spans: readonly ReadableSpan[], span: ReadableSpan): string[] => {
  const parent = spans.find((other) => getSpanId(other) === getParent(span))
  return parent === undefined ? [span.name] : [span.name, ...ancestry(spans, parent)]
}

describe.each(anyDatabase)('with an SDK, on %s,', (kind) => {
  let exporter: InMemorySpanExporter
  beforeEach(() => {
    exporter = register()
  })

  test('a request is a span of the trace in its traceparent, and has spans of its call and its statements', async () => {
    const { core, request, newKey } = await testService(kind)
    await ingestOrThrow(core, finalGame([8, 6]))
    const key = await newKey('live')
    const { data } = await core.caller().games.list({})
    exporter.reset()
    await request(`/v1/games/${data[0]?.id}`, { key, headers: { traceparent: TRACEPARENT, 'x-request-id': 'mine' } })
    const spans = exporter.getFinishedSpans()
    const server = named(spans, 'GET /v1/games/{id}')
    expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]))
    expect(getParent(server)).toBe(CALLER)
    expect(server.kind).toBe(SpanKind.SERVER)
    expect(server.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/games/{id}',
      'url.scheme': 'http',
      'http.response.header.x-request-id': ['mine'],
      'http.response.status_code': 200,
    })
    const call = named(spans, 'GET /games/{id}')
    expect(getParent(call)).toBe(getSpanId(server))
    expect(call.attributes).toEqual({
      'basketball_data.plan': 'live',
      'basketball_data.status': 200,
      'basketball_data.counted': true,
    })
    const statements = spans.filter(({ kind: of }) => of === SpanKind.CLIENT)
    expect(statements.length).toBeGreaterThanOrEqual(2)
    for (const { attributes } of statements)
      expect(attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.text': expect.any(String) })
    const chains = statements.map((statement) => ancestry(spans, statement).slice(1).join(' < '))
    expect(chains).toContain('batch of counted calls < GET /games/{id} < GET /v1/games/{id}')
    expect(chains.every((chain) => chain.endsWith('GET /games/{id} < GET /v1/games/{id}'))).toBe(true)
  })

  test('an error of the caller is the type of the error, and no failure of the span', async () => {
    const { request, newKey } = await testService(kind)
    const key = await newKey('live')
    exporter.reset()
    await request('/v1/games/gm_00000000', { key })
    await request('/v1/nowhere')
    const spans = exporter.getFinishedSpans()
    const call = named(spans, 'GET /games/{id}')
    expect(call.attributes).toMatchObject({ 'basketball_data.status': 404, 'error.type': 'not_found' })
    const servers = spans.filter(({ kind: of }) => of === SpanKind.SERVER)
    expect(servers.map(({ name }) => name)).toEqual(['GET /v1/games/{id}', 'GET'])
    for (const { attributes, status } of [...servers, call]) {
      expect(status.code).toBe(SpanStatusCode.UNSET)
      expect(attributes['http.response.status_code'] ?? 404).toBe(404)
    }
  })

  test('a failure of the service fails the spans of the request, the call and the statement, without its message', async () => {
    const { core, request, newKey } = await testService(kind)
    const key = await newKey('live')
    await core.store.db.execute('alter table competitions rename to lost')
    exporter.reset()
    expect((await request('/v1/competitions', { key })).status).toBe(500)
    const failed = exporter.getFinishedSpans().filter(({ status }) => status.code === SpanStatusCode.ERROR)
    const types = new Set(failed.map(({ attributes }) => attributes['error.type']))
    expect([...types]).toEqual(['42P01', 'server_error', '500'])
    for (const { status, events } of failed) expect([status.message, events]).toEqual([undefined, []])
  })

  test('the calls of a batch are spans of its request', async () => {
    const { origin, newKey } = await testService(kind)
    const headers = { 'x-api-key': await newKey('live') }
    exporter.reset()
    const input = encodeURIComponent(JSON.stringify({ 0: { json: {} }, 1: { json: {} } }))
    await (await fetch(`${origin}/trpc/games.list,teams.list?batch=1&input=${input}`, { headers })).text()
    const spans = exporter.getFinishedSpans()
    const server = named(spans, 'GET /trpc/{calls}')
    for (const name of ['GET /games', 'GET /teams']) expect(getParent(named(spans, name))).toBe(getSpanId(server))
  })

  test('work that callers share is in the trace of the first, and links to the others', async () => {
    const { core } = await testService(kind)
    exporter.reset()
    await Promise.all(['g1', 'g2', 'g3'].map((external_id) => core.ingest(scheduledGame({ game: { external_id } }))))
    const spans = exporter.getFinishedSpans()
    const batch = named(spans, 'batch of games')
    const ingests = spans.filter(({ name }) => name === 'ingest').map(getSpanId)
    expect(batch.attributes['basketball_data.batch.size']).toBe(3)
    expect([getParent(batch), ...batch.links.map((link) => link.context.spanId)]).toEqual(ingests)
  })

  test('a bundle is a span with its outcome, and has the statements that write it', async () => {
    const { core } = await testService(kind)
    exporter.reset()
    await core.ingest(finalGame([8, 6]))
    await core.ingest(finalGame([8, 6]))
    for await (const { outcome } of core.ingestAll([scheduledGame({ game: { external_id: 'g9' } })]))
      expect(outcome).toBe('created')
    const spans = exporter.getFinishedSpans()
    const ingests = spans.filter(({ name }) => name === 'ingest')
    expect(ingests.map(({ attributes }) => attributes)).toEqual([
      { 'basketball_data.outcome': 'created' },
      { 'basketball_data.outcome': 'unchanged' },
      { 'basketball_data.batch.size': 1 },
    ])
    for (const { kind: of, parentSpanContext } of ingests)
      expect([of, parentSpanContext]).toEqual([SpanKind.INTERNAL, undefined])
    const roots = spans.filter((span) => span.parentSpanContext === undefined)
    expect(roots).toEqual(ingests)
    expect(ancestry(spans, named(spans, 'WITH'))).toEqual(['WITH', 'batch of games', 'ingest'])
  })

  test('an attempt is a span whose trace the receiver joins by traceparent, and no other header', async () => {
    const { core } = await testService(kind, WEBHOOKS)
    const [good, bad] = [await openReceiver(204), await openReceiver(410)]
    const { id } = await core.accounts.create({ email: 'ada@example.org', plan: 'live' })
    const { webhooks } = await core.callerFor(id)
    for (const { url } of [good, bad]) await webhooks.create({ url: `${url}?token=${SECRET}`, events: ['game.final'] })
    await ingestOrThrow(core, finalGame([8, 6]))
    exporter.reset()
    const worker = await core.startWorker({ sendEmail: async () => {}, pollInterval: 20 })
    onTestFinished(() => worker.stop())
    const attempts = () => exporter.getFinishedSpans().filter(({ name }) => name === 'POST webhook')
    await vi.waitUntil(() => attempts().length === 2, { timeout: 240_000 })
    for (const [receiver, status] of [[good, 204] as const, [bad, 410] as const]) {
      const [headers = {}] = receiver.deliveries.map((delivery) => delivery.headers)
      const attempt = find(attempts(), ({ attributes }) => attributes['http.response.status_code'] === status)
      const { traceId, spanId } = attempt.spanContext()
      expect(headers['traceparent']).toBe(`00-${traceId}-${spanId}-01`)
      expect([headers['tracestate'], headers['baggage']]).toEqual([undefined, undefined])
      expect([attempt.kind, attempt.parentSpanContext]).toEqual([SpanKind.CLIENT, undefined])
      expect(attempt.attributes).toEqual({
        'http.request.method': 'POST',
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(receiver.url).port),
        'basketball_data.event': 'game.final',
        'basketball_data.delivery': headers['x-service-delivery'],
        'http.response.status_code': status,
        ...(status === 410 && { 'error.type': '410' }),
      })
    }
    // What a worker reads and writes beside its attempts is in no trace.
    expect(exporter.getFinishedSpans().length).toBe(2)
  })

  test('no span has a key, a secret, an e-mail or a value of a statement', async () => {
    const { core, request, newKey } = await testService(kind, WEBHOOKS)
    const receiver = await openReceiver()
    const key = await newKey('live')
    await ingestOrThrow(core, finalGame([8, 6]))
    const content = JSON.stringify({ url: `${receiver.url}?token=${SECRET}`, events: ['game.final'] })
    const headers = { 'content-type': 'application/json' }
    const created = await request('/v1/webhooks', { method: 'POST', key, content, headers })
    const { data } = created.body as { data: { id: string; secret: string } }
    await request(`/v1/webhooks/${data.id}/test`, { method: 'POST', key })
    await request(`/v1/games?key=${key}`)
    await request(`/v1/${key}/ada@example.org`)
    await core.ingest(finalGame([9, 6]))
    const written = contents(exporter.getFinishedSpans())
    for (const secret of [key, key.slice(3), data.secret, SECRET, 'example.org', 'bd_', 'whsec_'])
      expect(written).not.toContain(secret)
    expect(named(exporter.getFinishedSpans(), 'POST webhook').spanContext().traceId).toBe(
      named(exporter.getFinishedSpans(), 'POST /webhooks/{id}/test').spanContext().traceId,
    )
  })
})

test('a line of the log has the trace of its request', async () => {
  register()
  const lines = new PassThrough()
  const { request } = await testService('embedded', { logger: createLogger('info', lines) })
  await request('/v1', { headers: { traceparent: TRACEPARENT } })
  lines.end()
  expect(JSON.parse(await text(lines))).toMatchObject({ trace_id: TRACE })
})

test('a malformed traceparent begins a trace, and one that is not sampled is passed on but not recorded', async () => {
  const exporter = register()
  const { core, request } = await testService('embedded', WEBHOOKS)
  await request('/v1', { headers: { traceparent: `00-${'0'.repeat(32)}-${CALLER}-01` } })
  expect(named(exporter.getFinishedSpans(), 'GET /v1').parentSpanContext).toBeUndefined()
  const { id } = await core.accounts.create({ email: 'ada@example.org', plan: 'live' })
  const { key } = await core.keys.create(id)
  await ingestOrThrow(core, finalGame([8, 6]))
  const receiver = await openReceiver()
  const { data } = await (await core.callerFor(id)).webhooks.create({ url: receiver.url, events: ['game.final'] })
  exporter.reset()
  await request(`/v1/webhooks/${data.id}/test`, {
    method: 'POST',
    key,
    headers: { traceparent: TRACEPARENT.replace(/1$/, '0') },
  })
  expect(exporter.getFinishedSpans()).toEqual([])
  expect(receiver.deliveries[0]?.headers['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
})

test('without an SDK no traceparent is sent to receivers, not even that of the request', async () => {
  const { core, request } = await testService('embedded', WEBHOOKS)
  const { id } = await core.accounts.create({ email: 'ada@example.org', plan: 'live' })
  const { key } = await core.keys.create(id)
  await ingestOrThrow(core, finalGame([8, 6]))
  const receiver = await openReceiver()
  const { data } = await (await core.callerFor(id)).webhooks.create({ url: receiver.url, events: ['game.final'] })
  await request(`/v1/webhooks/${data.id}/test`, { method: 'POST', key, headers: { traceparent: TRACEPARENT } })
  expect(receiver.deliveries.length).toBe(1)
  expect(receiver.deliveries[0]?.headers).not.toHaveProperty('traceparent')
})
