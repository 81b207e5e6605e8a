import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Core, MadeResponse } from '@basketball-data/core'
import {
  anyDatabase,
  openTestCore,
  readChangeNumber,
  recordChanges,
  recordUnknownChange,
  type DatabaseKind,
} from './testing/databases.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

const [GAME, OTHER, TEAM] = ['gm_00000001', 'gm_00000002', 'tm_00000001'] as const

const open = (kind: DatabaseKind): Promise<Core> => openTestCore(kind)

/** A made response that depends on parts of records. */
const response = (data: string, tags: string[] = []): MadeResponse => ({ json: JSON.stringify(data), tags })

const changeGame = ({ store }: Core, id: string) =>
  store.transaction((tx) => recordChanges(tx, { games: new Map([[id, new Set(['game'] as const)]]), records: [] }))

describe.each(anyDatabase)('responses kept in memory on %s', (kind) => {
  /** Calls as the service does: the number is read after the call came in. */
  const caller = ({ store }: Core, responses: ResponseCache) => {
    let made = 0
    const call = async (key: string, names: string, tags: string[] = [`${names} game`]) => {
      const cached = await responses.respond({
        key,
        change: await readChangeNumber(store)(),
        make: async () => response(`${names} ${++made}`, tags),
      })
      return String(await cached.data())
        .split(' ')
        .at(-1)
    }
    return call
  }

  test('are sent until a record that they name has changed', async () => {
    const core = await open(kind)
    const responses = createResponseCache(core, 1e6)
    const call = caller(core, responses)
    expect([await call('a', GAME), await call('b', OTHER), await call('a', GAME)]).toEqual(['1', '2', '1'])
    await changeGame(core, GAME)
    expect([await call('a', GAME), await call('b', OTHER)]).toEqual(['3', '2'])
    expect(responses.usage()).toMatchObject({ responses: 2, hits: 2, misses: 3 })
  })

  test('are made again when a part changes that they depend on, and not for another one', async () => {
    const core = await open(kind)
    const call = caller(core, createResponseCache(core, 1e6))
    const ask = () => call('a', 'nothing', [`${TEAM} games`])
    await ask()
    const record = (part: 'games' | 'prices') =>
      core.store.transaction((tx) => recordChanges(tx, { games: new Map(), records: [{ record_id: TEAM, part }] }))
    await record('prices')
    expect(await ask()).toBe('1')
    await record('games')
    expect(await ask()).toBe('2')
  })

  test('are all dropped after a change that is not recorded', async () => {
    const core = await open(kind)
    const call = caller(core, createResponseCache(core, 1e6))
    await call('a', 'nothing')
    await core.store.transaction(recordUnknownChange)
    expect(await call('a', 'nothing')).toBe('2')
  })

  test('are not kept if something in them changed while they were made', async () => {
    const core = await open(kind)
    const responses = createResponseCache(core, 1e6)
    const call = caller(core, responses)
    await call('b', OTHER)
    const { promise, resolve } = Promise.withResolvers<MadeResponse>()
    const slow = responses.respond({
      key: 'a',
      change: await readChangeNumber(core.store)(),
      make: () => promise,
    })
    await changeGame(core, GAME)
    await call('b', OTHER) // the log is read
    resolve(response(`${TEAM} ${GAME} old`, [`${GAME} game`]))
    expect(await (await slow).data()).toBe(`${TEAM} ${GAME} old`)
    expect(await call('a', GAME)).toBe('2')
  })

  test.each([
    ['a change that is not recorded', ({ store }: Core) => store.transaction(recordUnknownChange)],
    ['a loss of commits', async (_: Core, responses: ResponseCache) => responses.goBack(0)],
  ])('are not kept if %s came while they were made', async (_, happens) => {
    const core = await open(kind)
    const responses = createResponseCache(core, 1e6)
    const call = caller(core, responses)
    await changeGame(core, OTHER)
    await call('b', OTHER)
    const { promise, resolve } = Promise.withResolvers<MadeResponse>()
    const change = await readChangeNumber(core.store)()
    const slow = responses.respond({ key: 'a', change, make: () => promise })
    await happens(core, responses)
    await call('b', OTHER) // the log is read
    await changeGame(core, OTHER)
    await call('b', OTHER)
    resolve(response(`${GAME} old`, [`${GAME} game`]))
    await slow
    expect(responses.usage().responses).toBe(1)
    expect(await (await responses.respond({ key: 'a', change, make: async () => response('new') })).data()).toBe('new')
  })

  test('that are being made are not sent to a call that comes after a change', async () => {
    const core = await open(kind)
    const responses = createResponseCache(core, 1e6)
    const [read, made] = [Promise.withResolvers<void>(), Promise.withResolvers<MadeResponse>()]
    const make = () => {
      read.resolve()
      return made.promise
    }
    const slow = responses.respond({ key: 'a', change: await readChangeNumber(core.store)(), make })
    await read.promise
    await changeGame(core, GAME)
    const later = caller(core, responses)('a', GAME)
    await expect.poll(responses.seen).toBe(await readChangeNumber(core.store)())
    made.resolve(response(`${GAME} old`, [`${GAME} game`]))
    expect([await (await slow).data(), await later]).toEqual([`${GAME} old`, '1'])
  })

  test('are all dropped after more changes than are read at once', async () => {
    const core = await open(kind)
    const call = caller(core, createResponseCache(core, 1e6))
    await call('a', 'nothing')
    const records = Array.from({ length: 10_001 }, (_, n) => ({
      record_id: `tm_${String(n).padStart(8, '0')}`,
      part: 'games' as const,
    }))
    await core.store.transaction((tx) => recordChanges(tx, { games: new Map(), records }))
    expect(await call('a', 'nothing')).toBe('2')
  })

  test('are made once for all calls that wait for the same one, unless a change came between', async () => {
    const core = await open(kind)
    const call = caller(core, createResponseCache(core, 1e6))
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => call('a', GAME))))).toEqual(new Set(['1']))
    const before = call('c', GAME)
    await changeGame(core, GAME)
    const after = await call('c', GAME)
    expect(Number(after)).toBeGreaterThanOrEqual(Number(await before))
  })

  test('are begun while a call is counted, and made again if something in them changed before it was', async () => {
    const core = await open(kind)
    const responses = createResponseCache(core, 1e6)
    await caller(core, responses)('b', OTHER) // the log is known
    let made = 0
    const begun = { key: 'a', make: async () => response(`${GAME} ${++made}`, [`${GAME} game`]) }
    expect([responses.begin(begun), responses.begin(begun)]).toEqual([true, false])
    // A call that is refused gets no response.
    expect(responses.usage()).toMatchObject({ hits: 0, misses: 1 })
    const counted = { ...begun, begun: true, change: await readChangeNumber(core.store)() }
    expect(await (await responses.respond(counted)).data()).toBe(`${GAME} 1`)
    expect(responses.usage()).toMatchObject({ hits: 0, misses: 2 })
    expect(responses.begin(begun)).toBe(false) // it is cached
    await changeGame(core, GAME)
    const { promise, resolve } = Promise.withResolvers<MadeResponse>()
    responses.begin({ key: 'c', make: () => promise })
    await changeGame(core, GAME)
    resolve(response(`${GAME} early`, [`${GAME} game`]))
    const after = { ...counted, key: 'c', change: await readChangeNumber(core.store)() }
    expect(await (await responses.respond(after)).data()).toBe(`${GAME} 2`)
  })

  test('errors are not kept', async () => {
    const core = await open(kind)
    const responses = createResponseCache(core, 1e6)
    const failing = { key: 'a', change: 0, make: () => Promise.reject(new Error('no')) }
    await expect(responses.respond(failing)).rejects.toThrow('no')
    expect(await caller(core, responses)('a', GAME)).toBe('1')
  })

  test('are all dropped when the database has lost commits', async () => {
    const core = await open(kind)
    const responses = createResponseCache(core, 1e6)
    const call = caller(core, responses)
    await changeGame(core, GAME)
    await changeGame(core, OTHER)
    await call('a', GAME)
    responses.goBack(3)
    expect([responses.usage().responses, responses.seen()]).toEqual([1, 2])
    responses.goBack(1)
    expect(responses.usage().responses).toBe(0)
    expect(responses.seen()).toBe(1)
    await sleep(0)
    expect(await call('a', GAME)).toBe('2')
  })
})
