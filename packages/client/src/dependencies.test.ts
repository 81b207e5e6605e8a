import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('./', import.meta.url)

/** What the published files contain. */
const BUNDLED = new Set(['eventsource-parser'])

test('the client has no dependencies, and its peer dependencies are optional', () => {
  const files = readdirSync(source).filter((name) => /(?<!\.test|\.test-d)\.ts$/.test(name))
  const imported = files.flatMap((name) =>
    Array.from(
      readFileSync(new URL(name, source), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g),
      ([, path]) => path,
    ),
  )
  expect(imported).not.toEqual([])
  expect(imported.filter((path = '') => !path.startsWith('./') && !BUNDLED.has(path))).toEqual([])
  const manifest: object = JSON.parse(readFileSync(new URL('../package.json', source), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  const { peerDependencies, peerDependenciesMeta }: Record<string, object> = { ...manifest }
  const optional = Object.keys(peerDependencies ?? {}).map((name) => [name, { optional: true }])
  expect(peerDependenciesMeta).toEqual(Object.fromEntries(optional))
})

test('what the published files contain is installed with what serving needs, for commands that use the client', () => {
  const [ours, root]: Record<string, object>[] = ['../package.json', '../../../package.json'].map((path) =>
    JSON.parse(readFileSync(new URL(path, source), 'utf8')),
  )
  for (const name of BUNDLED)
    expect(root?.['dependencies']).toHaveProperty(name, Reflect.get(ours?.['devDependencies'] ?? {}, name))
})
