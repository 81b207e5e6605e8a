import { createReadStream } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import type { Command } from 'commander'
import { rowsText } from './backup.ts'
import { configOf, interruptible, print } from './session.ts'

const HELP = `
The database must be new or empty; its tables are created, or upgraded if the backup is of an earlier version. A file that
is damaged or not complete changes nothing. "-" reads standard input.`

const INTERRUPTED = 'Interrupted; nothing was restored: the database is unchanged. Run the same command again.'

/** `restore` */
export const defineRestore = (command: Command): void => {
  command
    .argument('<file>', 'a file that "basketball-data backup" has written, or - for standard input')
    .addHelpText('after', HELP)
    .action(async (file: string) => {
      const { DATABASE_URL, PREPARE: prepare } = await configOf(command)
      const { checkBackup, restoreDatabase } = await import('@basketball-data/core')
      const restored = await interruptible(async (signal) => {
        const open = (): Readable => addAbortSignal(signal, file === '-' ? process.stdin : createReadStream(file))
        if (file !== '-') await checkBackup(open()) // before the database is opened or created
        return restoreDatabase(DATABASE_URL, open(), { prepare })
      }, INTERRUPTED)
      const { software, taken_at, rows, secretsKey } = restored
      const text = [
        `${rowsText(rows)} are restored, as they were at ${taken_at} in version ${software}.`,
        ...(secretsKey === null
          ? []
          : [`The secrets of webhooks are encrypted with the key of the folder; set SECRETS_KEY=${secretsKey}`]),
      ].join('\n')
      print(command, { software, taken_at, rows, secrets_key: secretsKey }, text)
    })
}
