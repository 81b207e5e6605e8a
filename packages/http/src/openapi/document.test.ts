import { readFileSync } from 'node:fs'
import { operations, router } from '@basketball-data/core'
import {
  ERROR_STATUS,
  ErrorBody,
  ErrorCode,
  MAX_PER_PAGE,
  WebhookInput,
  PageMeta,
  WebhookEvent,
  WebhookEventType,
} from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { validateResponse } from '../testing/validate-response.ts'
import { buildDocument } from './document.ts'
import { generateOpenApiDocument } from './trpc-to-openapi.ts'
import { resolve } from './schemas.ts'
import {
  componentName,
  listDeliveries,
  listEndpoints,
  type Endpoint,
  type Reference,
  type ResponseObject,
} from './types.ts'

const HOME = 'http://127.0.0.1:3000'
const document = buildDocument({
  name: 'Basketball Data',
  base: `${HOME}/v1`,
  docs: `${HOME}/docs`,
  pricing: `${HOME}/docs#plans`,
})
const { components } = document
const endpoints = listEndpoints(document)

const FirstPage = z.object({ data: z.array(z.unknown()), meta: PageMeta })

const resolveResponse = (response: ResponseObject | Reference): ResponseObject | undefined =>
  '$ref' in response ? components.responses[componentName(response.$ref)] : response

const listResponses = ({ operation }: Endpoint) =>
  Object.entries(operation.responses).map(([status, response]) => ({
    status: Number(status),
    response: resolveResponse(response),
  }))

const listExamples = (response: ResponseObject | undefined) =>
  Object.values(response?.content ?? {}).flatMap(({ examples }) => Object.entries(examples))

test('the document has every operation of the router, and the one that serves it', () => {
  const expected = operations.map(({ method, path }) => `${method.toLowerCase()} ${path}`)
  const described = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(described).toEqual([...expected, 'get /openapi.json'])
})

test('trpc-to-openapi describes the router of the core to programs that embed it, but for streams', () => {
  const options = { title: 'Embedded', version: '1', baseUrl: 'https://data.example/v1' }
  const { paths = {} } = generateOpenApiDocument(router, options)
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  const streams = new Set(['get /games/{id}/stream', 'get /stream'])
  const expected = operations.map(({ method, path }) => `${method.toLowerCase()} ${path}`)
  expect(described.toSorted()).toEqual(expected.filter((each) => !streams.has(each)).toSorted())
})

test('operation ids do not change, because generated clients depend on them', () => {
  expect(endpoints.map(({ operation }) => operation.operationId)).toEqual(
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

test('exactly the additions of the operations are marked as extensions, and say so', () => {
  const additions = new Set(operations.flatMap(({ extension, operationId }) => (extension ? operationId : [])))
  for (const { operation } of endpoints) {
    const marks = [operation['x-extension'] === true, operation.description.endsWith('An addition of this service.')]
    expect([operation.operationId, ...marks]).toEqual([
      operation.operationId,
      ...marks.map(() => additions.has(operation.operationId)),
    ])
  }
})

test.each(['405', '`HEAD`', '`OPTIONS`', '`If-None-Match`', '`X-Request-Id`'])(
  'the description of the document explains %s for all paths',
  (term) => {
    expect(document.info.description).toContain(term)
  },
)

test('every tag has a description', () => {
  const described = document.tags.map(({ name }) => name)
  expect(new Set(endpoints.flatMap(({ operation }) => operation.tags))).toEqual(new Set(described))
})

describe.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '%s %s',
  (method, path, endpoint) => {
    const { operation } = endpoint
    const needsKey = operation['x-minimum-plan'] !== null
    const isStream = path.endsWith('/stream')
    const success = operation.operationId === 'createWebhook' ? 201 : 200

    test('has the responses of the contract', () => {
      const expected = [success, 400, 422, 500, 503]
      if (method === 'get' && !isStream) expected.push(304)
      if (needsKey) expected.push(401, 403, 429)
      if (path.includes('{')) expected.push(404)
      expect(listResponses(endpoint).map(({ status }) => status)).toEqual(expected.toSorted((a, b) => a - b))
    })

    test('accepts X-Request-Id, and If-None-Match if it is a GET, or Last-Event-ID if it is a stream', () => {
      const parameters = operation.parameters.map(({ $ref }) => components.parameters[componentName($ref)])
      const headers = parameters.flatMap((parameter) => (parameter?.in === 'header' ? parameter.name : []))
      expect(headers).toContain('X-Request-Id')
      expect(headers.includes('If-None-Match')).toBe(method === 'get' && !isStream)
      expect(headers.includes('Last-Event-ID')).toBe(isStream)
    })

    test('limits the records of a page to the maximum of per_page', () => {
      const paged = operation.parameters.some(({ $ref }) => $ref.endsWith('/PerPageParameter'))
      const content = resolveResponse(operation.responses[success] ?? { $ref: '' })?.content
      const envelope = resolve(content?.['application/json']?.schema ?? {}, components.schemas)
      const maxItems = envelope.properties?.['data']?.maxItems
      expect(paged ? maxItems : MAX_PER_PAGE).toBe(MAX_PER_PAGE)
    })

    test('needs a key if and only if it needs a plan', () => {
      expect(operation.security).toEqual(needsKey ? undefined : [])
    })

    const examples = listResponses(endpoint).flatMap(({ status, response }) =>
      listExamples(response).map(([name, { value }]) => ({
        status,
        name,
        value,
        headers: new Headers(
          Object.keys(response?.headers ?? {}).map((name) => [name, String(components.headers[name]?.example)]),
        ),
      })),
    )

    test('every response except 304 has an example', () => {
      const statuses = listResponses(endpoint).flatMap(({ status }) => (status === 304 ? [] : status))
      expect([...new Set(examples.map(({ status }) => status))]).toEqual(statuses)
    })

    test.each(examples)('the example $status $name is valid', ({ status, value, headers }) => {
      const type = isStream ? 'text/event-stream' : path.endsWith('.svg') ? 'image/svg+xml' : 'application/json'
      headers.set('content-type', status === 200 ? type : 'application/json')
      const response = { method: method.toUpperCase(), path: `/v1${path}`, status, headers, body: value }
      expect(() => validateResponse(response)).not.toThrow()
    })

    test('the example of a list has a cursor unless it is complete', () => {
      const { data: list } = FirstPage.safeParse(examples.find(({ status }) => status === success)?.value)
      expect(list !== undefined).toBe(operation.operationId.startsWith('list') && path !== '/changes')
      if (list === undefined) return
      expect(list.meta.count).toBe(list.data.length)
      expect(list.meta.next_cursor !== null).toBe(list.meta.total > list.data.length)
    })
  },
)

test('the example of a new webhook is valid', () => {
  const body = document.paths['/webhooks']?.post?.requestBody
  expect(body?.required).toBe(true)
  expect(body?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/WebhookInput' })
  expect(components.schemas['WebhookInput']?.additionalProperties).toBe(false)
  for (const { value } of Object.values(body?.content['application/json']?.examples ?? {}))
    expect(WebhookInput.parse(value)).toEqual(value)
  expect.assertions(4)
})

test('every record of a response is open, because responses may gain fields', () => {
  const { WebhookInput: _, ...records } = document.components.schemas
  expect(JSON.stringify(records)).not.toContain('"additionalProperties":false')
})

describe.each(WebhookEventType.options)('the event %s', (type) => {
  const event = listDeliveries(document)[type]

  test('has a valid example', () => {
    const { schema, examples = {} } = event?.requestBody.content['application/json'] ?? {}
    expect(schema?.$ref).toMatch(/Event$/)
    const values = Object.values(examples).map(({ value }) => value)
    expect(values.map((value) => WebhookEvent.parse(value))).toEqual(values)
    expect(values).toMatchObject([{ type }])
  })

  test('has three headers, and describes each response of the receiver', () => {
    const sent = event?.parameters.map(({ $ref }) => components.parameters[componentName($ref)]?.name)
    expect(sent).toEqual(['X-Service-Signature', 'X-Service-Event', 'X-Service-Delivery'])
    expect(Object.keys(event?.responses ?? {})).toEqual(['2XX', '3XX', '4XX', '5XX'])
  })
})

test.each(ErrorCode.options)('the examples of %s have its status and the fields of the contract', (code) => {
  const shown = endpoints
    .flatMap(listResponses)
    .flatMap(({ status, response }) =>
      Object.values(response?.content?.['application/json']?.examples ?? {}).map(({ value }) => ({ status, value })),
    )
    .filter(({ value }) => ErrorBody.safeParse(value).data?.error.code === code)
  expect(shown.length).toBeGreaterThan(0)
  const statuses = new Set(shown.map(({ status }) => status))
  expect(statuses).toContain(ERROR_STATUS[code])
  expect(statuses.size).toBe(code === 'server_error' ? 2 : 1)
  for (const { value } of shown) expect(ErrorBody.parse(value)).toEqual(value)
})

describe('every value has bounds:', () => {
  const schemas: [path: string, schema: Record<string, unknown>][] = []
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value))
      if (!['example', 'examples'].includes(key)) walk(part, `${path}/${key}`)
    if ('type' in value && (typeof value.type === 'string' || Array.isArray(value.type)))
      schemas.push([path, { ...value }])
  }
  walk(components.schemas, '')
  walk(document.paths, '')
  const unbounded = (type: string, bounds: string[]): string[] =>
    schemas.flatMap(([path, schema]) =>
      [schema['type']].flat().includes(type) && !bounds.some((bound) => bound in schema) ? path : [],
    )

  test('there are more than 200 values', () => expect(schemas.length).toBeGreaterThan(200))
  test('the length of a string', () => expect(unbounded('string', ['maxLength', 'enum', 'const'])).toEqual([]))
  test('the items of an array', () => expect(unbounded('array', ['maxItems'])).toEqual([]))
  test.each(['format', 'minimum', 'maximum'])('the %s of an integer', (bound) => {
    expect(unbounded('integer', [bound])).toEqual([])
  })
})

test('every field of every record has a description or a reference', () => {
  const undescribed = Object.entries(components.schemas).flatMap(([record, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, { description, $ref }]) =>
      (description ?? $ref) === undefined ? `${record}.${field}` : [],
    ),
  )
  expect(undescribed).toEqual([])
})

test('the document has the name and the addresses of the service', () => {
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

test('docs/openapi.json is up to date with the code', () => {
  const committed = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')
  expect(committed).toBe(`${JSON.stringify(document, null, 2)}\n`)
})
