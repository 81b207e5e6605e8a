import { describe, expect, test } from 'vitest'
import { gameSeconds } from './game-length.ts'

const MINUTES = 60
const game = { regulation_minutes: 40, periods: null, home_seconds: null, away_seconds: null }
/** Playing time of a team in a game of this length. */
const team = (minutes: number) => 5 * minutes * MINUTES

describe('the length of a game', () => {
  test.each([
    ['40 minutes, four periods', { periods: 4 }, 40],
    ['40 minutes, one overtime', { periods: 5 }, 45],
    ['40 minutes, three overtimes', { periods: 7 }, 55],
    ['48 minutes, four periods', { regulation_minutes: 48, periods: 4 }, 48],
    ['48 minutes, two overtimes', { regulation_minutes: 48, periods: 6 }, 58],
    ['playing times that differ from the periods', { periods: 4, home_seconds: 990, away_seconds: team(45) }, 40],
  ])('is regulation and 5 minutes per overtime: %s', (_, terms, minutes) => {
    expect(gameSeconds({ ...game, ...terms })).toBe(minutes * MINUTES)
  })

  test.each([
    ['no period', null],
    ['an empty list of periods', 0],
    ['halves', 2],
    ['halves and an overtime', 3],
  ])('comes from the playing times with %s', (_, periods) => {
    const known = { ...game, periods, home_seconds: team(45), away_seconds: team(45) }
    expect(gameSeconds(known)).toBe(45 * MINUTES)
    expect(gameSeconds({ ...known, home_seconds: null, away_seconds: null })).toBeNull()
  })

  test.each([
    ['one time is known', team(50), null, 50],
    ['times are rounded', team(40) - 47, team(40) + 31, 40],
    ['one time is a possible length', team(40), 990, 40],
    ['one time is nearer to a possible length', team(45) + 2, team(40) - 300, 45],
    ['both are possible lengths', team(45), team(40), 40],
  ])('is a possible one if %s', (_, home_seconds, away_seconds, minutes) => {
    expect(gameSeconds({ ...game, home_seconds, away_seconds })).toBe(minutes * MINUTES)
    expect(gameSeconds({ ...game, home_seconds: away_seconds, away_seconds: home_seconds })).toBe(minutes * MINUTES)
  })

  test.each([
    ['much too short', 990, 0],
    ['too short by more than half an overtime', team(37), null],
  ])('is unknown if the playing times are %s', (_, home_seconds, away_seconds) => {
    expect(gameSeconds({ ...game, home_seconds, away_seconds })).toBeNull()
  })
})
