import { createCore } from '@basketball-data/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ingestOrThrow, testDatabase } from '../../http/src/testing/databases.js'
import { GAMES } from '../../http/src/testing/league.js'
import { openReceiver } from '../../http/src/testing/receiver.js'
import { WEBHOOKS } from '../../http/src/testing/services.js'
import { runFailingCli, runCommand } from './testing/run-cli.ts'

test('deliveries are listed, shown with every attempt, and sent again by a worker, one or all that have failed', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database, ...WEBHOOKS })
  onTestFinished(() => core.close())
  const { id: account } = await core.accounts.create({ email: 'ada@example.org', plan: 'live' })
  const receiver = await openReceiver(404)
  const { data: webhook } = await (await core.callerFor(account)).webhooks.create({ url: receiver.url })
  for (const game of GAMES.slice(0, 2)) await ingestOrThrow(core, game)
  const cli = async (...args: string[]) =>
    (await runCommand(['deliveries', ...args, '--account', account, '--database', database])).stdout
  const cliJson = async (...args: string[]) => JSON.parse(await cli(...args, '--json'))

  const waiting = await cliJson('list', '--state', 'waiting')
  expect(waiting).toMatchObject({ deliveries: [{ state: 'waiting' }, { state: 'waiting' }], next: null })
  const worker = await core.startWorker({ sendEmail: async () => {} })
  onTestFinished(() => worker.stop())
  const listed = () => core.deliveries.list(account, { state: 'failed' })
  await vi.waitFor(async () => expect((await listed()).deliveries).toHaveLength(2), 240_000)

  const [first, second] = (await listed()).deliveries
  const list = await cli('list', '--webhook', webhook.id, '--state', 'failed', '--limit', '1')
  expect(list).toMatch(/^AT +STATE +WEBHOOK +EVENT +TYPE +GAME +ATTEMPTS +LAST RESULT\n/)
  expect(list).toMatch(
    new RegExp(`\\n\\S+Z +failed +${webhook.id} +${first?.event} +game.final +.+ – .+ +1 +HTTP 404\\n`),
  )
  expect(list).not.toContain(second?.event)
  const position = /\n\nMore: add --before (\S+)\n$/.exec(list)?.[1] ?? ''
  expect(await cli('list', '--state', 'failed', '--before', position)).toContain(second?.event)
  expect(await cli('list', '--state', 'delivered')).toBe('There are no such deliveries.\n')
  const ofWebhook = ['--webhook', webhook.id, '--state', 'failed', '--limit', '1']
  expect((await runCommand(['deliveries', 'list', ...ofWebhook, '--database', database])).stdout).toBe(list)

  const shown = await cli('show', webhook.id, first?.event ?? '')
  const [, body = ''] = /\n\nATTEMPT +AT +MS +RESULT\n +1  \S+Z +\d+ +HTTP 404\n\n([^]+)\n$/.exec(shown) ?? []
  expect(receiver.deliveries.map((delivery) => delivery.body)).toContain(body)
  expect(JSON.parse(body)).toMatchObject({ id: first?.event, type: 'game.final' })

  receiver.respondWith(204)
  expect(await cli('resend', webhook.id, first?.event ?? '')).toBe(
    `1 delivery to webhook ${webhook.id} will be sent again.\n`,
  )
  await vi.waitFor(async () => expect((await listed()).deliveries).toEqual([second]), 240_000)
  expect(await cliJson('resend', webhook.id, '--failed-since', '2026-01-01')).toEqual({
    account,
    webhook: webhook.id,
    resent: 1,
  })
  await vi.waitFor(async () => expect((await listed()).deliveries).toEqual([]), 240_000)
  await expect.poll(() => receiver.deliveries.length).toBe(4)

  expect(await runFailingCli(['deliveries', 'list', '--database', database])).toMatchObject({
    message: expect.stringContaining('Name an account with --account, or a webhook with --webhook.'),
  })
  expect(await runFailingCli(['deliveries', 'show', 'wh_0', 'evt_0', '--database', database])).toMatchObject({
    message: expect.stringContaining('no webhook wh_0'),
  })
  const failure = (...args: string[]) =>
    runFailingCli(['deliveries', ...args, '--account', account, '--database', database])
  expect(await failure('show', webhook.id, 'evt_0')).toMatchObject({
    message: expect.stringContaining('no delivery evt_0'),
  })
  expect(await failure('list', '--limit', 'many')).toMatchObject({ message: expect.stringContaining('1 to 200') })
  expect(await failure('list', '--limit', '201')).toMatchObject({ message: expect.stringContaining('1 to 200') })
  expect(await failure('list', '--state', 'lost')).toMatchObject({
    message: expect.stringContaining('delivered, waiting, failed'),
  })
  expect(await failure('resend', webhook.id)).toMatchObject({
    message: expect.stringContaining('Name an event, or --failed-since.'),
  })
  expect(await failure('resend', webhook.id, '--failed-since', 'yesterday')).toMatchObject({
    message: expect.stringContaining('2026-11-20T18:00:00Z'),
  })
})
