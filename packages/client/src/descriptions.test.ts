import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { described } from './test-support/descriptions.ts'

describe('what one reads on hover', () => {
  test.each(described().map((each) => ({ ...each, name: basename(each.file) })))(
    'of a field in $name is what the document says (written by test-support/write-descriptions.ts)',
    ({ source, wanted }) => {
      expect(source).toBe(wanted)
    },
  )

  test('there is for every field of a record that the document describes', () => {
    const fields = described().flatMap(({ file, source }) =>
      Array.from(
        source.matchAll(/^(.*)\n +(\w+)\??: (?:\w+ \| null|string|number|boolean)$/gm),
        ([, above = '', name]) => ({
          field: `${basename(file)} ${name}`,
          above,
        }),
      ),
    )
    expect(fields.length).toBeGreaterThan(200)
    expect(fields.filter(({ above }) => !above.endsWith('*/')).map(({ field }) => field)).toEqual([])
  })

  test('there is for every parameter', () => {
    const source = readFileSync(new URL('parameters.ts', import.meta.url), 'utf8')
    const undocumented = [...source.matchAll(/[^/]\n +(\w+)\??: (?!undefined$)/gm)].map(([, name]) => name)
    expect(undocumented).toEqual([])
  })
})
