import { describe, expect, test } from 'vitest'
import { databases, openTestCore } from './databases.ts'
describe.each(databases)('on %s', (kind) => {
  for (let i = 0; i < 20; i++)
    test(`opens ${i}`, async () => {
      const core = await openTestCore(kind)
      expect(await core.isEmpty()).toBe(true)
    })
})
