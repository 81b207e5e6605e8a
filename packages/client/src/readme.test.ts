import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** A folder inside the package, from which it can be imported by name. */
const folder = join(root, 'dist', 'readme')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const blocks = Array.from(read('README.md').matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => code)

test('the first sample is the program examples/latest-results', () => {
  const program = read('../../examples/latest-results/start.ts').replace(/^(?:\/\/.*\n)+/, '')
  expect(blocks[0]).toBe(program)
})

test('the pages name the version of pnpm that package.json has', () => {
  const { pnpm } = JSON.parse(read('../../package.json')).engines
  const pages = ['README.md', '../../docs/client.md', '../../docs/getting-started.md', '../../CONTRIBUTING.md']
  const named = pages.flatMap((page) => Array.from(read(page).matchAll(/pnpm@([\d.]+)/g), ([, version]) => version))
  expect(named.length).toBeGreaterThanOrEqual(pages.length)
  expect(new Set(named)).toEqual(new Set([pnpm]))
})

/** The declarations that a sample leaves out. */
const before = (code: string) =>
  /import .* BasketballData\b/.test(code)
    ? ''
    : "import { BasketballData, BasketballDataError } from '@basketball-data/client'\nconst client = new BasketballData()\n"

test('every sample compiles', () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = blocks.map((code, at) => ({ name: `sample-${at}.ts`, code: `${before(code)}${code}\nexport {}\n` }))
  for (const { name, code } of files) writeFileSync(join(folder, name), code)
  const compilerOptions = {
    composite: false,
    rootDir: '../../../..',
    noEmit: true,
    noUnusedLocals: false,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
  }
  const include = files.map(({ name }) => name)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../../tsconfig.base.json', compilerOptions, include }),
  )
  const tsc = join(root, '..', '..', 'node_modules', '.bin', 'tsc')
  const { stdout } = spawnSync(tsc, ['-p', folder], { encoding: 'utf8', shell: process.platform === 'win32' })
  expect(stdout).toBe('')
})
