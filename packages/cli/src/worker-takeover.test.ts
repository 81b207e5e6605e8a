import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCore, type Core } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { ingestOrThrow, newDatabase } from '../../http/src/testing/databases.js'
import { openRelay } from '../../http/src/testing/relay.js'
import { WEBHOOKS } from '../../http/src/testing/services.js'
import { startCli } from './testing/run-cli.ts'

const finals = simulate({ day: '2026-11-20', games: 200, detail: 'result' })[Symbol.iterator]()

/** Writes final games that no test has used yet. */
const writeFinals = async (core: Core, count: number): Promise<void> => {
  for (let written = 0; written < count;) {
    const { value, done } = finals.next()
    if (done === true) throw new RangeError('no more games')
    if (value.game.status !== 'final') continue
    await ingestOrThrow(core, value)
    written += 1
  }
}

/** A receiver that answers when the test says so. `maxOpen` is the largest number of open requests. */
const startReceiver = async () => {
  const open: ServerResponse[] = []
  const received: string[] = []
  let [openNow, maxOpen] = [0, 0]
  let answer: number | null = null
  const server = createServer((request, response) => {
    received.push(String(request.headers['x-service-delivery']))
    openNow += 1
    maxOpen = Math.max(maxOpen, openNow)
    response.on('close', () => (openNow -= 1))
    request.resume()
    if (answer === null) open.push(response)
    else response.writeHead(answer).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('the receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    /** The ids of the deliveries received, in order. */
    received,
    maxOpen: () => maxOpen,
    until: (count: number) => vi.waitUntil(() => received.length >= count, { timeout: 240_000, interval: 10 }),
    /** Answers the open requests. */
    answerOpen: (status: number) => {
      for (const response of open.splice(0)) response.writeHead(status).end()
    },
    /** Answers every later request at once. */
    answerLater: (status: number) => {
      answer = status
    },
  }
}

/** A database with a webhook for a receiver, and a number of deliveries that are due. */
const prepare = async (deliveries: number) => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const core = await createCore({ database: address, ...WEBHOOKS })
  onTestFinished(core.close)
  const receiver = await startReceiver()
  const { id } = await core.accounts.create({ email: 'holder@example.org', plan: 'live' })
  const { webhooks } = await core.callerFor(id)
  await webhooks.create({ url: receiver.url, events: ['game.final'] })
  await writeFinals(core, deliveries)
  const counts = async () => (await webhooks.list({})).data[0]?.last_24_hours
  const read = async <Row>(row: z.ZodType<Row>, query: string): Promise<Row[]> =>
    z.array(row).parse(await core.store.driver.rows(query, []))
  return {
    core,
    address,
    receiver,
    read,
    untilDelivered: (count: number) =>
      vi.waitFor(async () => expect(await counts()).toEqual({ delivered: count, failed: 0, waiting: 0 }), {
        timeout: 240_000,
        interval: 50,
      }),
    /** The status of every recorded attempt. */
    statuses: async () => {
      const rows = await read(z.object({ status: z.int() }), 'select status from delivery_attempts')
      return rows.map(({ status }) => status)
    },
    claimNumbers: async () => {
      const rows = await read(
        z.object({ claim_number: z.int() }),
        'select claim_number from deliveries order by claim_number',
      )
      return rows.map(({ claim_number }) => claim_number)
    },
  }
}

const startWorker = async (database: string) => {
  const env = { WEBHOOKS_ALLOW_PRIVATE: '1', SECRETS_KEY: WEBHOOKS.secretsKey }
  const worker = startCli(['worker', '--database', database], { env })
  await worker.waitFor('stdout', /Delivering/)
  return worker
}

test('the deliveries of a killed worker go on within 5 s', async () => {
  const { address, receiver, read, untilDelivered, statuses } = await prepare(6)
  const first = await startWorker(address)
  await receiver.until(4)
  await startWorker(address)
  const one = async (query: string) => (await read(z.object({ value: z.coerce.string() }), query))[0]?.value
  const killedAt = await one('select clock_timestamp()::text as value')
  first.process.kill('SIGKILL')
  await first.ended
  const lease = 'select extract(epoch from max(due_at) - clock_timestamp()) as value from deliveries where sending'
  expect(Number(await one(lease))).toBeLessThanOrEqual(3)
  receiver.answerLater(204)
  await untilDelivered(6)
  expect(receiver.received).toHaveLength(10)
  expect(new Set(receiver.received).size).toBe(6)
  expect(await statuses()).toEqual([204, 204, 204, 204, 204, 204])
  // Three times the goal, because the machine may be busy.
  const passed = `select extract(epoch from max(ended_at) - '${killedAt}') as value from deliveries`
  expect(Number(await one(passed))).toBeLessThan(15)
})

test('a stopped worker that continues does not record over the attempts of its successor', async () => {
  const { address, receiver, untilDelivered, statuses } = await prepare(4)
  const first = await startWorker(address)
  await receiver.until(4)
  first.process.kill('SIGSTOP')
  receiver.answerLater(204)
  await startWorker(address)
  await untilDelivered(4)
  expect(receiver.received).toHaveLength(8)
  const attempted = first.waitFor('stderr', /(?:"status":404[^]*){4}/)
  first.process.kill('SIGCONT')
  receiver.answerOpen(404)
  await attempted
  first.process.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  await untilDelivered(4)
  expect(await statuses()).toEqual([204, 204, 204, 204])
})

test('a receiver that takes three leases gets one attempt of each delivery, and at most 4 at a time', async () => {
  const { address, receiver, untilDelivered, claimNumbers } = await prepare(6)
  await Promise.all([startWorker(address), startWorker(address)])
  await receiver.until(4)
  await sleep(9000)
  expect(receiver.received).toHaveLength(4)
  expect(await claimNumbers()).toEqual([0, 0, 1, 1, 1, 1])
  receiver.answerLater(204)
  receiver.answerOpen(204)
  await untilDelivered(6)
  expect(receiver.received).toHaveLength(6)
  expect(receiver.maxOpen()).toBe(4)
})

test.each(['refuses connections', 'hangs'])(
  'when the database %s for two leases, no delivery is sent twice, and the workers continue',
  async (outage) => {
    const { core, address, receiver, untilDelivered, statuses, claimNumbers } = await prepare(4)
    const relay = await openRelay(address)
    const workers = await Promise.all([startWorker(relay.address), startWorker(relay.address)])
    await receiver.until(4)
    if (outage === 'hangs') relay.freeze()
    else await relay.disconnect()
    receiver.answerLater(204)
    receiver.answerOpen(204)
    await sleep(6000)
    if (outage === 'hangs') relay.resume()
    else await relay.reconnect()
    await untilDelivered(4)
    expect(await statuses()).toEqual([204, 204, 204, 204])
    expect(await claimNumbers()).toEqual([1, 1, 1, 1])
    await writeFinals(core, 20)
    await untilDelivered(24)
    expect(receiver.received).toHaveLength(24)
    for (const { process } of workers) process.kill('SIGTERM')
    const ended = await Promise.all(workers.map((worker) => worker.ended))
    expect(ended.map(({ code }) => code)).toEqual([0, 0])
    const logged = ended.map(({ stderr }) => stderr.includes('Delivering failed; the worker continues.'))
    // A statement that hangs for less than its deadline succeeds in the end.
    expect(outage === 'hangs' ? [true, true] : logged).toEqual([true, true])
  },
)
