import { readFileSync } from 'node:fs'
import { ERROR_STATUS, ErrorCode, ERRORS } from '@basketball-data/core/contract'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
const [, ...sections] = page.split('\n## ')
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

test('docs/errors.md has a section for every code and for no other', () => {
  expect(sections.map((section) => section.split('\n')[0])).toEqual(ErrorCode.options)
})

test.each(ErrorCode.options)('docs/errors.md describes %s with the texts and fields of the contract', (code) => {
  const section = inOneLine(sections.find((each) => each.startsWith(`${code}\n`)) ?? '')
  const { meaning, remedy, extras } = ERRORS[code]
  expect(section).toContain(`HTTP ${ERROR_STATUS[code]}`)
  expect(section).toContain(meaning)
  expect(section).toContain(remedy)
  const fields = Array.from(section.matchAll(/- `(\w+)`: [A-Z]/g), ([, field]) => field)
  expect(fields).toEqual(Object.keys(extras))
})
