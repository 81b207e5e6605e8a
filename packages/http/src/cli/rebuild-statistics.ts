import type { Command } from 'commander'
import { answer, withCore } from './session.ts'

/** `rebuild-statistics` */
export const addRebuildStatistics = (program: Command): void => {
  program
    .command('rebuild-statistics')
    .description('Makes tables, season totals and counts anew from the games; needed only after changes by hand.')
    .action(async (_options: object, command: Command) => {
      await withCore(command, (core) => core.rebuildStatistics())
      answer(command, { rebuilt: true }, 'The statistics are rebuilt.')
    })
}
