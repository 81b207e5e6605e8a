// Fails if files of a package import each other in a cycle, or if the layers of the lint rule layers/imports may. Imports of types count:
// the lint rule import/no-cycle leaves them out.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const files = globSync('packages/*/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))

const listImports = (file) =>
  Array.from(readFileSync(join(root, file), 'utf8').matchAll(/\bfrom '(\.[^']+\.ts)'/g), ([, path]) =>
    join(dirname(file), path),
  )

/** The nodes of a cycle in a graph; undefined without one. */
const findCycle = (graph) => {
  const checked = new Set()
  const visit = (node, path) => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (checked.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node])
      if (cycle !== undefined) return cycle
    }
    checked.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const cycle = visit(node, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}

const { overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'))
const tables = overrides.flatMap(({ rules }) => Object.entries(rules['layers/imports']?.[1] ?? {}))
const graphs = [
  ['These files import each other', new Map(files.map((file) => [file, listImports(file)]))],
  ...tables.map(([folder, table]) => [
    `These layers of ${folder} may import each other`,
    new Map(Object.entries(table)),
  ]),
]

for (const [what, graph] of graphs) {
  const cycle = findCycle(graph)
  if (cycle === undefined) continue
  console.error(`${what}:\n  ${cycle.join('\n  ')}`)
  process.exit(1)
}
console.log(`imports: no cycle in ${files.length} files and ${tables.length} tables of layers`)
