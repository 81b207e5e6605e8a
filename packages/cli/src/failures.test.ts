import { expect, test } from 'vitest'
import { toFailure } from './failures.ts'

test('a lost connection is explained by its cause, not by the error of the driver', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const failure = await toFailure(new Error('Failed query: select 1\nparams: ', { cause: refused }))
  expect(failure.exitCode).toBe(1)
  expect(failure.message).toMatch(
    /^Cannot reach the database \(connect ECONNREFUSED 127\.0\.0\.1:5432\); check --database/,
  )
})

test('an error without a message is shown by its code', async () => {
  const silent = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect((await toFailure(silent)).message).toContain('(ECONNREFUSED)')
})

test.each([
  ['28P01', 'The database refuses the user (reason); check user and password'],
  ['3D000', 'There is no such database (reason); create it'],
  ['42501', 'The database user may not do this (reason); let it own the database'],
  ['53100', 'The disk is full (reason); free some space'],
  ['ENOSPC', 'The disk is full (reason); free some space'],
])('an error with the code %s says what to do', async (code, message) => {
  const failure = await toFailure(new Error('Failed query', { cause: Object.assign(new Error('reason'), { code }) }))
  expect(failure).toEqual({ exitCode: 1, message: expect.stringContaining(message) })
})

test('a password that a pooler refuses is explained as one that Postgres refuses', async () => {
  const refused = Object.assign(new Error('SASL authentication failed'), { code: '08P01' })
  expect((await toFailure(refused)).message).toMatch(
    /^The database refuses the user \(SASL authentication failed\); check/,
  )
})

test('an unexpected error is one line too', async () => {
  expect(await toFailure(new Error('odd\n  at\nheart'))).toEqual({
    message: 'odd at heart (LOG_LEVEL=debug shows the stack)',
    exitCode: 1,
  })
})
