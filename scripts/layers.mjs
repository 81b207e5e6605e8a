// A rule of oxlint: a layer (a folder, or a file next to the folders) imports only from itself and from the layers that
// the table in .oxlintrc.json lists for it. The table of `packages` does the same for whole packages. Imports of types count.
import { dirname, relative, resolve, sep } from 'node:path'

const SCOPE = '@basketball-data/'

/** The folder below `base`, or the file in it, that a path belongs to. */
const toLayer = (base, path) => relative(base, path).split(sep)[0]

/** The layer that a specifier leads to; undefined if it leads out of the folders of the table. */
const findTarget = (folder, base, filename, specifier) => {
  if (folder === 'packages')
    return specifier.startsWith(SCOPE) ? specifier.slice(SCOPE.length).split('/')[0] : undefined
  if (!specifier.startsWith('.')) return undefined
  return toLayer(base, resolve(dirname(filename), specifier))
}

/** The visitor that calls `check` with every import of a file. */
const onImports = (check) => ({
  ImportDeclaration: check,
  ExportNamedDeclaration: check,
  ExportAllDeclaration: check,
  ImportExpression: check,
})

const create = ({ options: [tables], cwd, filename, report }) => {
  const matching = Object.entries(tables).filter(([folder]) => filename.startsWith(resolve(cwd, folder) + sep))

  const check = ({ source }) => {
    if (source?.type !== 'Literal') return
    for (const [folder, table] of matching) {
      const base = resolve(cwd, folder)
      const from = toLayer(base, filename)
      const to = findTarget(folder, base, filename, String(source.value))
      if (to === undefined || to === from || table[from]?.includes(to)) continue
      report({
        node: source,
        message: `${from} imports nothing from ${to}: see the table of ${folder} in .oxlintrc.json.`,
      })
    }
  }
  return onImports(check)
}

const refuseLaboratory = ({ report }) =>
  onImports(({ source }) => {
    if (/^(?:@basketball-data|\.\.(?:\/\.\.)*)\/(?:lab|bench)(?:\/|$)/.test(String(source?.value)))
      report({ node: source, message: 'Packages import nothing from lab or bench.' })
  })

export default {
  meta: { name: 'layers' },
  rules: { imports: { meta: { schema: false }, create }, laboratory: { create: refuseLaboratory } },
}
