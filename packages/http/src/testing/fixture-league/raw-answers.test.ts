import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../../app.ts'
import { sharedService } from '../services.ts'
import { fixtureBundles, TODAY } from './bundles.ts'

/** The test kit of the client is no part of this package: it is taken by its names alone. */
const kit = new URL('../../../../client/src/testing/index.ts', import.meta.url).href
const Handler = z.object({ run: z.custom<(call: object) => Promise<unknown>>() })
const Handled = z.object({ response: z.instanceof(Response) })

const service = sharedService('embedded', {
  games: fixtureBundles(),
  now: () => TODAY,
  secretsKey: 'a'.repeat(64),
  plans: {},
})
let handlers: z.infer<typeof Handler>[]

beforeAll(async () => {
  const { createFixtures } = await import(/* @vite-ignore */ kit)
  handlers = z
    .array(z.custom<z.infer<typeof Handler>>())
    .parse(createFixtures({ baseUrl: 'http://127.0.0.1/v1', plan: 'live' }).handlers)
})

const fromKit = async (request: Request): Promise<Response> => {
  for (const handler of handlers) {
    const handled = await handler.run({ request, requestId: 'test', resolutionContext: {} })
    if (handled !== null && handled !== undefined) return Handled.parse(handled).response
  }
  throw new Error(`${request.url} is not handled`)
}

/** A request as it is written; `key: null` sends none. */
type Raw = { method?: string; path: string; headers?: Record<string, string>; key?: null; content?: string }

const Body = z.object({
  error: z.object({ code: z.string(), allowed: z.array(z.string()).optional() }).optional(),
  data: z.unknown().optional(),
})

/** What programs go by; of an error what it says in words is each one's own. */
const told = async (answer: Response) => {
  const text = await answer.text()
  const { error, data } = Body.parse(text === '' ? {} : JSON.parse(text))
  const headers = ['allow', 'www-authenticate', 'ratelimit-policy', 'content-type'].map((name) => [
    name,
    answer.headers.get(name),
  ])
  return {
    status: answer.status,
    ...error,
    fields: typeof data === 'object' && data !== null ? Object.keys(data).toSorted() : data,
    ...Object.fromEntries(headers),
  }
}

/** What the kit answers, and what the service does. */
const both = async ({ method = 'GET', path, headers = {}, key, content }: Raw) => {
  const authorized = async (own: () => string | Promise<string>) =>
    key === null ? headers : { authorization: `Bearer ${await own()}`, ...headers }
  const asked = (all: Record<string, string>) =>
    new Request(`http://127.0.0.1/v1${path}`, {
      method,
      headers: all,
      ...(content !== undefined && { body: content }),
    })
  const kitKey = 'bd_any'
  return [
    await told(await fromKit(asked(await authorized(() => kitKey)))),
    await told(await createApp(service().core).fetch(asked(await authorized(() => service().newKey('live'))))),
  ] as const
}

const json = { 'content-type': 'application/json' }
const HOOK = 'https://93.184.215.14/hooks'
const create = (body: unknown, headers: Record<string, string> = {}): Raw => ({
  method: 'POST',
  path: '/webhooks',
  headers: { ...json, ...headers },
  content: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('the test kit of the client answers raw requests as the service does', () => {
  test.each<Raw & { name: string }>(
    [
      { path: '' },
      { path: '/' },
      { path: '/', key: null },
      { path: '/openapi.json', key: null },
      { path: '/nothing' },
      { path: '/nothing', key: null },
      { path: '/games/' },
      { path: '/GAMES' },
      { path: '/games/gm_00000000/boxscore/' },
      { path: '/games/gm_1' },
      { method: 'PUT', path: '/games' },
      { method: 'PUT', path: '/games', key: null },
      { method: 'PATCH', path: '/webhooks' },
      { method: 'POST', path: '/games/gm_00000000' },
      { method: 'GET', path: '/webhooks/wh_0123456789abcdef' },
      { method: 'DELETE', path: '/openapi.json' },
      { method: 'OPTIONS', path: '/webhooks', key: null },
      { method: 'OPTIONS', path: '/games/gm_00000000', key: null },
      { method: 'HEAD', path: '/games' },
      { method: 'HEAD', path: '/games/gm_00000000' },
      { path: '/games?key=bd_any' },
      { path: '/games?api_key=bd_any', key: null },
      { path: '/?key=bd_any', key: null },
      { path: '/games', key: null },
      { path: '/games', headers: { 'x-api-key': 'bd_other' } },
      { path: '/games?page=1&page=2' },
      { path: '/games?date=' },
      { path: '/games?colour=red' },
      { path: '/webhooks?page=1' },
      { path: '/usage' },
      { path: '/stats/leaders?nothing=1' },
      create(''),
      create('{"url":'),
      create('[]'),
      create('"url"'),
      create({ url: HOOK, colour: 'red' }),
      create({}),
      create({ url: 7 }),
      create({ url: HOOK, events: [] }),
      create({ url: HOOK, events: ['game.over'] }),
      create({ url: HOOK, events: 'game.final' }),
      create({ url: HOOK, events: ['game.final', 'game.final'] }),
      create({ url: HOOK, competitions: ['cp_1'] }),
      create({ url: HOOK, competitions: 'cp_00000000' }),
      create({ url: HOOK, competitions: ['cp_00000000'] }),
      create({ url: HOOK, competitions: [] }),
      create({ url: HOOK }, { 'content-type': 'text/plain' }),
      create({ url: HOOK }, { 'idempotency-key': 'a b' }),
      create({ url: HOOK }, { 'idempotency-key': 'x'.repeat(256) }),
      { ...create({ url: HOOK }), path: '/webhooks?colour=red' },
      ...[
        'hooks.example.org',
        'http://93.184.215.14/',
        'ftp://93.184.215.14/',
        'https://93.184.215.14:8443/',
        'https://93.184.215.14:443/',
        'https://user@93.184.215.14/',
        'https://:secret@93.184.215.14/',
        `https://93.184.215.14/${'x'.repeat(2048)}`,
        'https://localhost/',
        'https://hooks/',
        'https://hooks.internal/',
        'https://127.0.0.1/',
        'https://0x7f.1/',
        'https://10.1.2.3/',
        'https://172.20.0.1/',
        'https://192.168.1.1/',
        'https://169.254.169.254/',
        'https://100.64.0.1/',
        'https://0.0.0.0/',
        'https://224.0.0.1/',
        'https://[::1]/',
        'https://[fe80::1]/',
        'https://[fd00::1]/',
        'https://[::ffff:10.0.0.1]/',
        'https://[2606:4700::1111]/',
      ].map((url) => create({ url })),
      { method: 'DELETE', path: '/webhooks/wh_0123456789abcdef' },
      { method: 'DELETE', path: '/webhooks/wh_1' },
      { method: 'POST', path: '/webhooks/wh_0123456789abcdef/test' },
      { method: 'POST', path: '/webhooks/wh_0123456789abcdef/test', headers: { 'content-length': '2' }, content: '{}' },
    ].map((raw) => ({ ...raw, name: [raw.method, raw.path, raw.content].join(' ').slice(0, 100) })),
  )('$name', async (raw) => {
    const [inKit, there] = await both(raw)
    expect(inKit).toEqual(there)
  })
})
