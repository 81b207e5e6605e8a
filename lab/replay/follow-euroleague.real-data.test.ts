import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { responsesByGame } from '../../packages/feeds/src/euroleague/files.ts'
import { recordedEuroleague, recordedEuroleagueGame } from '../../packages/feeds/src/replay/euroleague.ts'
import type { RecordedGame } from '../../packages/feeds/src/replay/recorded-game.ts'
import { listGameEvents } from '../../packages/feeds/src/follow/test-support/event-queries.ts'
import { followReplay } from './follow-replay.ts'

const SEASON = fileURLToPath(new URL('../../../shared/data/euroleague-2022', import.meta.url))

const readFirstGames = async (count: number): Promise<RecordedGame[]> => {
  const games: RecordedGame[] = []
  for await (const { responses } of responsesByGame([SEASON])) {
    if (responses !== undefined) games.push(recordedEuroleagueGame(responses))
    if (games.length === count) break
  }
  return games
}

describe.skipIf(!existsSync(SEASON))('a night of EuroLeague 2022-23 (skipped without ../shared/data)', () => {
  test('two games at once end as an import of the final responses, with scores that are at most a minute old at the median', async () => {
    const games = await readFirstGames(2)
    const start = Date.parse('2022-11-10T19:00:00Z')
    const followed = await followReplay(recordedEuroleague, games, { start, followers: 2, budget: 3, perMinute: 3 })
    const { failures, errors, ages, contents, counts, sent } = followed
    expect({ failures, errors }).toEqual({ failures: [], errors: [] })
    expect(counts).toMatchObject({ refused: 0, busiestMinute: 3 })
    const sorted = ages()
    expect(sorted[Math.trunc(sorted.length * 0.5)]).toBeLessThanOrEqual(60)
    expect(sorted[Math.trunc(sorted.length * 0.95)]).toBeLessThanOrEqual(120)
    const [stored, imported] = await contents()
    expect(stored).toEqual(imported)
    for (const { periods, events } of await sent()) expect(listGameEvents(periods)).toContainEqual(events)
  })
})
