import { expect, test } from 'vitest'
import { readBox } from './box.ts'
import { createFindPerson } from './people.ts'
import { BoxscoreResponse } from './schemas.ts'
import { boxRow, boxscore } from './test-support/sample-game.ts'

const TEAMS = { home: 'HRB', away: 'HIL' }
const read = (home?: Record<string, unknown>[]) =>
  readBox(BoxscoreResponse.parse(boxscore(home)), TEAMS, createFindPerson('E2022'))
const five = [boxRow(1), boxRow(2), boxRow(3), boxRow(4), boxRow(5)]

test('lines keep their order, and shirt number 00 stays 00', () => {
  const { lines } = read([boxRow(4, { Dorsal: '00' }), boxRow(1, { Dorsal: '0' }), boxRow(2, { Dorsal: '' })]).home
  expect(lines.map(({ player, number }) => [player, number])).toEqual([
    ['P900004', '00'],
    ['P900001', '0'],
    ['P900002', null],
  ])
})

test('minutes become seconds; a player without minutes did not play, and its zeros are unchanged', () => {
  const { lines } = read([boxRow(1, { Minutes: '26:10' }), boxRow(2, { Minutes: 'DNP', IsStarter: 0 })]).home
  expect(lines).toMatchObject([
    { starter: true, played: true, seconds: 1570 },
    { starter: false, played: false, seconds: null, stats: { points: 0, rebounds: 0, performance_index: 0 } },
  ])
})

test('statistics without minutes are unchanged, with a note', () => {
  const { lines, notes } = read([
    ...five,
    boxRow(6, { Minutes: '', IsStarter: 0, FoulsCommited: 1, Valuation: -1 }),
  ]).home
  expect(lines.at(-1)).toMatchObject({ played: false, stats: { fouls: 1, performance_index: -1 } })
  expect(notes.map(({ code }) => code)).toContain('stats_without_minutes')
})

test('booleans as text, numbers as text and a missing plus/minus are read', () => {
  const { lines } = read([boxRow(1, { IsStarter: true, Points: '12', Plusminus: undefined, Minutes: '36:9' })]).home
  expect(lines[0]).toMatchObject({ starter: true, seconds: 2169, plus_minus: null, stats: { points: 12 } })
})

test('a missing column is null, not 0', () => {
  expect(read([boxRow(1, { FoulsReceived: null })]).home.lines[0]?.stats.fouls_drawn).toBeNull()
})

test('totals are those of the feed with team rebounds; the team row is not a line', () => {
  const { home, away } = read()
  expect(home.totals).toMatchObject({ points: 7, rebounds: 1, offensive_rebounds: 1, performance_index: 8 })
  expect([home.lines.length, away.lines.length]).toEqual([5, 5])
  expect([...home.notes, ...away.notes]).toEqual([])
})

test('a note lists the columns whose totals are not the sum of the players', () => {
  expect(read(five).home.notes).toMatchObject([
    { code: 'totals_differ', message: expect.stringContaining('Points, FieldGoalsMade2, FieldGoalsAttempted2') },
  ])
})

test('minutes that are not those of a whole game, with overtimes, get a note', () => {
  const minutes = (Minutes: string, fields: Record<string, unknown> = {}) =>
    readBox(
      BoxscoreResponse.parse(boxscore([...five.slice(1), boxRow(6, { Minutes })], fields)),
      TEAMS,
      createFindPerson('E2010'),
    ).home
  const codes = ({ notes }: ReturnType<typeof minutes>) => notes.map(({ code }) => code)
  expect(minutes('39:58').notes).toContainEqual({
    code: 'minutes_differ',
    message:
      'HRB: the minutes of its players are 199:58 together, not those of a whole game; they are stored as they are.',
  })
  expect(codes(minutes('40:00'))).not.toContain('minutes_differ')
  expect(codes(minutes('65:00'))).not.toContain('minutes_differ')
  expect(codes(minutes('15:00'))).toContain('minutes_differ')
  expect(codes(minutes('39:58', { Live: true }))).not.toContain('minutes_differ')
})

test('a Valuation that differs from its formula is unchanged, with a note', () => {
  const { lines, notes } = read([...five.slice(1), boxRow(6, { Assistances: 2, Valuation: 3 })]).home
  expect(lines.at(-1)?.stats.performance_index).toBe(3)
  expect(notes).toContainEqual({
    code: 'valuation_differs',
    message: 'HRB: 1 player whose Valuation differs from the formula; it is stored as it is.',
  })
  const unknown = read([...five.slice(1), boxRow(6, { FoulsReceived: null, Valuation: 3 })]).home
  expect(unknown.notes.map(({ code }) => code)).not.toContain('valuation_differs')
})

test('a team without five starters gets a note', () => {
  expect(read([boxRow(1), boxRow(2, { IsStarter: 0 })]).home.notes[0]).toEqual({
    code: 'starters',
    message: 'HRB: 1 starter in the box score.',
  })
})
