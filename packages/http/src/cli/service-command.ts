import { Command } from 'commander'
import { UsageError } from './failures.ts'

/** A command as it is typed, with the groups it stands in. */
const typedAs = (command: Command): string =>
  command.parent === null ? command.name() : `${typedAs(command.parent)} ${command.name()}`

/** A command whose wrong use is one sentence, and where to read on; Commander would write it out itself. */
export class ServiceCommand extends Command {
  override createCommand(name?: string): ServiceCommand {
    return new ServiceCommand(name)
  }

  /** @throws UsageError */
  override error(message: string): never {
    const words = message.replace(/^error: /, '').replace(/\.?$/, '.')
    throw new UsageError(`${words.charAt(0).toUpperCase()}${words.slice(1)} See "${typedAs(this)} --help".`)
  }
}
