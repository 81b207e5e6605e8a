import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore, type Core } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { requestAt } from '../../http/src/testing/request.js'
import { finalGame, newDatabase, testDatabase } from '../../http/src/testing/databases.js'
import { openReceiver } from '../../http/src/testing/receiver.js'
import { WEBHOOKS } from '../../http/src/testing/services.js'
import { runFailingCli, newFolder, runCommand, startCli, startReadyCommand } from './testing/run-cli.ts'

const PRIVATE = { WEBHOOKS_ALLOW_PRIVATE: '1' }
const WITH_KEY = { ...PRIVATE, SECRETS_KEY: WEBHOOKS.secretsKey, LOG_FORMAT: 'pretty' }

/** Opens a core, uses it and closes it, because the command line needs the database for itself. */
const withCore = async <Result>(database: string, use: (core: Core) => Promise<Result>): Promise<Result> => {
  const secretsKey = database.startsWith('postgres') ? { secretsKey: WEBHOOKS.secretsKey } : {}
  const core = await createCore({ database, allowPrivateWebhooks: true, ...secretsKey })
  try {
    return await use(core)
  } finally {
    await core.close()
  }
}

/** Creates a webhook and an event that is pending for it. */
const createPendingEvent = (database: string, url: string) =>
  withCore(database, async (core) => {
    const { id } = await core.accounts.create({ email: 'holder@example.org', plan: 'live' })
    const webhooks = (await core.callerFor(id)).webhooks
    const { data } = await webhooks.create({ url })
    await core.ingest(finalGame([80, 77]))
    return { account: id, key: (await core.keys.create(id)).key, ...data }
  })

const getWebhook = (database: string, account: string) =>
  withCore(database, async (core) => (await (await core.callerFor(account)).webhooks.list({})).data[0])

const postgres = async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  return address
}

const parseLog = (stderr: string): Record<string, unknown>[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
const warningsIn = (log: string) => Array.from(log.matchAll(/^[\d:]{8} WARN {2}(.+)$/gm), ([, message]) => message)
/** The attempts in a log for people. */
const attemptLines = (log: string) =>
  Array.from(log.matchAll(/^[\d:]{8} (\w+) +(.*\bdelivery=.*)$/gm), ([, level, text = '']) => ({
    level,
    text,
    ...Object.fromEntries(Array.from(text.matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name, value])),
  }))
const attemptsIn = (stderr: string) => parseLog(stderr).filter((line) => 'delivery' in line)

test('serve delivers, logs attempts without url and secret, and warns of private addresses and of a missing mail server', async () => {
  const database = await testDatabase('embedded')
  const { url, deliveries } = await openReceiver()
  const { key, id, secret = '' } = await createPendingEvent(database, `${url}?token=hidden`)
  const serving = startCli(['serve', '--port', '0', '--json', '--database', database], { env: PRIVATE })
  const attempted = serving.waitFor('stderr', /"delivery"/)
  const { url: service } = JSON.parse(await serving.waitFor('stdout', /\n/))
  await attempted
  const readWebhooks = async () => (await requestAt(service)('/v1/webhooks', { key })).body
  await expect.poll(readWebhooks).toMatchObject({ data: [{ last_24_hours: { delivered: 1, waiting: 0 } }] })
  serving.process.kill('SIGINT')
  const { code, stderr } = await serving.ended
  expect(code).toBe(0)
  expect(deliveries).toHaveLength(1)
  expect(attemptsIn(stderr)).toEqual([
    expect.objectContaining({ webhook: id, delivery: expect.stringMatching(/^evt_/), number: 1, status: 204 }),
  ])
  expect(attemptsIn(stderr)[0]).toMatchObject({ ms: expect.any(Number), level: 30 })
  expect(stderr).not.toMatch(new RegExp(`hidden|127\\.0\\.0\\.1|${secret}`))
  expect(parseLog(stderr).flatMap(({ level, msg }) => (level === 40 ? msg : []))).toEqual([
    expect.stringContaining('WEBHOOKS_ALLOW_PRIVATE'),
    'SMTP_URL is not set: e-mails to account holders whose webhook fails are written to this log.',
  ])
})

test('a test delivery leaves a line in the log of serve, as an attempt of a worker does', async () => {
  const database = await postgres()
  const { url, deliveries } = await openReceiver(500)
  const { key, id, secret = '' } = await createPendingEvent(database, `${url}?token=hidden`)
  const serve = ['serve', '--no-worker', '--port', '0', '--json', '--database', database]
  const { written, stop } = await startReadyCommand(serve, /\n/, { env: WITH_KEY })
  const { origin } = new URL(z.object({ url: z.string() }).parse(JSON.parse(written.stdout)).url)
  const response = await fetch(`${origin}/v1/webhooks/${id}/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })
  expect(response.status).toBe(200)
  const { stderr } = await stop()
  expect(attemptLines(stderr)).toEqual([
    expect.objectContaining({
      level: 'INFO',
      webhook: id,
      delivery: deliveries[0]?.headers['x-service-delivery'],
      number: '1',
      test: 'true',
      status: '500',
      ms: expect.stringMatching(/^\d+$/),
    }),
  ])
  expect(stderr).not.toMatch(new RegExp(`hidden|${secret}`))
})

test('serve --no-worker delivers nothing', async () => {
  const database = await postgres()
  const { url, deliveries } = await openReceiver()
  const { account } = await createPendingEvent(database, url)
  const serve = ['serve', '--no-worker', '--port', '0', '--database', database]
  const { stop } = await startReadyCommand(serve, /Serving/, { env: WITH_KEY })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { code, stderr } = await stop()
  expect(code).toBe(0)
  expect(warningsIn(stderr)).toEqual([expect.stringContaining('WEBHOOKS_ALLOW_PRIVATE')])
  expect(deliveries).toEqual([])
  expect(await getWebhook(database, account)).toMatchObject({ last_24_hours: { waiting: 1 } })
})

describe('on Postgres', () => {
  test('the worker delivers, and without a mail server it writes e-mails to the log as warnings', async () => {
    const database = await postgres()
    const { url, deliveries } = await openReceiver(500)
    await createPendingEvent(database, url)
    await withCore(database, async ({ store }) => {
      await store.db.execute(
        "insert into emails (id, recipient, subject, body) values ('em_1', 'holder@example.org', 'Disabled', 'Look.')",
      )
    })
    const env = { ...PRIVATE, SECRETS_KEY: WEBHOOKS.secretsKey }
    const working = startCli(['worker', '--json', '--database', database], { env })
    await Promise.all([working.waitFor('stderr', /"delivery"/), working.waitFor('stderr', /"recipient"/)])
    working.process.kill('SIGINT')
    const { code, stdout, stderr } = await working.ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"worker":true}\n' })
    expect(deliveries).toHaveLength(1)
    expect(attemptsIn(stderr)).toMatchObject([{ number: 1, status: 500 }])
    expect(parseLog(stderr)).toContainEqual(
      expect.objectContaining({ level: 40, recipient: 'holder@example.org', subject: 'Disabled', text: 'Look.' }),
    )
  })

  test('the worker says once that a pooler loses notifications, and how to hear of deliveries', async () => {
    const database = await postgres()
    const env = { ...WITH_KEY, DATABASE_URL: database, PREPARE: 'none' }
    const pooled = /DATABASE_DIRECT_URL/
    for (const [direct, warnings] of [
      ['', 1],
      [database, 0],
    ] as const) {
      const { stop } = await startReadyCommand(['worker'], /Delivering/, {
        env: { ...env, DATABASE_DIRECT_URL: direct },
      })
      const { stderr } = await stop()
      expect(warningsIn(stderr).filter((warning) => pooled.test(String(warning)))).toHaveLength(warnings)
    }
  })

  test('a secret that cannot be decrypted is logged as an error with its webhook and delivery', async () => {
    const database = await postgres()
    const { url } = await openReceiver()
    const { id } = await createPendingEvent(database, url)
    await withCore(database, async ({ store }) => {
      await store.db.execute("update webhooks set secret = '\\x00'")
    })
    const env = { ...WITH_KEY, LOG_LEVEL: 'error' }
    const { written, stop } = await startReadyCommand(['worker', '--database', database], /Delivering/, { env })
    await expect.poll(() => attemptLines(written.stderr), { interval: 20 }).not.toEqual([])
    const [line] = attemptLines((await stop()).stderr)
    expect(line).toMatchObject({
      level: 'ERROR',
      webhook: id,
      delivery: expect.stringMatching(/^evt_/),
      error: 'secret',
      text: expect.stringContaining('SECRETS_KEY'),
    })
  })

  test('without SECRETS_KEY the worker fails, and serve starts with a warning', async () => {
    const database = await postgres()
    const worker = await runCommand(['worker', '--database', database])
    expect({ ...worker, stdout: '' }).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^basketball-data: Webhooks need SECRETS_KEY: .+\n$/),
    })
    const env = { LOG_FORMAT: 'pretty' }
    const { written, stop } = await startReadyCommand(
      ['serve', '--port', '0', '--json', '--database', database],
      /\n/,
      {
        env,
      },
    )
    expect((await requestAt(JSON.parse(written.stdout).url)('/v1/')).status).toBe(200)
    const { code, stderr } = await stop()
    expect(code).toBe(0)
    expect(warningsIn(stderr)).toEqual(['Webhooks are off until SECRETS_KEY is set.'])
  })

  test.each([
    ['hunter2', 'SECRETS_KEY is not a key'],
    ['b'.repeat(64), 'SECRETS_KEY is not the key that the secrets of this database were encrypted with.'],
  ])('a wrong SECRETS_KEY is reported in one line that does not contain it: %s', async (key, message) => {
    const database = await postgres()
    await withCore(database, async () => {})
    vi.stubEnv('SECRETS_KEY', key)
    const failure = await runFailingCli(['worker', '--database', database])
    expect(failure).toEqual({ exitCode: 2, message: expect.stringContaining(message) })
    expect(failure.message).not.toContain(key)
  })
})

test('import sends events to webhooks unless --no-announce is set; demo sends none', async () => {
  const database = await postgres()
  const { account } = await createPendingEvent(database, 'http://127.0.0.1:9/')
  const [one, two] = [...simulate({ day: '2026-11-20', games: 2 })]
  const file = join(newFolder(), 'games.ndjson')
  const waitingAfter = async (bundle: object | undefined, ...args: string[]) => {
    writeFileSync(file, `${JSON.stringify(bundle)}\n`)
    expect((await runCommand(['import', 'bundles', file, ...args, '--database', database])).code).toBe(0)
    return (await getWebhook(database, account))?.last_24_hours.waiting
  }
  expect(await waitingAfter(one, '--no-announce')).toBe(1)
  expect(await waitingAfter(two)).toBe(2)

  const demo = startCli(['demo', '--json', '--database', database])
  await withCore(database, async (core) => {
    const countGames = async () => (await core.caller().games.list({ per_page: 11 })).data.length
    await expect.poll(countGames, { interval: 50 }).toBeGreaterThan(10)
  })
  demo.process.kill('SIGINT')
  expect((await demo.ended).code).toBe(130)
  expect(await getWebhook(database, account)).toMatchObject({ last_24_hours: { waiting: 2 } })
})
