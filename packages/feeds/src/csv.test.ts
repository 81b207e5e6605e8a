import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHeader, parseRows } from './csv.ts'

const rows = (text: string) => parseRows(text, 'a.csv')
const values = (text: string) => rows(text).map((row) => row.values)

test('a quoted field may contain the separator, quotation marks and line breaks', () => {
  const text = 'team,note\n"Home, The","the ""old"" arena"\n"two\nlines",""\n"""",\'\n'
  expect(values(text)).toEqual([
    { team: 'Home, The', note: 'the "old" arena' },
    { team: 'two\nlines', note: '' },
    { team: '"', note: "'" },
  ])
})

test('a row has the number of its first line, whatever is quoted above it and however lines end', () => {
  const lines = ['a,b', '"1', '', '2",x', '', '  ', '3,"4"', '"5\n6",7', '8,9']
  for (const end of ['\n', '\r\n', '\r'])
    expect(rows(lines.join(end)).map(({ line, values: { a } }) => [line, a])).toEqual([
      [2, '1\n\n2'],
      [7, '3'],
      [8, '5\n6'],
      [10, '8'],
    ])
})

test.each([
  ['semicolons', 'a;b;"c, d"\n1;2;3, 4\n', [{ a: '1', b: '2', 'c, d': '3, 4' }]],
  ['semicolons and decimal commas', 'a;b;c\n1,91;-7,5;"1,2,3"\n', [{ a: '1.91', b: '-7.5', c: '1,2,3' }]],
  ['commas and quoted numbers', 'a,b\n"1,91",2\n', [{ a: '1,91', b: '2' }]],
  ['a byte order mark before a quoted name', '\uFEFF"a","b"\r\n"1","2"\r\n', [{ a: '1', b: '2' }]],
  ['blanks around fields, inside and outside of quotation marks', 'a , b\n 1 , " 2 " \n', [{ a: '1', b: '2' }]],
  [
    'fields missing at the end, and more than there are names',
    'a,b\n1\n1,2,3\n',
    [
      { a: '1', b: '' },
      { a: '1', b: '2' },
    ],
  ],
  ['quotation marks within a field that does not begin with one', 'a,b\n6\'7",O"Neal\n', [{ a: '6\'7"', b: 'O"Neal' }]],
  ['a name with a semicolon', '"a;b",c\n1,2\n', [{ 'a;b': '1', c: '2' }]],
  ['no rows', 'a,b\n', []],
  ['nothing', '', []],
])('a table may have %s', (_, text, expected) => {
  expect(values(text)).toEqual(expected)
})

test.each([
  ['is not closed', 'a,b\n1,2\n\n5,"open\n6,7\n', 'line 4: a quotation mark is opened and not closed'],
  [
    'is not closed in a long table',
    `a,b\r\n"open\r\n${'1,2\r\n'.repeat(40_000)}`,
    'line 2: longer than 100,000 bytes; is a quotation mark not closed?',
  ],
  [
    'is followed by text',
    'a,b\n1,2\n"x" y,2\n',
    'line 3: text follows a closing quotation mark; one inside of a field is written as ""',
  ],
])('a table in which a quotation mark %s is refused with the line', (_, text, reason) => {
  expect(() => rows(text)).toThrow(expect.objectContaining({ name: 'FeedError', location: 'a.csv', reason }))
})

describe('a header', () => {
  test('is read from the start of a table', () => {
    expect(parseHeader('"a, b",c\n"cut o').columns).toEqual(['a, b', 'c'])
  })

  test('with broken quotation marks has no columns', () => {
    expect(parseHeader('"a,b\n').columns).toEqual([])
  })
})

test('any table that is written with quotation marks is read as it was, but for blanks around fields', () => {
  const field = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/\r\n?/g, '\n'))
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const table = fc.array(fc.tuple(field, field), { minLength: 1 })
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';'), fc.constantFrom('\n', '\r\n'), (records, separator, end) => {
      const text = [['left', 'right'], ...records].map((record) => record.map(quoted).join(separator)).join(end)
      expect(values(text)).toEqual(records.map(([left, right]) => ({ left: left.trim(), right: right.trim() })))
    }),
  )
})
