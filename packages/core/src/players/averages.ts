import { getWindow, laterDay } from '../accounts/window.ts'
import { requireFilters } from '../competitions/queries.ts'
import { envelopeSchema, GetPlayerAverages, PlayerAverages } from '../contract/index.ts'
import { averages } from '../statistics/index.ts'
import { read } from '../trpc.ts'
import { selectSums } from './average-queries.ts'
import { requirePlayer } from './queries.ts'

export const getPlayerAverages = read
  .meta({
    plan: 'live',
    extension: true,
    aliases: 'first games of a season, since a day, playoff averages, point in time',
    openapi: {
      operationId: 'getPlayerAverages',
      method: 'GET',
      path: '/players/{id}/averages',
      tags: ['Players'],
      summary: 'Averages over a span',
      description:
        'Averages and totals of a player over the games of any span of days, of one season or of all, in the regular season, the play-offs or both. Preseason and all-star games do not count. An addition of this service.',
    },
  })
  .input(GetPlayerAverages)
  .output(envelopeSchema(PlayerAverages))
  .query(async ({ ctx, input: { id, ...filters } }) => {
    const { store } = ctx
    const inWindow = { ...filters, from: laterDay(filters.from, getWindow(ctx).from) }
    const { games, starts, seconds, ...totals } = await selectSums(store, id, inWindow)
    if (games === 0) await requireFilters(store, filters)
    const player = await requirePlayer(store, id)
    return { data: { player, games, starts, averages: averages({ games, seconds, ...totals }), totals }, meta: {} }
  })
