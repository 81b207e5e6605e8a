import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsdown'

/** Bundles JSON as a string that is parsed: an object literal is three times as long, a quoted string has more escapes. */
const dataAsText = {
  name: 'data-as-text',
  transform: {
    filter: { id: /\.json$/ },
    handler: (text: string) => ({
      code: `export default JSON.parse(\`${JSON.stringify(JSON.parse(text)).replaceAll(/[\\`$]/g, '\\$&')}\`)`,
      moduleType: 'js' as const,
    }),
  },
}

/** Puts the licences of the packages that a file contains at its beginning, as they require. */
const licences = {
  name: 'licences',
  renderChunk: (code: string, { moduleIds }: { moduleIds: string[] }) => {
    const folders = moduleIds.flatMap(
      (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id.replaceAll('\\', '/')) ?? [],
    )
    const texts = [...new Set(folders)].map((folder) => {
      const name = folder.replace(/^.*\/node_modules\//, '').slice(0, -1)
      return `/*! Contains ${name}:\n\n${readFileSync(`${folder}LICENSE`, 'utf8').trim()}\n*/\n`
    })
    return texts.join('') + code
  },
}

export default defineConfig({
  plugins: [dataAsText, licences],
  entry: {
    index: 'src/index.ts',
    ingest: 'src/ingest/index.ts',
    testing: 'src/testing/index.ts',
    trpc: 'src/trpc/index.ts',
  },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  // `ingest` shares modules with the client. The others import it by its package name, so that there is one copy of each error class.
  deps: {
    neverBundle: ['@basketball-data/client', '@trpc/client', '@trpc/server', 'msw'],
    // So that the client has no dependencies, and a tRPC client needs nothing but @trpc/client.
    onlyBundle: ['eventsource-parser', 'superjson', 'copy-anything'],
  },
  // The output of tsc is in dist/types, which is not published.
  clean: ['dist/*.js', 'dist/*.cjs', 'dist/*.ts', 'dist/*.cts'],
  sourcemap: false,
  dts: { oxc: true, sourcemap: false },
})
