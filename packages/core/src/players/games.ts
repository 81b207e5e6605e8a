import { laterOf, windowOf } from '../accounts/window.ts'
import { listOf, ListPlayerGames, PlayerGame } from '../contract/index.ts'
import { listResponse } from '../paging.ts'
import { operation } from '../operation.ts'
import { countPlayerGames, selectPlayerGames } from './game-queries.ts'
import { requirePlayer } from './queries.ts'

export const listPlayerGames = operation(
  {
    plan: 'live',
    path: '/players/{id}/games',
    tag: 'Players',
    summary: 'Game log',
    description:
      "The player's box score lines in final games of every stage, newest first. Games in which the player did not play are included.",
    input: ListPlayerGames,
    output: listOf(PlayerGame),
  },
  async ({ ctx, input: { id, season, from, to, ...paging } }) => {
    const filters = { season, from, to }
    const visible = { ...filters, from: laterOf(from, windowOf(ctx).from) }
    const { data, meta } = await listResponse(ctx, paging, {
      name: 'player_games',
      filters: { id, ...filters },
      total: () => countPlayerGames(ctx.store, id, visible),
      select: (range) => selectPlayerGames(ctx.store, id, visible, range),
      keysetOf: ({ keyset }) => keyset,
    })
    if (data.length === 0) await requirePlayer(ctx.store, id)
    return { data: data.map(({ line }) => line), meta }
  },
)
