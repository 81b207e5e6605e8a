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
  'packages/cli/README.md',
  'packages/client/README.md',
  'packages/core/README.md',
  'packages/feeds/README.md',
  'packages/http/README.md',
  'packages/pages/README.md',
  'packages/webhooks/README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const codeBlocks = (page: string, language: string): string[] => {
  const blocks = readFileSync(join(root, page), 'utf8').matchAll(/```(\w*)\n(.*?)```/gs)
  return Array.from(blocks).flatMap(([, fence, code = '']) => (fence === language ? [code] : []))
}

const splitCode = (code: string) => code.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** The lines of each example; the test next to an example runs it. */
const examples = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^[a-z-]+.[a-z-]+\.ts$/.test(name))
  .map((name) => splitCode(readFileSync(join(import.meta.dirname, name), 'utf8')))

/** Whether an example contains the lines in this order, possibly with other lines between them. */
const containsLines = (example: string[], lines: string[]): boolean => {
  let next = 0
  for (const line of example) if (line === lines[next]) next++
  return next === lines.length
}

/** packages/client tests the samples of its own README. */
const pagesWithSamples = pages.filter(
  (page) => page !== 'packages/client/README.md' && codeBlocks(page, 'ts').length > 0,
)

describe.each(pagesWithSamples)('the TypeScript samples in %s', (page) => {
  const samples = codeBlocks(page, 'ts').map((code) => [code] as const)
  test.each(samples)('are lines of a tested example: %j', (code) => {
    expect(examples.some((example) => containsLines(example, splitCode(code)))).toBe(true)
  })
})

const PARSERS: Record<string, (code: string) => unknown> = {
  ts: (code) => stripTypeScriptTypes(code),
  js: (code) => stripTypeScriptTypes(code),
  json: (code) => JSON.parse(code),
}

describe.each(Object.entries(PARSERS))('every %s sample can be parsed', (language, parse) => {
  const samples = pages.flatMap((page) => codeBlocks(page, language).map((code) => [page, code] as const))
  test.each(samples)('in %s: %j', (_page, code) => {
    expect(() => parse(code)).not.toThrow()
  })
})

describe.each(pages)('the links in %s', (page) => {
  const links = Array.from(
    readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g),
    ([, to = '']) => to,
  )
  test('point to existing files', () => {
    expect(links.filter((to) => !existsSync(join(root, page, '..', to)))).toEqual([])
  })
})

const openssl = spawnSync('openssl', ['version']).status === 0
test.skipIf(!openssl)('openssl computes the signature that docs/webhooks.md shows (skipped without openssl)', () => {
  const code = codeBlocks('docs/webhooks.md', 'sh').find((block) => block.includes('openssl')) ?? ''
  const digest = /# ([0-9a-f]{64})/.exec(code)?.[1] ?? 'no digest'
  expect(execFileSync('sh', ['-c', code], { encoding: 'utf8' })).toContain(digest)
})
