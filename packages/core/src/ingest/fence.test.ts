import { describe, expect, test } from 'vitest'
import { anyDatabase, finalGame, openTestCore, scheduledGame } from '../testing/index.ts'
import { ClaimLost, type Fence } from './fence.ts'

/** A fence that counts how often it recorded something. */
const createFence = (held: boolean) => {
  const recorded: string[] = []
  const fence: Fence = {
    check: async () => held,
    record: async () => {
      recorded.push('written')
    },
  }
  return { fence, recorded }
}

describe.each(anyDatabase)('a fence on %s', (kind) => {
  test('lets a game be written, and records it once', async () => {
    const core = await openTestCore(kind)
    const { fence, recorded } = createFence(true)
    expect(await core.ingest(scheduledGame(), { fence })).toMatchObject({ outcome: 'created' })
    expect(recorded).toEqual(['written'])
  })

  test('that was lost throws, and neither writes nor refuses nor records the game, unlike others of the transaction', async () => {
    const core = await openTestCore(kind)
    const { fence, recorded } = createFence(false)
    const results = await Promise.allSettled([
      core.ingest(scheduledGame({ game: { external_id: 'g1' } })),
      core.ingest(scheduledGame({ game: { external_id: 'g2' } }), { fence }),
      core.ingest(scheduledGame({ game: { external_id: 'g3', date: 'yesterday' } }), { fence }),
    ])
    expect(results).toMatchObject([
      { value: { outcome: 'created' } },
      { reason: expect.any(ClaimLost) },
      { reason: expect.any(ClaimLost) },
    ])
    expect((await core.caller().games.list()).data).toHaveLength(1)
    expect(await core.refusals()).toEqual([])
    expect(recorded).toEqual([])
  })

  test('records a game that is refused', async () => {
    const core = await openTestCore(kind)
    const { fence, recorded } = createFence(true)
    const refused = await core.ingest(scheduledGame({ game: { date: 'yesterday' } }), { fence })
    expect(refused).toMatchObject({ outcome: 'refused' })
    expect(recorded).toEqual(['written'])
  })

  test('that cannot record a game keeps it from being written', async () => {
    const core = await openTestCore(kind)
    const { fence } = createFence(true)
    const record = () => Promise.reject(new Error('no record'))
    await expect(core.ingest(scheduledGame(), { fence: { ...fence, record } })).rejects.toThrow('no record')
    expect((await core.caller().games.list()).data).toEqual([])
  })

  test('records each of several updates of a game in the transaction that writes it', async () => {
    const core = await openTestCore(kind)
    const scores: number[] = []
    const update = (score: number) =>
      core.ingest(finalGame([score, 1]), {
        fence: {
          check: async () => true,
          record: async () => {
            scores.push(score)
          },
        },
      })
    await Promise.all([10, 12, 14].map(update))
    expect(scores).toEqual([10, 12, 14])
    expect((await core.caller().games.list()).data).toMatchObject([{ home_score: 14 }])
  })
})
