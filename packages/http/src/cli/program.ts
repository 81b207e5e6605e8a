import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import type { Command } from 'commander'
import { z } from 'zod'
import { addAccounts } from './accounts.ts'
import { addDemo } from './demo.ts'
import { UsageError } from './failures.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addMigrate } from './migrate.ts'
import { addRebuildStatistics } from './rebuild-statistics.ts'
import { addRefusals } from './refusals.ts'
import { addServe } from './serve.ts'
import { ServiceCommand } from './service-command.ts'
import { addStart } from './start.ts'
import { takesColour } from './terminal.ts'
import { addWarnings } from './warnings.ts'
import { addWorker } from './worker.ts'

const version = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** Commander names the unknown command alone; the known ones are what one wants to see. */
const finishGroup = (group: Command): void => {
  group.helpCommand('help [command]', 'print help')
  group.on('command:*', ([name]: string[]) => {
    const known = group.commands.map((command) => command.name()).join(', ')
    throw new UsageError(`Unknown command "${name}"; use one of ${known}.`)
  })
}

/** The command line: every command with its options. Help and version end in a CommanderError instead of the process. */
export const createProgram = (): Command => {
  const program = new ServiceCommand('basketball-data')
    .description('A basketball-data service: import games, make keys, serve.')
    .version(version(), '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('--database <url>', 'postgres://… or a folder (default: DATABASE_URL, else the folder .data)')
    .option('--json', 'one JSON object on standard output, all else on standard error')
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
    })
    .configureOutput({
      getOutHasColors: () => takesColour(process.stdout),
      getErrHasColors: () => takesColour(process.stderr),
    })
    .exitOverride()
  const data = [addImport, addDemo, addWarnings, addRefusals, addRebuildStatistics]
  for (const add of [addStart, addServe, addWorker, addMigrate, ...data, addAccounts, addKeys]) add(program)
  for (const group of [program, ...program.commands]) if (group.commands.length > 0) finishGroup(group)
  return program
}
