import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyDatabase, fakeFollowClock, openTestCore } from '../test-support/core.ts'
import { claimRequest, lockBudget, openSeason, releaseClaim, REQUEST_DEADLINE, type Claimed } from './claim-queries.ts'
import { leaseGames, writeGames } from './game-queries.ts'

const START = Date.parse('2026-11-19T19:00:00Z')

/** What happens to a request: how long it takes, when within that time the host counts it, and whether its follower dies. */
const request = fc.record({
  takes: fc.integer({ min: 0, max: REQUEST_DEADLINE }),
  counted: fc.double({ min: 0, max: 1, noNaN: true }),
  dies: fc.boolean(),
  /** Milliseconds until the next claim, in addition to the wait. */
  pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
})

describe.each(anyDatabase)('on %s', (kind) => {
  test('no 60 seconds of the host have more requests than the budget, however long they take and whoever dies', async () => {
    const { store } = await openTestCore(kind)
    const set = await fakeFollowClock(store)
    let run = 0
    const night = async (
      perMinute: number,
      requests: readonly { takes: number; counted: number; dies: boolean; pause: number }[],
    ) => {
      let now = START
      await set(new Date(now))
      run += 1
      const id = await openSeason(store, { budget: `host ${run}`, feed: 'sample', season: '2026', perMinute })
      const names = Array.from({ length: 60 }, (_, index) => ({ game: `g${index}`, tip_off: null }))
      await store.transaction(async (tx) => {
        await lockBudget(tx, id)
        const leased = await leaseGames(tx, id, names)
        const plans = [{ kind: 'plays', url: 'https://sample.test/', due_at: new Date(now), urgency: 0 }]
        const games = leased.map((game) => ({ ...game, plans, response: null }))
        await writeGames(tx, id, games)
      })
      const counted: number[] = []
      const pending: { claimed: Claimed; end: number }[] = []
      const goTo = async (moment: number) => {
        pending.sort((a, b) => a.end - b.end)
        for (let next = pending[0]; next !== undefined && next.end <= moment; next = pending[0]) {
          pending.shift()
          await set(new Date(next.end))
          await releaseClaim(store, id, next.claimed)
        }
        now = moment
        await set(new Date(now))
      }
      for (const each of requests) {
        let { claimed, wait } = await claimRequest(store, id)
        for (; claimed === null; { claimed, wait } = await claimRequest(store, id))
          await goTo(now + Math.max(1, Math.ceil(wait)))
        counted.push(now + each.takes * each.counted)
        if (!each.dies) pending.push({ claimed, end: now + each.takes })
        await goTo(now + each.pause)
      }
      return { counted: counted.toSorted((a, b) => a - b), took: now - START }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.array(request, { minLength: 20, maxLength: 40 }),
        async (perMinute, requests) => {
          const { counted } = await night(perMinute, requests)
          for (const [index, moment] of counted.entries()) {
            const before = counted[index - perMinute]
            expect(moment - (before ?? -Infinity)).toBeGreaterThan(60_000)
          }
        },
      ),
      { numRuns: kind === 'embedded' ? 5 : 40, endOnFailure: true },
    )
    const { took } = await night(
      10,
      Array.from({ length: 41 }, () => ({ takes: 200, counted: 0.5, dies: false, pause: 0 })),
    )
    expect(took).toBeLessThan(4 * 60_500) // and the budget is used
  })
})
