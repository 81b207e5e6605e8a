import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCore, openStore } from '@basketball-data/core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres, startReplica, type ReplicaServer } from '../../../core/src/testing/postgres-server.js'
import { readConfig } from '../config.ts'
import { examineDatabase } from './database.ts'
import type { Store } from './queries.ts'

/** How long a replica may take to do what takes milliseconds on an idle machine. */
const MAX_WAIT = { timeout: 240_000, interval: 20 }

/** The findings about a database with replicas, by subject. */
const examine = async (database: string, replicas: string[] = [], settings: Record<string, string> = {}) => {
  const variables = { DATABASE_URL: database, DATABASE_REPLICA_URLS: replicas.join(','), REPLICA_MAX_LAG: '60' }
  const findings = await examineDatabase(readConfig({ ...variables, ...settings }))
  return new Map(findings.map((found) => [found.subject, found]))
}

let server: ReplicaServer
let primary: string
let standby: string
/** The subject of findings about the standby as a replica. */
let replica: string

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  chmodSync(folder, 0o755) // for the user that runs Postgres
  const started = await startPostgres(join(folder, 'primary'))
  primary = `${started.url}/postgres`
  const core = await createCore({ database: primary, migrate: true })
  // The standby has a copy of this setting, and reads it when it starts.
  await core.store.driver.rows(`alter system set reserved_connections = 7`, [])
  await core.close()
  server = await startReplica(started.url, join(folder, 'primary'), join(folder, 'standby'))
  standby = `${server.url}/postgres`
  replica = `replica ${new URL(standby).host}`
  return async () => {
    await server.stop()
    await started.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Opens a database until the test ends. */
const opened = async (address: string): Promise<Store> => {
  const store = await openStore(address)
  onTestFinished(() => store.close())
  return store
}

/** Locks a table on the standby alone: it replays the lock of a transaction on the primary, and not the end of that. */
const lockSecretsOnStandby = async (): Promise<Store> => {
  const [writing, reading] = [await opened(primary), await opened(standby)]
  const isTrue = async (condition: string) =>
    (await reading.driver.rows(`select ${condition} as holds`, []))[0]?.['holds']
  await writing.transaction(async (tx) => {
    await tx.execute('lock table secrets in access exclusive mode')
    const locked = `exists (select from pg_locks where relation = 'secrets'::regclass and mode = 'AccessExclusiveLock')`
    await expect.poll(() => isTrue(locked), MAX_WAIT).toBe(true)
    await reading.driver.rows(`select pg_wal_replay_pause()`, [])
    await expect.poll(() => isTrue(`pg_get_wal_replay_pause_state() = 'paused'`), MAX_WAIT).toBe(true)
  })
  return reading
}

test('a streaming replica is in recovery, and well', async () => {
  const findings = await examine(primary, [standby])
  expect(findings.get('database')).toMatchObject({ status: 'ok' })
  expect(findings.get(replica)).toMatchObject({ status: 'ok' })
})

test('a standby in the place of the primary is a problem, and everything else is examined all the same', async () => {
  const findings = await examine(standby, [standby, primary], { SECRETS_KEY: 'a'.repeat(64) })
  expect(findings.get('database')).toEqual({
    subject: 'database',
    status: 'problem',
    message: expect.stringMatching(/^Postgres \d+\.\d+ is a standby in recovery /),
    remedy: 'Set DATABASE_URL to the primary, or promote this server.',
  })
  for (const subject of ['connections', 'clock', 'tables', 'secrets key', 'deliveries', 'dead rows', replica])
    expect(findings.get(subject)).toMatchObject({ status: 'ok' })
  expect(findings.get(`replica ${new URL(primary).host}`)).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('not a streaming replica'),
  })
})

test('connections that Postgres reserves are none that a process can open', async () => {
  const findings = await examine(standby)
  expect(findings.get('connections')?.message).toMatch(/ of 290 connections are in use/)
})

test('replicas that hang when they are opened, and later, are found out by their deadline', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const reading = await lockSecretsOnStandby()
  onTestFinished(async () => void (await reading.driver.rows(`select pg_wal_replay_resume()`, [])))
  const findings = await examine(primary, [standby, `postgres://somebody:pa55word@127.0.0.1:${port}/nothing`])
  expect(findings.get(replica)).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(/^The check failed \(.*(statement timeout|within 10 s)\)\.$/),
  })
  expect(findings.get(`replica 127.0.0.1:${port}`)).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(/^It cannot be reached \(.*(within 5 s|CONNECT_TIMEOUT .*)\)\.$/),
  })
  expect(JSON.stringify([...findings.values()])).not.toContain('pa55word')
})

test('a replica that dies while it is examined is a finding about the replica alone', async () => {
  const reading = await lockSecretsOnStandby()
  const isAsked = async () =>
    (
      await reading.driver.rows(
        `select exists (select from pg_locks where relation = 'secrets'::regclass and not granted) as asked`,
        [],
      )
    )[0]?.['asked']
  const examining = examine(primary, [standby])
  await expect.poll(isAsked, MAX_WAIT).toBe(true)
  server.kill()
  const findings = await examining
  expect(findings.get(replica)).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(/^The check failed \(.+\)\.$/),
    remedy: expect.stringContaining('Until then, reads go to the primary.'),
  })
  for (const subject of ['database', 'clock', 'tables']) expect(findings.get(subject)).toMatchObject({ status: 'ok' })
})
