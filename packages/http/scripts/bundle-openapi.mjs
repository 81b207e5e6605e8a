// Puts trpc-to-openapi, with what it needs, into the compiled module that re-exports it. tRPC and zod stay dependencies of the package.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const toPath = (path) => fileURLToPath(new URL(path, import.meta.url))
const file = toPath('../dist/openapi/trpc-to-openapi.js')

/** The licences of what is bundled, which each copy has to contain. */
const licences = ['trpc-to-openapi', 'zod-openapi'].map((name) => {
  const text = readFileSync(toPath(`../node_modules/${name}/LICENSE`), 'utf8')
  return `/*! ${name}\n\n${text.trim()}\n*/`
})

await build({
  input: file,
  platform: 'node',
  external: [/^@trpc\/server/, /^zod(?:\/|$)/],
  treeshake: { moduleSideEffects: false },
  output: { file, format: 'esm', banner: licences.join('\n') },
})
