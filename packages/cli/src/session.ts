import { relative, resolve } from 'node:path'
import type { CommandCore, Core, CoreOptions } from '@basketball-data/core'
import type { Command } from 'commander'
import type { Config, ValidConfig } from './config.ts'
import { Failed, listCauses, Interrupted, Stopped, UsageError } from './failures.ts'

/** Options of every command. */
type GlobalOptions = { database?: string; json?: boolean }

/** Settings, overridden by the global options of the command line. A direct address belongs to DATABASE_URL. */
const overridden = (config: Config, command: Command): Config => {
  const { database } = command.optsWithGlobals<GlobalOptions>()
  return database === undefined ? config : { ...config, DATABASE_URL: database, DATABASE_DIRECT_URL: undefined }
}

/** The settings of a command. @throws BadConfig */
export const readCommandConfig = async (command: Command): Promise<Config> =>
  overridden((await import('./config.ts')).readConfig(), command) // loaded late, so that help and mistakes are answered fast

/** The settings of a command without those that are invalid, and what is wrong with these. */
export const readValidConfig = async (command: Command): Promise<ValidConfig> => {
  const { config, invalid } = (await import('./config.ts')).readValidConfig()
  return { config: overridden(config, command), invalid }
}

const readCoreOptions = async (command: Command): Promise<CoreOptions> => {
  const config = await readCommandConfig(command)
  const { DATABASE_URL, DATABASE_DIRECT_URL, PREPARE, PLANS, SECRETS_KEY, WEBHOOKS_ALLOW_PRIVATE } = config
  return {
    database: DATABASE_URL,
    ...(DATABASE_DIRECT_URL !== undefined && { directDatabase: DATABASE_DIRECT_URL }),
    ...(PREPARE !== undefined && { prepare: PREPARE }),
    plans: PLANS,
    ...(SECRETS_KEY !== undefined && { secretsKey: SECRETS_KEY }),
    allowPrivateWebhooks: WEBHOOKS_ALLOW_PRIVATE,
    deliveryDays: config.DELIVERY_DAYS,
    signInLinksPerMinute: config.SIGN_IN_LINKS_PER_MINUTE,
    writesPerMinute: config.WRITES_PER_MINUTE,
  }
}

/**
 * How a command opens a database that must have something: it creates no database and no tables, so that a mistyped folder is
 * not taken for an empty database; a folder of an older version is upgraded.
 * @throws UsageError if there is no such folder
 */
export const requireDatabase = async (command: Command): Promise<Pick<CoreOptions, 'migrate'>> => {
  const { DATABASE_URL: database } = await readCommandConfig(command)
  const { isMissingFolder, isPostgres } = await import('@basketball-data/core')
  if (isMissingFolder(database))
    throw new UsageError(
      `There is no database in the folder ${resolve(database.trim())}; name another one with --database or DATABASE_URL, or create it with "basketball-data migrate".`,
    )
  return { migrate: isPostgres(database) ? false : 'upgrade' }
}

const closing = async <Opened extends Pick<Core, 'close'>, Result>(
  core: Opened,
  run: (core: Opened) => Promise<Result>,
): Promise<Result> => {
  try {
    return await run(core)
  } finally {
    await core.close()
  }
}

/**
 * Opens the core for a command that runs until it is stopped, and closes it afterwards.
 * @param instead what to do if another process has the folder open, beside stopping that
 */
export const withOwnCore = async <Result>(
  command: Command,
  run: (core: Core) => Promise<Result>,
  { instead, ...options }: Partial<CoreOptions> & { instead?: string } = {},
): Promise<Result> => {
  const { createCore } = await import('@basketball-data/core')
  const core = await createCore({ ...(await readCoreOptions(command)), ...options }).catch((error: unknown) => {
    const isInUse = error instanceof Error && error.name === 'FolderInUse'
    throw isInUse && instead !== undefined ? new Failed(`${error.message} ${instead}`, { cause: error }) : error
  })
  return closing(core, run)
}

/**
 * Opens the core for a command, and closes it afterwards. A folder that does not exist becomes a new database. If a process serves the
 * folder, that process does the work.
 */
export const withCore = async <Result>(
  command: Command,
  run: (core: CommandCore) => Promise<Result>,
  options: Partial<Pick<CoreOptions, 'database' | 'migrate'>> = {},
): Promise<Result> => {
  const { openCommandCore } = await import('@basketball-data/core')
  return closing(await openCommandCore({ ...(await readCoreOptions(command)), ...options }), run)
}

/**
 * Opens the core as `withCore` does, for a command that needs what is stored.
 * @throws UsageError, or NotMigrated, if there is nothing
 */
export const withExistingCore = async <Result>(
  command: Command,
  run: (core: CommandCore) => Promise<Result>,
): Promise<Result> => withCore(command, run, await requireDatabase(command))

/** Whether the result is printed as JSON. */
export const printsJson = (command: Command): boolean => command.optsWithGlobals<GlobalOptions>().json ?? false

/** Prints the result of a command on standard output: the record as one line of JSON with --json, else the text. */
export const print = (command: Command, record: object, text: string): void => {
  process.stdout.write(`${printsJson(command) ? JSON.stringify(record) : text}\n`)
}

/** A path as it is seen from the working folder, if that is shorter. */
export const shortenPath = (path: string): string => {
  const below = relative(process.cwd(), path)
  return below.length < path.length ? below : path
}

/** The database of a command as its user knows it, without its credentials; before the command creates it. */
export const describeDatabase = async (command: Command): Promise<string> => {
  const { DATABASE_URL: address } = await readCommandConfig(command)
  const { isMissingFolder, isPostgres } = await import('@basketball-data/core')
  if (isPostgres(address))
    return `the database ${/[^/]\/([^/?@]+)(?:\?.*)?$/.exec(address.trim())?.[1] ?? 'of the user'}`
  const name = address.trim() === 'memory://' ? 'memory' : shortenPath(resolve(address.trim()))
  return `${name}${isMissingFolder(address) ? ' (new database)' : ''}`
}

/** A second signal within this time, ms, is ignored: npm forwards the Ctrl-C that the terminal already sent. */
const DUPLICATE_SIGNAL = 1000

/**
 * Runs `run` with a signal that Ctrl-C or SIGTERM aborts, with a Stopped as the reason; the next one ends the process
 * immediately.
 * @throws Interrupted, with the message `interrupted`, if `run` rejects because the signal is aborted
 */
export const interruptible = async <Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  interrupted = 'Interrupted.',
): Promise<Result> => {
  const controller = new AbortController()
  let first = Infinity
  const stop = (signal: NodeJS.Signals): void => {
    if (performance.now() - first > DUPLICATE_SIGNAL) {
      release()
      process.kill(process.pid, signal)
    }
    first = Math.min(first, performance.now())
    controller.abort(new Stopped(signal))
  }
  const release = (): void => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await run(controller.signal)
  } catch (error) {
    const stopped = listCauses(error).find((cause) => cause instanceof Stopped)
    throw stopped === undefined ? error : new Interrupted(interrupted, stopped)
  } finally {
    release()
  }
}
