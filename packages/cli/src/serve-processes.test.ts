import { createCore } from '@basketball-data/core'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { requestAt } from '../../http/src/testing/request.js'
import { newDatabase } from '../../http/src/testing/databases.js'
import { avoidMidnight, getBodyError } from '../../http/src/testing/response.js'
import { startCli } from './testing/run-cli.ts'

const PROCESSES = 3
const KEYS = 5
/** Calls of each key to each process: together more than the limit per day. */
const CALLS = 20
const PER_DAY = 100

const Counted = z.object({ data: z.object({ calls_today: z.number(), remaining: z.number() }) })

/** An account with five keys on a new Postgres database. */
const createKeys = async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const core = await createCore({ database: address })
  const { id } = await core.accounts.create({ email: 'holder@example.org', plan: 'live' })
  const keys: string[] = []
  for (let n = 0; n < KEYS; n++) keys.push((await core.keys.create(id)).key)
  await core.close()
  return { address, keys }
}

/** Starts a process of `serve`, which ends with the test. */
const serving = async (database: string) => {
  const PLANS = JSON.stringify({ live: { per_minute: null, per_day: PER_DAY } })
  const { waitFor } = startCli(['serve', '--port', '0', '--json', '--no-worker', '--database', database], {
    env: { PLANS, LOG_LEVEL: 'error' },
  })
  const { url } = z.object({ url: z.url() }).parse(JSON.parse(await waitFor('stdout', /\n/)))
  return requestAt(url)
}

test(`${PROCESSES} processes of serve allow exactly the limit per day of an account, over ${KEYS} keys and many concurrent calls`, async () => {
  const { address, keys } = await createKeys()
  const processes = await Promise.all(Array.from({ length: PROCESSES }, () => serving(address)))
  await avoidMidnight()
  const calls = processes.flatMap((request) =>
    keys.flatMap((key) => Array.from({ length: CALLS }, () => request('/v1/competitions', { key }))),
  )
  const responses = await Promise.all(calls)
  const allowed = responses.filter(({ status }) => status === 200)
  const refused = responses.filter(({ status }) => status !== 200)
  expect(allowed).toHaveLength(PER_DAY)
  for (const response of refused)
    expect([response.status, getBodyError(response).code, getBodyError(response).plan]).toEqual([
      429,
      'quota_exceeded',
      'live',
    ])
  for (const request of processes)
    for (const key of keys) {
      const { data } = Counted.parse((await request('/v1/usage', { key })).body)
      expect(data).toEqual({ calls_today: PER_DAY, remaining: 0 })
    }
})
