import { answerOf, GetLeaders, Leaders, type LeaderStat } from '../contract/index.ts'
import { latestSeason, requireCompetition, requireSeason } from '../seasons/resolve-queries.ts'
import { defaultMinGames } from '../statistics/index.ts'
import { operation, type Context } from '../trpc.ts'
import { selectLeaders, selectTeamGames, type LeaderRow } from './queries.ts'

/** Equal averages share the rank, and the next one counts them all: 1, 1, 3. */
const ranked = (rows: LeaderRow[], stat: LeaderStat): Leaders['leaders'] => {
  const unit = stat === 'minutes' ? 60 : 1
  let rank = 0
  let before: number | undefined
  return rows.map(({ player, team, games, total }, place) => {
    const average = total / games
    if (average !== before) rank = place + 1
    before = average
    return { rank, player, team, games, per_game: average / unit, total: Math.round(total / unit) }
  })
}

const seasonOf = ({ store }: Context, competition: string, season: string | undefined) =>
  season === undefined ? latestSeason(store, competition, 'box_scores') : requireSeason(store, season, competition)

export const getLeaders = operation(
  {
    plan: 'complete',
    path: '/stats/leaders',
    tag: 'Statistics',
    summary: 'The best players of a season in one statistic',
    description:
      'Per game played, over all teams of the season; the team is the one last played for. Without `season`: the latest one with box scores.',
    input: GetLeaders,
    output: answerOf(Leaders),
  },
  async ({ ctx, input: { stat, top, ...input } }) => {
    const { store } = ctx
    const competition = await requireCompetition(store, input.competition)
    const found = await seasonOf(ctx, input.competition, input.season)
    const season = found?.season ?? null
    const teamGames = season === null ? [] : await selectTeamGames(store, season.id)
    const min_games = input.min_games ?? defaultMinGames(teamGames)
    const rows = season === null ? [] : await selectLeaders(store, season.id, stat, min_games, top)
    return { data: { competition, season, stat, min_games, leaders: ranked(rows, stat) }, meta: {} }
  },
)
