import type { Command } from 'commander'
import { print, withCore, withExistingCore } from './session.ts'
import { table } from './terminal.ts'

/** `migrate` */
export const defineMigrate = (command: Command): void => {
  const help = '\nAll of it is done or nothing: after Ctrl-C or SIGTERM, run it again.'
  command.addHelpText('after', help).action(async () => {
    await withCore(command, async () => {}, { migrate: true })
    print(command, { migrated: true }, 'The tables are up to date.')
  })
}

/** `warnings` */
export const defineWarnings = (command: Command): void => {
  command
    .option('--code <code>', 'only warnings with this code, like player_joined')
    .action(async ({ code }: { code?: string }) => {
      const warnings = await withExistingCore(command, (core) => core.warnings({ code }))
      const rows = warnings.map(({ date, game, code, message }) => [date, game, code, message])
      print(command, { warnings }, table(['date', 'game', 'code', 'message'], rows, 'There are no warnings.'))
    })
}

/** `refusals` */
export const defineRefusals = (command: Command): void => {
  command.action(async () => {
    const refusals = await withExistingCore(command, (core) => core.refusals())
    const rows = refusals.map(({ source, external_id, reason }) => [source, external_id, reason.replace(/\s+/g, ' ')])
    print(command, { refusals }, table(['source', 'game', 'reason'], rows, 'Nothing was refused.'))
  })
}

/** `rebuild-statistics` */
export const defineRebuildStatistics = (command: Command): void => {
  const help = '\nAll of it is done or nothing: after Ctrl-C or SIGTERM, the statistics are as before.'
  command.addHelpText('after', help).action(async () => {
    await withExistingCore(command, (core) => core.rebuildStatistics())
    print(command, { rebuilt: true }, 'The statistics are rebuilt.')
  })
}
