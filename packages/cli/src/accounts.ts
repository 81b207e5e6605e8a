import type { Account, ApiKey, CommandCore, WriteKey } from '@basketball-data/core'
import type { Plan } from '@basketball-data/core/contract'
import { Argument, Option, type Command } from 'commander'
import { addHelp } from './command-groups.ts'
import { PLANS } from './contract-values.ts'
import { UsageError } from './failures.ts'
import { print, withExistingCore } from './session.ts'
import { table } from './terminal.ts'

const printAccount = (command: Command, { id, email, plan, operator }: Account): void => {
  const text = `Account ${id} of ${email} is on plan ${plan}${operator ? ', and an operator' : ''}.`
  print(command, { id, email, plan, operator }, text)
}

/** What an option or argument that names an account accepts. */
export const ACCOUNT_NAME = 'id or e-mail address of the account, see "accounts list"'

/**
 * Opens the core for a command about an account, whose id `run` receives. `name` is its id or e-mail address.
 * @throws ServiceError not_found, or bad_request for a wrong e-mail address
 */
export const withAccount = <Result>(
  command: Command,
  name: string,
  run: (core: CommandCore, account: string) => Promise<Result>,
): Promise<Result> =>
  withExistingCore(command, async (core) => {
    const { id } = await (name.includes('@') ? core.accounts.getByEmail(name) : core.accounts.get(name))
    return run(core, id)
  })

/** `accounts …` */
export const defineAccounts = (group: Command): void => {
  group
    .command('create')
    .description('Creates an account.')
    .requiredOption('--email <address>', 'e-mail address of the account holder')
    .addOption(new Option('--plan <plan>', 'plan of the account').choices(PLANS).makeOptionMandatory())
    .option('--operator', 'lets the account see and change all accounts on the account pages')
    .action(async (options: { email: string; plan: Plan; operator?: boolean }, command: Command) => {
      printAccount(command, await withExistingCore(command, (core) => core.accounts.create(options)))
    })
  group
    .command('list')
    .description('Lists all accounts, oldest first.')
    .action(async (_options: object, command: Command) => {
      const accounts = await withExistingCore(command, (core) => core.accounts.list())
      const rows = accounts.map(({ id, email, plan, operator, created_at }) => [
        id,
        email,
        plan,
        operator ? 'operator' : '',
        created_at.toISOString(),
      ])
      const columns = ['id', 'email', 'plan', 'role', 'created at']
      print(command, { accounts }, table(columns, rows, 'There are no accounts.'))
    })
  group
    .command('set-plan')
    .description('Changes the plan of an account. The next call already has the new plan.')
    .argument('<account>', ACCOUNT_NAME)
    .addArgument(new Argument('<plan>', 'the new plan').choices(PLANS))
    .action(async (name: string, plan: Plan, _options: object, command: Command) => {
      printAccount(command, await withAccount(command, name, (core, id) => core.accounts.setPlan(id, plan)))
    })
  group
    .command('set-operator')
    .description(
      'Makes an account an operator, who sees and changes all accounts on the account pages, or takes that back.',
    )
    .argument('<account>', ACCOUNT_NAME)
    .addArgument(new Argument('<state>', 'whether it is an operator').choices(['on', 'off']))
    .action(async (name: string, state: 'on' | 'off', _options: object, command: Command) => {
      printAccount(
        command,
        await withAccount(command, name, (core, id) => core.accounts.setOperator(id, state === 'on')),
      )
    })
  group
    .command('log')
    .description(
      'Lists what was done to an account, its keys and its webhooks, and by whom; without an account, what was done to the service as a whole, such as its write keys. The latest 100 actions.',
    )
    .argument('[account]', ACCOUNT_NAME)
    .action(async (name: string | undefined, _options: object, command: Command) => {
      const log = await (name === undefined
        ? withExistingCore(command, (core) => core.auditLog())
        : withAccount(command, name, (core, id) => core.accounts.log(id)))
      const rows = log.map(({ at, actor, action, detail }) => [at.toISOString(), actor?.email ?? '–', action, detail])
      const none = name === undefined ? 'There are no actions.' : `Account ${name} has no log.`
      print(command, { log }, table(['at', 'by', 'action', 'detail'], rows, none))
    })
  addHelp(group)
}

/** Options that say which keys a command is about: those of an account, or write keys. */
type WhichKeys = { account?: string; write?: boolean; source?: string; competition?: string; name?: string }

/** @throws UsageError unless the options name an account, or write keys */
const checkWhich = ({ account, write = false, source, competition }: WhichKeys): void => {
  if (write && account !== undefined) throw new UsageError('A write key belongs to no account: leave out --account.')
  if (!write && (source !== undefined || competition !== undefined))
    throw new UsageError('--source and --competition are for write keys: add --write.')
  if (!write && account === undefined) throw new UsageError('Name the account with --account, or use --write.')
}

/** `keys create` */
const createKey = async (which: WhichKeys, command: Command): Promise<void> => {
  checkWhich(which)
  const { account: of = '', write = false, source, competition, name } = which
  const named = name === undefined ? {} : { name }
  if (!write) {
    const created = await withAccount(command, of, (core, holder) => core.keys.create(holder, named))
    const { id, account, key } = created
    const text = `${key}\n\nKey ${id} of account ${account}. It cannot be shown again.`
    return print(command, { id, account, name: created.name, key }, text)
  }
  if (source === undefined) throw new UsageError('Name the source whose records the key writes with --source.')
  const scope = { source, ...(competition !== undefined && { competition }), ...named }
  const { id, key, ...created } = await withExistingCore(command, (core) => core.writeKeys.create(scope))
  const text = `${key}\n\nWrite key ${id} for ${describeScope(created)}. It cannot be shown again.`
  print(command, { id, ...created, key }, text)
}

const describeScope = ({ source, competition }: Pick<WriteKey, 'source' | 'competition'>): string =>
  competition === null ? `source ${source}` : `competition ${competition} of source ${source}`

/** `keys list` */
const listKeys = async (which: WhichKeys, command: Command): Promise<void> => {
  checkWhich(which)
  const { account = '', write = false, source } = which
  const keys: readonly (ApiKey | WriteKey)[] = await (write
    ? withExistingCore(command, (core) => core.writeKeys.list(source === undefined ? {} : { source }))
    : withAccount(command, account, (core, id) => core.keys.list(id)))
  const rows = keys.map((key) => [
    key.id,
    key.hint,
    ...('source' in key ? [key.source, key.competition ?? '–'] : []),
    key.name,
    key.created_at.toISOString(),
    key.last_used_at?.toISOString() ?? '–',
    key.revoked_at === null ? 'active' : `revoked ${key.revoked_at.toISOString()}`,
  ])
  const none = write ? 'There are no write keys.' : `Account ${account} has no keys.`
  const columns = ['id', 'key', ...(write ? ['source', 'competition'] : []), 'name', 'created at', 'last used', 'state']
  print(command, { keys }, table(columns, rows, none))
}

/** `keys revoke` */
const revokeKey = async (id: string, command: Command): Promise<void> => {
  if (id.startsWith('wk_')) {
    const key = await withExistingCore(command, (core) => core.writeKeys.revoke(id))
    return print(command, key, `Write key ${id} for ${describeScope(key)} is revoked.`)
  }
  const key = await withExistingCore(command, (core) => core.keys.revoke(id))
  print(command, key, `Key ${id} of account ${key.account} is revoked.`)
}

/** `keys …` */
export const defineKeys = (group: Command): void => {
  group
    .command('create')
    .description('Creates a key and prints it. Only its fingerprint is stored, so it cannot be shown again.')
    .option('--account <account>', ACCOUNT_NAME)
    .option('--write', 'create a write key, which writes the records of a source and reads nothing')
    .option('--source <source>', 'the source whose records a write key writes, such as my-league')
    .option('--competition <id>', 'let a write key write only games of the competition with this external id')
    .option('--name <name>', 'what to call the key, such as the program that uses it')
    .action((options: WhichKeys, command: Command) => createKey(options, command))
  group
    .command('list')
    .description(
      'Lists the keys of an account, or write keys, by id, newest first. It does not show the keys themselves.',
    )
    .option('--account <account>', ACCOUNT_NAME)
    .option('--write', 'list write keys')
    .option('--source <source>', 'list only the write keys of this source')
    .action((options: WhichKeys, command: Command) => listKeys(options, command))
  group
    .command('revoke')
    .description('Revokes a key or a write key immediately. This cannot be undone.')
    .argument('<id>', 'id of the key, see "keys list"')
    .action((id: string, _options: object, command: Command) => revokeKey(id, command))
  addHelp(group)
}
