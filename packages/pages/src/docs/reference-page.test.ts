import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DECIMALS, operations } from '@basketball-data/core'
import { ErrorCode, PLAN_TABLE, planTable } from '@basketball-data/core/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildDocument, listEndpoints } from '@basketball-data/http/openapi'
import { createRequestContext } from '@basketball-data/http/pages'
import { queryReader } from '../../../http/src/rest/read-input.js'
import { textContent } from '../../../http/src/testing/response.js'
import { namedSchemas, recordsPage } from './records.ts'
import { referencePage } from './reference-page.ts'
import { codeSamples, getFinalEvent } from './samples.ts'
import { getSuccess, resolveSchema } from './schema.ts'

const HOME = 'https://hoops.example'
const service = { name: 'Hoops', base: `${HOME}/v1`, docs: `${HOME}/docs`, pricing: `${HOME}/docs#plans` }
const document = buildDocument(service)
const site = { name: service.name, base: service.base, account: false, brand: { style: '', logo: null } }
const page = referencePage(site, { document, plans: PLAN_TABLE, decimals: DECIMALS })
const records = recordsPage(site, document)
const text = textContent(page)

const listMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, match]) => match ?? [])
const all = (pattern: RegExp): string[] => listMatches(page, pattern)
const listAnchors = (text: string): string[] => listMatches(text, / id="([^"]+)"/g)
const anchors = listAnchors(page)

describe('the page has an anchor', () => {
  test('for the plans', () => expect(anchors).toContain('plans'))

  test.each(ErrorCode.options)('for the error %s', (code) => expect(anchors).toContain(`error-${code}`))

  test.each(listEndpoints(document))('for the endpoint $operation.operationId', ({ operation }) => {
    expect(anchors).toContain(operation.operationId)
  })

  test('for everything the page links to', () => {
    for (const target of all(/ href="#([^"]+)"/g)) expect(anchors).toContain(target)
    for (const target of all(/ href="\/docs\/records#([^"]+)"/g)) expect(listAnchors(records)).toContain(target)
  })

  test('once each', () => expect(anchors).toHaveLength(new Set(anchors).size))
})

describe('the page', () => {
  test('loads nothing', () => {
    expect(page.replace(/<script>[^]*<\/script>/, '')).not.toMatch(/<script|<iframe|<img|\ssrc=|@import|url\(|\son\w+=/)
  })

  test('has every value of its texts, and a picture has no empty example', () => {
    expect(page).not.toMatch(/\{\{|<code><\/code>|<code><span class="\w"><\/span><\/code>/)
  })

  test('links only to this service', () => {
    const outside = all(/ href="(\w+:[^"]+)"/g).filter((address) => !address.startsWith('data:'))
    expect(new Set(outside)).toEqual(new Set([`${HOME}/v1/openapi.json`]))
  })

  test('is smaller than 600 kB', () => expect(page.length).toBeLessThan(600_000))
})

test('every parameter of every endpoint is described', () => {
  for (const { name, description } of Object.values(document.components.parameters)) {
    expect(page).toContain(`<code>${name}</code>`)
    expect(text).toContain(description.replaceAll('`', ''))
  }
})

test('every field of a record that an endpoint returns is described at the endpoint', () => {
  const articles = page.split('<article ').map(textContent)
  for (const { operation } of listEndpoints(document)) {
    const { data } = resolveSchema(document, getSuccess(operation).schema).properties ?? {}
    const { properties = {} } = data === undefined ? {} : resolveSchema(document, data.items ?? data)
    const article = articles.find((each) => each.startsWith(`id="${operation.operationId}"`)) ?? ''
    for (const [name, { description = '' }] of Object.entries(properties)) {
      expect(article).toMatch(new RegExp(`\\s${name}\\s`))
      expect(article).toContain(description.replaceAll('`', ''))
    }
  }
})

describe('the example request is one that the endpoint accepts', () => {
  /** The parts of the curl command of an endpoint: method, URL, data, and the id in the path. */
  const buildRequest = (path: string, method: string) => {
    const endpoint = listEndpoints(document).find((each) => each.path === path && each.method === method.toLowerCase())
    const article = textContent(page.slice(page.indexOf(` id="${endpoint?.operation.operationId}"`)))
    const [command = ''] = /curl [^]*?[^\\](?=\n)/.exec(article) ?? []
    const words = command.split(/\s+(?:\\\n\s*)?/)
    const address = words.find((word) => word.startsWith('https:')) ?? ''
    const sent = /\s(-d .*)$/.exec(command)?.[1] ?? ''
    const named = /-X (\w+)/.exec(command)?.[1] ?? 'GET'
    const id = new RegExp(`/v1${path.replace('{id}', '(?<id>\\w+)')}$`).exec(address)?.groups ?? {}
    return { method: named, address, sent, id }
  }
  const endpoints = operations.map(({ method, path, input }) => [method, path, input] as const)

  test.each(endpoints)('%s %s', (method, path, input) => {
    const { id, address, sent, ...request } = buildRequest(path, method)
    expect(request.method).toBe(method)
    expect(address).toBe(`${HOME}/v1${path.replace('{id}', id['id'] ?? '')}`)
    const { query } = createRequestContext(new Request(`${address}?${sent.replaceAll(/ ?-d /g, '&').slice(1)}`))
    const body: unknown = JSON.parse(/^-d '(.*)'$/.exec(sent)?.[1] ?? 'null')
    const parameters = method === 'POST' ? { ...Object(body), ...id } : queryReader(input, ['id'])(query, id)
    expect(input.parse(parameters)).toMatchObject(id)
  })
})

test('an enum parameter shows its values and its default', () => {
  expect(text).toMatch(/venue, result, month, opponent, starter; default venue/)
})

const noShell = spawnSync('openssl', ['version']).status !== 0

test.skipIf(noShell)(
  'the commands that verify a signature print the one of the example (skipped without openssl)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'docs-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'body.json'), JSON.stringify(getFinalEvent(document)))
    const { verifySignature, deliveryHeaders } = codeSamples(document)
    const { stdout } = spawnSync('sh', ['-c', verifySignature], { cwd: folder, encoding: 'utf8' })
    expect(text).toContain(verifySignature)
    expect(deliveryHeaders).toContain(`v1=${stdout.slice(0, 64)}`)
  },
)

test('the page shows the configured decimals', () => {
  const changed = textContent(referencePage(site, { document, plans: PLAN_TABLE, decimals: { ratio: 5, average: 3 } }))
  expect(changed.replaceAll(/\s+/g, ' ')).toContain('rounded to 5 decimals, averages and ratings to 3.')
})

test('the page of the records has each anchor once, and every target of its links', () => {
  const anchors = listAnchors(records)
  expect(anchors).toHaveLength(new Set(anchors).size)
  for (const target of listMatches(records, / href="(?:\/docs\/records)?#([^"]+)"/g)) expect(anchors).toContain(target)
})

test.each(namedSchemas(document).records)(
  'every field of %s is on the page of the records',
  (_, { properties = {} }) => {
    for (const field of Object.keys(properties)) expect(records).toContain(`<code>${field}</code>`)
  },
)

test('the page shows the limits of the plan table', () => {
  const plans = planTable({ free: { per_minute: 7, per_day: null, per_month: 4321, days_back: 30 } })
  const changed = referencePage(site, { document, plans, decimals: DECIMALS })
  for (const cell of ['<td>7</td>', '<td>no limit</td>', '<td>4,321</td>', '<td>last 30 days</td>'])
    expect(changed).toContain(cell)
  expect(page).not.toContain('Calls per month')
})

test('HTML in the name of the service is escaped', () => {
  const name = '"><script>alert(1)</script>'
  const base = `${HOME}/"><script>/v1`
  const hostile = { document: buildDocument({ ...service, name, base }), plans: PLAN_TABLE, decimals: DECIMALS }
  const page = referencePage({ ...site, name, base, account: true }, hostile)
  expect(page.split('<script')).toHaveLength(2) // its own one
})

test.each(['<html lang="en"', '<header', '<nav id="contents" class="contents" aria-label', '<main', '<h1'])(
  'the landmark %s is there once',
  (landmark) => expect(page.split(landmark)).toHaveLength(2),
)
