import { CommanderError } from 'commander'
import { showsStacks } from './output-settings.ts'
import { toFailure, Interrupted } from './failures.ts'
import { createProgram } from './program.ts'

/** Commander throws for help and version too. They are successes, unless help is printed for lack of a command. */
const helpExitCode = (error: unknown): number | undefined => {
  if (!(error instanceof CommanderError)) return undefined
  if (error.code === 'commander.help') return error.exitCode === 0 ? 0 : 2
  return ['commander.helpDisplayed', 'commander.version'].includes(error.code) ? 0 : undefined
}

/** Time, ms, for the process to end by itself after a signal. */
const END_AFTER = 50

/**
 * Ends a process that still waits for a file or the database. `process.exit` would itself wait for a file system that does
 * not respond, so the process then ends by the signal, for which shells have the same exit code.
 */
const endProcess = (signal: NodeJS.Signals): void => {
  const readsFile = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
  if (readsFile) process.kill(process.pid, signal)
  else process.exit()
}

const report = async (error: unknown, end: typeof endProcess): Promise<void> => {
  const { message, exitCode } = await toFailure(error)
  process.stderr.write(`basketball-data: ${message}\n`)
  if (showsStacks() && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exitCode = exitCode
  if (error instanceof Interrupted) setTimeout(end, END_AFTER, error.signal).unref()
}

/**
 * Runs the command line and sets the exit code: 0 success, 1 failure, 2 wrong input, 130 after Ctrl-C, 143 after SIGTERM.
 * An error is one line on standard error; with LOG_LEVEL=debug its stack follows. `end` is called a moment after a command was
 * interrupted.
 */
export const main = async (argv: readonly string[], end = endProcess): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') void report(error, end) // EPIPE: a reader like head has closed the pipe
  })
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    const exitCode = helpExitCode(error)
    if (exitCode === undefined) await report(error, end)
    else process.exitCode = exitCode
  }
}
