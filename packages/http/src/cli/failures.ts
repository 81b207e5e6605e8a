import { getSystemErrorMessage } from 'node:util'

/** A command line that asks for what there is not; the message says what would be right. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Work that could not be done, for a reason that the message says in full. */
export class Failed extends Error {
  override name = 'Failed'
}

/** Work that Ctrl-C ended; the message says what stays. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** What to say of an error, and with which code to exit: 2 when the input is wrong, 130 after Ctrl-C, 1 otherwise. */
export type Failure = { line: string; exitCode: number }

/** Errors that say all there is to say, by name. */
const CLEAR: Readonly<Record<string, 1 | 2 | 130>> = {
  UsageError: 2,
  BadConfig: 2,
  BadDatabase: 2,
  BadSecretsKey: 2,
  FolderInUse: 1,
  NotMigrated: 1,
  FeedError: 1,
  Failed: 1,
  Interrupted: 130,
}

const chainOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...chainOf(error.cause)] : [])

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()

const textOf = (error: Error, name: 'code' | 'path' | 'error'): string => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

/** An error of the system in its own words, without the call that failed. */
export const systemWords = (error: Error): string =>
  'errno' in error && typeof error.errno === 'number'
    ? getSystemErrorMessage(error.errno) || error.message
    : error.message

const failed = (line: string): Failure => ({ line, exitCode: 1 })

/** What is known about an error of the system or the database; undefined for any other. */
const explained = async (error: Error): Promise<Failure | undefined> => {
  const [code, path] = [textOf(error, 'code'), textOf(error, 'path')]
  if (code === 'ERR_INVALID_URL' || error instanceof URIError)
    return {
      line: 'The address of the database is wrong; write postgres://user:password@host:5432/name, with %-escapes.',
      exitCode: 2,
    }
  const { unreachable } = await import('@basketball-data/core') // not at the top: --help is to be instant
  const lost = unreachable(error)
  if (lost !== undefined)
    return failed(
      `The database cannot be used (${oneLine(lost.message) || textOf(lost, 'code')}); check --database or DATABASE_URL, and whether the server runs.`,
    )
  return path === '' ? undefined : failed(`${path}: ${systemWords(error)}.`)
}

/** The one line that says what is wrong and what would be right; standard for every error there is. */
export const failureOf = async (error: unknown): Promise<Failure> => {
  const chain = chainOf(error)
  for (const cause of chain) {
    const exitCode = CLEAR[cause.name]
    if (exitCode !== undefined) return { line: oneLine(cause.message), exitCode }
    if (cause.name === 'ServiceError')
      return { line: oneLine(cause.message), exitCode: textOf(cause, 'error') === 'bad_request' ? 2 : 1 }
    const failure = await explained(cause)
    if (failure !== undefined) return failure
  }
  return failed(`${oneLine(chain.at(-1)?.message ?? String(error))} (LOG_LEVEL=debug shows where)`)
}
