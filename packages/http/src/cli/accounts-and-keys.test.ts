import { expect, test } from 'vitest'
import { testDatabase } from '../testing/databases.ts'
import { failureOfCli, runCli } from './testing/run-cli.ts'

test('accounts are created, listed and moved to another plan; keys are created, listed and revoked, and printed once', async () => {
  const database = await testDatabase('Postgres')
  const run = (...args: string[]) => runCli([...args, '--database', database])
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

  expect(await json('migrate')).toEqual({ migrated: true })
  const account = await json('accounts', 'create', '--email', 'Ada@Example.org', '--plan', 'free')
  expect(account).toEqual({ id: expect.stringMatching(/^ac_/), email: 'ada@example.org', plan: 'free' })
  expect(await run('accounts', 'create', '--email', 'ada@example.org', '--plan', 'live')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'basketball-data: There is an account of ada@example.org already.\n',
  })
  expect(await json('accounts', 'set-plan', account.id, 'archive')).toEqual({ ...account, plan: 'archive' })
  const { accounts } = await json('accounts', 'list')
  expect(accounts).toEqual([{ ...account, plan: 'archive', created_at: expect.any(String) }])

  const made = await json('keys', 'create', '--account', account.id)
  expect(made).toEqual({ id: expect.any(String), account: account.id, key: expect.stringMatching(/^bd_\w{38}$/) })
  const shown = await run('keys', 'create', '--account', account.id)
  expect(shown.stdout).toMatch(/^bd_\w{38}\n\nKey ak_\w+ of account ac_\w+\. It cannot be shown again\.\n$/)
  expect((await json('keys', 'revoke', made.id)).revoked_at).toEqual(expect.any(String))
  const listed = await run('keys', 'list', '--account', account.id)
  expect(listed.stdout).toMatch(/^ID +KEY +CREATED AT +STATE\n(.+ active\n.+ revoked .+|.+ revoked .+\n.+ active)\n$/)
  expect(listed.stdout).not.toContain(made.key)

  for (const line of ['keys create --account', 'keys list --account', 'keys revoke', 'accounts set-plan none live']) {
    const args = line.includes('none') ? line.split(' ') : [...line.split(' '), 'none']
    const failure = await failureOfCli([...args, '--database', database])
    expect(failure).toEqual({ exitCode: 1, message: expect.stringMatching(/^There is no (account|key) none[.;]/) })
  }
})
