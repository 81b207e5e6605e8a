import { expect, test } from 'vitest'
import { failureOf } from './failures.ts'

test('the cause that says something is told, not the wrapping of the driver', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const failure = await failureOf(new Error('Failed query: select 1\nparams: ', { cause: refused }))
  expect(failure.exitCode).toBe(1)
  expect(failure.line).toMatch(
    /^The database cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:5432\); check --database/,
  )
})

test('an error without words is known by its code', async () => {
  const silent = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect((await failureOf(silent)).line).toContain('(ECONNREFUSED)')
})

test('an error that nobody foresaw is one line too', async () => {
  expect(await failureOf(new Error('odd\n  at\nheart'))).toEqual({
    line: 'odd at heart (LOG_LEVEL=debug shows where)',
    exitCode: 1,
  })
})
