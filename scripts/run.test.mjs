import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('npm run setup in an older Node prints which version it needs', () => {
  // An older Node refuses a module whose imports it does not have before it runs any of it.
  const program = `
    import { registerHooks } from 'node:module'
    Object.defineProperty(process, 'versions', { value: { node: '16.20.2' } })
    registerHooks({ load: (url, context, next) => url === 'node:os'
      ? { format: 'module', shortCircuit: true, source: 'export default {}' }
      : next(url, context) })`
  const older = `data:text/javascript,${encodeURIComponent(program)}`
  const command = ['--import', older, join(import.meta.dirname, 'run.mjs'), 'setup']
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, 'This needs Node 20.10 or newer, and this is Node 16.20.2.\n'])
})

test('what is installed is for the Node that commands run in', () => {
  const read = (name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')
  const { node } = JSON.parse(read('package.json')).dependencies
  expect(read('pnpm-workspace.yaml')).toContain(`\nnodeVersion: ${node}\n`)
})
