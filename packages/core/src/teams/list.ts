import { listSchema, ListTeams, Team } from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { normalizeName } from '../store/index.ts'
import { read } from '../trpc.ts'
import { countTeams, selectTeams } from './queries.ts'

export const listTeams = read
  .meta({
    plan: 'live',
    invalidatedBy: ['all games', 'description'], // it counts those of other seasons too
    openapi: {
      operationId: 'listTeams',
      method: 'GET',
      path: '/teams',
      tags: ['Teams'],
      summary: 'List teams',
      description:
        'Teams of all competitions, of one competition or of one season, by name. Use `q` to search by name.',
    },
  })
  .input(ListTeams)
  .output(listSchema(Team))
  .query(({ ctx, input: { competition, season, q, ...paging } }) => {
    const filters = { competition, season, q }
    return listResponse(ctx, paging, {
      name: 'teams',
      filters,
      total: () => countTeams(ctx.store, filters),
      short: season !== undefined,
      select: (range) => selectTeams(ctx.store, filters, range),
      toKeyset: ({ name, id }) => [normalizeName(name), id],
    })
  })
