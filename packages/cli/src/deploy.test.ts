import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { validate, ValidationSeverity } from 'dockerfile-utils'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../core/src/testing/postgres-server.js'
import { VARIABLES } from './config.ts'
import { newEmptyDatabase, testDatabase } from '../../http/src/testing/databases.js'
import { read, readCompose, readDockerfile, readUnit, readYaml, ROOT } from './testing/deploy-files.ts'
import { newFolder, runCommand, startCli, startCommand } from './testing/run-cli.ts'

const docker = readDockerfile()
const compose = readCompose('compose.yaml')
const embedded = readCompose('compose.embedded.yaml')
const unit = readUnit('deploy/basketball-data@.service')
const ours = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)

/** @throws if compose.yaml has no such service */
const getService = (name: string) => {
  const service = compose.services[name]
  if (service === undefined) throw new Error(`compose.yaml has no service ${name}`)
  return service
}

/** Variables that are no settings of the service: of Node, and what the unit runs. */
const OTHER_VARIABLES = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'COMMAND']

/** The settings of .env.example. */
const examples = Array.from(read('.env.example').matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => ({
  name,
  value,
}))

/** Values for those that somebody has to fill in. */
const FILLED: Record<string, string> = {
  POSTGRES_PASSWORD: 'ab12',
  SECRETS_KEY: 'a'.repeat(64),
  GRAFANA_PASSWORD: 'x',
  FEED: 'euroleague',
}

/** A text with its variables replaced as Compose does it. @throws if a variable has no value */
const interpolate = (text: string | number): string =>
  String(text).replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = FILLED[name] ?? examples.find((each) => each.name === name)?.value ?? ''
    if (value !== '') return value
    return kind === '-' ? (rest ?? '') : expect.unreachable(`${name} is not in .env.example`)
  })

/** Runs a health check outside of its container, at other ports. */
const checkHealth = async (command: readonly string[], ports: Record<string, string>) => {
  const [program = '', ...args] = command.map((part) =>
    part.replace(/(?<=:)\d{4}(?=\/)/, (port) => ports[port] ?? port),
  )
  expect(program).toBe('node')
  return promisify(execFile)(process.execPath, args, { cwd: `${ROOT}deploy` })
}

type Healthcheck = (typeof compose.services)[string]['healthcheck']

/** Runs a command in this process until its health check succeeds, and ends it as SIGTERM does. */
const runUntilHealthy = async (
  command: readonly string[],
  { env, ports }: Awaited<ReturnType<typeof outside>>,
  healthcheck: Healthcheck = { disable: true },
) => {
  const check = 'test' in healthcheck ? healthcheck.test.slice(1) : []
  const running = startCommand([...command], { env: { ...env, LOG_LEVEL: 'error' } })
  const isHealthy = () => checkHealth(check, ports).then(() => true)
  await expect.poll(() => isHealthy().catch(() => false), { interval: 200 }).toBe(true)
  return running.stop('SIGTERM')
}

/** Environment and ports for a process outside of its container. */
const outside = async (environment: Record<string, string>, database: string) => {
  const ports = { 3000: String(await freePort()), 9464: String(await freePort()) }
  const { HOST: _host, NODE_COMPILE_CACHE: _cache, ...rest } = environment
  const addresses = {
    ...('DATABASE_URL' in rest && { DATABASE_URL: database }),
    ...('DATABASE_DIRECT_URL' in rest && { DATABASE_DIRECT_URL: database }),
  }
  return { ports, env: { ...rest, ...addresses, PORT: ports[3000], METRICS_PORT: ports[9464], DRAIN_SECONDS: '0' } }
}

describe('the Dockerfile', () => {
  test('has nothing that its linter reports', () => {
    const report = validate(read('Dockerfile'), { instructionCasing: ValidationSeverity.ERROR })
    expect(report).toEqual([])
  })

  test('runs as a user without rights, on the slim image of the Node that the tests run on', () => {
    const { dependencies, engines } = JSON.parse(read('package.json'))
    expect(docker.bases).toEqual([`node:${dependencies.node}-slim`, `node:${dependencies.node}-slim`])
    expect(docker.users).toEqual(['node'])
    for (const [, version] of read('Dockerfile').matchAll(/pnpm@(\S+)/g)) expect(version).toBe(engines.pnpm)
  })

  test('its entrypoint is the program of the package', () => {
    const [program, file = ''] = docker.entrypoint
    expect(program).toBe('node')
    expect(existsSync(`${ROOT}packages/cli/${file}`)).toBe(true)
    expect(docker.healthcheck[1]).toBe('healthcheck.mjs')
  })

  test('its command serves, and its health check succeeds as long as it does', async () => {
    const database = await testDatabase('Postgres')
    const { env, ports } = await outside({ ...docker.environment, DATABASE_URL: database }, database)
    await expect(checkHealth(docker.healthcheck, ports)).rejects.toThrow('/healthz')
    const serving = startCli(docker.command, { env })
    await serving.waitFor('stdout', /Serving/)
    await checkHealth(docker.healthcheck, ports)
    serving.process.kill('SIGTERM')
    expect((await serving.ended).code).toBe(0)
  })

  test('nothing but what the build needs is sent to it, and no file of settings', () => {
    const [, first, ...rest] = read('.dockerignore').split('\n')
    expect(first).toBe('*')
    expect(rest).toContain('**/.env*')
    for (const line of rest.filter((line) => /^![^*]*$/.test(line)))
      expect(existsSync(`${ROOT}${line.slice(1)}`), line).toBe(true)
  })
})

test('every variable in the Dockerfile, compose.yaml and the unit is a setting', () => {
  const named = [
    ...Object.keys(docker.environment),
    ...ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})),
    ...(unit.get('Environment') ?? []).map((line) => line.replace(/=.*/, '')),
  ]
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => ![...VARIABLES, ...OTHER_VARIABLES].includes(name))).toEqual([])
})

describe('compose.yaml', () => {
  test('has the services it describes, each with a health check', () => {
    expect(Object.keys(compose.services)).toEqual([
      'postgres',
      'pgbouncer',
      'migrate',
      'service-1',
      'service-2',
      'worker',
      'follower',
      'caddy',
      'prometheus',
      'grafana',
    ])
    const checks = Object.values(compose.services).map(({ healthcheck }) => JSON.stringify(healthcheck))
    for (const check of [...checks, docker.healthcheck.join(' ')]) expect(check).not.toContain('/metrics')
    const unchecked = Object.entries(compose.services).filter(([, { healthcheck }]) => 'disable' in healthcheck)
    expect(unchecked.map(([name]) => name)).toEqual(['migrate'])
  })

  test('has no secret: every password and key is in .env, which has an example without values', () => {
    const text = read('compose.yaml')
    for (const [line] of text.matchAll(/^.*(?:PASSWORD|KEY|_URL): .*$/gm))
      expect(line, line).toMatch(line.includes('SMTP_URL') ? /\$\{\w+:-\}/ : /\$\{\w+:\?set it in \.env\}/)
    for (const [, password] of text.matchAll(/:\/\/\w+:([^@]+)@/g)) expect(password).toMatch(/^\$\{/)
    const used = new Set(Array.from(text.matchAll(/\$\{(\w+)/g), ([, name]) => name))
    expect(new Set([...used, 'COMPOSE_PROFILES'])).toEqual(new Set(examples.map(({ name }) => name)))
    const secrets = examples.filter(({ name }) => /PASSWORD|SECRET/.test(name))
    expect(secrets.map(({ value }) => value)).toEqual(['', '', ''])
    expect(readFileSync(`${ROOT}.gitignore`, 'utf8').split('\n')).toContain('.env')
  })

  test('what a service depends on exists, and what it mounts too', () => {
    for (const { depends_on, volumes } of Object.values(compose.services)) {
      for (const [name, { condition }] of Object.entries(depends_on ?? {})) {
        const needed = getService(name)
        expect('disable' in needed.healthcheck).toBe(condition === 'service_completed_successfully')
      }
      for (const volume of volumes ?? []) {
        const [from = ''] = volume.split(':')
        expect(from.startsWith('./') ? existsSync(`${ROOT}${from}`) : from in compose.volumes, volume).toBe(true)
      }
    }
  })

  test('follows a feed only if .env names the profile and the feed', () => {
    const withProfile = Object.entries(compose.services).filter(([, { profiles }]) => profiles !== undefined)
    expect(withProfile.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['follower', ['follow']],
      ['caddy', ['tls']],
    ])
    for (const [name, { command, depends_on }] of Object.entries(compose.services)) {
      expect((command ?? []).includes('follow'), name).toBe(name === 'follower')
      expect(Object.keys(depends_on ?? {}), name).not.toContain('follower')
    }
    for (const name of ['COMPOSE_PROFILES', 'FEED'])
      expect(examples.find((each) => each.name === name)?.value, name).toBe('')
    expect(compose.services['follower']?.command).toEqual(['follow', '${FEED:-}'])
  })

  test('a follower is missed only after one was there', () => {
    const alerts = read('deploy/prometheus/alerts.yaml')
    const follower = 'up{job="basketball-data", process="follower"}'
    expect(alerts).toContain(`or absent(${follower}) and on (process) max_over_time(${follower}[1d])\n`)
    expect(alerts).toContain(' == 0 and count(last_over_time(basketball_data_follow_requests_total[1d])) > 0\n')
  })

  test('every process is scraped by Prometheus, and missed when it is not there', () => {
    const scraped = z
      .object({
        scrape_configs: z.tuple([z.object({ dns_sd_configs: z.array(z.object({ names: z.array(z.string()) })) })]),
      })
      .parse(readYaml('deploy/prometheus/prometheus.yaml'))
      .scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs.flatMap(({ names }) => names))
    expect(scraped).toEqual(ours.flatMap(([name]) => (name === 'migrate' ? [] : [name])))
    for (const name of scraped)
      expect(read('deploy/prometheus/alerts.yaml')).toContain(`absent(up{job="basketball-data", process="${name}"})`)
  })

  test('every setting can be set in .env, but for those that the image sets', () => {
    for (const [name, { environment }] of ours)
      expect(new Set([...Object.keys(docker.environment), ...Object.keys(environment ?? {})]), name).toEqual(
        new Set([...VARIABLES, ...Object.keys(docker.environment)]),
      )
  })

  test('a container gets the time to drain before it is killed', () => {
    for (const [name, { stop_grace_period }] of ours) expect(stop_grace_period, name).toBe('30s')
    expect(Number(unit.get('TimeoutStopSec')?.[0])).toBeGreaterThanOrEqual(5 + 10)
  })

  test('migrate makes the tables of an empty database', async () => {
    const { migrate } = compose.services
    const { address, drop } = await newEmptyDatabase('Postgres')
    onTestFinished(drop)
    const { env } = await outside(readEnvironment(migrate), address)
    expect(await runCommand(migrate?.command ?? [], { env })).toMatchObject({ code: 0 })
    expect(await runCommand(['accounts', 'list'], { env })).toMatchObject({ code: 0 })
  })

  test('its two processes that serve differ only in their ports', () => {
    const { ports: _, ...first } = getService('service-1')
    const { ports: __, ...second } = getService('service-2')
    expect(second).toEqual(first)
  })

  test.each([
    ['service-1', /Serving/, []],
    ['worker', /Delivering/, []],
    ['follower', /Following/, ['--season', 'E2025', '--api', 'http://127.0.0.1:9']],
  ])('%s runs, its health check succeeds, and it ends on SIGTERM', async (name, running, extra) => {
    const service = getService(name)
    const database = await testDatabase('Postgres')
    const environment = await outside(readEnvironment(service), database)
    const command = [...(service.command ?? []).map(interpolate), ...extra]
    expect(await runUntilHealthy(command, environment, service.healthcheck)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(running),
    })
  })
})

describe('compose.embedded.yaml', () => {
  test('serves an embedded database on a volume, without following a feed', async () => {
    const { migrate, service, caddy } = embedded.services
    expect([migrate?.volumes, service?.volumes]).toEqual([['data:/data'], ['data:/data']])
    expect([migrate?.environment, service?.environment]).toEqual([{ DATABASE_URL: '/data' }, { DATABASE_URL: '/data' }])
    expect([migrate?.profiles, service?.profiles, caddy?.profiles]).toEqual([undefined, undefined, ['tls']])
    const environment = await outside({ ...docker.environment, DATABASE_URL: '/data' }, newFolder())
    expect(await runCommand(migrate?.command ?? [], environment)).toMatchObject({ code: 0 })
    const { code, stdout } = await runUntilHealthy(service?.command ?? [], environment, service?.healthcheck)
    expect([code, /Serving/.test(stdout), /follow/i.test(stdout)]).toEqual([0, true, false])
  })

  test('its proxy is that of compose.yaml, but for the processes behind it', () => {
    for (const { services } of [compose, embedded]) {
      const { image, ports, volumes, environment } = services['caddy'] ?? {}
      expect({ image, ports, volumes }).toEqual({
        image: 'caddy:2.10.2',
        ports: ['80:80', '443:443'],
        volumes: ['./deploy/caddy:/etc/caddy:ro', 'caddy:/data'],
      })
      for (const upstream of String(environment?.['UPSTREAMS']).split(' '))
        expect(services[upstream.replace(/:3000$/, '')]?.command?.[0]).toBe('serve')
    }
  })
})

/** The environment of a container: that of the image, then that of the service. */
const readEnvironment = (service: (typeof compose.services)[string] | undefined): Record<string, string> => ({
  ...docker.environment,
  ...Object.fromEntries(Object.entries(service?.environment ?? {}).map(([name, value]) => [name, interpolate(value)])),
})

describe('the unit of systemd', () => {
  const [start = ''] = unit.get('ExecStart') ?? []
  const [before = ''] = unit.get('ExecStartPre') ?? []
  const PROGRAM = '/usr/bin/node /opt/basketball-data/node_modules/@basketball-data/cli/bin/basketball-data.js '

  test('its commands migrate and serve', async () => {
    for (const line of [start, before]) expect(line.startsWith(PROGRAM), line).toBe(true)
    const { address, drop } = await newEmptyDatabase('Postgres')
    onTestFinished(drop)
    const lines = (unit.get('Environment') ?? []).map((line): [string, string] => {
      const [name = '', value = ''] = line.split('=')
      return [name, value]
    })
    const { COMMAND: command = '', ...variables } = Object.fromEntries(lines)
    const environment = await outside({ ...variables, DATABASE_URL: address }, address)
    expect(await runCommand(before.slice(PROGRAM.length).split(' '), environment)).toMatchObject({ code: 0 })
    expect(start.slice(PROGRAM.length)).toBe('$COMMAND')
    const { healthcheck } = getService('service-1')
    expect(await runUntilHealthy(command.split(' '), environment, healthcheck)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Serving'),
    })
  })

  test('each instance compiles into a folder of its own, because each runs as another user', () => {
    expect(unit.get('CacheDirectory')).toEqual(['basketball-data/%i'])
    expect(unit.get('Environment')).toContain('NODE_COMPILE_CACHE=%C/basketball-data/%i')
  })

  const curl = spawnSync('curl', ['--version']).status === 0
  test.skipIf(!curl)(
    'the command that waits for a restarted instance ends when it is ready (skipped without curl)',
    async () => {
      const [command = expect.unreachable('docs/operating.md has no ready()')] =
        /^ready\(\) .*$/m.exec(read('docs/operating.md')) ?? []
      const statuses = [undefined, 503, 200]
      const server = createServer(({ socket }, response) => {
        const status = statuses.shift()
        if (status === undefined) socket.destroy()
        else response.writeHead(status).end('over')
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const { port } = z.object({ port: z.int() }).parse(server.address())
      const { stdout } = await promisify(execFile)('sh', ['-c', `${command}\nready ${port}/readyz`])
      expect(stdout).toBe('over')
      expect(statuses).toEqual([])
    },
  )

  const systemd = spawnSync('systemd-analyze', ['--version']).status === 0
  test.skipIf(!systemd)('systemd accepts it, and rates its exposure as low (skipped without systemd-analyze)', () => {
    const file = `${ROOT}deploy/basketball-data@.service`
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect(stderr.split('\n').filter((line) => line !== '' && !/Command \S+ is not executable/.test(line))).toEqual([])
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' })
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2)
  })
})

describe('deploy/tracing.mjs', () => {
  /** Runs a program with an SDK in place of the real one, which is no dependency; `shutdown` is what it does to send the spans. */
  const runTraced = (shutdown: string) => {
    const folder = newFolder()
    const sdk = join(folder, 'node_modules', '@opentelemetry', 'sdk-node')
    mkdirSync(sdk, { recursive: true })
    writeFileSync(join(sdk, 'package.json'), JSON.stringify({ type: 'module', exports: './index.js' }))
    writeFileSync(join(sdk, 'index.js'), `export class NodeSDK { start() {} async shutdown() { ${shutdown} } }`)
    copyFileSync(`${ROOT}deploy/tracing.mjs`, join(folder, 'tracing.mjs'))
    const args = ['--import', join(folder, 'tracing.mjs'), '--eval', 'console.log("worked")']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 240_000 })
    return { status, stdout, stderr }
  }

  test('a process sends its last spans before it ends', () => {
    expect(runTraced("console.log('sent')")).toEqual({ status: 0, stdout: 'worked\nsent\n', stderr: '' })
  })

  test.each([
    ["new Error('refused')", 'refused'],
    ["new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')])", 'refused by ::1'],
  ])('a process whose spans cannot be sent says so, and ends with 0 as it would without them: %s', (error, message) => {
    expect(runTraced(`throw ${error}`)).toEqual({
      status: 0,
      stdout: 'worked\n',
      stderr: `Spans could not be sent: ${message}\n`,
    })
  })
})
