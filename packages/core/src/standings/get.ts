import { answerOf, GetStandings, Standings } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import { latestSeason, requireCompetition, requireSeason } from '../seasons/resolve-queries.ts'
import { operation, type Context } from '../trpc.ts'
import { selectTable, selectTableState } from './queries.ts'

/** The calendar day of a moment in a time zone, YYYY-MM-DD; UTC where the zone is null. */
const dayIn = (moment: Date, time_zone: string | null): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone ?? 'UTC' }).format(moment)

const seasonOf = async ({ store }: Context, competition: string, season: string | undefined) => {
  if (season !== undefined) return requireSeason(store, season, competition)
  const latest = (await latestSeason(store, competition, 'final_games')) ?? (await latestSeason(store, competition))
  if (latest === undefined) throw badRequest(`competition: ${competition} has no season yet.`)
  return latest
}

export const getStandings = operation(
  {
    plan: 'live',
    path: '/standings',
    tag: 'Statistics',
    summary: 'The table of a season',
    description:
      "Teams by win share, then by the competition's own rule; regular-season games count. Without `season`: the latest season with a final game, else the latest.",
    input: GetStandings,
    output: answerOf(Standings),
  },
  async ({ ctx, input }) => {
    await requireCompetition(ctx.store, input.competition)
    const { competition, season } = await seasonOf(ctx, input.competition, input.season)
    const [table, state] = await Promise.all([
      selectTable(ctx.store, season.id),
      selectTableState(ctx.store, season.id),
    ])
    const through = state?.through ?? dayIn(ctx.now(), state?.time_zone ?? null)
    return { data: { competition, season, games: state?.games ?? 0, through, table }, meta: {} }
  },
)
