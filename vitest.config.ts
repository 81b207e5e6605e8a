import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['core', 'http', 'client', 'webhooks'].map((name) => ({
      extends: true as const,
      test: { name, root: `packages/${name}`, include: ['src/**/*.test.ts'] },
    })),
    globalSetup: 'packages/core/src/testing/global-setup.ts',
    // An embedded database takes about half a gigabyte.
    maxWorkers: Math.min(availableParallelism(), 4),
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
