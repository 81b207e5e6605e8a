import { defineConfig } from 'tsdown'

/** Data as the text that it is: written out as code it takes three times the room. */
const dataAsText = {
  name: 'data-as-text',
  transform: {
    filter: { id: /\.json$/ },
    handler: (text: string) => ({
      code: `export default JSON.parse('${text.trim().replaceAll(/[\\']/g, '\\$&')}')`,
      moduleType: 'js' as const,
    }),
  },
}

export default defineConfig({
  plugins: [dataAsText],
  entry: { index: 'src/index.ts', testing: 'src/testing/index.ts', trpc: 'src/trpc/index.ts' },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  // The kits find the client by the package's own name, so that an error is of one class wherever it comes from.
  deps: { neverBundle: ['@basketball-data/client', '@trpc/client', '@trpc/server', 'msw', 'superjson'] },
  // The compiler keeps its own output in dist/types, which is not published.
  clean: ['dist/*.js', 'dist/*.cjs', 'dist/*.ts', 'dist/*.cts'],
  sourcemap: false,
  dts: { oxc: true, sourcemap: false },
})
