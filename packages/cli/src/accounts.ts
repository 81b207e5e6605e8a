import type { Account, Core } from '@basketball-data/core'
import type { Plan } from '@basketball-data/core/contract'
import { Argument, Option, type Command } from 'commander'
import { addHelp } from './command-groups.ts'
import { PLANS } from './contract-values.ts'
import { print, withExistingCore } from './session.ts'
import { table } from './terminal.ts'

const toRecord = ({ id, email, plan, operator }: Account) => ({ id, email, plan, operator })
const toText = ({ id, email, plan, operator }: Account): string =>
  `Account ${id} of ${email} is on plan ${plan}${operator ? ', and an operator' : ''}.`

/** What an option or argument that names an account accepts. */
export const ACCOUNT_NAME = 'id or e-mail address of the account, see "accounts list"'

/**
 * Opens the core for a command about an account, whose id `run` receives. `name` is its id or e-mail address.
 * @throws ServiceError not_found, or bad_request for a wrong e-mail address
 */
export const withAccount = <Result>(
  command: Command,
  name: string,
  run: (core: Core, account: string) => Promise<Result>,
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
      const account = await withExistingCore(command, (core) => core.accounts.create(options))
      print(command, toRecord(account), toText(account))
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
      const account = await withAccount(command, name, (core, id) => core.accounts.setPlan(id, plan))
      print(command, toRecord(account), toText(account))
    })
  group
    .command('set-operator')
    .description(
      'Makes an account an operator, who sees and changes all accounts on the account pages, or takes that back.',
    )
    .argument('<account>', ACCOUNT_NAME)
    .addArgument(new Argument('<state>', 'whether it is an operator').choices(['on', 'off']))
    .action(async (name: string, state: 'on' | 'off', _options: object, command: Command) => {
      const account = await withAccount(command, name, (core, id) => core.accounts.setOperator(id, state === 'on'))
      print(command, toRecord(account), toText(account))
    })
  group
    .command('log')
    .description('Lists what was done to an account, its keys and its webhooks, and by whom: the latest 100 actions.')
    .argument('<account>', ACCOUNT_NAME)
    .action(async (name: string, _options: object, command: Command) => {
      const log = await withAccount(command, name, (core, id) => core.accounts.log(id))
      const rows = log.map(({ at, actor, action, detail }) => [at.toISOString(), actor?.email ?? '–', action, detail])
      print(command, { log }, table(['at', 'by', 'action', 'detail'], rows, `Account ${name} has no log.`))
    })
  addHelp(group)
}

/** `keys …` */
export const defineKeys = (group: Command): void => {
  group
    .command('create')
    .description('Creates a key and prints it. Only its fingerprint is stored, so it cannot be shown again.')
    .requiredOption('--account <account>', ACCOUNT_NAME)
    .option('--name <name>', 'what to call the key, such as the program that uses it')
    .action(async ({ account: of, ...options }: { account: string; name?: string }, command: Command) => {
      const created = await withAccount(command, of, (core, holder) => core.keys.create(holder, options))
      const { id, account, name, key } = created
      print(command, { id, account, name, key }, `${key}\n\nKey ${id} of account ${account}. It cannot be shown again.`)
    })
  group
    .command('list')
    .description('Lists the keys of an account by id, newest first. It does not show the keys themselves.')
    .requiredOption('--account <account>', ACCOUNT_NAME)
    .action(async ({ account }: { account: string }, command: Command) => {
      const keys = await withAccount(command, account, (core, id) => core.keys.list(id))
      const rows = keys.map(({ id, name, hint, created_at, last_used_at, revoked_at }) => [
        id,
        hint,
        name,
        created_at.toISOString(),
        last_used_at?.toISOString() ?? '–',
        revoked_at === null ? 'active' : `revoked ${revoked_at.toISOString()}`,
      ])
      const columns = ['id', 'key', 'name', 'created at', 'last used', 'state']
      print(command, { keys }, table(columns, rows, `Account ${account} has no keys.`))
    })
  group
    .command('revoke')
    .description('Revokes a key immediately. This cannot be undone.')
    .argument('<id>', 'id of the key, see "keys list"')
    .action(async (id: string, _options: object, command: Command) => {
      const key = await withExistingCore(command, (core) => core.keys.revoke(id))
      print(command, key, `Key ${id} of account ${key.account} is revoked.`)
    })
  addHelp(group)
}
