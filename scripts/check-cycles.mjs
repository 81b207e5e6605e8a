// Fails if files of a package import each other in a cycle. The lint rule import/no-cycle leaves out type-only imports.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const files = globSync('packages/*/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))

const importsOf = (file) =>
  Array.from(readFileSync(join(root, file), 'utf8').matchAll(/\bfrom '(\.[^']+\.ts)'/g), ([, path]) =>
    join(dirname(file), path),
  )

const graph = new Map(files.map((file) => [file, importsOf(file)]))
const checked = new Set()

/** The files of an import cycle that is reachable from `file`; undefined without one. */
const findCycle = (file, path = []) => {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
  if (checked.has(file)) return undefined
  for (const imported of graph.get(file) ?? []) {
    const cycle = findCycle(imported, [...path, file])
    if (cycle !== undefined) return cycle
  }
  checked.add(file)
  return undefined
}

for (const file of files) {
  const cycle = findCycle(file)
  if (cycle === undefined) continue
  console.error(`These files import each other:\n  ${cycle.join('\n  ')}`)
  process.exit(1)
}
console.log(`imports: no cycle in ${files.length} files`)
