import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundles } from './bundles.ts'
import { FeedError } from './feed.ts'

const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
const writeTestFile = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const valid = writeTestFile('valid.ndjson', '{}\n{}\n')

test.each([
  ['does not exist', join(folder, 'missing.ndjson'), 'no such file'],
  ['is a folder', folder, expect.stringMatching(/^is a folder/)],
])('no game is read if a later path %s', async (_, path, reason) => {
  const first = bundles.read([valid, path])[Symbol.asyncIterator]().next()
  await expect(first).rejects.toThrow(FeedError)
  await expect(first).rejects.toMatchObject({ location: path, reason })
})

test('a file of another format is one error, and the games of the other files are read', async () => {
  const table = writeTestFile('table.csv', 'a,b\n1,2\n')
  const locations: string[] = []
  for await (const { error } of bundles.read([valid, table, valid])) locations.push(error?.location ?? 'read')
  expect(locations).toEqual(['read', 'read', `${table} line 1`, 'read', 'read'])
})

test('a file whose first hundred lines are not JSON is not read further', async () => {
  const table = writeTestFile('object.json', `{\n${'"a": 1,\n'.repeat(500)}}\n`)
  const errors: (string | undefined)[] = []
  for await (const { error } of bundles.read([table])) errors.push(error?.reason)
  expect(errors).toHaveLength(101)
  expect(errors.at(-1)).toBe('none of the first 100 lines is JSON; the others are not read')
})
