import type { Command } from 'commander'
import { answer, withCore } from './session.ts'
import { table } from './terminal.ts'

/** `refusals` */
export const addRefusals = (program: Command): void => {
  program
    .command('refusals')
    .description('Lists the games that were refused and why; one that is accepted after all leaves the list.')
    .action(async (_options: object, command: Command) => {
      const refusals = await withCore(command, (core) => core.refusals())
      const rows = refusals.map(({ source, external_id, reason }) => [source, external_id, reason.replace(/\s+/g, ' ')])
      answer(command, { refusals }, table(['source', 'game', 'reason'], rows, 'Nothing was refused.'))
    })
}
