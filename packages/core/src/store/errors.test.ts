import { expect, test } from 'vitest'
import { mayHaveRun, unreachable } from './errors.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

test.each(['ECONNREFUSED', 'CONNECTION_CLOSED', '28P01', '3D000', '53300', '57P01', '57P03', '08006'])(
  '%s means that the database cannot be reached, at any depth of causes',
  (code) => {
    const lost = coded(code)
    expect(unreachable(lost)).toBe(lost)
    expect(unreachable(new Error('Failed query', { cause: new Error('driver', { cause: lost }) }))).toBe(lost)
    expect(unreachable(new AggregateError([new Error('one'), lost]))).toBe(lost)
  },
)

test('other errors do not mean that the database cannot be reached', () => {
  for (const error of [undefined, 'ECONNREFUSED', new Error('ECONNREFUSED'), coded('23505'), coded('ENOENT')])
    expect(unreachable(error)).toBeUndefined()
})

test.each([
  ['CONNECTION_CLOSED', true],
  ['DEADLINE_MISSED', true],
  ['ECONNREFUSED', false],
  ['57014', false],
  ['23505', false],
])('whether a statement that failed with %s may have been executed: %s', (code, expected) => {
  expect(mayHaveRun(new Error('Failed query', { cause: coded(code) }))).toBe(expected)
})
