import { createCore } from '@basketball-data/core'
import { expect, test } from 'vitest'
import { testDatabase } from '../../http/src/testing/databases.js'
import { runFailingCli, runCommand } from './testing/run-cli.ts'

test('usage shows what is left of today, and calls by endpoint, key and day', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  const { id } = await core.accounts.create({ email: 'ada@example.org', plan: 'free' })
  const { key } = await core.keys.create(id)
  for (let n = 0; n < 12; n++) {
    const call = await core.countCall(key, { counts: true })
    await core
      .caller(call)
      .seasons.list()
      .catch(() => {})
  }
  await core.close()

  const { stdout } = await runCommand(['usage', '--account', id, '--database', database])
  expect(stdout).toMatch(
    new RegExp(`^Account ${id} is on plan free\\.\\n\\ntoday +10  of 100, 90 left until \\d.+Z\\n`),
  )
  expect(stdout).toMatch(/\n90 days +10  and 2 refused\n/)
  expect(stdout).toMatch(/\nENDPOINT +CALLS +REFUSED +LAST CALL\nGET \/seasons +10 +2  \d.+Z\n/)
  expect(stdout).toMatch(/\nKEY +NAME +CALLS +REFUSED +LAST CALL +STATE\nbd_\S+ +10 +2  \S+Z +active\n/)
  expect(stdout).toMatch(/\nDAY +CALLS +REFUSED\n\d{4}-\d\d-\d\d +10 +2\n$/)
  expect(stdout).not.toContain(key)

  const json = await runCommand(['usage', '--account', id, '--database', database, '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({
    account: id,
    plan: 'free',
    today: { used: 10, limit: 100, remaining: 90 },
    endpoints: [{ endpoint: 'GET /seasons', calls: 10, refused: 2 }],
    unassigned: 0,
  })
  expect(await runFailingCli(['usage', '--account', 'none', '--database', database])).toEqual({
    exitCode: 1,
    message: expect.stringMatching(/^There is no account none[.;]/),
  })
})
