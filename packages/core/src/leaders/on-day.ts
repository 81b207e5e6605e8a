import { requireSeasonInWindow } from '../accounts/window.ts'
import { requireCompetition, selectOrExplain } from '../competitions/queries.ts'
import { envelopeSchema, GetHistoryLeaders, Leaders } from '../contract/index.ts'
import { defaultMinGames } from '../statistics/index.ts'
import { read } from '../trpc.ts'
import { rankLeaders } from './get.ts'
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
    const found = selected ?? {
      competition: await requireCompetition(store, competition),
      season: null,
      last_date: null,
      min_games: min_games ?? defaultMinGames([]),
      leaders: [],
    }
    requireSeasonInWindow(ctx, found.last_date)
    const leaders = rankLeaders(found.leaders, stat)
    return {
      data: { competition: found.competition, season: found.season, stat, min_games: found.min_games, leaders },
      meta: {},
    }
  })
