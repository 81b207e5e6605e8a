import { Competition, ListCompetitions, listSchema, ListSeasons, Season } from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { normalizeName } from '../store/index.ts'
import { read } from '../trpc.ts'
import { countCompetitions, selectCompetitions, countSeasons, seasonKeyset, selectSeasons } from './queries.ts'

export const listSeasons = read
  .meta({
    plan: 'free',
    openapi: {
      operationId: 'listSeasons',
      method: 'GET',
      path: '/seasons',
      tags: ['Competitions'],
      summary: 'List seasons',
      description: 'Seasons of all competitions or of one, newest first.',
    },
  })
  .input(ListSeasons)
  .output(listSchema(Season))
  .query(({ ctx, input: { competition, ...paging } }) =>
    listResponse(ctx, paging, {
      name: 'seasons',
      filters: { competition },
      total: () => countSeasons(ctx.store, competition),
      short: true,
      select: (range) => selectSeasons(ctx.store, competition, range),
      toKeyset: seasonKeyset,
    }),
  )

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
  .output(listSchema(Competition))
  .query(({ ctx, input }) =>
    listResponse(ctx, input, {
      name: 'competitions',
      filters: {},
      total: () => countCompetitions(ctx.store),
      select: (range) => selectCompetitions(ctx.store, range),
      toKeyset: ({ name, id }) => [normalizeName(name), id],
    }),
  )
