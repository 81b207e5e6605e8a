// Fails if a package has outgrown its limits. Decision 13 has how they were set, and what to do instead of raising one.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Lines and files at most. */
const LIMITS = {
  'packages/core': { lines: 38_800, files: 310 },
  'packages/feeds': { lines: 16_400, files: 136 },
  'packages/http': { lines: 5000, files: 55 },
  'packages/pages': { lines: 6200, files: 65 },
  'packages/cli': { lines: 4600, files: 47 },
  'packages/client': { lines: 2700, files: 28 },
  'packages/webhooks': { lines: 850, files: 18 },
  lab: { lines: 5400, files: 50 },
  bench: { lines: 3400, files: 40 },
}

/** No tests and what only they use, nothing generated, no settings of tools. */
const isSource = (file) => !/\.test(-d)?\.ts$|\.generated\.|\.config\.ts$|\/(testing|test-support|scripts)\//.test(file)

const listFiles = (folder) =>
  execFileSync('git', ['ls-files', `${folder}/*.ts`, `${folder}/*.js`], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(isSource)

const countLines = (file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length

for (const [folder, limit] of Object.entries(LIMITS)) {
  const files = listFiles(folder)
  const size = { lines: files.reduce((sum, file) => sum + countLines(file), 0), files: files.length }
  console.log(`${folder}: ${size.lines} lines of ${limit.lines}, ${size.files} files of ${limit.files}`)
  if (size.lines <= limit.lines && size.files <= limit.files) continue
  console.error(`${folder} has outgrown its limits: see docs/decisions/0013-sizes-of-packages.md.`)
  process.exitCode = 1
}
