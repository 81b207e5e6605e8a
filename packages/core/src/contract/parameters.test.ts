import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as contract from './index.ts'

const accepts = (schema: z.ZodType, input: unknown): boolean => schema.safeParse(input).success

const team = 'tm_00000000'
const player = 'pl_00000000'
const competition = 'cp_00000000'
const pagedLists = [
  { name: 'ListCompetitions', schema: contract.ListCompetitions, required: {} },
  { name: 'ListSeasons', schema: contract.ListSeasons, required: {} },
  { name: 'ListTeams', schema: contract.ListTeams, required: {} },
  { name: 'ListGames', schema: contract.ListGames, required: {} },
  { name: 'ListResultsOfYesterday', schema: contract.ListResultsOfYesterday, required: {} },
  { name: 'ListPlayers', schema: contract.ListPlayers, required: { team } },
  { name: 'ListPlayerGames', schema: contract.ListPlayerGames, required: { id: player } },
]

describe.each(pagedLists)('$name', ({ schema, required }) => {
  test('accepts page from 1 and per_page from 1 to 200', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }), (page, per_page) => {
        expect(accepts(schema, { ...required, page })).toBe(page >= 1)
        expect(accepts(schema, { ...required, per_page })).toBe(per_page >= 1 && per_page <= 200)
      }),
    )
  })

  test('rejects values that are not whole numbers', () => {
    const notWhole = fc.oneof(
      fc.double().filter((n) => !Number.isInteger(n)),
      fc.string(),
      fc.constantFrom(null, true, '1', 1n, [1], {}, Number.MAX_SAFE_INTEGER + 1),
    )
    fc.assert(
      fc.property(notWhole, (value) => {
        expect(accepts(schema, { ...required, page: value })).toBe(false)
        expect(accepts(schema, { ...required, per_page: value })).toBe(false)
      }),
    )
  })

  test('accepts page or cursor, not both, and per_page with either', () => {
    expect(accepts(schema, { ...required, page: 1, per_page: 10 })).toBe(true)
    expect(accepts(schema, { ...required, cursor: 'abc', per_page: 10 })).toBe(true)
    expect(accepts(schema, { ...required, page: 1, cursor: 'abc' })).toBe(false)
    expect(accepts(schema, { ...required, cursor: '' })).toBe(false)
  })
})

test('every parameters schema rejects unknown names', () => {
  const schemas = Object.entries(contract).filter(([name]) => /^(List|Get)(?!Meta$)[A-Z]|^NoParameters$/.test(name))
  expect(schemas.length).toBeGreaterThan(15)
  for (const [name, schema] of schemas) {
    const result = (schema as z.ZodType).safeParse({ unknown_name: 1 })
    expect(result.error?.issues, name).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['unknown_name'] }),
    )
  }
})

test('GET /games rejects date together with from or to', () => {
  const date = '2026-11-20'
  expect(accepts(contract.ListGames, { date })).toBe(true)
  expect(accepts(contract.ListGames, { from: date, to: date })).toBe(true)
  expect(accepts(contract.ListGames, { date, from: date })).toBe(false)
  expect(accepts(contract.ListGames, { date, to: date })).toBe(false)
})

test.each([
  { name: 'ListGames', schema: contract.ListGames, required: {} },
  { name: 'ListPlayerGames', schema: contract.ListPlayerGames, required: { id: player } },
])('$name rejects from after to', ({ schema, required }) => {
  const day = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, (from, to) => {
      expect(accepts(schema, { ...required, from, to })).toBe(from <= to)
    }),
  )
})

test('q of /teams must have at least 1 letter or digit', () => {
  for (const q of ['a', ' 7 ', 'Ž', '.a.', '熊']) expect(accepts(contract.ListTeams, { q }), q).toBe(true)
  for (const q of ['', '   ', '%', '_', "'", '...', '́'])
    expect(accepts(contract.ListTeams, { q }), JSON.stringify(q)).toBe(false)
})

test('q of /players must have at least 3 letters', () => {
  for (const q of ['abc', ' abc ', "m'ba", 'Žil', 'ŽÍL', 'Ž̌íl'])
    expect(accepts(contract.ListPlayers, { q }), q).toBe(true)
  for (const q of ['', 'ab', 'ab ', '  a  ', 'a1b', '%%%', '___', '123'])
    expect(accepts(contract.ListPlayers, { q }), q).toBe(false)
})

test('q must have at most 100 characters', () => {
  for (const schema of [contract.ListTeams, contract.ListPlayers]) {
    expect(accepts(schema, { q: 'a'.repeat(100) })).toBe(true)
    expect(accepts(schema, { q: 'a'.repeat(101) })).toBe(false)
  }
})

test('status must be scheduled, final or no_result', () => {
  for (const status of ['scheduled', 'final', 'no_result']) expect(accepts(contract.ListGames, { status })).toBe(true)
  for (const status of ['', 'Final', 'live', null]) expect(accepts(contract.ListGames, { status })).toBe(false)
})

test('last and top default to 10 and accept 1 to 100', () => {
  expect(contract.GetTeamForm.parse({ id: team }).last).toBe(10)
  expect(contract.GetTeamHeadToHead.parse({ id: team, opponent: team }).last).toBe(10)
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
    expect(accepts(contract.GetTeamHeadToHead, { id: team, opponent: team, last: number })).toBe(right)
    expect(accepts(contract.GetLeaders, { competition, top: number })).toBe(right)
  }
})

test('stat defaults to points, by to venue, and min_games has no fixed default', () => {
  expect(contract.GetLeaders.parse({ competition })).toMatchObject({ stat: 'points' })
  expect(contract.GetLeaders.parse({ competition }).min_games).toBeUndefined()
  expect(accepts(contract.GetLeaders, { competition, min_games: 0 })).toBe(false)
  expect(contract.GetPlayerSplits.parse({ id: player }).by).toBe('venue')
})

test('stat accepts the nine statistics of the contract', () => {
  const stats = ['points', 'rebounds', 'assists', 'steals', 'blocks', 'three_made', 'offensive_rebounds', 'minutes']
  stats.push('performance_index')
  for (const stat of stats) expect(accepts(contract.GetLeaders, { competition, stat })).toBe(true)
  for (const stat of ['turnovers', 'Points', ''])
    expect(accepts(contract.GetLeaders, { competition, stat })).toBe(false)
})

test('by accepts venue, result, month, opponent and starter', () => {
  for (const by of ['venue', 'result', 'month', 'opponent', 'starter'])
    expect(accepts(contract.GetPlayerSplits, { id: player, by })).toBe(true)
  expect(accepts(contract.GetPlayerSplits, { id: player, by: 'day' })).toBe(false)
})

test('lines accepts only all', () => {
  expect(accepts(contract.GetGamePrices, { id: 'gm_00000000', lines: 'all' })).toBe(true)
  expect(accepts(contract.GetGamePrices, { id: 'gm_00000000', lines: 'none' })).toBe(false)
})

test('standings and leaders require a competition, head-to-head an opponent', () => {
  expect(accepts(contract.GetStandings, {})).toBe(false)
  expect(accepts(contract.GetStandings, { competition })).toBe(true)
  expect(accepts(contract.GetLeaders, {})).toBe(false)
  expect(accepts(contract.GetTeamHeadToHead, { id: team })).toBe(false)
})
