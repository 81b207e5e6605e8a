import { Help, type Command } from 'commander'
import { UsageError } from './failures.ts'

/** A command whose module is loaded only when it is chosen, so that help and mistakes are answered without it. */
export type LazyCommand = {
  /** Its name and what follows it, as the list of commands shows them: `backup <file>`. */
  usage: string
  description: string
  /** Loads its module, and adds its arguments, options and action. */
  define: (command: Command) => Promise<void>
}

/** The error for an unknown command. It lists the known ones; Commander would only name the unknown one. */
const unknownCommand = (group: Command, name: string): UsageError =>
  new UsageError(`Unknown command "${name}"; use one of ${group.commands.map((each) => each.name()).join(', ')}.`)

/** Makes a group throw a UsageError for an unknown command. */
export const explainUnknownCommand = (group: Command): void => {
  group.on('command:*', ([name = '']: string[]) => {
    throw unknownCommand(group, name)
  })
}

/** The command "help [command]" of a group. Commander's own would print commands that are not defined yet. */
const addHelp = (group: Command, define: (command: Command) => Promise<void>): void => {
  group
    .helpCommand(false)
    .command('help')
    .argument('[command]')
    .description('print help')
    .allowExcessArguments()
    .action(async (name?: string) => {
      if (name === undefined) group.help()
      const command = group.commands.find((each) => each.name() === name)
      if (command === undefined) throw unknownCommand(group, name)
      await define(command)
      command.help()
    })
}

/** Sets options like --no-worker to true, as Commander does before it parses a command, which is before this one is defined. */
const setNegatedDefaults = (command: Command): void => {
  for (const option of command.options) {
    const name = option.attributeName()
    if (option.negate && command.getOptionValue(name) === undefined)
      command.setOptionValueWithSource(name, true, 'default')
  }
}

/** Adds commands to a group, in the order of its help. */
export const addCommands = (group: Command, commands: readonly LazyCommand[]): void => {
  const added = new Map(
    commands.map((each) => {
      const [name = ''] = each.usage.split(' ')
      return [group.command(name).description(each.description), each]
    }),
  )
  const define = async (command: Command): Promise<void> => {
    await added.get(command)?.define(command)
    setNegatedDefaults(command)
  }
  group.hook('preSubcommand', (_group, command) => define(command))
  addHelp(group, define)
  explainUnknownCommand(group)
  const plain = new Help()
  group.configureHelp({
    ...group.configureHelp(),
    subcommandTerm: (command) => added.get(command)?.usage ?? plain.subcommandTerm(command),
  })
}
