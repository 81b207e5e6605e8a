import { expect, test } from 'vitest'
import { collectParameters, listParameters } from './parameters.ts'

const seasonId = { $ref: '#/components/schemas/SeasonId' }
const components = { SeasonId: { type: 'string', description: 'Identifier of a season.' } }

const season = (description?: string) =>
  listParameters('/games', { properties: { season: { ...seasonId, ...(description && { description }) } } }, components)

test('operations share a component if the parameter is the same', () => {
  const { components, add } = collectParameters()
  const first = add(season('Only this season.'), 'listTeams')
  expect(add(season('Only this season.'), 'listGames')).toEqual(first)
  expect(components).toEqual({
    SeasonParameter: { name: 'season', in: 'query', description: 'Only this season.', schema: seasonId },
  })
})

test('a parameter with another meaning in an operation is a component named after that operation', () => {
  const { components, add } = collectParameters()
  add(season('Only this season.'), 'listTeams')
  expect(add(season('The season.'), 'getStandings')).toEqual([
    { $ref: '#/components/parameters/GetStandingsSeasonParameter' },
  ])
  expect(Object.keys(components)).toEqual(['SeasonParameter', 'GetStandingsSeasonParameter'])
})

test('an identifier in the path is required, and its component is named after its type', () => {
  const { components: collected, add } = collectParameters()
  const parameters = listParameters('/seasons/{id}', { properties: { id: seasonId }, required: ['id'] }, components)
  expect(add(parameters, 'getSeason')).toEqual([{ $ref: '#/components/parameters/SeasonIdParameter' }])
  expect(collected['SeasonIdParameter']).toMatchObject({ in: 'path', required: true })
})

test('a parameter without a description has that of its schema', () => {
  expect(season()).toMatchObject([{ name: 'season', description: 'Identifier of a season.' }])
})
