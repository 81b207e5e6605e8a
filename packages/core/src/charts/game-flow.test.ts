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
const flow = (points: readonly number[], periods = [600, 600, 600, 600]) =>
  gameFlow({ title: 'Foxes – Lions', home: 'Foxes', away: 'Lions', periods, regular: 4, scores: buildScores(points) })

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
  expect(svg.match(/>(Q\d|OT\d)</g)).toEqual(['>Q1<', '>Q2<', '>Q3<', '>Q4<', '>OT1<'])
})

test('whatever the score, a picture has at most 20 kB, and all of it lies inside', () => {
  const points = fc.array(fc.constantFrom(-3, -2, -1, 1, 2, 3), { maxLength: 400, size: 'max' })
  fc.assert(
    fc.property(points, (each) => {
      const svg = flow(each, [1000, 1000, 1000, 1000])
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(20_000)
      expect(svg).not.toMatch(/NaN|Infinity|undefined/)
      for (const [, y] of svg.matchAll(/V([-\d.]+)/g)) {
        expect(Number(y)).toBeGreaterThanOrEqual(74)
        expect(Number(y)).toBeLessThanOrEqual(346)
      }
    }),
  )
})
