import { expect, test } from 'vitest'
import { gameOfId } from './game-ids.ts'

test.each([
  ['0012300001', 'NBA', '2023-24', 'preseason', undefined],
  ['0022000001', 'NBA', '2020-21', 'regular', undefined],
  ['0032400001', 'NBA', '2024-25', 'all-star', undefined],
  ['0042500121', 'NBA', '2025-26', 'playoffs', 'First Round'],
  ['0042500407', 'NBA', '2025-26', 'playoffs', 'NBA Finals'],
  ['0052300101', 'NBA', '2023-24', 'play-in', undefined],
  ['0062300001', 'NBA', '2023-24', 'cup-final', undefined],
  ['0029900001', 'NBA', '1999-00', 'regular', undefined],
  ['0024600001', 'NBA', '1946-47', 'regular', undefined],
  ['2021900002', 'NBA G League', '2019-20', 'regular', undefined],
  ['0072500001', 'NBA', '2025-26', null, undefined],
])('game %s is of the %s, season %s, stage %s, round %s', (id, competition, season, stage, round) => {
  const game = gameOfId(id)
  expect([game.competition.name, game.season.name, game.stage, game.round]).toEqual([competition, season, stage, round])
})

test.each(['1022400001', '22500061', '', '00225000611'])('%j is not a game id of these leagues', (id) => {
  expect(() => gameOfId(id)).toThrow(`${id}: no game id of the NBA`)
})
