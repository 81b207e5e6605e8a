import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { operations } from '@basketball-data/core'
import {
  ERROR_STATUS,
  ErrorBody,
  ErrorCode,
  MAX_PER_PAGE,
  NewWebhook,
  PageMeta,
  WebhookEvent,
  WebhookEventType,
} from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { validateAnswer } from '../testing/validate-answer.ts'
import { buildDocument } from './document.ts'
import type { Reference, Response } from './document-types.ts'
import { endpointsOf, type PlacedEndpoint } from './endpoints.ts'

const HOME = 'http://127.0.0.1:3000'
const document = buildDocument({
  name: 'Basketball Data',
  base: `${HOME}/v1`,
  docs: `${HOME}/docs`,
  pricing: `${HOME}/docs#plans`,
})
const { components } = document
const endpoints = endpointsOf(document)

const FirstPage = z.object({ data: z.array(z.unknown()), meta: PageMeta })

const resolved = (response: Response | Reference): Response | undefined =>
  '$ref' in response ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response

const answersOf = ({ endpoint }: PlacedEndpoint) =>
  Object.entries(endpoint.responses).map(([status, response]) => ({
    status: Number(status),
    response: resolved(response),
  }))

test('every operation of the router is in the document, and the document itself', () => {
  const known = operations.map(({ meta: { openapi } }) => `${openapi.method.toLowerCase()} ${openapi.path}`)
  const described = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(described).toEqual([...known, 'get /openapi.json'])
})

test('operations keep their names: generated clients depend on them', () => {
  expect(endpoints.map(({ endpoint }) => endpoint.operationId)).toEqual(
    expect.arrayContaining([
      'getIndex',
      'getUsage',
      'listCompetitions',
      'listSeasons',
      'listTeams',
      'getTeam',
      'getTeamRoster',
      'getTeamForm',
      'getTeamHeadToHead',
      'listPlayers',
      'getPlayer',
      'listPlayerGames',
      'getPlayerSeasons',
      'getPlayerSplits',
      'getStandings',
      'getLeaders',
      'listGames',
      'getGame',
      'getGameBoxScore',
      'getGamePlayByPlay',
      'getGameShots',
      'getGamePrices',
      'listTeamTrends',
      'listResultsOfYesterday',
      'listWebhooks',
      'createWebhook',
      'removeWebhook',
      'testWebhook',
      'getOpenApiDocument',
    ]),
  )
})

test('what this service adds to the contract is marked, and nothing else', () => {
  const marked = endpoints.filter(({ endpoint }) => endpoint['x-extension'] === true).map(({ path }) => path)
  expect(marked).toEqual(['/teams/{id}/trends', '/games/{id}/prices'])
  for (const { endpoint } of endpoints)
    expect(endpoint.description.endsWith('An addition of this service.')).toBe(endpoint['x-extension'] === true)
})

test.each(['405', '`HEAD`', '`OPTIONS`', '`If-None-Match`', '`X-Request-Id`'])(
  '%s is told of once for all paths',
  (what) => {
    expect(document.info.description).toContain(what)
  },
)

test('every tag in use is described', () => {
  const described = document.tags.map(({ name }) => name)
  expect(new Set(endpoints.flatMap(({ endpoint }) => endpoint.tags))).toEqual(new Set(described))
})

describe.each(endpoints.map((placed) => [placed.method, placed.path, placed] as const))(
  '%s %s',
  (method, path, placed) => {
    const { endpoint } = placed
    const keyed = endpoint['x-minimum-plan'] !== null
    const success = endpoint.operationId === 'createWebhook' ? 201 : 200

    test('answers what the contract says it can', () => {
      const expected = [success, 400, 422, 500]
      if (method === 'get') expected.push(304)
      if (keyed) expected.push(401, 403, 429, 503)
      if (path.includes('{')) expected.push(404)
      expect(answersOf(placed).map(({ status }) => status)).toEqual(expected.toSorted((a, b) => a - b))
    })

    test('takes a name for the call, and the ETag of an answer that is there already', () => {
      const named = endpoint.parameters.map(({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''])
      const sent = named.flatMap((parameter) => (parameter?.in === 'header' ? parameter.name : []))
      expect(sent).toContain('X-Request-Id')
      expect(sent.includes('If-None-Match')).toBe(method === 'get')
    })

    test('holds as many records in a page as per_page allows', () => {
      const paged = endpoint.parameters.some(({ $ref }) => $ref.endsWith('/PerPage'))
      const content = resolved(endpoint.responses[success] ?? { $ref: '' })?.content
      const most = content?.['application/json'].schema.properties?.['data']?.maxItems
      expect(paged ? most : MAX_PER_PAGE).toBe(MAX_PER_PAGE)
    })

    test('needs a key exactly where it needs a plan', () => {
      expect(endpoint.security).toEqual(keyed ? undefined : [])
    })

    const examples = answersOf(placed).flatMap(({ status, response }) =>
      Object.entries(response?.content?.['application/json'].examples ?? {}).map(([name, { value }]) => ({
        status,
        name,
        value,
        headers: new Headers(
          Object.keys(response?.headers ?? {}).map((name) => [name, String(components.headers[name]?.example)]),
        ),
      })),
    )

    test('every answer but 304 has an example', () => {
      const statuses = answersOf(placed).flatMap(({ status }) => (status === 304 ? [] : status))
      expect([...new Set(examples.map(({ status }) => status))]).toEqual(statuses)
    })

    test.each(examples)('the example $status $name is valid', ({ status, value, headers }) => {
      headers.set('content-type', 'application/json')
      const answer = { method: method.toUpperCase(), path: `/v1${path}`, status, headers, body: value }
      expect(() => validateAnswer(answer)).not.toThrow()
    })

    test('the example of a list can be continued, or is complete', () => {
      const { data: list } = FirstPage.safeParse(examples.find(({ status }) => status === success)?.value)
      expect(list !== undefined).toBe(endpoint.operationId.startsWith('list'))
      if (list === undefined) return
      expect(list.meta.count).toBe(list.data.length)
      expect(list.meta.next_cursor !== null).toBe(list.meta.total > list.data.length)
    })
  },
)

test('what is sent to make a record is shown, and what is shown can be sent', () => {
  const body = document.paths['/webhooks']?.post?.requestBody
  expect(body?.required).toBe(true)
  expect(body?.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/NewWebhook' })
  expect(components.schemas['NewWebhook']?.additionalProperties).toBe(false)
  for (const { value } of Object.values(body?.content['application/json'].examples ?? {}))
    expect(NewWebhook.parse(value)).toEqual(value)
  expect.assertions(4)
})

describe.each(WebhookEventType.options)('the event %s', (type) => {
  const event = document.webhooks[type]?.post

  test('is described with an example of its body', () => {
    const { schema, examples = {} } = event?.requestBody.content['application/json'] ?? {}
    expect(schema?.$ref).toMatch(/Event$/)
    const values = Object.values(examples).map(({ value }) => value)
    expect(values.map((value) => WebhookEvent.parse(value))).toEqual(values)
    expect(values).toMatchObject([{ type }])
  })

  test('comes with three headers, and says what each answer leads to', () => {
    const sent = event?.parameters.map(({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? '']?.name)
    expect(sent).toEqual(['X-Service-Signature', 'X-Service-Event', 'X-Service-Delivery'])
    expect(Object.keys(event?.responses ?? {})).toEqual(['2XX', '3XX', '4XX', '5XX'])
  })
})

test.each(ErrorCode.options)('%s is shown with its own status and the fields of the contract', (code) => {
  const shown = endpoints
    .flatMap(answersOf)
    .flatMap(({ status, response }) =>
      Object.values(response?.content?.['application/json'].examples ?? {}).map(({ value }) => ({ status, value })),
    )
    .filter(({ value }) => ErrorBody.safeParse(value).data?.error.code === code)
  expect(shown.length).toBeGreaterThan(0)
  const statuses = new Set(shown.map(({ status }) => status))
  expect(statuses).toContain(ERROR_STATUS[code])
  expect(statuses.size).toBe(code === 'server_error' ? 2 : 1)
  for (const { value } of shown) expect(ErrorBody.parse(value)).toEqual(value)
})

describe('every value is bounded', () => {
  const found: [place: string, schema: Record<string, unknown>][] = []
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value))
      if (!['example', 'examples'].includes(key)) walk(part, `${place}/${key}`)
    if ('type' in value && (typeof value.type === 'string' || Array.isArray(value.type)))
      found.push([place, { ...value }])
  }
  walk(components.schemas, '')
  walk(document.paths, '')
  const unbounded = (type: string, bounds: string[]): string[] =>
    found.flatMap(([place, schema]) =>
      [schema['type']].flat().includes(type) && !bounds.some((bound) => bound in schema) ? place : [],
    )

  test('there are values to check', () => expect(found.length).toBeGreaterThan(200))
  test('strings in length', () => expect(unbounded('string', ['maxLength', 'enum', 'const'])).toEqual([]))
  test('arrays in number', () => expect(unbounded('array', ['maxItems'])).toEqual([]))
  test.each(['format', 'minimum', 'maximum'])('integers in %s', (bound) => {
    expect(unbounded('integer', [bound])).toEqual([])
  })
})

test('every field of every record is described, or points to a record that is', () => {
  const undescribed = Object.entries(components.schemas).flatMap(([record, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, { description, $ref }]) =>
      (description ?? $ref) === undefined ? `${record}.${field}` : [],
    ),
  )
  expect(undescribed).toEqual([])
})

test('addresses in the document are those of the service', () => {
  const home = 'https://hoops.example'
  const elsewhere = buildDocument({
    name: 'Hoops',
    base: `${home}/v1`,
    docs: `${home}/help`,
    pricing: `${home}/prices`,
  })
  const text = JSON.stringify(elsewhere)
  expect(elsewhere.info.title).toBe('Hoops')
  expect(elsewhere.servers.map(({ url }) => url)).toEqual([`${home}/v1`])
  expect(text).not.toContain(HOME)
  expect(text).toContain(`${home}/help#error-bad_request`)
})

describe('the committed docs/openapi.json', () => {
  const script = fileURLToPath(new URL('write.ts', import.meta.url))
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [script, ...args])

  test('is what the code describes', async () => {
    await expect(run('--check')).resolves.toMatchObject({ stderr: '' })
  }, 30_000)

  test('is found out when it is not', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'openapi-')), 'openapi.json')
    await writeFile(file, '{}')
    await expect(run('--check', '--file', file)).rejects.toThrow(/is not what the code describes/)
    await run('--file', file)
    await run('--check', '--file', file)
  }, 30_000)
})
