import { listOf, ListSeasons, Season } from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { read } from '../trpc.ts'
import { countSeasons, seasonKeyset, selectSeasons } from './season-queries.ts'

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
  .output(listOf(Season))
  .query(({ ctx, input: { competition, ...paging } }) =>
    listResponse(ctx, paging, {
      name: 'seasons',
      filters: { competition },
      total: () => countSeasons(ctx.store, competition),
      short: true,
      select: (range) => selectSeasons(ctx.store, competition, range),
      keysetOf: seasonKeyset,
    }),
  )
