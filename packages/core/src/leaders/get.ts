import { requireSeasonInWindow, type WindowContext } from '../accounts/window.ts'
import { envelopeSchema, GetLeaders, Leaders, type LeaderStat } from '../contract/index.ts'
import { selectOrExplain, requireCompetition } from '../competitions/queries.ts'
import { defaultMinGames } from '../statistics/index.ts'
import { read } from '../trpc.ts'
import type { Store } from '../store/index.ts'
import { selectLeaders, type LeaderRow, type Ranking } from './queries.ts'

/** Adds the ranks. Equal averages share a rank and the next rank counts them all: 1, 1, 3. */
const rankLeaders = (rows: LeaderRow[], stat: LeaderStat): Leaders['leaders'] => {
  const unit = stat === 'minutes' ? 60 : 1
  let rank = 0
  let previous: number | undefined
  return rows.map(({ player, team, games, total }, index) => {
    const average = total / games
    if (average !== previous) rank = index + 1
    previous = average
    return { rank, player, team, games, per_game: average / unit, total: Math.round(total / unit) }
  })
}

/** The response with the leaders that were selected; without any, that of a competition that has not played. */
export const toResponse = async (
  ctx: WindowContext & { store: Store },
  input: Omit<Ranking, 'top'> & { competition: string },
  selected: Awaited<ReturnType<typeof selectLeaders>>,
) => {
  const { competition, season, last_date, min_games, leaders } = selected ?? {
    competition: await requireCompetition(ctx.store, input.competition),
    season: null,
    last_date: null,
    min_games: input.min_games ?? defaultMinGames([]),
    leaders: [],
  }
  requireSeasonInWindow(ctx, last_date)
  const { stat } = input
  return { data: { competition, season, stat, min_games, leaders: rankLeaders(leaders, stat) }, meta: {} }
}

export const getLeaders = read
  .meta({
    plan: 'complete',
    aliases: 'who leads, top scorers, ranking',
    openapi: {
      operationId: 'getLeaders',
      method: 'GET',
      path: '/stats/leaders',
      tags: ['Statistics'],
      summary: 'League leaders',
      description:
        'The best players of a season in one statistic, per game played. A player who changed teams is ranked once, with the games for all of them, and listed with the latest team. Without `season`: the latest season with box scores.',
    },
  })
  .input(GetLeaders)
  .output(envelopeSchema(Leaders))
  .query(async ({ ctx, input: { stat, top, min_games = null, ...filters } }) => {
    const { store } = ctx
    const selected = await selectOrExplain(store, filters, () =>
      selectLeaders(store, filters, { stat, min_games, top }),
    )
    return toResponse(ctx, { ...filters, stat, min_games }, selected)
  })
