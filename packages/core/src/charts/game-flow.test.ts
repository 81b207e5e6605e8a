import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gameFlow, countLeads, findRuns, type FlowScore } from './game-flow.ts'

/** Scores one second apart, from points: positive ones of the home team, negative ones of the away team. */
const buildScores = (points: readonly number[]): FlowScore[] => {
  let [home, away] = [0, 0]
  return points.map((each, index) => {
    if (each > 0) home += each
    else away -= each
    return { second: index * 10, home, away }
  })
}
const GAME = { title: 'Foxes – Lions', home: 'Foxes', away: 'Lions', regular: 4 }
const flow = (points: readonly number[], periods = [600, 600, 600, 600]) =>
  gameFlow({ ...GAME, periods, scores: buildScores(points) })

test('a run is points in a row, and free throws of the same trip are part of it', () => {
  expect(findRuns(buildScores([2, 3, 1, -2, -3, 2]))).toEqual([
    { side: 'home', points: 6, from: 0, to: 20 },
    { side: 'away', points: 5, from: 30, to: 40 },
    { side: 'home', points: 2, from: 50, to: 50 },
  ])
})

test('a lead changes when the other team takes it, also after a tie; a tie is counted after the first points', () => {
  // 2-0, 2-2, 2-5, 4-5, 6-5, 6-6, 8-6
  expect(countLeads(buildScores([2, -2, -3, 2, 2, -1, 2]))).toEqual({ changes: 2, ties: 2 })
  expect(countLeads([])).toEqual({ changes: 0, ties: 0 })
})

test('the description has the largest leads, the longest runs, lead changes and ties', () => {
  expect(flow([2, 3, 3, -2, -3, -3, -2])).toContain(
    '<desc>Foxes: largest lead 8, longest run 8–0. Lions: largest lead 2, longest run 10–0. Lead changes 1, ties 1.</desc>',
  )
  expect(flow([])).toContain('No play-by-play recorded')
})

test('runs of 8 points and more are marked, and every period has its name', () => {
  const svg = flow([2, 3, 3, -2, -3, -2], [600, 600, 600, 600, 300])
  expect(svg.match(/>\d+–0</g)).toEqual(['>8–0<'])
  expect(svg.match(/>(Q\d|OT)</g)).toEqual(['>Q1<', '>Q2<', '>Q3<', '>Q4<', '>OT<'])
})

test('win probabilities are a line from the bottom at 0 to the top at 100 %, and without any there is none', () => {
  const chances = [0.5, 1, 0].map((probability, index) => ({ second: 600 * index, probability }))
  const svg = gameFlow({ ...GAME, periods: [600, 600, 600, 600], scores: buildScores([2]), chances })
  const [, line] = /class="bd-chance" fill="none" [^>]* d="([^"]+)"/.exec(svg) ?? []
  // 600 seconds are 176.5 units wide, a point is each 4 units, and the scale goes from 332 up to 88.
  expect(line).toBe('M44 210H44V210H220V88H396V332')
  expect(svg).toContain('Line: how likely Foxes is to win.')
  expect(flow([2])).not.toMatch(/bd-chance|100 %|how likely/)
})

/** Scores of more changes than real games have, of up to 300 if win probabilities are drawn as well. */
const pictures = fc
  .tuple(fc.array(fc.constantFrom(-3, -2, -1, 1, 2, 3), { maxLength: 400, size: 'max' }), fc.boolean())
  .map(([points, probability]) => {
    const scores = buildScores(probability ? points.slice(0, 300) : points)
    const chances = scores.map(({ second }, index) => ({ second, probability: index % 2 }))
    return { scores, chances: probability ? chances : [] }
  })

test('whatever the score, a picture has at most 20 kB, and all of it lies inside', () => {
  fc.assert(
    fc.property(pictures, (drawn) => {
      const svg = gameFlow({ ...GAME, periods: [1000, 1000, 1000, 1000], ...drawn })
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(20_000)
      expect(svg).not.toMatch(/NaN|Infinity|undefined/)
      for (const [, y] of svg.matchAll(/V([-\d.]+)/g)) {
        expect(Number(y)).toBeGreaterThanOrEqual(74)
        expect(Number(y)).toBeLessThanOrEqual(346)
      }
    }),
  )
})
