import { CommanderError } from 'commander'
import { showsStacks } from '../config.ts'
import { failureOf } from './failures.ts'
import { createProgram } from './program.ts'

/** Help and version end in an error too, but nothing is wrong; help instead of a command is. */
const exitCodeOfHelp = (error: unknown): number | undefined => {
  if (!(error instanceof CommanderError)) return undefined
  if (error.code === 'commander.help') return error.exitCode === 0 ? 0 : 2
  return ['commander.helpDisplayed', 'commander.version'].includes(error.code) ? 0 : undefined
}

const report = async (error: unknown): Promise<void> => {
  const { line, exitCode } = await failureOf(error)
  process.stderr.write(`basketball-data: ${line}\n`)
  if (showsStacks() && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exitCode = exitCode
}

/**
 * Runs the command line and sets the exit code: 0 done, 1 failed, 2 wrong input, 130 interrupted.
 * What goes wrong is one line on standard error; with LOG_LEVEL=debug the stack follows.
 */
export const main = async (argv: readonly string[]): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') void report(error) // a reader like head has seen enough
  })
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    const shown = exitCodeOfHelp(error)
    if (shown === undefined) await report(error)
    else process.exitCode = shown
  }
}
