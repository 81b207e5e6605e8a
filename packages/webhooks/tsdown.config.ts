import { defineConfig } from 'tsdown'

const adapters = ['express', 'fastify', 'fetch', 'hono', 'node']

export default defineConfig({
  entry: {
    'node-crypto': 'src/node-crypto.ts',
    'web-crypto': 'src/web-crypto.ts',
    ...Object.fromEntries(adapters.map((name) => [name, `src/adapters/${name}.ts`])),
  },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  // The adapters import the package by its own name, so that the export condition decides which crypto they get.
  deps: { neverBundle: ['@basketball-data/webhooks', 'node:crypto'] },
  // The output of tsc is in dist/types, which is not published.
  clean: ['dist/*.js', 'dist/*.cjs', 'dist/*.ts', 'dist/*.cts'],
  sourcemap: false,
  dts: { oxc: true, sourcemap: false },
})
