import { answerOf, GetRoster, Roster } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { requireSeason } from '../seasons/resolve-queries.ts'
import { operation } from '../trpc.ts'
import { selectLatestSeason, selectRoster, selectTeamRef } from './roster-queries.ts'

export const getRoster = operation(
  {
    plan: 'live',
    path: '/teams/{id}/roster',
    tag: 'Teams',
    summary: 'The players of a team in a season',
    description:
      "Who played for the team, with averages per game played. Without `season`: the team's latest with box scores, else its latest. Preseason and all-star do not count.",
    input: GetRoster,
    output: answerOf(Roster),
  },
  async ({ ctx: { store }, input }) => {
    const asked = input.season === undefined ? undefined : await requireSeason(store, input.season, undefined)
    const team = await selectTeamRef(store, input.id)
    if (team === undefined) throw notFound('team', input.id)
    const found = asked ?? (await selectLatestSeason(store, team.id))
    if (found === undefined) return { data: { team, season: null, competition: null, players: [] }, meta: {} }
    const { season, competition } = found
    return { data: { team, season, competition, players: await selectRoster(store, team.id, season.id) }, meta: {} }
  },
)
