import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBundleTexts } from './bundle-texts.ts'
import { bundles } from './bundles.ts'
import { FeedError } from './feed.ts'
import { numberLines } from './files.ts'

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

const bundle = (id: string) => ({ source: 'my-league', game: { external_id: id }, note: 'a "}" and a \\ in a text' })

const readTexts = async (text: string) => {
  const path = writeTestFile('texts.json', text)
  const read: unknown[] = []
  for await (const { bundle, error, location } of bundles.read([path]))
    read.push(bundle ?? error?.reason, Number(/ line (\d+)$/.exec(error?.location ?? location ?? '')?.[1]))
  return read
}

test.each([
  ['one object with line breaks', JSON.stringify(bundle('1'), null, 2), [bundle('1'), 1]],
  ['an array', `[${JSON.stringify(bundle('1'))},${JSON.stringify(bundle('2'))}]`, [bundle('1'), 1, bundle('2'), 1]],
  ['an array with line breaks', JSON.stringify([bundle('1'), bundle('2')], null, 2), [bundle('1'), 2, bundle('2'), 9]],
  ['an empty array', '[]', []],
  [
    'objects after each other',
    `${JSON.stringify(bundle('1'), null, 1)}${JSON.stringify(bundle('2'))}`,
    [bundle('1'), 1, bundle('2'), 7],
  ],
  [
    'CRLF and a byte order mark',
    `\uFEFF${JSON.stringify(bundle('1'), null, 1)}\r\n`.replaceAll('\n', '\r\n'),
    [bundle('1'), 1],
  ],
])('a file can have %s', async (_, text, expected) => {
  expect(await readTexts(text)).toEqual(expected)
})

test('an object that is broken off costs only itself', async () => {
  const [first, second] = [JSON.stringify(bundle('1')), JSON.stringify(bundle('2'))]
  const ends = expect.stringMatching(/^not JSON: /)
  expect(await readTexts(`${first.slice(0, 30)}\n${second}\n`)).toEqual([ends, 1, bundle('2'), 2])
  expect(await readTexts(`${first}\n{"source": [\n${second}\n{`)).toEqual([
    bundle('1'),
    1,
    ends,
    2,
    bundle('2'),
    3,
    ends,
    4,
  ])
})

test('a file whose first hundred objects are not JSON is not read further', async () => {
  const errors = await readTexts('{a}\n'.repeat(500))
  expect(errors).toHaveLength(202)
  expect(errors.at(-2)).toBe('none of the first 100 objects is JSON; the others are not read')
})

test.each([1, 2, 7, 4096])('objects are found in pieces of %i bytes, whatever stands in their texts', async (size) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.constantFrom(0, 1, 2, '\t'), async (values, space) => {
      const written = values.map((value) => ({ source: 's', game: {}, value }))
      const bytes = Buffer.from(JSON.stringify(written, null, space))
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      )
      const read: unknown[] = []
      for await (const { bundle } of readBundleTexts(numberLines(Readable.from(pieces)))) read.push(bundle)
      expect(read).toEqual(JSON.parse(JSON.stringify(written)))
    }),
    { numRuns: 50 },
  )
})
