import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from 'vitest/config'

const MODULE_LOADING = pathToFileURL(join(import.meta.dirname, 'packages/cli/bin/module-loading.js')).href

const project = (name: string) => ({
  extends: true as const,
  test: {
    name,
    root: `packages/${name}`,
    include: ['src/**/*.test.ts'],
    exclude: ['src/**/*.package.test.ts'],
  },
})

export default defineConfig({
  test: {
    projects: [
      ...['core', 'feeds', 'http', 'pages', 'cli', 'client', 'webhooks'].map(project),
      { extends: true as const, test: { name: 'scripts', root: 'scripts', include: ['*.test.mjs'] } },
      { extends: true as const, test: { name: 'examples', root: 'examples', include: ['**/*.test.ts'] } },
      {
        extends: true as const,
        test: {
          name: 'lab',
          root: 'lab',
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', 'nights/nights.test.ts'],
        },
      },
      // Simulated nights, which need all cores: after all others.
      {
        extends: true as const,
        test: {
          name: 'nights',
          root: 'lab/nights',
          include: ['nights.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      // Packs and installs the packages and runs them in every runtime and a browser: part of verify:static.
      {
        extends: true as const,
        test: {
          name: 'package',
          root: 'packages',
          include: ['*/src/**/*.package.test.ts'],
          env: { NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '' }, // other runtimes, and other versions of Node
        },
      },
    ],
    env: {
      // Programs that tests start share what Node has compiled.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'node-compile'),
      // Programs and workers load modules as the command line does, which saves each of them 0.6 s of processor time.
      NODE_OPTIONS: [process.env['NODE_OPTIONS'], `--import ${MODULE_LOADING}`].join(' ').trim(),
    },
    // Files of one worker share their modules, which take longer to load than most of the files to run.
    isolate: false,
    globalSetup: 'packages/core/src/testing/global-setup.ts',
    // Tests also wait, for databases and programs: three workers more than cores. An embedded database takes half a gigabyte.
    maxWorkers: Math.min(availableParallelism() + 3, 5),
    // A deadline for what hangs: a busy machine may take many times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
})
