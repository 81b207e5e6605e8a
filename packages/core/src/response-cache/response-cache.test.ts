import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordChanges, recordUnknownChange } from '../changes/record-queries.ts'
import { openStore, readChangeNumber, type Store } from '../store/index.ts'
import { databases, testDatabase, type DatabaseKind } from '../testing/index.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

const [GAME, OTHER, TEAM] = ['gm_00000001', 'gm_00000002', 'tm_00000001'] as const

const open = async (kind: DatabaseKind): Promise<Store> => {
  const store = await openStore(await testDatabase(kind))
  onTestFinished(() => store.close())
  return store
}

const changeGame = (store: Store, id: string) =>
  store.transaction((tx) => recordChanges(tx, { games: new Map([[id, new Set(['game'] as const)]]), records: [] }))

describe.each(databases)('responses kept in memory on %s', (kind) => {
  /** Calls as the service does: the number is read after the call came in. */
  const caller = (store: Store, responses: ResponseCache) => {
    let made = 0
    const call = async (key: string, names: string, dependsOn: string[] = []) => {
      const response = await responses.respond({
        key,
        change: await readChangeNumber(store)(),
        dependsOn,
        make: async () => JSON.stringify(`${names} ${++made}`),
      })
      return String(await response.data())
        .split(' ')
        .at(-1)
    }
    return call
  }

  test('are sent until a record that they name has changed', async () => {
    const store = await open(kind)
    const responses = createResponseCache(store, 1e6)
    const call = caller(store, responses)
    expect([await call('a', GAME), await call('b', OTHER), await call('a', GAME)]).toEqual(['1', '2', '1'])
    await changeGame(store, GAME)
    expect([await call('a', GAME), await call('b', OTHER)]).toEqual(['3', '2'])
    expect(responses.usage()).toMatchObject({ responses: 2, hits: 2, misses: 3 })
  })

  test('are made again when a part changes that they depend on, and not for another one', async () => {
    const store = await open(kind)
    const call = caller(store, createResponseCache(store, 1e6))
    const ask = () => call('a', 'nothing', [`${TEAM} games`])
    await ask()
    const record = (part: 'games' | 'prices') =>
      store.transaction((tx) => recordChanges(tx, { games: new Map(), records: [{ record_id: TEAM, part }] }))
    await record('prices')
    expect(await ask()).toBe('1')
    await record('games')
    expect(await ask()).toBe('2')
  })

  test('are all dropped after a change that is not recorded', async () => {
    const store = await open(kind)
    const call = caller(store, createResponseCache(store, 1e6))
    await call('a', 'nothing')
    await store.transaction(recordUnknownChange)
    expect(await call('a', 'nothing')).toBe('2')
  })

  test('are not kept if something in them changed while they were made', async () => {
    const store = await open(kind)
    const responses = createResponseCache(store, 1e6)
    const call = caller(store, responses)
    await call('b', OTHER)
    const { promise, resolve } = Promise.withResolvers<string>()
    const slow = responses.respond({
      key: 'a',
      change: await readChangeNumber(store)(),
      dependsOn: [],
      make: () => promise,
    })
    await changeGame(store, GAME)
    await call('b', OTHER) // the log is read
    resolve(JSON.stringify(`${TEAM} ${GAME} old`))
    expect(await (await slow).data()).toBe(`${TEAM} ${GAME} old`)
    expect(await call('a', GAME)).toBe('2')
  })

  test.each([
    ['a change that is not recorded', (store: Store) => store.transaction(recordUnknownChange)],
    ['a loss of commits', async (_: Store, responses: ResponseCache) => responses.goBack(0)],
  ])('are not kept if %s came while they were made', async (_, happens) => {
    const store = await open(kind)
    const responses = createResponseCache(store, 1e6)
    const call = caller(store, responses)
    await changeGame(store, OTHER)
    await call('b', OTHER)
    const { promise, resolve } = Promise.withResolvers<string>()
    const change = await readChangeNumber(store)()
    const slow = responses.respond({ key: 'a', change, dependsOn: [], make: () => promise })
    await happens(store, responses)
    await call('b', OTHER) // the log is read
    await changeGame(store, OTHER)
    await call('b', OTHER)
    resolve(JSON.stringify(`${GAME} old`))
    await slow
    expect(responses.usage().responses).toBe(1)
    expect(await (await responses.respond({ key: 'a', change, dependsOn: [], make: async () => '"new"' })).data()).toBe(
      'new',
    )
  })

  test('that are being made are not sent to a call that comes after a change', async () => {
    const store = await open(kind)
    const responses = createResponseCache(store, 1e6)
    const [read, made] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const make = () => {
      read.resolve()
      return made.promise
    }
    const slow = responses.respond({ key: 'a', change: await readChangeNumber(store)(), dependsOn: [], make })
    await read.promise
    await changeGame(store, GAME)
    const later = caller(store, responses)('a', GAME)
    await expect.poll(responses.seen).toBe(await readChangeNumber(store)())
    made.resolve(JSON.stringify(`${GAME} old`))
    expect([await (await slow).data(), await later]).toEqual([`${GAME} old`, '1'])
  })

  test('are all dropped after more changes than are read at once', async () => {
    const store = await open(kind)
    const call = caller(store, createResponseCache(store, 1e6))
    await call('a', 'nothing')
    const records = Array.from({ length: 10_001 }, (_, n) => ({
      record_id: `tm_${String(n).padStart(8, '0')}`,
      part: 'games' as const,
    }))
    await store.transaction((tx) => recordChanges(tx, { games: new Map(), records }))
    expect(await call('a', 'nothing')).toBe('2')
  })

  test('are made once for all calls that wait for the same one, unless a change came between', async () => {
    const store = await open(kind)
    const call = caller(store, createResponseCache(store, 1e6))
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => call('a', GAME))))).toEqual(new Set(['1']))
    const before = call('c', GAME)
    await changeGame(store, GAME)
    const after = await call('c', GAME)
    expect(Number(after)).toBeGreaterThanOrEqual(Number(await before))
  })

  test('are begun while a call is counted, and made again if something in them changed before it was', async () => {
    const store = await open(kind)
    const responses = createResponseCache(store, 1e6)
    await caller(store, responses)('b', OTHER) // the log is known
    let made = 0
    const begun = { key: 'a', dependsOn: [], make: async () => JSON.stringify(`${GAME} ${++made}`) }
    expect([responses.begin(begun), responses.begin(begun)]).toEqual([true, false])
    // A call that is refused gets no response.
    expect(responses.usage()).toMatchObject({ hits: 0, misses: 1 })
    const counted = { ...begun, begun: true, change: await readChangeNumber(store)() }
    expect(await (await responses.respond(counted)).data()).toBe(`${GAME} 1`)
    expect(responses.usage()).toMatchObject({ hits: 0, misses: 2 })
    expect(responses.begin(begun)).toBe(false) // it is cached
    await changeGame(store, GAME)
    const { promise, resolve } = Promise.withResolvers<string>()
    responses.begin({ key: 'c', dependsOn: [], make: () => promise })
    await changeGame(store, GAME)
    resolve(JSON.stringify(`${GAME} early`))
    const after = { ...counted, key: 'c', change: await readChangeNumber(store)() }
    expect(await (await responses.respond(after)).data()).toBe(`${GAME} 2`)
  })

  test('errors are not kept', async () => {
    const store = await open(kind)
    const responses = createResponseCache(store, 1e6)
    const failing = { key: 'a', change: 0, dependsOn: [], make: () => Promise.reject(new Error('no')) }
    await expect(responses.respond(failing)).rejects.toThrow('no')
    expect(await caller(store, responses)('a', GAME)).toBe('1')
  })

  test('are all dropped when the database has lost commits', async () => {
    const store = await open(kind)
    const responses = createResponseCache(store, 1e6)
    const call = caller(store, responses)
    await changeGame(store, GAME)
    await changeGame(store, OTHER)
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
