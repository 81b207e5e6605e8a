import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Webhook } from '../contract/index.ts'
import { countFailures, DISABLE_AFTER_FAILURES } from './failures.ts'

const failed = (count: number) => Array<'failed'>(count).fill('failed')

test('the 20th consecutive failure disables a webhook', () => {
  expect(countFailures(0, failed(19))).toEqual({ count: 19, warn: true, disable: false })
  expect(countFailures(19, failed(1))).toEqual({ count: 20, warn: false, disable: true })
  expect(countFailures(0, failed(20)).disable).toBe(true)
})

test('the contract states the same number of failures', () => {
  expect(Webhook.shape.status.description).toContain(
    `disabled after ${DISABLE_AFTER_FAILURES} consecutive failed deliveries`,
  )
})

test('only the 10th consecutive failure leads to a warning', () => {
  expect([9, 10, 11].map((count) => countFailures(count, failed(1)).warn)).toEqual([true, false, false])
})

test('a successful delivery resets the count, unless the webhook is already disabled', () => {
  expect(countFailures(19, ['delivered', ...failed(19)])).toEqual({ count: 19, warn: true, disable: false })
  expect(countFailures(19, ['failed', 'delivered'])).toMatchObject({ count: 20, disable: true })
})

test('counting outcomes together or one by one has the same result', () => {
  const outcomes = fc.array(
    fc.constantFrom('failed' as const, 'failed' as const, 'failed' as const, 'delivered' as const),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(fc.nat(19), outcomes, (count, ended) => {
      const oneByOne = ended.reduce((last, outcome) => countFailures(last.count, [outcome]), countFailures(count, []))
      const together = countFailures(count, ended)
      expect([together.count, together.disable]).toEqual([oneByOne.count, oneByOne.disable])
    }),
  )
})
