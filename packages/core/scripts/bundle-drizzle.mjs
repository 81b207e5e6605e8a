// Puts drizzle-orm into the compiled package. Node parses its package.json, of 180 kB, for each of its 200 modules, with which
// importing the core would take 0.7 s of processor time and 200 MB more. It stays a dependency for its types.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const toPath = (path) => fileURLToPath(new URL(path, import.meta.url))
const dist = toPath('../dist')

/** An import of drizzle in compiled code: what precedes the name of the module, and the name. */
const IMPORT = /(\bfrom |\bimport\()'(drizzle-orm[^']*)'/g

const bundles = new Map()
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js')) continue
  const text = readFileSync(join(dist, file), 'utf8')
  const root = '../'.repeat(file.split(sep).length - 1) || './'
  const bundled = text.replace(IMPORT, (_, before, name) => {
    const bundle = name.replaceAll('/', '-')
    bundles.set(bundle, name)
    return `${before}'${root}drizzle/${bundle}.js'`
  })
  if (bundled !== text) writeFileSync(join(dist, file), bundled)
}

const output = { dir: join(dist, 'drizzle'), format: 'esm' }
await build({ cwd: toPath('..'), input: Object.fromEntries(bundles), platform: 'node', output })
// Its licence, which each copy has to contain: drizzle names Apache-2.0, and has no text of it. Under the name LICENSE it would
// be taken for that of the package.
copyFileSync(toPath('../node_modules/@opentelemetry/api/LICENSE'), join(dist, 'drizzle', 'apache-2.0.txt'))
