import type { Game, Shot } from '@basketball-data/client'
import { expect, test } from 'vitest'
import { cornerDepth, FIBA, guessCourt, NBA } from './court.ts'
import { shotChart } from './shot-chart.ts'

const shot = (changes: Partial<Shot>): Shot => ({
  seq: 1,
  period: 1,
  side: 'home',
  team: null,
  player: null,
  value: 2,
  made: true,
  points: 2,
  x_ft: 0,
  y_ft: 5,
  distance_ft: 5,
  fastbreak: false,
  second_chance: false,
  off_turnover: false,
  at: null,
  ...changes,
})

const game: Game = {
  id: 'gm_9wd3f6ka',
  competition: { id: 'cp_hytrz7zm', name: 'League' },
  season: { id: 'ss_6x5nnvf3', name: '2026-27' },
  stage: 'regular',
  round: null,
  date: '2026-11-20',
  tip_off: null,
  status: 'final',
  home: { id: 'tm_jn3y5tcm', name: 'Foxes <&> Co' },
  away: { id: 'tm_7j874qh2', name: 'Gulls' },
  home_score: 91,
  away_score: 88,
  attendance: null,
  venue: null,
  has: { boxscore: true, playbyplay: true, shots: true },
}

test('the court is guessed from the values of the shots', () => {
  expect(guessCourt([{ x_ft: 0, y_ft: 23, value: 2 }])).toBe(NBA)
  expect(guessCourt([{ x_ft: 0, y_ft: 23, value: 3 }])).toBe(FIBA)
  expect(guessCourt([])).toBe(FIBA)
})

test.each([FIBA, NBA])('the three-point arc of $name meets the straight lines of the corners', (court) => {
  expect(Math.hypot(court.corner, cornerDepth(court))).toBeCloseTo(court.arc, 10)
  expect(court.corner).toBeLessThan(court.width / 2)
})

test('a made shot is a disc, a miss is a cross, and a shot without a location is not drawn', () => {
  const svg = shotChart(game, [
    shot({ x_ft: 3, y_ft: 4 }),
    shot({ x_ft: -6.5, y_ft: 20, made: false, points: 0 }),
    shot({ side: 'away', value: 3, x_ft: 22, y_ft: 6 }),
    shot({ x_ft: null, y_ft: null }),
  ])
  expect(svg.match(/<circle cx="30.0" cy="-40.0"/g)).toHaveLength(1)
  expect(svg.match(/<path d="M-65.0 -200.0m/g)).toHaveLength(1)
  expect(svg.match(/<circle cx=/g)).toHaveLength(2)
  expect(svg).toContain('● 1 made  × 1 missed  threes 0 of 0')
  expect(svg).toContain('● 1 made  × 0 missed  threes 1 of 1')
})

test('names are escaped', () => {
  expect(shotChart(game, [])).toContain('Foxes &#60;&#38;&#62; Co 91')
})
