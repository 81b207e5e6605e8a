import type { Command } from 'commander'
import { answer, withCore } from './session.ts'

/** `migrate` */
export const addMigrate = (program: Command): void => {
  program
    .command('migrate')
    .description('Brings the tables of the database up to date; it can run at any time, in any number.')
    .action(async (_options: object, command: Command) => {
      await withCore(command, async () => {}, { migrate: true })
      answer(command, { migrated: true }, 'The tables are up to date.')
    })
}
