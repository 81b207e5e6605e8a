// Runs in Node 20.10 or newer. Installs the dependencies of the lock file, which include a version of Node, and runs the
// command in that version.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs'
import os from 'node:os'
import { basename, join } from 'node:path'
import { serveProgram } from './serve-program.mjs'

const NEEDED = [20, 10]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`This needs Node ${NEEDED.join('.')} or newer, and this is Node ${process.versions.node}.`)
  process.exit(1)
}

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const bin = join(root, 'node_modules', '.bin')
const installed = join(root, 'node_modules', '.modules.yaml')
const lock = join(root, 'pnpm-lock.yaml')
const { pnpm } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines

/** Arguments of npx. A pnpm that npm has kept is used without asking the registry, which may be out of reach for a minute. */
const PNPM = ['-y', '--prefer-offline', `pnpm@${pnpm}`]

/** Runs a command; if it fails, exits with its exit code. */
const run = (command, args, options = {}) => {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (signal !== null) process.exit(130)
  if (status !== 0) process.exit(status)
}

/** What only tests and tools need is missing if the runner of the tests is. */
const runner = join(root, 'node_modules', 'vitest')
/** Arguments of pnpm that install what serving and the examples need: a fifth of everything. */
const TO_SERVE = ['--prod', '--filter-prod', 'basketball-data...', '--filter-prod', 'example-*...']

/** Installs the dependencies that a command needs unless the lock file has no others, and returns whether it had. */
const install = (name, args) => {
  const serves = name === 'start' || (name === 'setup' && args.includes('--prod'))
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
  if (isCurrent && (serves || existsSync(runner))) return false
  const windows = process.platform === 'win32'
  console.error(
    serves
      ? 'Installing what the service needs, about 260 MB.'
      : 'Installing everything that tests need, about 1.3 GB, which takes about a minute.',
  )
  const only = serves && !existsSync(runner) ? TO_SERVE : []
  // Of pnpm's output, only warnings and errors are shown.
  run(windows ? 'npx.cmd' : 'npx', [...PNPM, 'install', '--frozen-lockfile', '--loglevel=warn', ...only], {
    stdio: ['ignore', 2, 2],
    shell: windows,
    env: { ...process.env, npm_config_update_notifier: 'false' },
  })
  utimesSync(installed, new Date(), new Date())
  return true
}

const node = join(root, 'node_modules', 'node', 'bin', 'node')
const env = {
  ...process.env,
  PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}
const tool = (name, ...args) => run(join(bin, name), args, { env })
const script = (...args) => run(node, args, { env })

/** Runs a command, and prints what it has written when it ends. Resolves to whether it failed. */
const runQuietly = (command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const written = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => written.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      process.stderr.write(Buffer.concat(written))
      resolve(code !== 0)
    })
  })

/** Runs commands, as many at a time as there are cores; exits with 1 at the end if one has failed. */
const runTogether = async (commands) => {
  const waiting = [...commands]
  let failed = false
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [command, args] = next
      if (!(await runQuietly(command, args))) continue
      console.error(`failed: ${[basename(command), ...args].join(' ')}`)
      failed = true
    }
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, work))
  if (failed) process.exit(1)
}

const test = (args, settings = {}) =>
  run(join(bin, 'vitest'), ['run', '--project=!package', ...args], { env: { ...env, ...settings } })
/** Options of Node for scripts that import the core: without this, drizzle's modules take it a second to find. */
const LOADING = ['--import', './packages/cli/bin/module-loading.js']
/** Makes what new embedded databases begin with unless it is there, without spending time on optimized code. */
const makePrepared = () => script('--liftoff-only', ...LOADING, 'packages/core/scripts/make-prepared.mjs', 'checkout')
/** Scripts that write generated files, the OpenAPI document first: others read it. */
const GENERATORS = [
  'packages/http/scripts/write-openapi.ts',
  'packages/pages/scripts/write-samples.ts',
  'packages/client/scripts/generate-types.ts',
  'packages/http/scripts/record-league.ts',
  'packages/http/scripts/write-picture.ts',
]
const verify = async () => {
  tool('tsc', '-b')
  const withTool = (name, ...args) => [join(bin, name), args]
  const withNode = (...args) => [node, args]
  // The slowest first.
  await runTogether([
    withTool('oxlint', '--type-aware', '--deny-warnings'),
    withTool('spectral', 'lint', 'docs/openapi.json', 'docs/openapi-ingest.json', '--fail-severity=hint'),
    ...GENERATORS.map((generator) => withNode(...LOADING, generator, '--check')),
    withTool('redocly', 'lint', 'docs/openapi.json', 'docs/openapi-ingest.json'),
    withNode('scripts/check-migrations.mjs'),
    withNode('scripts/check-cycles.mjs'),
    withNode('scripts/check-sizes.mjs'),
    withNode('scripts/check-changesets.mjs'),
    withTool('oxfmt', '--check'),
  ])
  tool('vitest', 'run', '--project=package')
}

const commands = {
  setup: () => console.error('Installed. "npx basketball-data --help" lists the commands.'),
  start: (args) => serveProgram(node, ['packages/cli/bin/basketball-data.js', 'start', ...args], { cwd: root, env }),
  test,
  verify: () => {
    test([])
    return verify()
  },
  'verify:static': verify,
  changeset: (args) => tool('changeset', 'add', ...args),
  version: () => script('scripts/version.mjs'),
  // Publishes the versions that a registry does not have, in dependency order, after everything that CI checks.
  release: async (args) => {
    script('scripts/check-release.mjs')
    test([], { TEST_DATABASES: 'both' })
    await verify()
    run('npx', ['-y', '-p', `pnpm@${pnpm}`, 'changeset', 'publish', ...args], { env })
  },
  generate: () => GENERATORS.forEach((generator) => script(...LOADING, generator)),
  // The first argument is the name of a file in bench/; without a name, bench/run.ts gets the options.
  bench: ([name = '', ...args]) =>
    /^[a-z]/.test(name)
      ? script(`bench/${name}.ts`, ...args)
      : script('bench/run.ts', ...(name ? [name] : []), ...args),
  // The first argument is the name of a file in lab/.
  lab: ([name = '', ...args]) => script(`lab/${name}.ts`, ...args),
}

const [name, ...args] = process.argv.slice(2)
const command = commands[name]
if (command === undefined) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`)
  process.exit(2)
}
if (install(name, args) || name === 'setup') makePrepared()
await command(args)
