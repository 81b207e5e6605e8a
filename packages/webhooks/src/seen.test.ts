import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStore, seen, type SeenStore } from './seen.ts'

const id = 'evt_7b21c40d9ae65f83'
const never = () => expect.unreachable()

describe('a delivery', () => {
  test('is handled once, even when it is sent again', async () => {
    const once = seen()
    const handle = vi.fn<() => void>()
    expect(await once(id, handle)).toBe('handled')
    expect(await once(id, handle)).toBe('duplicate')
    expect(await once('evt_0000000000000000', handle)).toBe('handled')
    expect(handle).toHaveBeenCalledTimes(2)
  })

  test('that arrives twice at the same time is handled once, and the second is busy', async () => {
    const once = seen()
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = once(id, () => promise)
    expect(await once(id, never)).toBe('busy')
    resolve()
    expect(await first).toBe('handled')
    expect(await once(id, never)).toBe('duplicate')
  })

  test('whose handler fails can be handled again', async () => {
    const once = seen()
    const failure = new Error('the database is down')
    await expect(once(id, () => Promise.reject(failure))).rejects.toBe(failure)
    await expect(
      once(id, () => {
        throw failure
      }),
    ).rejects.toBe(failure)
    expect(await once(id, () => {})).toBe('handled')
  })

  test('rejects with the error of its handler, even when the store fails as well', async () => {
    const store: SeenStore = {
      ...memoryStore(),
      release: () => {
        throw new Error('the store is down')
      },
    }
    const failure = new Error('the database is down')
    await expect(seen(store)(id, () => Promise.reject(failure))).rejects.toBe(failure)
  })

  test('is a duplicate for every user of the same store', async () => {
    const store = memoryStore()
    await seen(store)(id, () => {})
    expect(await seen(store)(id, never)).toBe('duplicate')
  })
})

describe('memoryStore', () => {
  test('keeps the latest ids, up to max', async () => {
    const once = seen(memoryStore({ max: 2 }))
    for (const each of ['a', 'b', 'c']) await once(each, () => {})
    expect(await once('c', never)).toBe('duplicate')
    expect(await once('b', never)).toBe('duplicate')
    expect(await once('a', () => {})).toBe('handled')
  })

  describe('over time', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    test('expires the claim of a handler that hangs', async () => {
      const once = seen(memoryStore({ lease: 300 }))
      void once(id, () => new Promise(() => {}))
      vi.advanceTimersByTime(299_999)
      expect(await once(id, never)).toBe('busy')
      vi.advanceTimersByTime(1)
      expect(await once(id, () => {})).toBe('handled')
    })

    test('keeps a handled id, even when an earlier handler fails late', async () => {
      const store = memoryStore({ lease: 300 })
      const { promise, reject } = Promise.withResolvers<void>()
      const late = seen(store)(id, () => promise)
      vi.advanceTimersByTime(300_000)
      await seen(store)(id, () => {})
      reject(new Error('too late'))
      await expect(late).rejects.toThrow('too late')
      vi.advanceTimersByTime(86_400_000)
      expect(await seen(store)(id, never)).toBe('duplicate')
    })
  })
})
