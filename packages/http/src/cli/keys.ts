import { MAX_ACTIVE_KEYS } from '@basketball-data/core/contract'
import type { Command } from 'commander'
import { answer, withCore } from './session.ts'
import { table } from './terminal.ts'

const addCreate = (group: Command): void => {
  group
    .command('create')
    .description('Makes a key and prints it, this once: only its fingerprint is kept.')
    .requiredOption('--account <id>', 'whose it is')
    .action(async ({ account }: { account: string }, command: Command) => {
      const { id, key } = await withCore(command, (core) => core.keys.create(account))
      answer(command, { id, account, key }, `${key}\n\nKey ${id} of account ${account}. It cannot be shown again.`)
    })
}

const addList = (group: Command): void => {
  group
    .command('list')
    .description('Lists the keys of an account, newest first, without the keys themselves.')
    .requiredOption('--account <id>', 'whose they are')
    .action(async ({ account }: { account: string }, command: Command) => {
      const keys = await withCore(command, (core) => core.keys.list(account))
      const rows = keys.map(({ id, hint, created_at, revoked_at }) => [
        id,
        hint,
        created_at.toISOString(),
        revoked_at === null ? 'active' : `revoked ${revoked_at.toISOString()}`,
      ])
      answer(command, { keys }, table(['id', 'key', 'created at', 'state'], rows, `Account ${account} has no keys.`))
    })
}

const addRevoke = (group: Command): void => {
  group
    .command('revoke')
    .description('Stops a key, at once and for good.')
    .argument('<id>', 'the key, as "keys list" shows it')
    .action(async (id: string, _options: object, command: Command) => {
      const key = await withCore(command, (core) => core.keys.revoke(id))
      answer(command, key, `Key ${id} of account ${key.account} is revoked.`)
    })
}

/** `keys …` */
export const addKeys = (program: Command): void => {
  const group = program.command('keys').description(`The keys of an account: at most ${MAX_ACTIVE_KEYS} active ones.`)
  addCreate(group)
  addList(group)
  addRevoke(group)
}
