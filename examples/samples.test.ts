import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  'packages/client/README.md',
  'packages/core/README.md',
  'packages/http/README.md',
  'packages/webhooks/README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const blocksOf = (page: string, language: string): string[] =>
  Array.from(readFileSync(join(root, page), 'utf8').matchAll(/```(\w*)\n(.*?)```/gs), ([, found, code = '']) => ({
    found,
    code,
  })).flatMap(({ found, code }) => (found === language ? [code] : []))

const linesOf = (code: string) => code.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** Each is run by the test beside it. */
const examples = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^[a-z-]+.[a-z-]+\.ts$/.test(name))
  .map((name) => linesOf(readFileSync(join(import.meta.dirname, name), 'utf8')))

/** Whether the lines stand in an example in the same order; others may stand between them. */
const isFrom = (example: string[], lines: string[]): boolean => {
  let next = 0
  for (const line of example) if (line === lines[next]) next++
  return next === lines.length
}

/** The client's own page has a test of its own. */
const sampled = pages.filter((page) => page !== 'packages/client/README.md' && blocksOf(page, 'ts').length > 0)

describe.each(sampled)('the samples in %s', (page) => {
  const samples = blocksOf(page, 'ts').map((code) => [code] as const)
  test.each(samples)('are lines of an example that is run by a test: %j', (code) => {
    expect(examples.some((example) => isFrom(example, linesOf(code)))).toBe(true)
  })
})

const PARSERS: Record<string, (code: string) => unknown> = {
  ts: (code) => stripTypeScriptTypes(code),
  js: (code) => stripTypeScriptTypes(code),
  json: (code) => JSON.parse(code),
}

describe.each(Object.entries(PARSERS))('every sample of %s is whole', (language, parse) => {
  const samples = pages.flatMap((page) => blocksOf(page, language).map((code) => [page, code] as const))
  test.each(samples)('in %s: %j', (_page, code) => {
    expect(() => parse(code)).not.toThrow()
  })
})

describe.each(pages)('the links in %s', (page) => {
  const links = Array.from(
    readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g),
    ([, to = '']) => to,
  )
  test('lead somewhere', () => {
    expect(links.filter((to) => !existsSync(join(root, page, '..', to)))).toEqual([])
  })
})

const openssl = spawnSync('openssl', ['version']).status === 0
test.skipIf(!openssl)('the signature by hand is what the page says it is (skipped without openssl)', () => {
  const code = blocksOf('docs/webhooks.md', 'sh').find((block) => block.includes('openssl')) ?? ''
  const said = /# ([0-9a-f]{64})/.exec(code)?.[1] ?? 'no digest'
  expect(execFileSync('sh', ['-c', code], { encoding: 'utf8' })).toContain(said)
})
