import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createCore, type SeasonAccuracy } from '@basketball-data/core'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../core/src/testing/postgres-server.js'
import { finalGame, ingestOrThrow, testDatabase } from '../../../http/src/testing/databases.js'
import { testService } from '../../../http/src/testing/services.js'
import { runFailingCli, newFolder, runCommand } from '../testing/run-cli.ts'

const KEY = 'a'.repeat(64)

const getPort = (server: Pick<Server, 'address'>): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The findings of a run, by subject. */
const doctor = async (database: string, env: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await runCommand(['--database', database, '--json', 'doctor'], { env })
  const { problems, findings }: { problems: number; findings: { subject: string; status: string; message: string }[] } =
    JSON.parse(stdout)
  expect(code).toBe(problems === 0 ? 0 : 1)
  const found = new Map(findings.map((finding) => [finding.subject, finding]))
  return { stderr, of: (subject: string) => found.get(subject), subjects: [...found.keys()] }
}

test('doctor of a database that is well', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database, secretsKey: KEY })
  await core.close()
  const { of } = await doctor(database, { SECRETS_KEY: KEY })
  for (const subject of ['database', 'connections', 'clock', 'tables', 'secrets key', 'deliveries', 'dead rows'])
    expect(of(subject)).toMatchObject({ status: 'ok' })
})

test('doctor prints what is wrong, with what to do below it', async () => {
  const database = await testDatabase('Postgres')
  const { code, stdout, stderr } = await runCommand(['--database', database, 'doctor'], { env: { HOST: '0.0.0.0' } })
  expect(code).toBe(0)
  expect(stderr).toBe('')
  expect(stdout).toMatch(
    /^ok {7}settings +All settings are valid\.\nok {7}database +Connected to Postgres \d+\.\d+\.\n/,
  )
  expect(stdout).toMatch(/\nwarning {2}secrets key +SECRETS_KEY is not set, so webhooks are off\.\n +→ Set it to 32 /)
  expect(stdout).toMatch(
    /\nwarning {2}public address +BASE_URL is not set, so links point to 0\.0\.0\.0\.\n +→ Set it to /,
  )
})

test('doctor says what is wrong with every setting, and examines what does not depend on them', async () => {
  const database = await testDatabase('Postgres')
  const env = { PORT: 'http', PLANS: '{"gold":{}}', SMTP_URL: 'smtp://user:pa55word@127.0.0.1:1', BASE_URL: 'here' }
  const { code, stdout, stderr } = await runCommand(['--database', database, 'doctor'], { env })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^problem {2}settings +PORT is "http": use /)
  expect(stdout).toMatch(/\n +→ Correct it: no process starts until then, /)
  expect(stdout).toMatch(/\nproblem {2}settings +BASE_URL is "here": use /)
  expect(stdout).toMatch(/\nproblem {2}settings +PLANS: /)
  expect(stdout).toMatch(/\nproblem {2}settings +MAIL_FROM is not set: name the sender /)
  expect(stdout).toMatch(/\nok {7}database +Connected to Postgres/)
  expect(stdout).not.toMatch(/ (?:e-mail|public address) /)
  expect(stdout + stderr).not.toContain('pa55word')
  expect(stderr).toContain('4 problems found.')
})

test('doctor before the first start: there is no database yet', async () => {
  const { of } = await doctor(join(newFolder(), 'nothing'), { PORT: 'http' })
  expect(of('settings')).toMatchObject({ status: 'problem' })
  expect(of('database')).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(/^There is no database in the folder /),
    remedy: expect.stringContaining('migrate'),
  })
})

test('doctor knows the key of another database, and a lost one', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database, secretsKey: KEY })
  await core.close()
  expect((await doctor(database, { SECRETS_KEY: 'b'.repeat(64) })).of('secrets key')).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(/^SECRETS_KEY is not the key /),
  })
  expect((await doctor(database)).of('secrets key')).toMatchObject({ status: 'problem' })
})

test('doctor of tables that are missing, of a server that is down, of a folder that another process serves', async () => {
  const empty = await testDatabase('Postgres')
  const core = await createCore({ database: empty })
  await core.store.db.execute('drop schema drizzle cascade')
  await core.close()
  expect((await doctor(empty)).of('tables')).toMatchObject({ status: 'problem' })

  const { of, stderr } = await doctor('postgres://somebody:pa55word@127.0.0.1:1/nothing')
  expect(of('database')).toMatchObject({ status: 'problem', message: expect.stringMatching(/^Cannot reach /) })
  expect(stderr + of('database')?.message).not.toContain('pa55word')

  const folder = newFolder()
  const open = await createCore({ database: folder })
  onTestFinished(() => open.close())
  const beside = await doctor(folder)
  expect(beside.of('database')).toMatchObject({ status: 'ok' })
  expect(beside.of('secrets key')).toMatchObject({ status: 'ok' })
  expect(beside.subjects).toContain('deliveries')
  for (const ofServer of ['clock', 'dead rows']) expect(beside.subjects).not.toContain(ofServer)
})

test('doctor warns of deliveries that nobody sends, not of those that wait for others to a slow receiver', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database, secretsKey: KEY, allowPrivateWebhooks: true })
  onTestFinished(() => core.close())
  const account = await core.accounts.create({ email: 'a@example.org', plan: 'live' })
  const api = await core.callerFor(account.id)
  await api.webhooks.create({ url: 'http://127.0.0.1:1/hook', events: ['game.final'] })
  for (let game = 1; game <= 5; game++)
    await ingestOrThrow(core, finalGame([80, 77], { game: { external_id: `g${game}` } }))
  const found = async () => (await doctor(database, { SECRETS_KEY: KEY })).of('deliveries')
  await core.store.db.execute("update deliveries set due_at = now() - interval '4 minutes 30 seconds'")
  expect(await found()).toMatchObject({ status: 'ok' })
  await core.store.db.execute("update deliveries set due_at = now() - interval '7 minutes 30 seconds'")
  expect(await found()).toEqual({
    subject: 'deliveries',
    status: 'warning',
    message: 'The oldest is 7 minutes late, and 5 are waiting.',
    remedy: expect.stringContaining('worker'),
  })
  await core.store.db.execute(
    `update deliveries set sending = true, due_at = now() + interval '1 minute'
      where event_id in (select event_id from deliveries order by event_id limit 4)`,
  )
  expect(await found()).toMatchObject({ status: 'ok' })
})

test('doctor counts warnings, refusals and games that are not exact, and names the command that lists them', async () => {
  const database = await testDatabase('Postgres')
  const list = async (part: string) =>
    JSON.parse((await runCommand(['--database', database, '--json', 'doctor', part])).stdout)
  const before = await doctor(database)
  expect(before.of('warnings')).toMatchObject({ status: 'ok', message: 'No stored game has warnings.', remedy: null })
  expect(before.of('refusals')).toMatchObject({ status: 'ok', message: 'Nothing was refused.', remedy: null })
  expect(before.of('accuracy')).toMatchObject({ status: 'ok', message: 'No game has a play-by-play.', remedy: null })

  const core = await createCore({ database })
  // The play-by-plays name no fives, so no game is exact; that of the preseason counts nowhere.
  const periods = { home: [20, 20, 20, 21], away: [20, 20, 20, 17] }
  await ingestOrThrow(core, finalGame([80, 77], { game: { periods } }))
  await ingestOrThrow(core, finalGame([80, 77], { game: { external_id: 'g2', stage: 'preseason', periods } }))
  await core.refuse('league', 'g3', 'It has no teams.')
  await core.close()
  const { warnings } = await list('warnings')
  const { refusals } = await list('refusals')
  const { seasons }: { seasons: SeasonAccuracy[] } = await list('accuracy')
  expect([refusals.length, seasons.flatMap(({ inexact }) => inexact).length]).toEqual([1, 1])
  const { of } = await doctor(database)
  expect(of('warnings')).toEqual({
    subject: 'warnings',
    status: 'ok',
    message: `The stored games have ${warnings.length} warnings.`,
    remedy: '"basketball-data doctor warnings" lists them.',
  })
  expect(of('refusals')).toEqual({
    subject: 'refusals',
    status: 'warning',
    message: 'Imports have refused 1 game or event.',
    remedy: '"basketball-data doctor refusals" lists them.',
  })
  expect(of('accuracy')).toEqual({
    subject: 'accuracy',
    status: 'ok',
    message: 'The line-ups of 1 of 1 game are not exact.',
    remedy: '"basketball-data doctor accuracy" lists them.',
  })
})

test.each(['doctor warnigs', 'doctor help warnigs'])(
  'an unknown part is named, with those that there are: %s',
  async (line) => {
    const { message, exitCode } = await runFailingCli(line.split(' '))
    expect({ message, exitCode }).toEqual({
      message: expect.stringMatching(
        /^Unknown command 'warnigs'; use one of warnings, refusals, accuracy, help\. See /,
      ),
      exitCode: 2,
    })
  },
)

test('doctor asks the public address whether it is this service', async () => {
  const database = await testDatabase('Postgres')
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/v1`
  await testService('Postgres', { port, service: { base } })
  const found = async (address: string) => (await doctor(database, { BASE_URL: address })).of('public address')
  expect(await found(base)).toMatchObject({ status: 'ok' })

  const other = createServer((_, response) => response.end('another service'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  expect(await found(`http://127.0.0.1:${getPort(other)}/v1`)).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(/ leads to something else\.$/),
  })
})

test('doctor of a mail server that is down', async () => {
  const env = { SMTP_URL: 'smtp://somebody:pa55word@127.0.0.1:1', MAIL_FROM: 'a@example.org' }
  const { of } = await doctor(await testDatabase('Postgres'), env)
  expect(of('e-mail')).toMatchObject({ status: 'problem', message: expect.stringContaining('ECONNREFUSED') })
  expect(of('e-mail')?.message).not.toContain('pa55word')
})

test.each([
  [1209, 'warning'],
  [1210, 'ok'],
])(
  'a shell that lets a process open %i files, with 10 connections and 1,000 that are refused: %s',
  async (limit, status) => {
    const database = await testDatabase('Postgres')
    const bin = fileURLToPath(new URL('../../bin/basketball-data.js', import.meta.url))
    const command = [process.execPath, bin, '--database', database, '--json', 'doctor']
    const { stdout } = await promisify(execFile)('sh', ['-c', `ulimit -n ${limit} && exec "$@"`, 'sh', ...command], {
      env: { PATH: process.env['PATH'], MAX_CONNECTIONS: '10' },
    })
    const { findings }: { findings: unknown[] } = JSON.parse(stdout)
    expect(findings).toContainEqual({
      subject: 'open files',
      status,
      message: `A process of this shell can open ${limit.toLocaleString('en')} files; "serve" may need 1,210. Under systemd and in containers, another limit applies.`,
      remedy:
        status === 'ok'
          ? null
          : 'Raise the limit (ulimit -n, LimitNOFILE in systemd, ulimits in a container), or lower MAX_CONNECTIONS.',
    })
  },
)
