import { expect, test } from 'vitest'
import { followWinProbability, getWinProbability, TeamRatings } from './forecast.ts'

const GAME = { date: '2026-10-01', home: 'A', away: 'B', neutral: false }
const BACK = { ...GAME, home: 'B', away: 'A' }
const QUARTERS = { regulation_minutes: 40, periods: 4, overtime_minutes: 5 }
const EVEN = { expectedMargin: 0, lead: 0, minutesLeft: 40, regulationMinutes: 40 }

test('a first game is expected to go by the home court, which a neutral court does not have', () => {
  const ratings = new TeamRatings(40)
  expect(ratings.expectMargin(GAME)).toBe(4)
  expect(ratings.expectMargin({ ...GAME, neutral: true })).toBe(0)
})

test('a result moves both teams and the home court by their shares of the variance', () => {
  const ratings = new TeamRatings(40)
  ratings.add({ ...GAME, home_score: 94, away_score: 70 })
  // 2 × 5² + 1.5² + 140 = 192.25; 20 points more than expected.
  const [team, court] = [(20 * 25) / 192.25, (20 * 2.25) / 192.25]
  expect(ratings.expectMargin(GAME)).toBeCloseTo(4 + court + 2 * team, 10)
  expect(ratings.expectMargin(BACK)).toBeCloseTo(4 + court - 2 * team, 10)
})

test('a year later a team has 0.9 of its strength, and a new result moves it more', () => {
  const ratings = new TeamRatings(40)
  ratings.add({ ...GAME, neutral: true, home_score: 90, away_score: 70 })
  const strength = ratings.expectMargin({ ...GAME, neutral: true })
  const later = { ...GAME, date: '2027-10-01', neutral: true }
  expect(ratings.expectMargin(later)).toBeCloseTo(0.9 * strength, 10)
})

test('drawn games are won as often as forecast, and by a team that is better than it seems all together', () => {
  const ratings = new TeamRatings(40)
  ratings.add({ ...GAME, neutral: true, home_score: 90, away_score: 70 })
  // A is 20 × 25 / 190 = 2.63 points better than average, B as much worse; each keeps a variance of 25 × 165 / 190 = 21.7.
  const drawHomeWins = ratings.createDraw(Array.from({ length: 20 }, () => ({ ...GAME, neutral: true })))
  let state = 1
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  const wins = Array.from({ length: 2000 }, () => drawHomeWins(random).filter(Boolean).length)
  const mean = wins.reduce((sum, each) => sum + each) / wins.length
  // Φ(5.26 / √(2 × 21.7 + 140)) = 0.651 of 20 games.
  expect(mean).toBeGreaterThan(12.7)
  expect(mean).toBeLessThan(13.4)
  // Independent games would have a variance of 20 × 0.651 × 0.349 = 4.5; strengths kept for all games add to it.
  const variance = wins.reduce((sum, each) => sum + (each - mean) ** 2, 0) / wins.length
  expect(variance).toBeGreaterThan(12)
})

test('equal teams at a neutral court are even, and a favourite is not', () => {
  expect(getWinProbability(EVEN)).toBeCloseTo(0.5, 6)
  // The deviation of 40 minutes is √140 = 11.83; half a deviation ahead is 69.1 % without ties, which favour it as well.
  expect(getWinProbability({ ...EVEN, expectedMargin: Math.sqrt(140) / 2 })).toBeCloseTo(0.6934, 3)
})

test('the probability of one team is what the other is short of 1', () => {
  for (const state of [
    { ...EVEN, expectedMargin: 4, lead: -7, minutesLeft: 12.5 },
    { ...EVEN, lead: 3, minutesLeft: 0 },
  ]) {
    const mirrored = { ...state, expectedMargin: -state.expectedMargin, lead: -state.lead }
    expect(getWinProbability(state) + getWinProbability(mirrored)).toBeCloseTo(1, 9)
  }
})

test('half of the time is worth more than half of the expected margin, because a lead is pulled back', () => {
  // −2 × e^(−0.175) + 4 × (1 − e^(−0.175)) / (1 − e^(−0.35)) = 0.5; 140 × (1 − e^(−0.35)) / (1 − e^(−0.7)) = 82.1.
  const half = getWinProbability({ ...EVEN, expectedMargin: 4, lead: -2, minutesLeft: 20 })
  expect(half).toBeCloseTo(0.5239, 3)
  // 10 points ahead among equals: the mean is 8.4 points, with a deviation of 9.06.
  expect(getWinProbability({ ...EVEN, lead: 10, minutesLeft: 20 })).toBeCloseTo(0.8229, 2)
})

test('a lead decides when no time is left, and a tie goes to overtime with the favourite ahead', () => {
  expect(getWinProbability({ ...EVEN, lead: 1, minutesLeft: 0 })).toBe(1)
  expect(getWinProbability({ ...EVEN, lead: -1, minutesLeft: 0 })).toBe(0)
  // Expected to win the overtime by 8 × 0.0428 / 0.2953 = 1.16, with a deviation of 4.83.
  expect(getWinProbability({ ...EVEN, expectedMargin: 8, minutesLeft: 0 })).toBeCloseTo(0.5949, 3)
})

test('after each event the probability goes by the score and the time, also in overtime', () => {
  const play = (period: number, clock: string | null, home_score: number | null, away_score: number | null) =>
    ({ period, clock, type: clock === null ? 'period_end' : 'two_made', home_score, away_score }) as const
  const plays = [
    play(1, '10:00', null, null),
    play(2, '00:00', 40, 42),
    play(2, '00:03', null, null), // written late: no time is won back
    play(4, null, 80, 80),
    play(5, '02:00', 86, 84),
    play(5, null, 88, 84),
  ]
  const at = (lead: number, minutesLeft: number) => getWinProbability({ ...EVEN, expectedMargin: 4, lead, minutesLeft })
  expect(followWinProbability(plays, 4, QUARTERS)).toEqual([at(0, 40), at(-2, 20), at(-2, 20), at(0, 0), at(2, 2), 1])
})
