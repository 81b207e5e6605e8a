import { operations } from '@basketball-data/core'
import { expect, test } from 'vitest'

test('operation ids are unique and in camel case', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(operations.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/)
})
