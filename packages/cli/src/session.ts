import { resolve } from 'node:path'
import type { Core, CoreOptions } from '@basketball-data/core'
import type { Command } from 'commander'
import type { Config, ValidConfig } from './config.ts'
import { listCauses, Interrupted, Stopped, UsageError } from './failures.ts'

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

/**
 * Opens the core for a command that needs what is stored, and closes it afterwards. It creates no database and no tables, so
 * that a mistyped folder is not taken for an empty database; a folder of an older version is upgraded.
 * @throws UsageError, or NotMigrated, if there is nothing
 */
export const withExistingCore = async <Result>(
  command: Command,
  run: (core: Core) => Promise<Result>,
  options: Partial<CoreOptions> = {},
): Promise<Result> => {
  const { DATABASE_URL: database } = await readCommandConfig(command)
  const { isMissingFolder, isPostgres } = await import('@basketball-data/core')
  if (isMissingFolder(database))
    throw new UsageError(
      `There is no database in the folder ${resolve(database.trim())}; name another one with --database or DATABASE_URL, or create it with "basketball-data migrate".`,
    )
  return withCore(command, run, { migrate: isPostgres(database) ? false : 'upgrade', ...options })
}

/** Opens the core for a command, and closes it afterwards. A folder that does not exist becomes a new database. */
export const withCore = async <Result>(
  command: Command,
  run: (core: Core) => Promise<Result>,
  options: Partial<CoreOptions> = {},
): Promise<Result> => {
  const config = await readCommandConfig(command)
  const { DATABASE_URL, DATABASE_DIRECT_URL, PREPARE, PLANS, SECRETS_KEY, WEBHOOKS_ALLOW_PRIVATE } = config
  const { createCore } = await import('@basketball-data/core')
  const core = await createCore({
    database: DATABASE_URL,
    ...(DATABASE_DIRECT_URL !== undefined && { directDatabase: DATABASE_DIRECT_URL }),
    ...(PREPARE !== undefined && { prepare: PREPARE }),
    plans: PLANS,
    ...(SECRETS_KEY !== undefined && { secretsKey: SECRETS_KEY }),
    allowPrivateWebhooks: WEBHOOKS_ALLOW_PRIVATE,
    deliveryDays: config.DELIVERY_DAYS,
    signInLinksPerMinute: config.SIGN_IN_LINKS_PER_MINUTE,
    ...options,
  })
  try {
    return await run(core)
  } finally {
    await core.close()
  }
}

/** Whether the result is printed as JSON. */
export const printsJson = (command: Command): boolean => command.optsWithGlobals<GlobalOptions>().json ?? false

/** Prints the result of a command on standard output: the record as one line of JSON with --json, else the text. */
export const print = (command: Command, record: object, text: string): void => {
  process.stdout.write(`${printsJson(command) ? JSON.stringify(record) : text}\n`)
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
