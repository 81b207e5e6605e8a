import { expect, test } from 'vitest'
import { testDatabase } from '../../http/src/testing/databases.js'
import { runFailingCli, runCommand } from './testing/run-cli.ts'

test('accounts are created, listed and moved to another plan; keys are created, listed and revoked, and printed once', async () => {
  const database = await testDatabase('Postgres')
  const run = (...args: string[]) => runCommand([...args, '--database', database])
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

  expect(await json('migrate')).toEqual({ migrated: true })
  const account = await json('accounts', 'create', '--email', 'Ada@Example.org', '--plan', 'free')
  expect(account).toEqual({
    id: expect.stringMatching(/^ac_/),
    email: 'ada@example.org',
    plan: 'free',
    operator: false,
  })
  expect(await run('accounts', 'create', '--email', 'ada@example.org', '--plan', 'live')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'basketball-data: There is an account of ada@example.org already.\n',
  })
  expect(await json('accounts', 'set-plan', account.id, 'archive')).toEqual({ ...account, plan: 'archive' })
  const { accounts } = await json('accounts', 'list')
  expect(accounts).toEqual([{ ...account, plan: 'archive', created_at: expect.any(String) }])

  const made = await json('keys', 'create', '--account', account.id)
  expect(made).toEqual({
    id: expect.any(String),
    account: account.id,
    name: '',
    key: expect.stringMatching(/^bd_\w{38}$/),
  })
  const shown = await run('keys', 'create', '--account', account.id, '--name', 'My server')
  expect(shown.stdout).toMatch(/^bd_\w{38}\n\nKey ak_\w+ of account ac_\w+\. It cannot be shown again\.\n$/)
  expect((await json('keys', 'revoke', made.id)).revoked_at).toEqual(expect.any(String))
  const listed = await run('keys', 'list', '--account', account.id)
  expect(listed.stdout).toMatch(/^ID +KEY +NAME +CREATED AT +LAST USED +STATE\n/)
  expect(listed.stdout).toMatch(/\n(.+ My server .+ active\n.+ revoked .+|.+ revoked .+\n.+ My server .+ active)\n$/)
  expect(listed.stdout).not.toContain(made.key)
  const { log } = await json('accounts', 'log', account.id)
  expect(log.map(({ action }: { action: string }) => action)).toEqual([
    'key revoked',
    'key created',
    'key created',
    'plan changed',
    'account created',
  ])
  expect((await run('accounts', 'log', account.id)).stdout).toContain('from free to archive')
  const operator = ['--email', 'operator@example.org', '--plan', 'free', '--operator']
  expect((await run('accounts', 'create', ...operator)).stdout).toMatch(/ is on plan free, and an operator\.\n$/)

  expect((await run('accounts', 'set-operator', 'ADA@example.org', 'on')).stdout).toMatch(/, and an operator\.\n$/)
  expect(await json('accounts', 'set-operator', account.id, 'off')).toMatchObject({ operator: false })

  for (const line of [
    'keys create --account',
    'keys list --account',
    'keys revoke',
    'accounts log',
    'accounts set-plan none live',
    'accounts set-operator none on',
  ]) {
    const args = line.includes('none') ? line.split(' ') : [...line.split(' '), 'none']
    const failure = await runFailingCli([...args, '--database', database])
    expect(failure).toEqual({ exitCode: 1, message: expect.stringMatching(/^There is no (account|key) none[.;]/) })
  }
})

test('every command about an account takes its id or its e-mail address', async () => {
  const database = await testDatabase('Postgres')
  const json = async (...args: string[]) =>
    JSON.parse((await runCommand([...args, '--database', database, '--json'])).stdout)
  await json('migrate')
  const { id } = await json('accounts', 'create', '--email', 'ada@example.org', '--plan', 'live')
  const key = await json('keys', 'create', '--account', 'ADA@example.org')
  expect(key).toMatchObject({ account: id })
  expect(await json('keys', 'list', '--account', 'ada@example.org')).toMatchObject({ keys: [{ id: key.id }] })
  expect(await json('usage', '--account', 'ada@example.org')).toMatchObject({ account: id })
  expect(await json('deliveries', 'list', '--account', 'ada@example.org')).toMatchObject({ deliveries: [] })
  expect(await json('accounts', 'set-plan', 'ada@example.org', 'archive')).toMatchObject({ id, plan: 'archive' })
  expect(await json('accounts', 'log', 'ada@example.org')).toEqual(await json('accounts', 'log', id))
  expect(await runFailingCli(['keys', 'create', '--account', 'eve@example.org', '--database', database])).toEqual({
    exitCode: 1,
    message: expect.stringMatching(/^There is no account eve@example\.org[.;]/),
  })
})

test('write keys are created, listed by source and revoked, and the log says so', async () => {
  const database = await testDatabase('Postgres')
  const run = (...args: string[]) => runCommand([...args, '--database', database])
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
  await json('migrate')
  const league = await json(
    'keys',
    'create',
    '--write',
    '--source',
    'league',
    '--competition',
    'L1',
    '--name',
    'Scorer',
  )
  expect(league).toEqual({
    id: expect.stringMatching(/^wk_/),
    source: 'league',
    competition: 'L1',
    name: 'Scorer',
    key: expect.stringMatching(/^bdw_\w{38}$/),
  })
  const shown = await run('keys', 'create', '--write', '--source', 'cup')
  expect(shown.stdout).toMatch(/^bdw_\w{38}\n\nWrite key wk_\w+ for source cup\. It cannot be shown again\.\n$/)
  expect((await json('keys', 'list', '--write')).keys).toHaveLength(2)
  expect(await json('keys', 'list', '--write', '--source', 'league')).toMatchObject({ keys: [{ id: league.id }] })
  const listed = await run('keys', 'list', '--write')
  expect(listed.stdout).toMatch(/^ID +KEY +SOURCE +COMPETITION +NAME +CREATED AT +LAST USED +STATE\n/)
  expect(listed.stdout).not.toContain(league.key)
  expect((await run('keys', 'revoke', league.id)).stdout).toBe(
    `Write key ${league.id} for competition L1 of source league is revoked.\n`,
  )
  expect((await json('accounts', 'log')).log.map(({ action }: { action: string }) => action)).toEqual([
    'write key revoked',
    'write key created',
    'write key created',
  ])
  for (const [line, message] of [
    ['keys create', /^Name the account with --account, or use --write\./],
    ['keys create --write', /^Name the source .+ with --source\./],
    ['keys create --write --source league --account none', /^A write key belongs to no account/],
    ['keys create --account none --source league', /^--source and --competition are for write keys/],
    ['keys create --write --source A!', /^source must be lower-case letters/],
    ['keys list', /^Name the account with --account, or use --write\./],
    ['keys revoke wk_none', /^There is no write key wk_none/],
  ] as const)
    expect((await runFailingCli([...line.split(' '), '--database', database])).message).toMatch(message)
})
