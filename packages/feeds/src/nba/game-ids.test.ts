import { expect, test } from 'vitest'
import { parseGameId } from './game-ids.ts'

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
  ['1022500282', 'WNBA', '2025', 'regular', undefined],
  ['1042300101', 'WNBA', '2023', 'playoffs', undefined],
  ['0072500001', 'NBA', '2025-26', null, undefined],
])('game %s is of the %s, season %s, stage %s, round %s', (id, competition, season, stage, round) => {
  const game = parseGameId(id)
  expect([game.competition.name, game.season.name, game.stage, game.round]).toEqual([competition, season, stage, round])
})

test.each([
  ['0022500001', true],
  ['0042500121', true],
  ['0052300101', false],
  ['0062300001', false],
  ['1062500001', false],
])(
  'statistics count game %s: %s, since the league counts neither its play-in nor the final of its cup',
  (id, counts) => {
    expect(parseGameId(id).counts_in_statistics).toBe(counts)
  },
)

test('the WNBA is a competition of women with games of 40 minutes and seasons of one calendar year', () => {
  expect(parseGameId('1022500282')).toMatchObject({
    competition: {
      external_id: '10',
      slug: 'wnba',
      gender: 'women',
      kind: 'league',
      regulation_minutes: 40,
      tie_break: 'wnba',
    },
    season: { external_id: '10_2025', name: '2025', start_year: 2025 },
  })
})

test.each(['22500061', '', '00225000611', '9922500061'])('%j is not a game id of these leagues', (id) => {
  expect(() => parseGameId(id)).toThrow(`${id}: no game id; expected ten digits that begin with 00 (NBA), 10 (WNBA)`)
})

test('a game of a summer league is refused by its name', () => {
  expect(() => parseGameId('1522500001')).toThrow(
    '1522500001: a game of the Las Vegas Summer League, which is not read',
  )
})

test('a WNBA game before 2006 is refused, because it was played in two halves', () => {
  expect(parseGameId('1020600001').season.name).toBe('2006')
  expect(() => parseGameId('1020500001')).toThrow('1020500001: a WNBA game in two halves')
})
