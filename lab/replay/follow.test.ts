import { expect, test } from 'vitest'
import { action, by, liveBox, livePlays } from '../../packages/feeds/src/nba/test-support/sample-game.ts'
import { recordedEuroleague, recordedEuroleagueGame } from '../../packages/feeds/src/replay/euroleague.ts'
import { recordedNba, recordedNbaGame } from '../../packages/feeds/src/replay/nba.ts'
import { EUROLEAGUE_ROWS, withMistakes } from './mistakes.ts'
import { listGameEvents } from '../../packages/feeds/src/follow/test-support/event-queries.ts'
import { followReplay } from './follow-replay.ts'
import { madeUpGame } from '../../packages/feeds/src/replay/test-support/made-up-game.ts'

const START = Date.parse('2022-11-10T19:00:00Z')
const MISTAKES = { lateEdits: 0.19, vanishing: 0.05, median: 6, seed: '1' }
const night = [7, 8].map((code) =>
  withMistakes(recordedEuroleagueGame(madeUpGame(code, START)), EUROLEAGUE_ROWS, MISTAKES),
)

test('a night with late edits, vanishing rows, old responses, errors, HTML and cut JSON ends as one import of the final files', async () => {
  const faults = { faults: 0.1, stale: 0.1, seed: '1', perMinute: 3 }
  const { counts, failures, errors, contents, sent } = await followReplay(recordedEuroleague, night, {
    start: START,
    followers: 2,
    budget: 3,
    ...faults,
  })
  expect(errors).toEqual([])
  expect(counts).toMatchObject({ refused: 0 })
  expect(counts.busiestMinute).toBeLessThanOrEqual(3)
  const reasons = new Set(failures.map(({ reason }) => `${reason}`.replace(/: .*/, '')))
  expect(reasons).toEqual(
    new Set([
      'HTML or XML instead of JSON',
      'not JSON, or cut off',
      'status 429',
      'status 500',
      'status 502',
      'status 503',
    ]),
  )
  const [stored, imported] = await contents()
  expect(stored).toEqual(imported)
  const games = await sent()
  expect(games).toHaveLength(2)
  for (const { periods, events } of games) expect(listGameEvents(periods)).toContainEqual(events)
})

test('the score of a game of the NBA is never older than 15 seconds, even before its box score is there', async () => {
  const tipOff = Date.parse('2025-11-08T02:30:00Z')
  const time = (seconds: number) => ({
    timeActual: new Date(tipOff + seconds * 1000).toISOString().replace('00Z', 'Z'),
  })
  const actions = [
    action(1, 'period', { subType: 'start', ...time(60) }),
    by(1, 2, '2pt', { clock: 'PT06M00.00S', shotResult: 'Made', scoreHome: '2', ...time(600) }),
    action(3, 'game', { period: 4, clock: 'PT00M00.00S', subType: 'end', scoreHome: '2', ...time(1200) }),
  ]
  const recorded = recordedNbaGame('0022500061', { plays: livePlays(actions), box: liveBox() })
  const { failures, errors, ages } = await followReplay(recordedNba, [recorded], { start: tipOff })
  expect({ failures, errors }).toEqual({ failures: [], errors: [] })
  expect(ages().at(-1)).toBeLessThanOrEqual(15)
})
