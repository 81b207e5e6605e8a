import { ErrorCode, PLAN_TABLE, planTable } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { buildDocument } from '../openapi/document.ts'
import { shownText } from '../testing/shown-text.ts'
import { documentationPage } from './page.ts'
import { namedSchemas } from './records.ts'

const HOME = 'https://hoops.example'
const service = { name: 'Hoops', base: `${HOME}/v1`, docs: `${HOME}/docs`, pricing: `${HOME}/docs#plans` }
const document = buildDocument(service)
const page = documentationPage(document, PLAN_TABLE)
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

test.each(namedSchemas(document).records)('every field of %s is there', (_, { properties = {} }) => {
  for (const field of Object.keys(properties)) expect(page).toContain(`<code>${field}</code>`)
})

test('the limits are those of the plan table', () => {
  const plans = planTable({ free: { per_minute: 7, per_day: null, per_month: 4321, days_back: 30 } })
  const changed = documentationPage(document, plans)
  for (const cell of ['<td>7</td>', '<td>no limit</td>', '<td>4,321</td>', '<td>last 30 days</td>'])
    expect(changed).toContain(cell)
  expect(page).not.toContain('Calls a month')
})

test('what others wrote is shown as text', () => {
  const name = '"><script>alert(1)</script>'
  const hostile = buildDocument({ ...service, name, base: `${HOME}/"><script>/v1` })
  expect(documentationPage(hostile, PLAN_TABLE)).not.toContain('<script')
})

test.each(['<html lang="en"', '<header', '<nav id="contents" aria-label', '<main', '<h1'])(
  'a screen reader finds %s once',
  (landmark) => expect(page.split(landmark)).toHaveLength(2),
)
