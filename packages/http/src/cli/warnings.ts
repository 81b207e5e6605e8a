import type { Command } from 'commander'
import { answer, withCore } from './session.ts'
import { table } from './terminal.ts'

/** `warnings` */
export const addWarnings = (program: Command): void => {
  program
    .command('warnings')
    .description('Lists what is inconsistent in the games that are in, by date and game.')
    .action(async (_options: object, command: Command) => {
      const warnings = await withCore(command, (core) => core.warnings())
      const rows = warnings.map(({ date, game, code, message }) => [date, game, code, message])
      answer(command, { warnings }, table(['date', 'game', 'code', 'message'], rows, 'There are no warnings.'))
    })
}
