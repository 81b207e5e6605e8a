import { expect, test } from 'vitest'
import { readBox } from './box.ts'
import { BoxscoreResponse } from './schemas.ts'
import { boxRow, boxscore } from './testing/made-up.ts'

const TEAMS = { home: 'HRB', away: 'HIL' }
const read = (home?: Record<string, unknown>[]) => readBox(BoxscoreResponse.parse(boxscore(home)), TEAMS, 'E2022')
const five = [boxRow(1), boxRow(2), boxRow(3), boxRow(4), boxRow(5)]

test('lines keep their order, shirt numbers their noughts', () => {
  const { lines } = read([boxRow(4, { Dorsal: '00' }), boxRow(1, { Dorsal: '0' }), boxRow(2, { Dorsal: '' })]).home
  expect(lines.map(({ player, number }) => [player, number])).toEqual([
    ['P900004', '00'],
    ['P900001', '0'],
    ['P900002', null],
  ])
})

test('minutes are seconds, and who has none did not play and keeps the zeros', () => {
  const { lines } = read([boxRow(1, { Minutes: '26:10' }), boxRow(2, { Minutes: 'DNP', IsStarter: 0 })]).home
  expect(lines).toMatchObject([
    { starter: true, played: true, seconds: 1570 },
    { starter: false, played: false, seconds: null, stats: { points: 0, rebounds: 0, performance_index: 0 } },
  ])
})

test('statistics without minutes are kept and said', () => {
  const { lines, notes } = read([
    ...five,
    boxRow(6, { Minutes: '', IsStarter: 0, FoulsCommited: 1, Valuation: -1 }),
  ]).home
  expect(lines.at(-1)).toMatchObject({ played: false, stats: { fouls: 1, performance_index: -1 } })
  expect(notes.map(({ code }) => code)).toContain('stats_without_minutes')
})

test('types that wobble are read: yes as true, numbers as text, a plus/minus that is missing', () => {
  const { lines } = read([boxRow(1, { IsStarter: true, Points: '12', Plusminus: undefined, Minutes: '36:9' })]).home
  expect(lines[0]).toMatchObject({ starter: true, seconds: 2169, plus_minus: null, stats: { points: 12 } })
})

test('a column that is missing is null and not nought', () => {
  expect(read([boxRow(1, { FoulsReceived: null })]).home.lines[0]?.stats.fouls_drawn).toBeNull()
})

test('totals are the feed’s own, team rebounds included, and the team row is no line', () => {
  const { home, away } = read()
  expect(home.totals).toMatchObject({ points: 7, rebounds: 1, offensive_rebounds: 1, performance_index: 8 })
  expect([home.lines.length, away.lines.length]).toEqual([5, 5])
  expect([...home.notes, ...away.notes]).toEqual([])
})

test('players that do not add up to the totals are said by column', () => {
  expect(read(five).home.notes).toMatchObject([
    { code: 'totals_differ', message: expect.stringContaining('Points, FieldGoalsMade2, FieldGoalsAttempted2') },
  ])
})

test('minutes that are not those of a whole game are said, overtimes are', () => {
  const minutes = (Minutes: string, fields: Record<string, unknown> = {}) =>
    readBox(BoxscoreResponse.parse(boxscore([...five.slice(1), boxRow(6, { Minutes })], fields)), TEAMS, 'E2010').home
  const codes = ({ notes }: ReturnType<typeof minutes>) => notes.map(({ code }) => code)
  expect(minutes('39:58').notes).toContainEqual({
    code: 'minutes_differ',
    message: 'HRB: the minutes of its players are 199:58 together, not those of a whole game; they are kept.',
  })
  expect(codes(minutes('40:00'))).not.toContain('minutes_differ')
  expect(codes(minutes('65:00'))).not.toContain('minutes_differ')
  expect(codes(minutes('15:00'))).toContain('minutes_differ')
  expect(codes(minutes('39:58', { Live: true }))).not.toContain('minutes_differ')
})

test('a Valuation that is not what its terms give is kept and said', () => {
  const { lines, notes } = read([...five.slice(1), boxRow(6, { Assistances: 2, Valuation: 3 })]).home
  expect(lines.at(-1)?.stats.performance_index).toBe(3)
  expect(notes).toContainEqual({
    code: 'valuation_differs',
    message: 'HRB: 1 player whose Valuation is not what the statistics give; it is kept.',
  })
  const unknown = read([...five.slice(1), boxRow(6, { FoulsReceived: null, Valuation: 3 })]).home
  expect(unknown.notes.map(({ code }) => code)).not.toContain('valuation_differs')
})

test('a side without its five starters is said', () => {
  expect(read([boxRow(1), boxRow(2, { IsStarter: 0 })]).home.notes[0]).toEqual({
    code: 'starters',
    message: 'HRB: 1 starter on the score sheet.',
  })
})
