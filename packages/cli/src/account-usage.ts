import type { AccountUsage, Allowance } from '@basketball-data/core'
import type { Command } from 'commander'
import { ACCOUNT_NAME, withAccount } from './accounts.ts'
import { print } from './session.ts'
import { columns, table } from './terminal.ts'

const limitText = ({ limit, remaining, resets_at }: Allowance): string =>
  limit === null || remaining === null
    ? 'no limit'
    : `of ${limit.toLocaleString('en')}, ${remaining.toLocaleString('en')} left until ${resets_at.toISOString()}`

const toText = (account: string, { plan, today, month, days, endpoints, keys, unassigned }: AccountUsage): string => {
  const calls = days.reduce((sum, day) => sum + day.calls, 0)
  const refused = days.reduce((sum, day) => sum + day.refused, 0)
  const used = days.filter((day) => day.calls > 0 || day.refused > 0).toReversed()
  const unassignedRow = unassigned === 0 ? [] : [['not recorded', unassigned, '', '']]
  return [
    `Account ${account} is on plan ${plan}.`,
    columns([
      ['today', today.used, limitText(today)],
      ['this month', month.used, limitText(month)],
      [`${days.length} days`, calls, refused === 0 ? '' : `and ${refused.toLocaleString('en')} refused`],
    ]),
    table(
      ['endpoint', 'calls', 'refused', 'last call'],
      [
        ...endpoints.map((each) => [each.endpoint, each.calls, each.refused, each.last_at.toISOString()]),
        ...unassignedRow,
      ],
      'There were no calls.',
    ),
    table(
      ['key', 'name', 'calls', 'refused', 'last call', 'state'],
      keys.map((key) => [
        key.hint,
        key.name,
        key.calls,
        key.refused,
        key.last_at?.toISOString() ?? 'never',
        key.revoked_at === null ? 'active' : `revoked ${key.revoked_at.toISOString()}`,
      ]),
      'There are no keys.',
    ),
    table(
      ['day', 'calls', 'refused'],
      used.map((each) => [each.day, each.calls, each.refused]),
      '',
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** `usage` */
export const defineUsage = (command: Command): void => {
  command
    .requiredOption('--account <account>', ACCOUNT_NAME)
    .action(async ({ account: name }: { account: string }, command: Command) => {
      const { account, usage } = await withAccount(command, name, async (core, id) => {
        return { account: id, usage: await core.usage.ofAccount(id) }
      })
      print(command, { account, ...usage }, toText(account, usage))
    })
}
