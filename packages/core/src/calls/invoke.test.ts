import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { NoParameters } from '../contract/index.ts'
import { createCore } from '../core.ts'
import { read } from '../trpc.ts'
import { callProcedure } from '../testing/call-procedure.ts'
import { testDatabase } from '../testing/index.ts'

test('a response that is not of its schema is an error, and is refunded, in production too', async () => {
  const core = await createCore({ database: await testDatabase('embedded') })
  onTestFinished(() => core.close())
  const { id } = await core.accounts.create({ email: 'reader@example.org', plan: 'free' })
  const { key } = await core.keys.create(id)
  const outputs: unknown[][] = [
    [null, 2],
    [1, 2],
  ]
  const listNumbers = read
    .meta({
      plan: 'free',
      openapi: {
        operationId: 'listNumbers',
        method: 'GET',
        path: '/numbers',
        tags: ['Test'],
        summary: 'Numbers',
        description: 'Numbers.',
      },
    })
    .input(NoParameters)
    .output(z.array(z.number()))
    .query(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an operation with a bug
      async () => outputs.shift() as number[],
    )
  let refunds = 0
  const refund = async () => void refunds++
  const call = () => callProcedure(core, listNumbers, { key, refund }).catch((error: unknown) => error)
  expect(await call()).toMatchObject({ code: 'server_error' })
  expect(refunds).toBe(1)
  expect(await call()).toEqual([1, 2])
})
