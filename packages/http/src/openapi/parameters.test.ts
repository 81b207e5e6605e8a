import { CompetitionId, SeasonId } from '@basketball-data/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parameterComponents } from './parameters.ts'

const seasonRef = { $ref: '#/components/schemas/SeasonId' }
const season = { name: 'season', in: 'query', schema: seasonRef } as const
const schemas = { SeasonId: { type: 'string', description: 'Identifier of a season.' } }

const input = (description?: string) =>
  z.strictObject({ season: description === undefined ? SeasonId : SeasonId.optional().describe(description) })

test('a parameter that means the same everywhere is one component', () => {
  const { components, refer } = parameterComponents(schemas)
  const first = refer([season], input('Only this season.'), 'listTeams')
  expect(refer([season], input('Only this season.'), 'listGames')).toEqual(first)
  expect(components).toEqual({
    Season: { name: 'season', in: 'query', description: 'Only this season.', schema: seasonRef },
  })
})

test('a parameter that means something else in an operation is named after it too', () => {
  const { components, refer } = parameterComponents(schemas)
  refer([season], input('Only this season.'), 'listTeams')
  expect(refer([season], input('The season.'), 'getStandings')).toEqual([
    { $ref: '#/components/parameters/GetStandingsSeason' },
  ])
  expect(Object.keys(components)).toEqual(['Season', 'GetStandingsSeason'])
})

test('an identifier in the path is named after its kind', () => {
  const { components, refer } = parameterComponents(schemas)
  const id = { name: 'id', in: 'path', required: true, schema: seasonRef } as const
  expect(refer([id], z.strictObject({ id: CompetitionId }), 'getSeason')).toEqual([
    { $ref: '#/components/parameters/SeasonId' },
  ])
  expect(components['SeasonId']?.required).toBe(true)
})

test('a parameter without words of its own is described as its schema is', () => {
  const { components, refer } = parameterComponents(schemas)
  refer([season], z.strictObject({ season: z.string() }), 'listTeams')
  expect(components['Season']?.description).toBe('Identifier of a season.')
})
