import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore, getFolderPaths } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { newDatabase, testDatabase } from '../../http/src/testing/databases.js'
import { openReceiver } from '../../http/src/testing/receiver.js'
import { requestAt } from '../../http/src/testing/request.js'
import { launchCli, newFolder, runCli, runCommand, startCli } from './testing/run-cli.ts'

const BUNDLES = [...simulate({ day: '2026-11-20', games: 8 })]
const toLines = (bundles: readonly object[]) => bundles.map((bundle) => `${JSON.stringify(bundle)}\n`).join('')

const writeFile = (name: string, content: string): string => {
  const file = join(newFolder(), name)
  writeFileSync(file, content)
  return file
}

const PLANS = JSON.stringify({ complete: { per_minute: 1_000_000 } })
const ENV = { LOG_LEVEL: 'silent', WEBHOOKS_ALLOW_PRIVATE: '1', PLANS }

describe('beside a process that serves the folder', () => {
  let folder = ''
  let log = ''
  let request: ReturnType<typeof requestAt>

  beforeAll(async () => {
    const { address, drop } = await newDatabase('embedded')
    folder = address
    const serving = launchCli(['serve', '--port', '0', '--json', '--database', folder], {
      env: { ...ENV, LOG_LEVEL: 'trace' },
    })
    serving.process.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    request = requestAt(JSON.parse(await serving.waitFor('stdout', /\n/)).url)
    return async () => {
      serving.process.kill('SIGINT')
      await serving.ended
      await drop()
    }
  })

  const run = (...args: string[]) => runCommand([...args, '--database', folder])
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const newKey = async (email: string, plan: string) => {
    const { id: account } = await json('accounts', 'create', '--email', email, '--plan', plan)
    const { id, key } = await json('keys', 'create', '--account', account)
    return { account, id, key }
  }
  const importBundles = (bundles: readonly object[]) =>
    json('import', 'bundles', writeFile('games.ndjson', toLines(bundles)))

  test('a key that is created works at once, with a changed plan at once, and is refused at once after it is revoked', async () => {
    const { account, id, key } = await newKey('ada@example.org', 'free')
    expect(await request('/v1/competitions', { key })).toMatchObject({ status: 200 })
    expect(await request('/v1/changes', { key })).toMatchObject({ status: 403 })
    await json('accounts', 'set-plan', 'ada@example.org', 'complete')
    expect(await request('/v1/changes', { key })).toMatchObject({ status: 200 })
    expect(await json('usage', '--account', account)).toMatchObject({ today: { used: 3 } })
    await json('keys', 'revoke', id)
    expect(await request('/v1/competitions', { key })).toMatchObject({ status: 401 })
    expect(await json('keys', 'list', '--account', account)).toMatchObject({
      keys: [{ revoked_at: expect.any(String) }],
    })
    expect((await json('accounts', 'log', account)).log.length).toBeGreaterThan(2)
    expect(await json('accounts', 'set-operator', account, 'on')).toMatchObject({ operator: true })
    expect((await json('accounts', 'list')).accounts).toHaveLength(1)
    await expect.poll(() => log).toContain('/v1/competitions')
    expect(log).not.toContain(key)
    expect(await run('accounts', 'log', 'ac_unknown')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^basketball-data: There is no account ac_unknown\.\n$/),
    })
  })

  test('games are imported while the service is called, and are served at once', async () => {
    const { key } = await newKey('load@example.org', 'complete')
    const state = { imported: false }
    const importing = importBundles([...BUNDLES.slice(0, 6), { source: 'unknown' }]).finally(
      () => (state.imported = true),
    )
    const statuses = new Set<number>()
    while (!state.imported) statuses.add((await request('/v1/games?per_page=1', { key })).status)
    expect(await importing).toMatchObject({ games: 6, refused: 1 })
    expect([...statuses]).toEqual([200])
    expect((await request('/v1/games', { key })).body).toMatchObject({ meta: { total: 6 } })
    expect((await json('doctor', 'refusals')).refusals).toHaveLength(1)
    expect((await json('doctor', 'warnings')).warnings).toEqual([])
    expect((await json('doctor', 'accuracy')).seasons.length).toBeGreaterThan(0)
  })

  test('sheets are rehearsed and imported, and a write key is created, listed and revoked', async () => {
    const book = join(newFolder(), 'league.xlsx')
    expect(await run('template', book)).toMatchObject({ code: 0 })
    const rehearsed = { created: 2, updated: 0, unchanged: 0, refused: 0 }
    expect(await json('import', 'sheets', book, '--dry-run')).toMatchObject(rehearsed)
    expect(await json('import', 'sheets', book)).toMatchObject({ games: 2, refused: 0 })
    expect(await json('import', 'sheets', book, '--dry-run')).toMatchObject({ created: 0, unchanged: 2 })
    const { id } = await json('keys', 'create', '--write', '--source', 'sheets')
    expect(await json('keys', 'revoke', id)).toMatchObject({ id, revoked_at: expect.any(String) })
    expect(await json('keys', 'list', '--write')).toMatchObject({ keys: [{ id, source: 'sheets' }] })
  })

  test('mistakes are undone, and the responses that were cached are not served any more', async () => {
    const { key } = await newKey('undo@example.org', 'complete')
    await importBundles(BUNDLES.slice(0, 2))
    const list = async () => {
      const { body } = await request('/v1/games?status=final&per_page=100', { key })
      return z.object({ data: z.array(z.object({ id: z.string() })) }).parse(body).data
    }
    const [first, second] = await list()
    await json('games', 'remove', first?.id ?? '')
    expect(await request(`/v1/games/${first?.id}`, { key })).toMatchObject({ status: 404 })
    await json('games', 'reopen', second?.id ?? '')
    expect((await list()).map(({ id }) => id)).not.toContain(second?.id)
    expect(await run('records', 'merge', 'tm_00000000', 'tm_00000001')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^basketball-data: There is no team tm_0000000\d\.\n$/),
    })
    expect(await json('rebuild-statistics')).toEqual({ rebuilt: true })
  })

  test('prices are imported, with the names of teams from the folder', async () => {
    const file = writeFile('prices.json', '[]')
    const aliases = writeFile('aliases.csv', 'alias,team\nNobody,No Such Team\n')
    expect(await json('import', 'odds', file)).toMatchObject({ events: 0 })
    expect(await run('import', 'odds', file, '--aliases', aliases)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no team is called No Such Team'),
    })
  })

  test('deliveries are listed, and sent again by the worker of the service', async () => {
    const receiver = await openReceiver(204)
    const { account, key } = await newKey('hooks@example.org', 'live')
    const created = await request('/v1/webhooks', {
      key,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      content: JSON.stringify({ url: receiver.url }),
    })
    expect(created.status).toBe(201)
    await importBundles(BUNDLES.slice(6, 7))
    await expect.poll(() => receiver.deliveries.length).toBe(1)
    const { deliveries } = await json('deliveries', 'list', '--account', account)
    const [{ webhook, event }] = deliveries
    expect(await json('deliveries', 'show', webhook, event, '--account', account)).toMatchObject({ event })
    await json('deliveries', 'resend', webhook, event, '--account', account)
    await expect.poll(() => receiver.deliveries.length).toBe(2)
  })

  test('Ctrl-C ends an import; what it has counted is stored, and the service works on', async () => {
    const { key } = await newKey('stop@example.org', 'complete')
    const importing = startCli(['import', 'bundles', '-', '--json', '--database', folder], { input: null })
    importing.process.stdin?.write(toLines(BUNDLES.slice(7)))
    const countGames = async () => (await request('/v1/games', { key })).body
    const before = await countGames()
    await expect.poll(countGames).not.toEqual(before)
    importing.process.kill('SIGINT')
    expect(await importing.ended).toMatchObject({
      code: 130,
      stdout: expect.stringContaining('"games":1,'),
      stderr: expect.stringMatching(/Interrupted; what is counted above is stored/),
    })
    expect(await request('/v1/games', { key })).toMatchObject({ status: 200 })
  })

  test('migrate finds the tables up to date, and the doctor no problem', async () => {
    expect(await json('migrate')).toEqual({ migrated: true })
    const { stdout } = await run('doctor', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ problems: 0 })
  })

  test.each([
    [
      ['serve', '--port', '0'],
      /is in use by another process\. Stop that process, or use another folder or a Postgres server/,
    ],
    [
      ['worker'],
      /If it is "basketball-data serve", it delivers to webhooks itself, unless it was started with --no-worker\.$/,
    ],
    [['follow', 'nba'], /Or have it follow the feed itself: start it as "basketball-data serve --follow nba"\.$/],
  ])('%j is refused, and says what to do', async (args, message) => {
    const { code, stderr } = await run(...args)
    expect({ code, message: stderr.trimEnd() }).toEqual({ code: 1, message: expect.stringMatching(message) })
  })

  test('a restore is refused, and says what to do', async () => {
    const file = join(newFolder(), 'file.backup')
    await runCommand(['backup', file, '--database', await testDatabase('Postgres')])
    expect(await run('restore', file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is in use by another process\. Stop that process/),
    })
  })
})

test.each([
  [
    'is killed',
    'SIGKILL',
    /^basketball-data: Process \d+, which has the database folder \S+ open, is lost \(it has closed the connection\); what is counted above is stored, and the same command imports the rest\.\n$/,
  ],
  [
    'is stopped',
    'SIGINT',
    /^basketball-data: The process that has the database folder \S+ open is stopping; what is counted above is stored, and the same command imports the rest\.\n$/,
  ],
] as const)(
  'an import whose service %s prints what it has stored, and the same command then imports the rest',
  async (_how, signal, message) => {
    const folder = await testDatabase('embedded')
    const serving = startCli(['serve', '--port', '0', '--json', '--database', folder], { env: ENV })
    await serving.waitFor('stdout', /\n/)
    const importing = startCli(['import', 'bundles', '-', '--json', '--database', folder], { input: null })
    importing.process.stdin?.write(toLines(BUNDLES.slice(0, 1)))
    importing.process.stdin?.on('error', () => {}) // it ends while its input is open
    await expect
      .poll(
        async () =>
          JSON.parse((await runCommand(['doctor', 'accuracy', '--json', '--database', folder])).stdout).seasons,
      )
      .toHaveLength(1)
    serving.process.kill(signal)
    const { code, stdout, stderr } = await importing.ended
    expect({ code, games: JSON.parse(stdout).games, stderr }).toEqual({
      code: 1,
      games: 1,
      stderr: expect.stringMatching(message),
    })
    await serving.ended
    expect(existsSync(getFolderPaths(folder).holder)).toBe(signal === 'SIGKILL')
    const file = writeFile('games.ndjson', toLines(BUNDLES.slice(0, 3)))
    const again = await runCommand(['import', 'bundles', file, '--json', '--database', folder])
    expect({ code: again.code, ...JSON.parse(again.stdout) }).toMatchObject({ code: 0, games: 3 })
  },
)

test('commands on one folder wait for each other', async () => {
  const folder = await testDatabase('embedded')
  const create = (name: string) => [
    'accounts',
    'create',
    '--email',
    `${name}@example.org`,
    '--plan',
    'free',
    '--database',
    folder,
  ]
  const results = await Promise.all([runCli(create('ada')), runCommand(create('bob'))])
  for (const result of results) expect(result).toMatchObject({ code: 0, stderr: '' })
  const core = await createCore({ database: folder })
  onTestFinished(() => core.close())
  expect(await core.accounts.list()).toHaveLength(2)
})
