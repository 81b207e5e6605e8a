import type { Command } from 'commander'
import { print, withCore, withExistingCore } from './session.ts'

/** `migrate` */
export const defineMigrate = (command: Command): void => {
  const help = '\nAll of it is done or nothing: after Ctrl-C or SIGTERM, run it again.'
  command.addHelpText('after', help).action(async () => {
    await withCore(command, async () => {}, { migrate: true })
    print(command, { migrated: true }, 'The tables are up to date.')
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
