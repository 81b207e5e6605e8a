import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('./', import.meta.url)

test('the package has no dependencies but node:crypto', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!test-support).*(?<!\.test|\.test-d)\.ts$/.test(name),
  )
  const imported = files.flatMap((name) =>
    Array.from(
      readFileSync(new URL(name, source), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g),
      ([, path]) => path,
    ),
  )
  expect(imported).not.toEqual([])
  const others = new Set(imported.filter((path) => !/^\.\.?\//.test(path ?? '')))
  expect(others).toEqual(new Set(['@basketball-data/webhooks', 'node:crypto']))
  const manifest: object = JSON.parse(readFileSync(new URL('../package.json', source), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('peerDependencies')
})
