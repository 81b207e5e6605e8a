import { DECIMALS, operations } from '@basketball-data/core'
import { ErrorCode, PLAN_TABLE, planTable } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { buildDocument } from '../openapi/document.ts'
import { EXAMPLE_QUERIES } from '../openapi/examples/queries.ts'
import { parseQuery, queryReader } from '../rest/query.ts'
import { shownText } from '../testing/shown-text.ts'
import { documentationPage } from './page.ts'
import { namedSchemas } from './records.ts'

const HOME = 'https://hoops.example'
const service = { name: 'Hoops', base: `${HOME}/v1`, docs: `${HOME}/docs`, pricing: `${HOME}/docs#plans` }
const document = buildDocument(service)
const page = documentationPage(document, PLAN_TABLE, DECIMALS)
const text = shownText(page)

const all = (pattern: RegExp): string[] => [...page.matchAll(pattern)].flatMap(([, found]) => found ?? [])
const anchors = all(/ id="([^"]+)"/g)

describe('the anchors others link to are there', () => {
  test('of the plans', () => expect(anchors).toContain('plans'))

  test.each(ErrorCode.options)('of the error %s', (code) => expect(anchors).toContain(`error-${code}`))

  test.each(Object.values(document.paths))('of the endpoint $get.operationId', ({ get }) => {
    expect(anchors).toContain(get.operationId)
  })

  test('of everything the page itself links to', () => {
    for (const target of all(/ href="#([^"]+)"/g)) expect(anchors).toContain(target)
  })

  test('each once', () => expect(anchors).toHaveLength(new Set(anchors).size))
})

describe('the page is self-contained', () => {
  test('it loads nothing and runs nothing', () => {
    expect(page).not.toMatch(/<script|<iframe|<img|\ssrc=|@import|url\(|\son\w+=/)
  })

  test('it links to this service alone', () => {
    const outside = all(/ href="(\w+:[^"]+)"/g).filter((address) => !address.startsWith('data:'))
    expect(new Set(outside)).toEqual(new Set([`${HOME}/v1/openapi.json`]))
  })

  test('it is small', () => expect(page.length).toBeLessThan(600_000))
})

test('every parameter of every endpoint is described', () => {
  for (const { name, description } of Object.values(document.components.parameters)) {
    expect(page).toContain(`<code>${name}</code>`)
    expect(text).toContain(description.replaceAll('`', ''))
  }
})

describe('the request beside an answer is one that the endpoint takes', () => {
  test.each(operations.map(({ meta }) => [meta.openapi.path, meta.input] as const))('%s', (path, input) => {
    const article = page.slice(page.indexOf(` id="${document.paths[path]?.get.operationId}"`))
    const [, address = '', sent = ''] = /\s(https:\S+)(?: \\\n\s*(-d .*))?/.exec(shownText(article)) ?? []
    const query = parseQuery(new Request(`${address}?${sent.replaceAll(/ ?-d /g, '&').slice(1)}`))
    const id = new RegExp(`/v1${path.replace('{id}', '(?<id>\\w+)')}$`).exec(address)?.groups ?? {}
    expect(input.parse(queryReader(input, ['id'])(query, id))).toMatchObject(id)
    expect(address).toBe(`${HOME}/v1${path.replace('{id}', id['id'] ?? '')}`)
  })

  test('and no query is of an endpoint that is not there', () => {
    const ids = Object.values(document.paths).map(({ get }) => get.operationId)
    expect(ids).toEqual(expect.arrayContaining(Object.keys(EXAMPLE_QUERIES)))
  })
})

test('a parameter with a set of values says which one it is when left out', () => {
  expect(text).toMatch(/venue, result, month, opponent, starter; venue when left out/)
})

test('the decimals are those of the answers', () => {
  const changed = shownText(documentationPage(document, PLAN_TABLE, { ratio: 5, average: 3 }))
  expect(changed.replaceAll(/\s+/g, ' ')).toContain('rounded to 5 decimals, averages and ratings to 3.')
})

test.each(namedSchemas(document).records)('every field of %s is there', (_, { properties = {} }) => {
  for (const field of Object.keys(properties)) expect(page).toContain(`<code>${field}</code>`)
})

test('the limits are those of the plan table', () => {
  const plans = planTable({ free: { per_minute: 7, per_day: null, per_month: 4321, days_back: 30 } })
  const changed = documentationPage(document, plans, DECIMALS)
  for (const cell of ['<td>7</td>', '<td>no limit</td>', '<td>4,321</td>', '<td>last 30 days</td>'])
    expect(changed).toContain(cell)
  expect(page).not.toContain('Calls a month')
})

test('what others wrote is shown as text', () => {
  const name = '"><script>alert(1)</script>'
  const hostile = buildDocument({ ...service, name, base: `${HOME}/"><script>/v1` })
  expect(documentationPage(hostile, PLAN_TABLE, DECIMALS)).not.toContain('<script')
})

test.each(['<html lang="en"', '<header', '<nav id="contents" aria-label', '<main', '<h1'])(
  'a screen reader finds %s once',
  (landmark) => expect(page.split(landmark)).toHaveLength(2),
)
