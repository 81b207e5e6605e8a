// A rule of oxlint: what stands in a place (a folder, or a file beside the folders) imports from its own place and from
// those that the table in .oxlintrc.json names for it.
import { dirname, relative, resolve, sep } from 'node:path'

const placeOf = (base, path) => relative(base, path).split(sep)[0]

const create = ({ options: [tables], cwd, filename, report }) => {
  const found = Object.entries(tables).find(([folder]) => filename.startsWith(resolve(cwd, folder) + sep))
  if (found === undefined) return {}
  const [folder, table] = found
  const base = resolve(cwd, folder)
  const from = placeOf(base, filename)
  const allowed = new Set([from, ...(table[from] ?? [])])

  const check = ({ source }) => {
    if (source?.type !== 'Literal' || !String(source.value).startsWith('.')) return
    const to = placeOf(base, resolve(dirname(filename), source.value))
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
