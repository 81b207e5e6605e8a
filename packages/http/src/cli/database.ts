import type { Command } from 'commander'
import { print, withCore } from './session.ts'
import { table } from './terminal.ts'

/** `migrate` */
export const addMigrate = (program: Command): void => {
  program
    .command('migrate')
    .description('Creates or updates the tables of the database. Safe to run at any time, even concurrently.')
    .action(async (_options: object, command: Command) => {
      await withCore(command, async () => {}, { migrate: true })
      print(command, { migrated: true }, 'The tables are up to date.')
    })
}

/** `warnings` */
export const addWarnings = (program: Command): void => {
  program
    .command('warnings')
    .description('Lists inconsistencies in the stored games, by date and game.')
    .option('--code <code>', 'only warnings with this code, like player_joined')
    .action(async ({ code }: { code?: string }, command: Command) => {
      const warnings = await withCore(command, (core) => core.warnings({ code }))
      const rows = warnings.map(({ date, game, code, message }) => [date, game, code, message])
      print(command, { warnings }, table(['date', 'game', 'code', 'message'], rows, 'There are no warnings.'))
    })
}

/** `refusals` */
export const addRefusals = (program: Command): void => {
  program
    .command('refusals')
    .description('Lists games that were refused and events without a game, with the reason, until they are accepted.')
    .action(async (_options: object, command: Command) => {
      const refusals = await withCore(command, (core) => core.refusals())
      const rows = refusals.map(({ source, external_id, reason }) => [source, external_id, reason.replace(/\s+/g, ' ')])
      print(command, { refusals }, table(['source', 'game', 'reason'], rows, 'Nothing was refused.'))
    })
}

/** `rebuild-statistics` */
export const addRebuildStatistics = (program: Command): void => {
  program
    .command('rebuild-statistics')
    .description('Computes standings, season totals and counts again. Needed only after you changed tables by hand.')
    .action(async (_options: object, command: Command) => {
      await withCore(command, (core) => core.rebuildStatistics())
      print(command, { rebuilt: true }, 'The statistics are rebuilt.')
    })
}
