import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createCore, type Core, type CoreOptions } from '../core.ts'
import { execute, openStore, type Store } from '../store/index.ts'
import { awayScore } from '../testing/away-score.ts'
import { finalGame, sampleId, ingestOrThrow, catchServiceError, testDatabase } from '../testing/index.ts'
import { startPostgres, startReplica, type ReplicaServer } from '../testing/postgres-server.ts'
import { startProcess } from '../testing/process.ts'

/** How long a replica may take to do what takes milliseconds on an idle machine. */
const MAX_WAIT = { timeout: 240_000, interval: 20 }

type OpenReplica = { server: ReplicaServer; database: string; store: Store }

let database: string
let replicas: OpenReplica[]
let core: Core
let key: string

const open = (options: Partial<CoreOptions> = {}): Promise<Core> =>
  createCore({
    database,
    replicas: replicas.map((replica) => replica.database),
    replicaMaxLag: 60_000,
    callDeadline: 60_000,
    plans: { complete: { per_minute: null, per_day: null, per_month: null } },
    ...options,
  })

const newKey = async (email: string): Promise<string> => {
  const { id } = await core.accounts.create({ email, plan: 'complete' })
  return (await core.keys.create(id)).key
}

beforeAll(async () => {
  const folder = mkdtempSync(join(inject('templates').folder, 'replicas-'))
  chmodSync(folder, 0o755) // for the user that runs Postgres
  const primary = await startPostgres(join(folder, 'primary'))
  database = `${primary.url}/postgres`
  await (await createCore({ database, migrate: true })).close()
  replicas = []
  for (const name of ['first', 'second']) {
    const server = await startReplica(primary.url, join(folder, 'primary'), join(folder, name))
    const address = `${server.url}/postgres`
    replicas.push({ server, database: address, store: await openStore(address) })
  }
  core = await open()
  key = await newKey('reader@example.org')
  return async () => {
    await core.close()
    for (const { store, server } of replicas) {
      await store.close()
      await server.stop()
    }
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

let written = 2
/** Writes a game whose away score is higher than any before, and returns it. */
const write = async (): Promise<number> => {
  written += 1
  await ingestOrThrow(core, finalGame([8, written]))
  return written
}

const pause = async ({ store }: OpenReplica): Promise<void> => {
  await execute(store.db, sql`select pg_wal_replay_pause()`)
  const state = async () =>
    (await execute(store.db, sql`select pg_get_wal_replay_pause_state() as state`))[0]?.['state']
  await expect.poll(state, MAX_WAIT).toBe('paused')
}
const resume = async ({ store }: OpenReplica): Promise<void> => {
  await execute(store.db, sql`select pg_wal_replay_resume()`)
}
const pauseAll = () => Promise.all(replicas.map(pause))
const resumeAll = () => Promise.all(replicas.map(resume))

const answeredByReplica = async (reader = core): Promise<boolean> => (await awayScore(reader, key)).replica

/** Waits until replicas answer. */
const caughtUp = (reader = core) => expect.poll(() => answeredByReplica(reader), MAX_WAIT).toBe(true)

beforeEach(async () => {
  await resumeAll()
  await write()
  await caughtUp()
})

test('replicas answer reads, and the primary those that the replicas do not have yet', async () => {
  await pauseAll()
  expect(await answeredByReplica()).toBe(true)
  const score = await write()
  for (let n = 0; n < 20; n++) expect(await awayScore(core, key)).toEqual({ score, replica: false })
  await resumeAll()
  await caughtUp()
  expect(await awayScore(core, key)).toEqual({ score, replica: true })
})

test('the id of the latest change is never beyond the end of the log of a replica that lags', async () => {
  const changes = core.caller().changes
  await pauseAll()
  for (let n = 0; n < 12; n++) {
    await write()
    const { meta } = await changes.list({ per_page: 200 })
    const { next_after: after } = meta
    expect(await changes.list({ after })).toEqual({ data: [], meta: { count: 0, next_after: after } })
    if (n === 6) await resumeAll()
  }
  await caughtUp()
  const after = String(Number((await changes.list({ per_page: 200 })).meta.next_after) + 1)
  expect(await catchServiceError(changes.list({ after }))).toMatchObject({ code: 'bad_request' })
})

test('one replica that has the change answers while the other has not', async () => {
  const [first] = replicas
  if (first === undefined) throw new Error('no replica')
  await pause(first)
  const score = await write()
  await caughtUp()
  for (let n = 0; n < 20; n++) expect(await awayScore(core, key)).toEqual({ score, replica: true })
})

test('a response of a replica that is ahead of the primary is not sent', async () => {
  // A commit waits for a standby that does not exist: replicas have it, and the primary does not show it yet.
  const hold = async (names: string) => {
    await execute(core.store.db, sql.raw(`alter system set synchronous_standby_names = '${names}'`))
    await execute(core.store.db, sql`select pg_reload_conf()`)
  }
  const before = written
  await hold('nobody')
  const release = async () => hold('')
  onTestFinished(release)
  await sleep(500)
  const writing = write()
  const seenBy = async ({ store }: OpenReplica) =>
    Number((await execute(store.db, sql`select max(away_score) as score from games`))[0]?.['score'])
  for (const replica of replicas) await expect.poll(() => seenBy(replica), MAX_WAIT).toBe(before + 1)
  for (let n = 0; n < 20; n++) expect(await awayScore(core, key)).toEqual({ score: before, replica: false })
  await release()
  await writing
  await caughtUp()
  expect((await awayScore(core, key)).score).toBe(before + 1)
})

test('a replica that lags for longer than allowed is excluded, even if no game has changed', async () => {
  const changes: (string | null)[] = []
  const hurried = await open({
    replicaMaxLag: 1000,
    onReplica: (_host, reason) => changes.push(reason?.message ?? null),
  })
  onTestFinished(() => hurried.close())
  await caughtUp(hurried)
  await pauseAll()
  await expect.poll(() => answeredByReplica(hurried), MAX_WAIT).toBe(false)
  await expect
    .poll(() => changes.filter((reason) => /^It lags by \d+\.\d s\.$/.test(reason ?? '')).length, MAX_WAIT)
    .toBe(2)
  expect(await answeredByReplica()).toBe(true)
  await resumeAll()
  await caughtUp(hurried)
})

test('a replica that is killed makes no call fail, and answers again after its start', async () => {
  const reads: Promise<{ replica: boolean }>[] = []
  for (const { server } of replicas) {
    for (let n = 0; n < 60; n++) {
      if (n === 30) server.kill()
      reads.push(awayScore(core, key))
      await sleep(2)
    }
  }
  await Promise.all(reads)
  expect(await answeredByReplica()).toBe(false)
  for (const { server } of replicas) await server.start()
  await caughtUp()
})

test('a replica that hangs makes no call fail', async () => {
  const [, second] = replicas
  for (const { server } of replicas) {
    await server.signal('SIGSTOP')
    onTestFinished(() => server.signal('SIGCONT'))
  }
  const calls = await Promise.all(Array.from({ length: 20 }, () => awayScore(core, key)))
  expect(calls).toEqual(calls.map(() => ({ score: written, replica: false })))
  expect(await answeredByReplica()).toBe(false)
  await second?.server.signal('SIGCONT')
  await caughtUp()
})

test('standings that the first reader computes are stored by the primary', async () => {
  const { data } = await core.caller().standings.get({ competition: sampleId('competition', 'L') })
  expect(data.table).toHaveLength(2)
  expect(await execute(core.store.db, sql`select standings_stale as stale from seasons`)).toEqual([{ stale: false }])
})

test('errors of the contract come from replicas too', async () => {
  expect(await catchServiceError(core.caller().games.get({ id: 'gm_00000000' }))).toMatchObject({ code: 'not_found' })
})

test('another database, a primary and a replica without the tables are excluded, with the reason', async () => {
  const reasons: (string | undefined)[] = []
  const [first] = replicas
  const other = `${first?.server.url ?? ''}/template1`
  const wrong = await open({ replicas: [database, other], onReplica: (_host, reason) => reasons.push(reason?.message) })
  onTestFinished(() => wrong.close())
  expect(await answeredByReplica(wrong)).toBe(false)
  await expect.poll(() => reasons.length, MAX_WAIT).toBe(2)
  expect(reasons).toContain('It is no replica.')
  expect(await answeredByReplica(wrong)).toBe(false)
})

test('a replica is a Postgres server, and so is its primary', async () => {
  await expect(open({ replicas: ['.data'] })).rejects.toThrow('A replica is a Postgres server: use postgres://….')
  await expect(open({ database: await testDatabase('embedded') })).rejects.toThrow(
    'An embedded database has no replicas',
  )
})

const Answer = z.object({ number: z.int(), score: z.number(), replica: z.boolean() })

/** Calls in a process of their own. */
const startReader = async () => {
  const { next, write: send } = startProcess('read-scores', [database, ...replicas.map((replica) => replica.database)])
  await next()
  const waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>()
  const receive = async () => {
    for (let line = await next(); line !== undefined; line = await next()) {
      const answer = Answer.parse(JSON.parse(line))
      waiting.get(answer.number)?.(answer)
      waiting.delete(answer.number)
    }
  }
  const received = receive()
  let number = 0
  return (callKey: string) =>
    Promise.race([
      received.then(() => Promise.reject(new Error('The reader ended.'))),
      new Promise<z.infer<typeof Answer>>((resolve) => {
        number += 1
        waiting.set(number, resolve)
        send(`${number} ${callKey}`)
      }),
    ])
}

test('no response is older than what its account has seen, or than what was written before the call', async () => {
  const readers = [await startReader(), (accountKey: string) => awayScore(core, accountKey)]
  const keys = await Promise.all(['a', 'b', 'c', 'd'].map((name) => newKey(`${name}@example.org`)))
  let acknowledged = written
  const over = new AbortController()
  const answered = { primary: 0, replica: 0 }

  const writeAll = async () => {
    while (!over.signal.aborted) {
      acknowledged = await write()
      await sleep(Math.random() * 60)
    }
  }
  const readAll = async (accountKey: string) => {
    let seen = 0
    while (!over.signal.aborted) {
      const before = Math.max(seen, acknowledged)
      const reader = readers[Math.floor(Math.random() * readers.length)]
      if (reader === undefined) throw new Error('no reader')
      const { score, replica } = await reader(accountKey)
      expect(score).toBeGreaterThanOrEqual(before)
      seen = score
      answered[replica ? 'replica' : 'primary']++
    }
  }
  const pauseAtRandom = async (replica: OpenReplica) => {
    while (!over.signal.aborted) {
      await sleep(Math.random() * 300)
      await pause(replica)
      await sleep(Math.random() * 300)
      await resume(replica)
    }
  }
  const all = [writeAll(), ...keys.map(readAll), ...replicas.map(pauseAtRandom)]
  const failed = Promise.all(all).catch((error: unknown) => {
    over.abort()
    throw error
  })
  await Promise.race([failed, sleep(2000)])
  over.abort()
  await failed
  expect(answered.replica).toBeGreaterThan(0)
  expect(answered.primary).toBeGreaterThan(0)
})
