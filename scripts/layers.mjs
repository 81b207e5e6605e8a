// A rule of oxlint: a layer (a folder, or a file next to the folders) imports only from itself and from the layers that
// the table in .oxlintrc.json lists for it.
import { dirname, relative, resolve, sep } from 'node:path'

const layerOf = (base, path) => relative(base, path).split(sep)[0]

const create = ({ options: [tables], cwd, filename, report }) => {
  const match = Object.entries(tables).find(([folder]) => filename.startsWith(resolve(cwd, folder) + sep))
  if (match === undefined) return {}
  const [folder, table] = match
  const base = resolve(cwd, folder)
  const from = layerOf(base, filename)
  const allowed = new Set([from, ...(table[from] ?? [])])

  const check = ({ source }) => {
    if (source?.type !== 'Literal' || !String(source.value).startsWith('.')) return
    const to = layerOf(base, resolve(dirname(filename), source.value))
    if (!allowed.has(to))
      report({
        node: source,
        message: `${from} imports nothing from ${to}: see the table of ${folder} in .oxlintrc.json.`,
      })
  }
  return {
    ImportDeclaration: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
    ImportExpression: check,
  }
}

export default { meta: { name: 'layers' }, rules: { imports: { meta: { schema: false }, create } } }
