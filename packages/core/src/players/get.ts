import { getWindow } from '../accounts/window.ts'
import { envelopeSchema, GetPlayer, GetPlayerSeasons, Player, PlayerSeasons } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { selectOrExplain } from '../competitions/queries.ts'
import { read } from '../trpc.ts'
import { requirePlayer, selectPlayer } from './queries.ts'
import { selectPlayerSeasons } from './season-queries.ts'

export const getPlayer = read
  .meta({
    plan: 'live',
    openapi: {
      operationId: 'getPlayer',
      method: 'GET',
      path: '/players/{id}',
      tags: ['Players'],
      summary: 'Get a player',
      description: 'One player with the teams they have played for, latest first.',
    },
  })
  .input(GetPlayer)
  .output(envelopeSchema(Player))
  .query(async ({ ctx, input: { id } }) => {
    const player = await selectPlayer(ctx.store, id)
    if (player === undefined) throw notFound('player', id)
    return { data: player, meta: {} }
  })

export const getPlayerSeasons = read
  .meta({
    plan: 'live',
    aliases: 'player stats, points per game, career averages',
    openapi: {
      operationId: 'getPlayerSeasons',
      method: 'GET',
      path: '/players/{id}/seasons',
      tags: ['Players'],
      summary: 'Season averages',
      description:
        'Averages per game played for each season and team, newest first. Preseason and all-star games do not count.',
    },
  })
  .input(GetPlayerSeasons)
  .output(envelopeSchema(PlayerSeasons))
  .query(async ({ ctx, input: { id, competition } }) => {
    const { store } = ctx
    const { from } = getWindow(ctx)
    const data = await selectOrExplain(store, { competition }, () =>
      selectPlayerSeasons(store, id, { competition, from }),
    )
    if (data !== undefined) return { data, meta: {} }
    return { data: { player: await requirePlayer(store, id), seasons: [] }, meta: {} }
  })
