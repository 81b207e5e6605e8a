import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Help } from 'commander'
import { describe, expect, test, vi } from 'vitest'
import { createProgram } from './program.ts'
import { runFailingCli, newFolder, runCli, runCommand } from './testing/run-cli.ts'

const COMMANDS = [
  'start,serve,worker,migrate,import euroleague,import nba,import bundles,import sheets,import odds,template,demo,forecasts,rebuild-statistics',
  'accounts create,accounts list,accounts set-plan,accounts set-operator,keys create,keys list,keys revoke,usage,games reopen,games remove,records merge,doctor,doctor warnings,doctor refusals,doctor accuracy',
].flatMap((names) => names.split(','))

test.each(COMMANDS)('%s has help with the global options', async (name) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const printed = createProgram().parseAsync([...name.split(' '), '--help'], { from: 'user' })
  await expect(printed).rejects.toMatchObject({ code: 'commander.helpDisplayed' })
  const help = write.mock.calls.join('')
  write.mockRestore()
  expect(help).toContain(`Usage: basketball-data ${name}`)
  expect(help).toMatch(/--database <url>[^]*--json/)
})

test('the list of commands shows the options and arguments that each of them has', async () => {
  const program = createProgram()
  const listed = program.commands.map((command) => program.createHelp().subcommandTerm(command))
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  for (const command of program.commands)
    await program.parseAsync(['help', command.name()], { from: 'user' }).catch(() => {}) // defines the command
  write.mockRestore()
  expect(program.commands.map((command) => new Help().subcommandTerm(command))).toEqual(listed)
})

describe('help and mistakes are answered without the other packages and their dependencies:', () => {
  const LISTS_MODULES = `data:text/javascript,
    import module from 'node:module';
    const loaded = [];
    module.registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    process.on('exit', () => process.stderr.write(loaded.join(' ')))`
  test.each([
    '--help',
    '-v',
    'serve --help',
    'doctor --help',
    'warnings',
    'help import',
    'import nba --help',
    'import sheets --help',
    'template --help',
    'serv',
    'accounts list --all',
    'accounts create --email a@example.org --plan gold',
    'serve --port 65536',
    'import nba',
  ])('%s', async (line) => {
    const { stderr } = await runCli(line.split(' '), { nodeOptions: ['--import', LISTS_MODULES.replaceAll('\n', '')] })
    expect(stderr).toContain('/packages/cli/src/program.ts')
    expect(stderr).not.toMatch(/\/packages\/(?!cli\/)|\/node_modules\/(?!\.pnpm\/commander@|commander\/)/)
  })
})

describe('compiled modules', () => {
  const outcome = { code: 0, stderr: '' }

  test('are kept in the cache folder of the user', async () => {
    const folder = newFolder()
    const env = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: folder }
    expect(await runCli(['--version'], { env })).toMatchObject(outcome)
    expect(readdirSync(join(folder, 'basketball-data', 'node'))).not.toEqual([])
  })

  test('are not kept where nothing can be written, and that is no error', async () => {
    const env = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: '/dev/null' }
    expect(await runCli(['--version'], { env })).toMatchObject(outcome)
  })
})

test.each([
  { names: 'import euroleague', contains: 'when a game was accepted', lacks: 'an event' },
  { names: 'import nba', contains: 'when a game was accepted', lacks: 'an event' },
  { names: 'import bundles', contains: 'when a game was accepted', lacks: 'an event' },
  { names: 'import sheets', contains: 'when there are mistakes', lacks: 'an event' },
  { names: 'import odds', contains: 'when an event was matched', lacks: 'refused' },
])('$names --help describes its own import and no other', async ({ names, contains, lacks }) => {
  const { stdout } = await runCommand([...names.split(' '), '--help'])
  expect(stdout).toMatch(/Exit code: .+130 after Ctrl-C\.\n$/)
  expect(stdout).toContain(contains)
  expect(stdout).not.toContain(lacks)
})

test.each(['help keys create', 'keys help create', 'help import nba', 'import help nba'])(
  '%s prints the help of that command',
  async (line) => {
    const { code, stdout } = await runCommand(line.split(' '))
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Usage: basketball-data (?:keys create|import nba) \[options\]/)
  },
)

test('the list of commands ends with where the settings and the guides are', async () => {
  const { stdout } = await runCommand(['--help'])
  expect(stdout).toMatch(
    /\n\nSettings are environment variables: docs\/production\.md#settings\n.+ guides at \/docs\.\n$/,
  )
})

test('help is printed on standard output', async () => {
  const { code, stdout, stderr } = await runCommand(['keys', 'create', '--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Usage: basketball-data keys create')
})

test('without a command, help is printed on standard error and the exit code is 2', async () => {
  const { code, stdout, stderr } = await runCommand([])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('Usage: basketball-data')
})

test.each([
  ['serv', 'Unknown command \'serv\'. Did you mean serve? See "basketball-data --help".'],
  ['key create', 'Unknown command \'key\'. Did you mean keys? See "basketball-data --help".'],
  ['keys crate', 'Unknown command \'crate\'. Did you mean create? See "basketball-data keys --help".'],
  ['keys crate --account ac_1', "Unknown command 'crate'. Did you mean create?"],
  [
    'import euroleage file',
    'Unknown command \'euroleage\'. Did you mean euroleague? See "basketball-data import --help".',
  ],
  ['help serv', 'Unknown command \'serv\'. Did you mean serve? See "basketball-data --help".'],
  ['keys help crate', 'Unknown command \'crate\'. Did you mean create? See "basketball-data keys --help".'],
  ['help import euroleage', 'Did you mean euroleague? See "basketball-data import --help".'],
  ['xyzzy', "Unknown command 'xyzzy'; use one of start, serve, worker, migrate"],
  ['accounts make', "Unknown command 'make'; use one of create, list, set-plan, set-operator, log, help. See"],
  ['accounts list --all', 'Unknown option \'--all\'. See "basketball-data accounts list --help".'],
  ['serve --prot 80', 'Unknown option \'--prot\'. Did you mean --port? See "basketball-data serve --help".'],
  ['serve --prot=80', "Unknown option '--prot'. Did you mean --port? See"],
  ['--jsn serve', "Unknown option '--jsn'. Did you mean --json? See"],
  ['keys create --acount ac_1', "Unknown option '--acount'. Did you mean --account? See"],
  ['accounts list -x -- --json', 'Unknown option \'-x\'. See "basketball-data accounts list --help".'],
  ['accounts create x -- --json', "Required option '--email <address>' not specified. See"],
  ['import nba file --no-anounce', "Unknown option '--no-anounce'. Did you mean --no-announce? See"],
  ['accounts list all', 'Too many arguments'],
  ['accounts create --email a@example.org', "Required option '--plan <plan>' not specified"],
  ['accounts create --email a@example.org --plan gold', 'Allowed choices are free, live, archive, complete.'],
  ['accounts set-operator ac_1 yes', 'Allowed choices are on, off.'],
  ['accounts set-plan ac_1 gold', 'Allowed choices are free, live, archive, complete.'],
  [
    'serve --port 65536',
    '\'65536\' is invalid. Use a whole number from 0 to 65535 (0 picks a free port). See "basketball-data serve --help".',
  ],
  ['--nothing', 'Unknown option \'--nothing\'. See "basketball-data --help".'],
  ['accounts create --plan live', 'specified. See "basketball-data accounts create --help".'],
  ['demo --seasons none', 'Use a whole number from 1 to 100.'],
  ['import bundles', "Missing required argument 'file'"],
  ['import sheets league.xlsx --dates ymy', 'Allowed choices are dmy, mdy, ymd.'],
  [
    'accounts list --database=\t',
    'An empty text is not a database: use postgres://user:password@host/name, memory:// or a folder.',
  ],
  ['accounts list --database ftp://example.org', 'ftp:… is not a database: use postgres://'],
  ['accounts list --database nothing', '/nothing; name another one'],
  ['migrate --database /proc/foo', 'The database folder /proc/foo cannot be made ('],
  ['accounts list --database postgres://a%zz:', 'postgres://user:password@host:5432/name'],
])('%s is wrong input: exit code 2 and one line that explains it', async (line, message) => {
  const failure = await runFailingCli(line.split(' '))
  expect(failure).toEqual({ exitCode: 2, message: expect.stringContaining(message) })
  expect(failure.message).not.toContain('\n')
})

test.each([
  ['import bundles missing.ndjson', 'missing.ndjson: no such file or directory.'],
  ['import bundles .', '.: is a folder; name a file'],
  ['import euroleague missing', 'missing: no such file or directory.'],
  ['accounts list --database postgres://127.0.0.1:1/none', 'Cannot reach the database (connect ECONNREFUSED'],
  ['serve --port 0 --host 203.0.113.1', 'Cannot listen on 203.0.113.1: address not available'],
  ['serve --port 4100 --host 203.0.113.1', 'Cannot listen on 203.0.113.1:4100: address not available; choose with'],
  ['serve --port 4100 --host 2001:db8::1', 'Cannot listen on [2001:db8::1]:4100: '],
  ['serve --port 4100 --host nosuch.invalid', 'Cannot listen on nosuch.invalid:4100: '],
])('%s fails: exit code 1 and one line', async (line, message) => {
  const failure = await runFailingCli(line.split(' '))
  expect(failure).toEqual({ exitCode: 1, message: expect.stringContaining(message) })
  expect(failure.message).not.toContain('\n')
})

test('an error is printed only on standard error, also with --json', async () => {
  const { code, stdout, stderr } = await runCli(['serv', '--json'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^basketball-data: Unknown command .+\n$/)
})

test('an invalid environment variable is reported in one line', async () => {
  const { code, stderr } = await runCommand(['accounts', 'list'], { env: { PLANS: '{"free":{"per_minute":"many"}}' } })
  expect(code).toBe(2)
  expect(stderr).toMatch(/^basketball-data: PLANS at free\.per_minute: .+\n$/)
})

test('start does not fill the database of DATABASE_URL with a demo', async () => {
  const { code, stderr } = await runCommand(['start'], {
    env: { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/x' },
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(/^basketball-data: start would fill the database of DATABASE_URL with .+\n$/)
})

test('the stack is printed only with LOG_LEVEL=debug', async () => {
  const { stderr } = await runCommand(['import', 'bundles', 'missing.ndjson'], { env: { LOG_LEVEL: 'debug' } })
  expect(stderr).toMatch(/^basketball-data: .+\nError: ENOENT.+/)
})

test('an older Node prints the required version', async () => {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'22.4.1'}})`
  const { code, stderr } = await runCli(['--version'], { nodeOptions: ['--import', older] })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^basketball-data: needs Node 22\.\d+ or newer, this is Node 22\.4\.1\.\n$/)
})
