import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { Command } from 'commander'
import { z } from 'zod'
import { addAccounts, addKeys } from './accounts.ts'
import { addBackup } from './backup.ts'
import { addCheck } from './check.ts'
import { addMigrate, addRebuildStatistics, addRefusals, addWarnings } from './database.ts'
import { addDemo } from './demo.ts'
import { UsageError } from './failures.ts'
import { addImport } from './import.ts'
import { addRestore } from './restore.ts'
import { addServe } from './serve.ts'
import { addStart } from './start.ts'
import { supportsColour } from './terminal.ts'
import { addWorker } from './worker.ts'

const version = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** The command with the groups before it, as it is typed. */
const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`

/** A command that reports wrong usage as a UsageError of one sentence; Commander would print it itself. */
class ServiceCommand extends Command {
  override createCommand(name?: string): ServiceCommand {
    return new ServiceCommand(name)
  }

  /** @throws UsageError */
  override error(message: string): never {
    const text = message.replace(/^error: /, '').replace(/\.?$/, '.')
    throw new UsageError(`${text.charAt(0).toUpperCase()}${text.slice(1)} See "${fullName(this)} --help".`)
  }
}

/** Lists the known commands when an unknown one is used; Commander only names the unknown one. */
const explainUnknownCommand = (group: Command): void => {
  group.helpCommand('help [command]', 'print help')
  group.on('command:*', ([name]: string[]) => {
    const names = group.commands.map((command) => command.name()).join(', ')
    throw new UsageError(`Unknown command "${name}"; use one of ${names}.`)
  })
}

/** The command line with all commands. Help and version throw a CommanderError instead of ending the process. */
export const createProgram = (): Command => {
  const program = new ServiceCommand('basketball-data')
    .description('A basketball-data service: import games, create API keys, serve.')
    .version(version(), '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('--database <url>', 'postgres://… or a folder (default: DATABASE_URL, else the folder .data)')
    .option('--json', 'print the result as one JSON object on standard output')
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
    })
    .configureOutput({
      getOutHasColors: () => supportsColour(process.stdout),
      getErrHasColors: () => supportsColour(process.stderr),
    })
    .exitOverride()
  const data = [addImport, addDemo, addWarnings, addRefusals, addCheck, addRebuildStatistics]
  for (const add of [addStart, addServe, addWorker, addMigrate, addBackup, addRestore, ...data, addAccounts, addKeys])
    add(program)
  for (const group of [program, ...program.commands]) if (group.commands.length > 0) explainUnknownCommand(group)
  return program
}
