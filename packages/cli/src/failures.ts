import { constants } from 'node:os'
import { getSystemErrorMessage } from 'node:util'

/** A wrong command line; the message says how to correct it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A command that failed, for the reason in the message. */
export class Failed extends Error {
  override name = 'Failed'
}

/** Why a command is to stop: Ctrl-C in a terminal (SIGINT), or whatever runs the process (SIGTERM). */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }
}

/** A command that a signal ended; the message says what remains stored. */
export class Interrupted extends Error {
  override name = 'Interrupted'
  readonly signal: NodeJS.Signals

  constructor(message: string, { signal }: Stopped) {
    super(message)
    this.signal = signal
  }
}

/**
 * The message of a failed command, and its exit code: 2 for wrong input, 128 and the number of the signal that ended it (130
 * after Ctrl-C, 143 after SIGTERM), 1 otherwise.
 */
export type Failure = { message: string; exitCode: number }

/** Errors whose message needs no explanation, by name: those of wrong input, and others. */
const WRONG_INPUT = new Set(['UsageError', 'BadBackup', 'BadConfig', 'BadDatabase', 'BadSecretsKey'])
const EXPLAINED = new Set(['FolderInUse', 'ProcessLost', 'NotMigrated', 'FeedError', 'ServiceError', 'Failed'])

/** An error and its causes. */
export const listCauses = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...listCauses(error.cause)] : []

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()

const textProperty = (error: Error, name: 'code' | 'path' | 'syscall'): string => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

/** The message of a system error without the name of the system call. */
export const systemMessage = (error: Error): string =>
  'errno' in error && typeof error.errno === 'number'
    ? getSystemErrorMessage(error.errno) || error.message
    : error.message

const REFUSED = [
  'The database refuses the user',
  'check user and password in --database, DATABASE_URL or DATABASE_DIRECT_URL',
] as const
const FULL = ['The disk is full', 'free some space, and run the command again'] as const

/** What has happened and what to do, by the code of an error of the system or an SQL state. */
const ADVICE: Readonly<Record<string, readonly [what: string, todo: string]>> = {
  '28000': REFUSED,
  '28P01': REFUSED,
  '3D000': ['There is no such database', 'create it, for instance with createdb, or check --database or DATABASE_URL'],
  '42501': ['The database user may not do this', 'let it own the database ("alter database … owner to …")'],
  '53100': FULL,
  ENOSPC: FULL,
}

/** Explains an error of the system or the database; undefined for any other. */
const explain = async (error: Error): Promise<Failure | undefined> => {
  const [code, path] = [textProperty(error, 'code'), textProperty(error, 'path')]
  if (code === 'ERR_INVALID_URL' || error instanceof URIError)
    return {
      message: 'The address of the database is invalid; write postgres://user:password@host:5432/name, with %-escapes.',
      exitCode: 2,
    }
  // A file, not a socket: explained without loading the core.
  if (path !== '' && textProperty(error, 'syscall') !== 'connect')
    return { message: `${path}: ${systemMessage(error)}.`, exitCode: 1 }
  const { unreachable } = await import('@basketball-data/core')
  const lost = unreachable(error)
  const reason = oneLine((lost ?? error).message) || textProperty(lost ?? error, 'code')
  // Poolers refuse a password with the code of any violation of the protocol.
  const isRefused = /\bauthentication failed\b/i.test(reason)
  const advice = isRefused ? REFUSED : ADVICE[textProperty(lost ?? error, 'code')]
  if (advice !== undefined) return { message: `${advice[0]} (${reason}); ${advice[1]}.`, exitCode: 1 }
  if (lost !== undefined)
    return {
      message: `Cannot reach the database (${reason}); check --database or DATABASE_URL, DATABASE_DIRECT_URL if it is set, and that the server runs.`,
      exitCode: 1,
    }
  return undefined
}

/** One line that says what is wrong and how to correct it, for any error. */
export const toFailure = async (error: unknown): Promise<Failure> => {
  const causes = listCauses(error)
  for (const cause of causes) {
    if (cause instanceof Interrupted)
      return { message: oneLine(cause.message), exitCode: 128 + constants.signals[cause.signal] }
    if (WRONG_INPUT.has(cause.name)) return { message: oneLine(cause.message), exitCode: 2 }
    if (EXPLAINED.has(cause.name))
      return { message: oneLine(cause.message), exitCode: textProperty(cause, 'code') === 'bad_request' ? 2 : 1 }
    const failure = await explain(cause)
    if (failure !== undefined) return failure
  }
  const message = oneLine(causes.at(-1)?.message ?? String(error))
  return { message: `${message} (LOG_LEVEL=debug shows the stack)`, exitCode: 1 }
}
