import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig } from 'vitest/config'

const MODULE_LOADING = pathToFileURL(join(import.meta.dirname, 'packages/cli/bin/module-loading.js')).href

export default defineConfig({
  test: {
    projects: [
      // One project for most files: workers, with the modules that they have loaded, belong to a project.
      {
        extends: true as const,
        test: {
          name: 'service',
          include: ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts', 'lab/**/*.test.ts', 'scripts/*.test.mjs'],
          exclude: ['**/node_modules/**', '**/*.package.test.ts', 'packages/client/**', 'lab/nights/nights.test.ts'],
        },
      },
      // Their network is that of MSW, which does not work in a process whose Response is that of a server.
      {
        extends: true as const,
        test: {
          name: 'client',
          root: 'packages/client',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.package.test.ts'],
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
