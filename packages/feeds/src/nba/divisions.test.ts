import { GameBundle } from '@basketball-data/core/contract'
import { expect, test } from 'vitest'
import { NBA_TEAMS } from '../nba-teams.ts'
import { getDivision } from './divisions.ts'
import { parseGameId } from './game-ids.ts'
import { readGame } from './game.ts'
import { toParts } from './parts.ts'
import { logRow, resultSets } from './test-support/sample-game.ts'

const getTeamId = (code: string): string => NBA_TEAMS[code]?.id ?? ''
const divisionIn = (startYear: number, code: string): string => {
  const { group, division } = getDivision(
    getTeamId(code),
    parseGameId(`002${String(startYear % 100).padStart(2, '0')}00001`),
  )
  return `${group} ${division}`
}

test.each([
  [1996, 'MEM', 'Western Conference Midwest'],
  [2003, 'MEM', 'Western Conference Midwest'],
  [2004, 'MEM', 'Western Conference Southwest'],
  [2001, 'CHA', 'Eastern Conference Central'],
  [2002, 'NOP', 'Eastern Conference Central'],
  [2004, 'NOP', 'Western Conference Southwest'],
  [2004, 'CHA', 'Eastern Conference Southeast'],
  [2003, 'MIA', 'Eastern Conference Atlantic'],
  [2004, 'MIA', 'Eastern Conference Southeast'],
  [2003, 'OKC', 'Western Conference Pacific'],
  [2008, 'OKC', 'Western Conference Northwest'],
  [2003, 'UTA', 'Western Conference Midwest'],
  [2025, 'UTA', 'Western Conference Northwest'],
])('in the season that starts in %d, %s plays in the %s division', (startYear, code, expected) => {
  expect(divisionIn(startYear, code)).toBe(expected)
})

test.each([
  [2025, [5, 5, 5, 5, 5, 5]],
  [2000, [7, 9, 7, 7]],
])('in the season that starts in %d every team has one division, and they have %j teams', (startYear, sizes) => {
  const divisions = Map.groupBy(Object.keys(NBA_TEAMS), (code) => divisionIn(startYear, code))
  expect([...divisions].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, teams]) => teams.length)).toEqual(sizes)
})

test.each([
  ['play-offs', '0042500121'],
  ['the cup final', '0062500001'],
  ['the preseason', '0012500001'],
  ['the G League', '2022500001'],
  ['the WNBA', '1022500001'],
  ['a season before 1995-96', '0029400001'],
])('a game of %s has no division', (_, id) => {
  expect(getDivision(getTeamId('BOS'), parseGameId(id))).toEqual({})
})

test('a team that is not in the NBA has no division', () => {
  expect(getDivision('1610000001', parseGameId('0022500001'))).toEqual({})
})

test('the bundle of a regular-season game has the conference and division of both teams', () => {
  const GAME_ID = '0022500001'
  const log = resultSets('leaguegamelog', {
    LeagueGameLog: [
      logRow(Number(getTeamId('OKC')), 'OKC vs. CHA', 3, { GAME_ID }),
      logRow(Number(getTeamId('CHA')), 'CHA @ OKC', 2, { GAME_ID }),
    ],
  })
  expect(GameBundle.parse(readGame(GAME_ID, toParts(log, 'log.json')))).toMatchObject({
    home: { team: { external_id: getTeamId('OKC') }, group: 'Western Conference', division: 'Northwest' },
    away: { team: { external_id: getTeamId('CHA') }, group: 'Eastern Conference', division: 'Southeast' },
  })
})
