import type { Command } from 'commander'
import { serveUntilStopped, withListener } from './listen.ts'
import { answer } from './session.ts'

/** `serve` */
export const addServe = (program: Command): void => {
  withListener(program.command('serve'))
    .description('Serves the database over HTTP until Ctrl-C.')
    .addHelpText(
      'after',
      '\nBASE_URL in the environment is the address callers reach it at, where that is another one.',
    )
    .action(async (_options: object, command: Command) => {
      const announce = (url: string) => answer(command, { url }, `Serving ${url}`)
      await serveUntilStopped(command, async () => ({}), announce)
    })
}
