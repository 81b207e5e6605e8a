import { selectOrExplain } from '../competitions/queries.ts'
import { envelopeSchema, GetHistoryLeaders, Leaders } from '../contract/index.ts'
import { read } from '../trpc.ts'
import { toResponse } from './get.ts'
import { selectLeadersOnDay } from './queries.ts'

export const getHistoryLeaders = read
  .meta({
    plan: 'complete',
    extension: true,
    aliases: 'top scorers on a day, playoff leaders, point in time',
    openapi: {
      operationId: 'getHistoryLeaders',
      method: 'GET',
      path: '/history/leaders',
      tags: ['Statistics'],
      summary: 'League leaders on a day',
      description:
        'The best players of a season in one statistic over the games up to and including a day, as they would have been served at the end of that day; with `stage`, only those of the regular season or of the play-offs. Corrections that came later are in it. Without `season`: the latest season with box scores by that day. An addition of this service.',
    },
  })
  .input(GetHistoryLeaders)
  .output(envelopeSchema(Leaders))
  .query(async ({ ctx, input: { competition, season, stat, min_games = null, ...ranking } }) => {
    const { store } = ctx
    const filters = { competition, season }
    const selected = await selectOrExplain(store, filters, () =>
      selectLeadersOnDay(store, filters, { ...ranking, stat, min_games }),
    )
    return toResponse(ctx, { ...filters, stat, min_games }, selected)
  })
