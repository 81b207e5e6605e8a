import { getWindow } from '../accounts/window.ts'
import { ListTeamTrends, listSchema, Trend } from '../contract/index.ts'
import { wholeList } from '../paging.ts'
import { requireFilters } from '../competitions/queries.ts'
import { requireTeam } from '../teams/queries.ts'
import { read } from '../trpc.ts'
import { selectPricedGames, selectStoredBets } from './queries.ts'
import { addUpTrends, computeTrends } from './trends.ts'

export const getTrends = read
  .meta({
    plan: 'complete',
    invalidatedBy: ['games', 'prices', 'description'],
    extension: true,
    openapi: {
      operationId: 'listTeamTrends',
      method: 'GET',
      path: '/teams/{id}/trends',
      tags: ['Prices'],
      summary: 'Betting trends',
      description:
        'How bets on a team would have performed: moneyline, spread and total at the average closing price, in all games, at home, away, as favourite and as underdog. Preseason and all-star games do not count. The list is empty for a team without prices. An addition of this service.',
    },
  })
  .input(ListTeamTrends)
  .output(listSchema(Trend))
  .query(async ({ ctx, input: { id, ...filters } }) => {
    const { store } = ctx
    const { from } = getWindow(ctx)
    const data =
      from === null
        ? addUpTrends(await selectStoredBets(store, id, filters))
        : computeTrends(await selectPricedGames(store, id, from, filters))
    if (data.length === 0) {
      await requireFilters(store, filters)
      await requireTeam(store, id)
    }
    return { data, meta: wholeList(ctx, data.length) }
  })
