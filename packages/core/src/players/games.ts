import { laterDay, getWindow } from '../accounts/window.ts'
import { listSchema, ListPlayerGames, PlayerGame } from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { read } from '../trpc.ts'
import { countPlayerGames, lineKeyset, selectPlayerGames, toPlayerGame } from './game-queries.ts'
import { requirePlayer } from './queries.ts'

export const listPlayerGames = read
  .meta({
    plan: 'live',
    openapi: {
      operationId: 'listPlayerGames',
      method: 'GET',
      path: '/players/{id}/games',
      tags: ['Players'],
      summary: 'Game log',
      description:
        "The player's box score lines in final games of every stage, newest first. Games in which the player was on the score sheet but did not play are included.",
    },
  })
  .input(ListPlayerGames)
  .output(listSchema(PlayerGame))
  .query(async ({ ctx, input: { id, season, from, to, ...paging } }) => {
    const filters = { season, from, to }
    const filtersInWindow = { ...filters, from: laterDay(from, getWindow(ctx).from) }
    const { data, meta } = await listResponse(ctx, paging, {
      name: 'player_games',
      filters: { id, ...filters },
      total: () => countPlayerGames(ctx.store, id, filtersInWindow),
      long: true,
      select: (range) => selectPlayerGames(ctx.store, id, filtersInWindow, range),
      toKeyset: lineKeyset,
    })
    // The player is looked up only if there are no games, to save a query.
    if (data.length === 0) await requirePlayer(ctx.store, id)
    return { data: data.map(toPlayerGame), meta }
  })
