import type { Account } from '@basketball-data/core'
import { PLANS, type Plan } from '@basketball-data/core/contract'
import { Argument, Option, type Command } from 'commander'
import { answer, withCore } from './session.ts'
import { table } from './terminal.ts'

const record = ({ id, email, plan }: Account) => ({ id, email, plan })

const said = ({ id, email, plan }: Account): string => `Account ${id} of ${email} is on plan ${plan}.`

const addCreate = (group: Command): void => {
  group
    .command('create')
    .description('Makes an account.')
    .requiredOption('--email <address>', 'who holds it')
    .addOption(new Option('--plan <plan>', 'what it may call').choices(PLANS).makeOptionMandatory())
    .action(async ({ email, plan }: { email: string; plan: Plan }, command: Command) => {
      const account = await withCore(command, (core) => core.accounts.create({ email, plan }))
      answer(command, record(account), said(account))
    })
}

const addList = (group: Command): void => {
  group
    .command('list')
    .description('Lists all accounts, oldest first.')
    .action(async (_options: object, command: Command) => {
      const accounts = await withCore(command, (core) => core.accounts.list())
      const rows = accounts.map(({ id, email, plan, created_at }) => [id, email, plan, created_at.toISOString()])
      answer(command, { accounts }, table(['id', 'email', 'plan', 'created at'], rows, 'There are no accounts.'))
    })
}

const addSetPlan = (group: Command): void => {
  group
    .command('set-plan')
    .description('Puts an account on another plan, at once.')
    .argument('<id>', 'the account, as "accounts list" shows it')
    .addArgument(new Argument('<plan>', 'the new plan').choices(PLANS))
    .action(async (id: string, plan: Plan, _options: object, command: Command) => {
      const account = await withCore(command, (core) => core.accounts.setPlan(id, plan))
      answer(command, record(account), said(account))
    })
}

/** `accounts …` */
export const addAccounts = (program: Command): void => {
  const group = program.command('accounts').description('Who may call, and on which plan.')
  addCreate(group)
  addList(group)
  addSetPlan(group)
}
