import { Competition, ListCompetitions, listOf } from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { normalizeName } from '../store/index.ts'
import { read } from '../trpc.ts'
import { countCompetitions, selectCompetitions } from './queries.ts'

export const listCompetitions = read
  .meta({
    plan: 'free',
    openapi: {
      operationId: 'listCompetitions',
      method: 'GET',
      path: '/competitions',
      tags: ['Competitions'],
      summary: 'List competitions',
      description: 'All competitions by name, with the number of seasons and games of each.',
    },
  })
  .input(ListCompetitions)
  .output(listOf(Competition))
  .query(({ ctx, input }) =>
    listResponse(ctx, input, {
      name: 'competitions',
      filters: {},
      total: () => countCompetitions(ctx.store),
      select: (range) => selectCompetitions(ctx.store, range),
      keysetOf: ({ name, id }) => [normalizeName(name), id],
    }),
  )
