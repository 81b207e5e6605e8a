import { Help, type Command } from 'commander'

/** A command whose module is loaded only when it is chosen, so that help and mistakes are answered without it. */
export type LazyCommand = {
  description: string
  /** Loads its module, and adds its arguments, options and action; `last` is the last part of its usage. */
  define: (command: Command, last: string) => Promise<void>
}

/** Commands by their names and what follows these, as the list of commands shows it: `backup <file>`. */
export type LazyCommands = Readonly<Record<string, LazyCommand>>

/**
 * Adds the command "help [command...]" to a group. Commander's own would print commands that are not defined yet.
 * @param define defines a command of the group, if that is not done yet
 */
export const addHelp = (group: Command, define: (command: Command) => Promise<void> = async () => {}): void => {
  group
    .helpCommand(false)
    .command('help')
    .argument('[command...]')
    .description('print help')
    .action(async ([name, ...below]: string[]) => {
      if (name === undefined) group.help()
      const command = group.commands.find((each) => each.name() === name)
      if (command === undefined) return void (await group.parseAsync([name], { from: 'user' })) // throws
      await define(command)
      if (below.length > 0 && command.commands.length > 0)
        await command.parseAsync(['help', ...below], { from: 'user' })
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
export const addCommands = (group: Command, commands: LazyCommands): void => {
  const added = new Map(
    Object.entries(commands).map(([usage, { description, define }]) => {
      const [name = ''] = usage.split(' ')
      const last = usage.split(' ').at(-1) ?? ''
      return [group.command(name).description(description), { usage, define: (each: Command) => define(each, last) }]
    }),
  )
  const define = async (command: Command): Promise<void> => {
    await added.get(command)?.define(command)
    setNegatedDefaults(command)
  }
  group.hook('preSubcommand', (_group, command) => define(command))
  addHelp(group, define)
  const plain = new Help()
  group.configureHelp({
    ...group.configureHelp(),
    subcommandTerm: (command) => added.get(command)?.usage ?? plain.subcommandTerm(command),
  })
}
