import { ListPlayers, listSchema, PlayerSummary } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import { listResponse } from '../paging.ts'
import { normalizeName } from '../store/index.ts'
import { read } from '../trpc.ts'
import { countPlayers, selectPlayers } from './queries.ts'

export const listPlayers = read
  .meta({
    plan: 'live',
    invalidatedBy: ['all games', 'description'], // it counts those of other seasons too
    openapi: {
      operationId: 'listPlayers',
      method: 'GET',
      path: '/players',
      tags: ['Players'],
      summary: 'List players',
      description:
        'Players who have played in a game, by name. Use `q` to search by name or `team` to list the players of a team; one of the two is required.',
    },
  })
  .input(ListPlayers)
  .output(listSchema(PlayerSummary))
  .query(async ({ ctx, input: { q, team, competition, season, ...paging } }) => {
    if (q === undefined && team === undefined) throw badRequest('Send q (3 letters or more) or team.', ['q', 'team'])
    const filters = { q, team, competition, season }
    return listResponse(ctx, paging, {
      name: 'players',
      filters,
      total: () => countPlayers(ctx.store, filters),
      short: q !== undefined || season !== undefined,
      select: (range) => selectPlayers(ctx.store, filters, range),
      toKeyset: ({ name, id }) => [normalizeName(name), id],
    })
  })
