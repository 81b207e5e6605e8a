import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { listGameEvents } from '../../packages/feeds/src/follow/test-support/event-queries.ts'
import { readRecordings } from '../../packages/feeds/src/replay/replay.ts'
import { NBA_ROWS, withMistakes } from './mistakes.ts'
import { followReplay } from './follow-replay.ts'

const NBA = fileURLToPath(new URL('../../../shared/data/nba-live-samples', import.meta.url))
const MISTAKES = { lateEdits: 0.19, vanishing: 0.02, median: 6, seed: '1' }

describe.skipIf(!existsSync(NBA))('a recorded game of the NBA (skipped without ../shared/data)', () => {
  test('with a fifth of its rows edited late ends as an import of the final responses', async () => {
    const { feed, games } = await readRecordings(NBA)
    const recorded = games
      .filter(({ game }) => game === '0022000001')
      .map((game) => withMistakes(game, NBA_ROWS, MISTAKES))
    const { failures, errors, contents, counts, sent } = await followReplay(feed, recorded, {
      start: recorded[0]?.tipOff ?? 0,
      budget: 2,
    })
    expect({ failures, errors, refused: counts.refused }).toEqual({ failures: [], errors: [], refused: 0 })
    const [stored, imported] = await contents()
    expect(stored).toEqual(imported)
    for (const { periods, events } of await sent()) expect(listGameEvents(periods)).toContainEqual(events)
  })
})
