import type { Core, CoreOptions } from '@basketball-data/core'
import type { Command } from 'commander'
import { readConfig, type Config } from '../config.ts'

/** Options that every command takes. */
type Shared = { database?: string; json?: boolean }

/** The environment with the shared options of the command line laid over it. */
export const configOf = (command: Command): Config => {
  const { database } = command.optsWithGlobals<Shared>()
  const config = readConfig()
  return database === undefined ? config : { ...config, DATABASE_URL: database }
}

/** Opens the core that a command works on, and closes it when the command is done. */
export const withCore = async <Result>(
  command: Command,
  use: (core: Core) => Promise<Result>,
  options: Pick<CoreOptions, 'migrate' | 'service'> = {},
): Promise<Result> => {
  const { DATABASE_URL, PLANS, SECRETS_KEY, WEBHOOKS_ALLOW_PRIVATE } = configOf(command)
  const { createCore } = await import('@basketball-data/core') // not at the top: --help is to be instant
  const core = await createCore({
    database: DATABASE_URL,
    plans: PLANS,
    ...(SECRETS_KEY !== undefined && { secretsKey: SECRETS_KEY }),
    allowPrivateWebhooks: WEBHOOKS_ALLOW_PRIVATE,
    ...options,
  })
  try {
    return await use(core)
  } finally {
    await core.close()
  }
}

/** Writes what a command answers to standard output: with --json the record as one line of JSON, else the text. */
export const answer = (command: Command, record: object, text: string): void => {
  const { json = false } = command.optsWithGlobals<Shared>()
  process.stdout.write(`${json ? JSON.stringify(record) : text}\n`)
}

/** Milliseconds in which a signal is taken for an echo: npm passes on the Ctrl-C that the terminal sends to all. */
const ECHO = 1000

/** Runs `use` with a signal that Ctrl-C (or a stop by the system) raises; another Ctrl-C ends the process at once. */
export const interruptible = async <Result>(use: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const controller = new AbortController()
  let first = Infinity
  const stop = (signal: NodeJS.Signals): void => {
    if (performance.now() - first > ECHO) {
      release()
      process.kill(process.pid, signal)
    }
    first = Math.min(first, performance.now())
    controller.abort()
  }
  const release = (): void => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await use(controller.signal)
  } finally {
    release()
  }
}
