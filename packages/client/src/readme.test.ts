import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BasketballData } from './index.ts'
import { BasketballDataIngest } from './ingest/index.ts'

const root = join(import.meta.dirname, '..')
/** A folder inside the package, from which it can be imported by name. */
const folder = join(root, 'dist', 'readme')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const blocks = Array.from(read('README.md').matchAll(/```(tsx?)\n(.*?)```/gs), ([, language = '', code = '']) => ({
  language,
  code,
}))

test('the first sample is the program examples/latest-results', () => {
  const program = read('../../examples/latest-results/start.ts').replace(/^(?:\/\/.*\n)+/, '')
  expect(blocks[0]?.code).toBe(program)
})

test('the pages name the version of pnpm that package.json has', () => {
  const { pnpm } = JSON.parse(read('../../package.json')).engines
  const pages = ['docs/client.md', 'docs/embedding.md', 'docs/production.md', 'CONTRIBUTING.md'].map(
    (page) => `../../${page}`,
  )
  const named = pages.flatMap((page) => Array.from(read(page).matchAll(/pnpm@([\d.]+)/g), ([, version]) => version))
  expect(named.length).toBeGreaterThanOrEqual(pages.length)
  expect(new Set(named)).toEqual(new Set([pnpm]))
})

/** The methods in the first column of the tables of a section; `.get(id)` continues the group of the one before it. */
const listMethodsIn = (heading: string): string[] => {
  const [, section = ''] = read('README.md').split(`\n## ${heading}\n`)
  const rows = section.split('\n## ')[0]?.match(/^\| `[^|]+/gm) ?? []
  return rows.flatMap((row) => {
    let group = ''
    return Array.from(row.matchAll(/`([\w.]+)\(/g), ([, name = '']) => {
      if (!name.startsWith('.')) group = name.replace(/\.?\w+$/, '')
      return name.startsWith('.') ? group + name : name
    })
  })
}
const listMethods = (client: object): string[] =>
  Object.entries(client).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'function' ? [name] : Object.keys(Object(value)).map((method) => `${name}.${method}`),
  )

test.each([
  ['Calls', BasketballData],
  ['Writing', BasketballDataIngest],
] as const)('the table of %s has every method of the client, once, and no other', (heading, Client) => {
  expect(listMethodsIn(heading).toSorted()).toEqual(listMethods(new Client({ apiKey: 'bd_key' })).toSorted())
})

/** The declarations that a sample leaves out. */
const before = (code: string) =>
  /import .* BasketballData\b/.test(code)
    ? ''
    : "import { BasketballData, BasketballDataError } from '@basketball-data/client'\nconst client = new BasketballData()\n"

/** What the compiler says of these files, by name. */
const compile = (files: [string, string][]): string => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, code] of files) writeFileSync(join(folder, name), code)
  const compilerOptions = {
    composite: false,
    rootDir: '../../../..',
    noEmit: true,
    noUnusedLocals: false,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    jsx: 'preserve',
  }
  const include = files.map(([name]) => name)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../../tsconfig.base.json', compilerOptions, include }),
  )
  const tsc = join(root, '..', '..', 'node_modules', '.bin', 'tsc')
  return spawnSync(tsc, ['-p', folder], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout
}

/** What the samples use of frameworks, which are not installed. */
const FRAMEWORKS = `
declare module 'react' {
  export const useState: <State>(initial?: State) => [State, (state: State) => void]
  export const useEffect: (effect: () => () => void, dependencies: readonly unknown[]) => void
}
declare module 'vite' {
  export const loadEnv: (mode: string, folder: string, prefix: string) => Record<string, string>
  export const defineConfig: (config: (environment: { mode: string }) => object) => object
}
declare namespace JSX {
  type Children = string | number | Element | Children[]
  interface Element { key?: string }
  interface ElementChildrenAttribute { children: object }
  interface IntrinsicElements { [tag: string]: { key?: string; children?: Children } }
}
`

test('every sample compiles', () => {
  const files = blocks.map(({ language, code }, at): [string, string] => [
    `sample-${at}.${language}`,
    `${before(code)}${code}\nexport {}\n`,
  ])
  expect(compile([['frameworks.d.ts', FRAMEWORKS], ...files])).toBe('')
})

/** What the examples in docstrings leave out. */
const GLOBALS = `
declare const BasketballData: typeof import('@basketball-data/client').BasketballData
declare const ServiceError: typeof import('@basketball-data/client').ServiceError
declare const memoryCache: typeof import('@basketball-data/client').memoryCache
declare const liveScores: typeof import('@basketball-data/client').liveScores
declare const BasketballDataIngest: typeof import('@basketball-data/client/ingest').BasketballDataIngest
declare const [createTrpcClient, trpcLink]: [
  typeof import('@basketball-data/client/trpc').createTrpcClient,
  typeof import('@basketball-data/client/trpc').trpcLink,
]
type AppRouter = import('@basketball-data/client/trpc').AppRouter
declare const createTRPCClient: typeof import('@trpc/client').createTRPCClient
declare const readFile: typeof import('node:fs/promises').readFile
declare const client: import('@basketball-data/client').BasketballData
declare const ingest: import('@basketball-data/client/ingest').BasketballDataIngest
declare const bundle: import('@basketball-data/client/ingest').GameBundle
declare const readBundles: () => AsyncIterable<typeof bundle>
declare const readOps: () => AsyncIterable<import('@basketball-data/client/ingest').ScoreOp>
declare const [apiKey, id, season]: [string, string, string]
declare const error: unknown
declare const load: () => string | undefined
declare const [save, show]: [(record: object) => void, (record: object) => void]
`
const examples = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/test|request\.ts/.test(name))
  .flatMap((name) =>
    Array.from(read(join('src', name)).matchAll(/@example([^]*?)\n? *(?:\* @|\*\/)/g), ([, code = '']) => code),
  )
  .map((code) => code.replaceAll(/^ *\* ?/gm, ''))

test('every example in a docstring compiles', () => {
  expect(examples.length).toBeGreaterThan(10)
  const files = examples.map((code, at): [string, string] => [`example-${at}.ts`, `${code}\nexport {}\n`])
  expect(compile([['globals.d.ts', GLOBALS], ...files])).toBe('')
})
