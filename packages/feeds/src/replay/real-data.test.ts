import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { responsesByGame } from '../euroleague/files.ts'
import { recordedEuroleague, recordedEuroleagueGame } from './euroleague.ts'
import { bundleAt, planReplay } from './replay.ts'

const SEASON = fileURLToPath(new URL('../../../../../shared/data/euroleague-2022', import.meta.url))
const HOUR = 3_600_000
/** Games with a shot that was entered after the end. */
const ENTERED_LATE = [8, 68, 78, 188]

describe.skipIf(!existsSync(SEASON))('EuroLeague 2022-23 (skipped without ../shared/data)', () => {
  test('every tenth game, and those with a shot that was entered after the end, end with their recorded responses, were counted to their box scores, and are read at every moment', async () => {
    const different: string[] = []
    let late = 0
    for await (const { game, responses } of responsesByGame([SEASON])) {
      if (responses === undefined) throw new Error(game)
      const number = Number(game.replace('E2022_', ''))
      if (number % 10 !== 3 && !ENTERED_LATE.includes(number)) continue
      const recorded = recordedEuroleagueGame(responses)
      const asRecorded = (elapsed: number) => recorded.tipOff + elapsed
      const { header, boxscore, playbyplay, points } = responses
      const last = ['Header', 'Boxscore', 'PlaybyPlay', 'Points'].map((kind) =>
        recorded.responseAt(kind, 1000 * HOUR, asRecorded),
      )
      expect(last, game).toEqual([header, boxscore, playbyplay, points])

      const replay = planReplay(recordedEuroleague, [recorded], { start: recorded.tipOff, speed: 1 })
      const [replayed] = replay.games
      if (replayed === undefined) throw new Error(game)
      const at = (elapsed: number) => bundleAt(replay.feed, replayed, asRecorded(elapsed))
      // Until 30 s after the end the box score is the one that was counted.
      const [before, after] = [at(recorded.end + 29_999), at(recorded.end + 30_000)]
      const same = ['home', 'away'].every((side) => {
        const [a, b] = side === 'home' ? [before.home, after.home] : [before.away, after.away]
        return JSON.stringify(a.totals) === JSON.stringify(b.totals)
      })
      const enteredLate = recorded.changes.some(
        (change) => change > recorded.end && change !== recorded.end + 30_000 && change !== recorded.end + HOUR / 2,
      )
      if (enteredLate) late += 1
      else if (!same) different.push(game)
      for (const part of [-0.1, 0, 0.3, 0.6, 0.9]) expect(at(part * recorded.end).game.status, game).toBe('scheduled')
      expect(after.game.status, game).toBe('final')
    }
    // Game 313 was abandoned, and its box score has other fouls than its play-by-play.
    expect(different).toEqual(['E2022_313'])
    expect(late).toBe(ENTERED_LATE.length)
  })
})
