import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Webhook } from '../contract/index.ts'
import { DISABLED_AT, runAfter } from './failures.ts'

const failed = (count: number) => Array<'failed'>(count).fill('failed')

test('the 20th failed delivery in a row disables, no earlier one', () => {
  expect(runAfter(0, failed(19))).toEqual({ failures: 19, warned: true, disabled: false })
  expect(runAfter(19, failed(1))).toEqual({ failures: 20, warned: false, disabled: true })
  expect(runAfter(0, failed(20)).disabled).toBe(true)
})

test('the contract says so', () => {
  expect(Webhook.shape.status.description).toBe(`disabled after ${DISABLED_AT} consecutive failed deliveries.`)
})

test('the 10th warns, once', () => {
  expect([9, 10, 11].map((failures) => runAfter(failures, failed(1)).warned)).toEqual([true, false, false])
})

test('a delivered one begins the run anew; after the 20th it is too late', () => {
  expect(runAfter(19, ['delivered', ...failed(19)])).toMatchObject({
    failures: 19,
    warned: true,
    disabled: false,
  })
  expect(runAfter(19, ['failed', 'delivered'])).toMatchObject({ failures: 20, disabled: true })
})

test('whether deliveries end together or one by one is the same', () => {
  const outcomes = fc.array(
    fc.constantFrom('failed' as const, 'failed' as const, 'failed' as const, 'delivered' as const),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(fc.nat(19), outcomes, (failures, ended) => {
      const oneByOne = ended.reduce((run, outcome) => runAfter(run.failures, [outcome]), runAfter(failures, []))
      const together = runAfter(failures, ended)
      expect([together.failures, together.disabled]).toEqual([oneByOne.failures, oneByOne.disabled])
    }),
  )
})
