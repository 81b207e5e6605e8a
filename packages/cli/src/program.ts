import { styleText } from 'node:util'
import { Command, type ErrorOptions, type Option } from 'commander'
import { addCommands, type LazyCommands } from './command-groups.ts'
import { MAX_KEYS } from './contract-values.ts'
import { UsageError } from './failures.ts'
import { supportsColour } from './terminal.ts'
import { version } from './version.ts'

/** The commands, in the order of the help. */
const COMMANDS: LazyCommands = {
  'start [options]': {
    description: 'Migrates, loads demo data if there are no games, prints a demo key per plan, and serves.',
    define: async (command) => (await import('./start.ts')).defineStart(command),
  },
  'serve [options]': {
    description: 'Serves an existing database over HTTP until Ctrl-C, and delivers events to webhooks.',
    define: async (command) => (await import('./serve.ts')).defineServe(command),
  },
  worker: {
    description:
      'Delivers events to webhooks until Ctrl-C, without serving HTTP. Several workers can run concurrently.',
    define: async (command) => (await import('./worker.ts')).defineWorker(command),
  },
  migrate: {
    description: 'Creates or updates the tables of the database. Safe to run at any time, even concurrently.',
    define: async (command) => (await import('./database.ts')).defineMigrate(command),
  },
  'backup <file>': {
    description: 'Writes a backup of the database to a file, also while it is being served.',
    define: async (command) => (await import('./database.ts')).defineBackup(command),
  },
  'restore <file>': {
    description: 'Restores a backup into a new or empty database.',
    define: async (command) => (await import('./database.ts')).defineRestore(command),
  },
  import: {
    description: 'Imports games and prices of bookmakers.',
    define: async (command) => (await import('./import.ts')).defineImport(command),
  },
  'template <path>': {
    description: 'Writes an example of a league to import from sheets: a workbook (.xlsx), or a folder of CSV files.',
    define: async (command, last) => (await import('./template.ts')).defineTemplate(command, last),
  },
  'follow [options] <feed>': {
    description: 'Requests the running games of a feed and imports them, until Ctrl-C.',
    define: async (command) => (await import('./follow.ts')).defineFollow(command),
  },
  'replay [options] <path>': {
    description: 'Plays recorded games as if they happened now, into the database or as a host to follow.',
    define: async (command) => (await import('./replay.ts')).defineReplay(command),
  },
  'watch [options] [game]': {
    description: 'Prints the scores of the day, or the play-by-play of a game, of a running service as they happen.',
    define: async (command) => (await import('./watch.ts')).defineWatch(command),
  },
  'demo [options]': {
    description: 'Fills the database with simulated competitions, clubs, players and games.',
    define: async (command) => (await import('./demo.ts')).defineDemo(command),
  },
  games: {
    description: 'Undoes mistakes: lets a game be scheduled again, or removes it.',
    define: async (command) => (await import('./undo.ts')).defineGames(command),
  },
  records: {
    description: 'Undoes mistakes: merges two teams, players, competitions or games that are one.',
    define: async (command) => (await import('./undo.ts')).defineRecords(command),
  },
  doctor: {
    description: 'Checks settings, database, clock, keys, addresses and data, and explains how to fix what it finds.',
    define: async (command) => (await import('./doctor/doctor.ts')).defineDoctor(command),
  },
  'forecasts [options]': {
    description: 'Reports how good the forecasts of games and places were.',
    define: async (command) => (await import('./forecasts.ts')).defineForecasts(command),
  },
  'rebuild-statistics': {
    description: 'Computes standings, season totals and counts again. Needed only after you changed tables by hand.',
    define: async (command) => (await import('./database.ts')).defineRebuildStatistics(command),
  },
  accounts: {
    description: 'Creates and lists accounts, and changes their plans.',
    define: async (command) => (await import('./accounts.ts')).defineAccounts(command),
  },
  keys: {
    description: `Creates, lists and revokes the API keys of accounts, at most ${MAX_KEYS} active ones each, and write keys.`,
    define: async (command) => (await import('./accounts.ts')).defineKeys(command),
  },
  deliveries: {
    description: 'Lists what was sent to the webhooks of an account, shows every attempt, and sends it again.',
    define: async (command) => (await import('./deliveries.ts')).defineDeliveries(command),
  },
  'usage [options]': {
    description: 'Shows the calls of an account: what is left of today, and 90 days by endpoint, key and day.',
    define: async (command) => (await import('./account-usage.ts')).defineUsage(command),
  },
}

/** The command with the groups before it, as it is typed. */
const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`

/** The options of a command and of the groups before it. */
const listOptions = (command: Command): readonly Option[] =>
  command.parent === null ? command.options : [...command.options, ...listOptions(command.parent)]

/** A command that reports wrong usage as a UsageError of one line; Commander would print it itself. */
class ServiceCommand extends Command {
  override createCommand(name?: string): ServiceCommand {
    return new ServiceCommand(name)
  }

  /** @throws UsageError */
  override error(message: string, { code }: ErrorOptions = {}): never {
    if (code === 'commander.missingMandatoryOptionValue' || code === 'commander.unknownOption') this.#checkNames()
    // A group that does something by itself takes its unknown command for an argument.
    if (code === 'commander.excessArguments' && this.commands.length > 0)
      return this.error(`unknown command '${this.args[0]}'`, { code: 'commander.unknownCommand' })
    const [problem = '', suggestion] = message.replace(/^error: /, '').split('\n')
    const text = problem.charAt(0).toUpperCase() + problem.slice(1).replace(/\.$/, '')
    const known = this.commands.map((command) => command.name()).join(', ')
    const correction =
      suggestion === undefined
        ? `${code === 'commander.unknownCommand' ? `; use one of ${known}` : ''}.`
        : `. ${suggestion.replace(/^\((.+)\)$/, '$1')}`
    throw new UsageError(`${text}${correction} See "${fullName(this)} --help".`)
  }

  /**
   * Reports a mistyped option by its name alone, for which Commander can suggest another. It would rather report that a
   * required one is missing, and it looks for something like `--name=value` as a whole.
   */
  #checkNames(): void {
    const names = this.args.filter((arg) => /^--./.test(arg)).map((arg) => arg.replace(/=.*/s, ''))
    const mistyped = names.find((name) => !listOptions(this).some(({ long }) => long === name))
    if (mistyped === undefined || (this.args.length === 1 && this.args[0] === mistyped)) return
    for (const option of this.options) option.makeOptionMandatory(false)
    this.parse([mistyped], { from: 'user' }) // throws
  }
}

/** The command line with all commands. Help and version throw a CommanderError instead of ending the process. */
export const createProgram = (): Command => {
  const program = new ServiceCommand('basketball-data')
    .description('A basketball-data service: import games, create API keys, serve.')
    .version(version(), '-v, --version', 'print the version')
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
    .addHelpText(
      'after',
      '\nSettings are environment variables: docs/production.md#settings\nA running service has all guides at /docs.',
    )
  addCommands(program, COMMANDS)
  return program
}
