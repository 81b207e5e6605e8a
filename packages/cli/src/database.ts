import type { RowCounts } from '@basketball-data/core'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { addAbortSignal, type Readable, type Writable } from 'node:stream'
import type { Command } from 'commander'
import { UsageError } from './failures.ts'
import { readCommandConfig, interruptible, print, withCore, withExistingCore } from './session.ts'
import { startProgress } from './terminal.ts'

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

const BACKUP_HELP = `
A backup is the database at one moment. The database may be in use: Postgres by any process, an embedded one by the process
that serves it. "basketball-data restore" restores it, also into a database of the other kind.
The file contains everything that the database contains, secrets included, so only its owner can read it. A file of the
same name is replaced when the backup is complete. "-" writes to standard output.`

/** The name of standard input and output. */
const STREAM = '-'

/** The rows and tables of a backup, as text. */
const rowsText = (rows: RowCounts): string => {
  const counts = Object.values(rows)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return `${total.toLocaleString('en')} rows of ${counts.length} tables`
}

/** Writes a file under a temporary name and renames it when it is complete. Only its owner can read it. */
const replaceFile = async <Result>(file: string, write: (output: Writable) => Promise<Result>): Promise<Result> => {
  const existing = await stat(file).catch(() => undefined)
  if (existing !== undefined && !existing.isFile())
    throw new UsageError(`${file} is not a file; use "-" for standard output.`)
  const draft = `${file}.${process.pid}.part`
  const handle = await open(draft, 'w', 0o600)
  const output = handle.createWriteStream({ flush: true })
  try {
    const result = await write(output)
    await rename(draft, file)
    return result
  } catch (error) {
    output.destroy()
    await rm(draft, { force: true })
    throw error
  }
}

/** Megabytes, or kilobytes if it is less than one. */
const sizeText = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

/** `backup` */
export const defineBackup = (command: Command): void => {
  command
    .argument('<file>', 'the file, or - for standard output')
    .addHelpText('after', BACKUP_HELP)
    .action(async (file: string) => {
      if (file === STREAM && process.stdout.isTTY)
        throw new UsageError('A backup is not text: name a file, or pipe it to another program.')
      const { DATABASE_URL, PREPARE: prepare } = await readCommandConfig(command)
      const { backupDatabase } = await import('@basketball-data/core')
      const { seconds } = startProgress('backup')
      const rows = await interruptible(async (signal) => {
        const write = (output: Writable): Promise<RowCounts> =>
          backupDatabase(DATABASE_URL, addAbortSignal(signal, output), { prepare })
        return file === STREAM ? write(process.stdout) : replaceFile(file, write)
      }, 'Interrupted; no backup was made.')
      if (file === STREAM) return
      const { size } = await stat(file)
      const text = `${file} is a backup of ${rowsText(rows)}, ${sizeText(size)}. Store it like a password: it contains secrets.`
      print(command, { file, bytes: size, seconds: Math.round(seconds() * 1000) / 1000, rows }, text)
    })
}

const RESTORE_HELP = `
The database must be new or empty; its tables are created, or upgraded if the backup is of an earlier version. A file that
is damaged or not complete changes nothing. "-" reads standard input.`

/** `restore` */
export const defineRestore = (command: Command): void => {
  command
    .argument('<file>', 'a file that "basketball-data backup" has written, or - for standard input')
    .addHelpText('after', RESTORE_HELP)
    .action(async (file: string) => {
      const { DATABASE_URL, PREPARE: prepare } = await readCommandConfig(command)
      const { checkBackup, restoreDatabase } = await import('@basketball-data/core')
      const restored = await interruptible(async (signal) => {
        const open = (): Readable => addAbortSignal(signal, file === STREAM ? process.stdin : createReadStream(file))
        if (file !== STREAM) await checkBackup(open()) // before the database is opened or created
        return restoreDatabase(DATABASE_URL, open(), { prepare, signal })
      }, 'Interrupted; nothing was restored: the database is unchanged. Run the same command again.')
      const { software, taken_at, rows, secretsKey } = restored
      const text = `${rowsText(rows)} are restored, as they were at ${taken_at} in version ${software}.`
      const set = `\nThe secrets of webhooks are encrypted with the key of the folder; set SECRETS_KEY=${secretsKey}`
      const record = { software, taken_at, rows, secrets_key: secretsKey }
      print(command, record, secretsKey === null ? text : text + set)
    })
}
