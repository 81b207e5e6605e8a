import superjson from 'superjson'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { GAMES, NOW, UNKNOWN } from '../testing/league.ts'
import { sharedService, UNLIMITED, WEBHOOKS } from '../testing/services.ts'

/** What superjson builds from an annotation, or would; each with a value of 5, or of the text that it is built from. */
const TYPES: [annotation: unknown, value: unknown][] = [
  [['typed-array', 'Float64Array'], 5],
  [['typed-array', 'constructor'], 5],
  [['class', 'Date'], {}],
  [['custom', 'anything'], 5],
  [['symbol', 'iterator'], 5],
  ['Date', '2026-11-20'],
  ['bigint', '5'],
  ['number', '5'],
  ['regexp', '/(a+)+$/'],
  ['set', [5]],
  ['map', [[5, 5]]],
  ['Error', { message: 'x' }],
  ['URL', 'https://example.org'],
  ['nothing', 5],
  ['constructor', 5],
]

/** Annotations that are not of one value. */
const TREES: unknown[] = [
  5,
  'undefined',
  [],
  ['undefined', { per_page: ['undefined'] }],
  [['undefined']],
  { per_page: 'undefined' },
  { per_page: { per_page: ['undefined'] } },
  { per_page: ['undefined', { x: ['set'] }] },
  { per_page: ['undefined'], q: ['set'] },
]

const UNSUPPORTED = expect.stringMatching(/^The meta of superjson may only mark parameters as undefined/)
const REFUSED = { status: 400, code: 'bad_request', message: UNSUPPORTED }

const Failure = z.object({
  error: z.object({
    json: z.object({
      message: z.string(),
      data: z.object({ httpStatus: z.number() }).loose(),
      error: z.object({ code: z.string() }).loose(),
    }),
  }),
})

describe('the meta of superjson', () => {
  const plans = { ...UNLIMITED, free: { per_minute: 1, per_day: null } }
  const service = sharedService('embedded', { games: GAMES, now: () => NOW, plans, ...WEBHOOKS })
  let key: string
  beforeAll(async () => {
    key = await service().newKey('complete')
  })

  const send = async (path: string, body?: unknown, sentBy = key): Promise<unknown> => {
    const response = await fetch(`${service().origin}/trpc/${path}`, {
      headers: { 'x-api-key': sentBy, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const get = (path: string, input: unknown, sentBy?: string) =>
    send(
      `${path}${path.includes('?') ? '&' : '?'}input=${encodeURIComponent(JSON.stringify(input))}`,
      undefined,
      sentBy,
    )
  const errorIn = (body: unknown) => {
    const { data, error, message } = Failure.parse(body).error.json
    return { status: data.httpStatus, code: error.code, message }
  }

  test.each(TYPES)('of type %j returns 400', async (annotation, value) => {
    for (const values of [[annotation], { per_page: [annotation] }])
      expect(
        errorIn(
          await get('games.list', { json: Array.isArray(values) ? value : { per_page: value }, meta: { values } }),
        ),
      ).toEqual(REFUSED)
  })

  test.each(TREES.map((values) => [values]))('with the values %j returns 400', async (values) => {
    expect(errorIn(await get('games.list', { json: { per_page: 5 }, meta: { values } }))).toEqual(REFUSED)
  })

  test('with equal references, or anything else beside the values, returns 400', async () => {
    const input = { json: { competition: UNKNOWN.competition, season: UNKNOWN.season } }
    for (const meta of [
      { referentialEqualities: { competition: ['season'] } },
      { referentialEqualities: [['season'], {}] },
      JSON.parse('{"referentialEqualities":{"__proto__":["season"]}}'),
      { values: {}, more: 1 },
      [],
      5,
    ])
      expect(errorIn(await get('games.list', { ...input, meta }))).toEqual(REFUSED)
  })

  test('that is deep or wide returns 400', async () => {
    const depth = 2000
    const deep = `${'{"a":'.repeat(depth)}["undefined"]${'}'.repeat(depth)}`
    const wide = Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`a${n}`, ['set']]))
    for (const values of [JSON.parse(deep) as unknown, wide])
      expect(errorIn(await send('webhooks.create', { json: { url: 'x' }, meta: { values } }))).toEqual(REFUSED)
  })

  test('is refused for each call of a batch, in the body of a mutation, and for a subscription', async () => {
    const wrong = { json: { per_page: '5' }, meta: { values: { per_page: ['number'] } } }
    const batch = await get('games.list,teams.list?batch=1', { 0: { json: {} }, 1: wrong })
    expect(z.array(z.unknown()).parse(batch).map(errorIn)).toEqual([REFUSED, REFUSED])
    expect(errorIn(await send('webhooks.create', { ...wrong, json: { url: 'x', per_page: '5' } }))).toEqual(REFUSED)
    expect(
      z
        .array(z.unknown())
        .parse(await send('webhooks.create?batch=1', { 0: wrong }))
        .map(errorIn),
    ).toEqual([REFUSED])
    const headers = { 'x-api-key': key, accept: 'text/event-stream', 'last-event-id': '1-0' }
    const input = encodeURIComponent(JSON.stringify({ json: { date: '5' }, meta: { values: { date: ['Date'] } } }))
    const stream = await fetch(`${service().origin}/trpc/stream?connectionParams={"a":"b"}&input=${input}`, { headers })
    expect(await stream.text()).toMatch(/^event: serialized-error\ndata: .*"message":"The meta of superjson may only/m)
  })

  test('of a call over a limit changes nothing: it returns 429', async () => {
    const free = await service().newKey('free')
    const wrong = { json: { per_page: 5 }, meta: { values: { per_page: [['typed-array', 'Int8Array']] } } }
    await get('games.list', { json: {} }, free)
    for (const _ of [1, 2])
      expect(errorIn(await get('games.list', wrong, free))).toMatchObject({ status: 429, code: 'rate_limited' })
  })

  test('may mark parameters, or the whole input, as undefined', async () => {
    const all = await get('competitions.list', { json: {} })
    expect(all).toMatchObject({ result: { data: { json: { data: [{}, {}] } } } })
    for (const input of [
      undefined,
      { cursor: undefined },
      { per_page: undefined, page: undefined },
      { page: 1, cursor: undefined },
    ])
      expect(await get('competitions.list', superjson.serialize(input))).toEqual(all)
    const unknown = superjson.serialize({ ['__proto__x']: undefined })
    expect(errorIn(await get('competitions.list', unknown))).toMatchObject({ status: 422, code: 'unknown_parameter' })
    const required = superjson.serialize({ id: undefined })
    expect(errorIn(await get('games.get', required))).toMatchObject({ status: 400, message: 'id is required.' })
  })

  test('that marks what no object has, or members of its prototype, changes nothing', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', '__proto__.polluted', 'constructor.x']) {
      const meta = `{"values":{${JSON.stringify(name)}:["undefined"]}}`
      const body = await send(`competitions.list?input=${encodeURIComponent(`{"json":{"per_page":1},"meta":${meta}}`)}`)
      expect(body).toMatchObject({ result: { data: { json: { data: [{}] } } } })
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
    const own = `{"json":{"__proto__":{"per_page":1}}}`
    expect(errorIn(await send(`competitions.list?input=${encodeURIComponent(own)}`))).toMatchObject({ status: 422 })
  })
})
