import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { z } from 'zod'
import { compilePostgres, type PostgresModule } from './baseline-parser.ts'

/** Calls PGlite and restores the exit code of the process, which PGlite overwrites when it starts, stops or fails. */
const keepExitCode = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  const { exitCode } = process
  try {
    return await call()
  } finally {
    process.exitCode = exitCode
  }
}

const wasmFile = (): string => createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm')

/** The program of Postgres. @throws in an app whose bundler has left the file behind */
const readPostgres = async (): Promise<Uint8Array> => readFile(wasmFile())

/** The version of PGlite that is installed. */
export const pgliteVersion = async (): Promise<string> => {
  const manifest = await readFile(join(dirname(wasmFile()), '..', 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version
}

let compiled: Promise<PostgresModule | undefined> | undefined

/** Postgres as a WebAssembly module, compiled once per process; undefined if PGlite has to find its file itself. */
const postgresModule = (): Promise<PostgresModule | undefined> =>
  (compiled ??= readPostgres()
    .then(compilePostgres)
    .catch(() => undefined))

/**
 * Postgres' cache of pages. It takes this memory from the start; the pages are also in the cache of the operating system,
 * or, without a folder, in memory.
 */
const SHARED_BUFFERS = '32MB'

/** Types of dates and times, and of arrays of them and of numerics. Drizzle reads these as text. */
const TEXT_TYPES = [1082, 1083, 1114, 1184, 1115, 1182, 1185, 1231]
const PARSERS = Object.fromEntries(TEXT_TYPES.map((type) => [type, (value: string) => value]))

/** The number of lines of Postgres' log that are kept to explain why it does not start. */
const MAX_LOG = 50

/**
 * Starts Postgres inside this process.
 *
 * @param data the folder of its data, which is created if it is empty; in memory without one
 * @param archive the data to begin with, as a tar archive
 * @param settings of Postgres, as `postgres -c` takes them
 * @param log receives the last lines of its log
 */
export const startPGlite = ({
  data,
  archive,
  settings = {},
  log = [],
}: { data?: string; archive?: Blob; settings?: Record<string, string>; log?: string[] } = {}): Promise<PGlite> =>
  keepExitCode(async () => {
    const [{ PGlite }, postgres] = await Promise.all([import('@electric-sql/pglite'), postgresModule()])
    const onStderr = (line: string) => {
      if (log.push(line) > MAX_LOG) log.shift()
      return true
    }
    return PGlite.create({
      ...(data !== undefined && { dataDir: data }),
      ...(archive !== undefined && { loadDataDir: archive }),
      ...(postgres !== undefined && { pgliteWasmModule: postgres }),
      parsers: PARSERS,
      startParams: [
        ...PGlite.defaultStartParams,
        ...Object.entries({ shared_buffers: SHARED_BUFFERS, ...settings }).flatMap(([name, value]) => [
          '-c',
          `${name}=${value}`,
        ]),
      ],
      onStderr,
    })
  })

/** Stops Postgres; its data is complete then. */
export const stopPGlite = (client: PGlite): Promise<void> => keepExitCode(() => client.close())

/** Stops Postgres, whose database is in memory, and returns the files of the database as a tar archive. */
export const stopAndDump = async (client: PGlite): Promise<Uint8Array> => {
  const { fs } = client
  if (fs === undefined) throw new TypeError('PGlite has not been started')
  const closeFiles = fs.closeFs.bind(fs)
  let archive = new ArrayBuffer()
  // Called when Postgres has written everything, and before PGlite drops the files.
  fs.closeFs = async () => {
    archive = await (await fs.dumpTar('', 'none')).arrayBuffer()
    await closeFiles()
  }
  await stopPGlite(client)
  return new Uint8Array(archive)
}
