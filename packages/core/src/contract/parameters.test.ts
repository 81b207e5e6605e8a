import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as contract from './index.ts'

const accepts = (schema: z.ZodType, input: unknown): boolean => schema.safeParse(input).success

const team = 'tm_00000000'
const player = 'pl_00000000'
const competition = 'cp_00000000'
const pagedLists = [
  { name: 'ListCompetitions', schema: contract.ListCompetitions, needed: {} },
  { name: 'ListSeasons', schema: contract.ListSeasons, needed: {} },
  { name: 'ListTeams', schema: contract.ListTeams, needed: {} },
  { name: 'ListGames', schema: contract.ListGames, needed: {} },
  { name: 'ListResults', schema: contract.ListResults, needed: {} },
  { name: 'ListPlayers', schema: contract.ListPlayers, needed: { team } },
  { name: 'ListPlayerGames', schema: contract.ListPlayerGames, needed: { id: player } },
]

describe.each(pagedLists)('$name', ({ schema, needed }) => {
  test('takes page from 1 and per_page from 1 to 200', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }), (page, per_page) => {
        expect(accepts(schema, { ...needed, page })).toBe(page >= 1)
        expect(accepts(schema, { ...needed, per_page })).toBe(per_page >= 1 && per_page <= 200)
      }),
    )
  })

  test('takes no number that is not whole', () => {
    const notWhole = fc.oneof(
      fc.double().filter((n) => !Number.isInteger(n)),
      fc.string(),
      fc.constantFrom(null, true, '1', 1n, [1], {}, Number.MAX_SAFE_INTEGER + 1),
    )
    fc.assert(
      fc.property(notWhole, (value) => {
        expect(accepts(schema, { ...needed, page: value })).toBe(false)
        expect(accepts(schema, { ...needed, per_page: value })).toBe(false)
      }),
    )
  })

  test('takes page or cursor, not both, and per_page with either', () => {
    expect(accepts(schema, { ...needed, page: 1, per_page: 10 })).toBe(true)
    expect(accepts(schema, { ...needed, cursor: 'abc', per_page: 10 })).toBe(true)
    expect(accepts(schema, { ...needed, page: 1, cursor: 'abc' })).toBe(false)
    expect(accepts(schema, { ...needed, cursor: '' })).toBe(false)
  })
})

test('no parameters object takes a name it does not know', () => {
  const schemas = Object.entries(contract).filter(([name]) => /^(List|Get)[A-Z]|^NoParameters$/.test(name))
  expect(schemas.length).toBeGreaterThan(15)
  for (const [name, schema] of schemas) {
    const result = (schema as z.ZodType).safeParse({ unknown_name: 1 })
    expect(result.error?.issues, name).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['unknown_name'] }),
    )
  }
})

test('date is not sent with from or to', () => {
  const date = '2026-11-20'
  expect(accepts(contract.ListGames, { date })).toBe(true)
  expect(accepts(contract.ListGames, { from: date, to: date })).toBe(true)
  expect(accepts(contract.ListGames, { date, from: date })).toBe(false)
  expect(accepts(contract.ListGames, { date, to: date })).toBe(false)
})

test.each([
  { name: 'ListGames', schema: contract.ListGames, needed: {} },
  { name: 'ListPlayerGames', schema: contract.ListPlayerGames, needed: { id: player } },
])('$name takes from and to in their order alone', ({ schema, needed }) => {
  const day = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (from, to) => {
      expect(accepts(schema, { ...needed, from, to })).toBe(from <= to)
    }),
  )
})

test('q of /teams has at least 1 letter or digit', () => {
  for (const q of ['a', ' 7 ', 'Ž', '.a.', '熊']) expect(accepts(contract.ListTeams, { q }), q).toBe(true)
  for (const q of ['', '   ', '%', '_', "'", '...', '́'])
    expect(accepts(contract.ListTeams, { q }), JSON.stringify(q)).toBe(false)
})

test('q of /players has at least 3 letters after trimming', () => {
  for (const q of ['abc', ' abc ', "m'ba", 'Žil', 'ŽÍL', 'Ž̌íl'])
    expect(accepts(contract.ListPlayers, { q }), q).toBe(true)
  for (const q of ['', 'ab', 'ab ', '  a  ', 'a1b', '%%%', '___', '123'])
    expect(accepts(contract.ListPlayers, { q }), q).toBe(false)
})

test('q has at most 100 characters', () => {
  for (const schema of [contract.ListTeams, contract.ListPlayers]) {
    expect(accepts(schema, { q: 'a'.repeat(100) })).toBe(true)
    expect(accepts(schema, { q: 'a'.repeat(101) })).toBe(false)
  }
})

test('status is scheduled, final or no_result', () => {
  for (const status of ['scheduled', 'final', 'no_result']) expect(accepts(contract.ListGames, { status })).toBe(true)
  for (const status of ['', 'Final', 'live', null]) expect(accepts(contract.ListGames, { status })).toBe(false)
})

test('last and top are 10 when left out and 1 to 100 otherwise', () => {
  expect(contract.GetTeamForm.parse({ id: team }).last).toBe(10)
  expect(contract.GetHeadToHead.parse({ id: team, opponent: team }).last).toBe(10)
  expect(contract.GetLeaders.parse({ competition }).top).toBe(10)
  for (const [number, right] of [
    [0, false],
    [1, true],
    [100, true],
    [101, false],
    [-1, false],
    [1.5, false],
  ] as const) {
    expect(accepts(contract.GetTeamForm, { id: team, last: number })).toBe(right)
    expect(accepts(contract.GetHeadToHead, { id: team, opponent: team, last: number })).toBe(right)
    expect(accepts(contract.GetLeaders, { competition, top: number })).toBe(right)
  }
})

test('stat is points, by is venue and min_games is left to the data when they are left out', () => {
  expect(contract.GetLeaders.parse({ competition })).toMatchObject({ stat: 'points' })
  expect(contract.GetLeaders.parse({ competition }).min_games).toBeUndefined()
  expect(accepts(contract.GetLeaders, { competition, min_games: 0 })).toBe(false)
  expect(contract.GetPlayerSplits.parse({ id: player }).by).toBe('venue')
})

test('leaders are of the statistics of the contract', () => {
  const stats = ['points', 'rebounds', 'assists', 'steals', 'blocks', 'three_made', 'offensive_rebounds', 'minutes']
  stats.push('performance_index')
  for (const stat of stats) expect(accepts(contract.GetLeaders, { competition, stat })).toBe(true)
  for (const stat of ['turnovers', 'Points', ''])
    expect(accepts(contract.GetLeaders, { competition, stat })).toBe(false)
})

test('splits are by venue, result, month, opponent or starter', () => {
  for (const by of ['venue', 'result', 'month', 'opponent', 'starter'])
    expect(accepts(contract.GetPlayerSplits, { id: player, by })).toBe(true)
  expect(accepts(contract.GetPlayerSplits, { id: player, by: 'day' })).toBe(false)
})

test('the only value of lines is all', () => {
  expect(accepts(contract.GetPrices, { id: 'gm_00000000', lines: 'all' })).toBe(true)
  expect(accepts(contract.GetPrices, { id: 'gm_00000000', lines: 'none' })).toBe(false)
})

test('standings and leaders need a competition, head-to-head an opponent', () => {
  expect(accepts(contract.GetStandings, {})).toBe(false)
  expect(accepts(contract.GetStandings, { competition })).toBe(true)
  expect(accepts(contract.GetLeaders, {})).toBe(false)
  expect(accepts(contract.GetHeadToHead, { id: team })).toBe(false)
})
