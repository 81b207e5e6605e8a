import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: 'src/index.ts',
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  // The compiler keeps its own output in dist/types, which is not published.
  clean: false,
  sourcemap: false,
  dts: { oxc: true, sourcemap: false },
})
