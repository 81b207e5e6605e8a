import { ListPlayers, listSchema, PlayerSummary, ListPlayerGames, PlayerGame } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import { listResponse } from '../paging.ts'
import { normalizeName } from '../store/index.ts'
import { read } from '../trpc.ts'
import { countPlayers, selectPlayers, requirePlayer } from './queries.ts'
import { laterDay, getWindow } from '../accounts/window.ts'
import { countPlayerGames, lineKeyset, selectPlayerGames, toPlayerGame } from './game-queries.ts'

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
