import { envelopeSchema, GetTeam, TeamDetail, GetTeamRoster, Roster } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { read } from '../trpc.ts'
import { selectTeam, requireTeam } from './queries.ts'
import { requireSeasonInWindow } from '../accounts/window.ts'
import { selectOrExplain, requireSeason } from '../competitions/queries.ts'
import type { Store } from '../store/index.ts'
import { selectLatestSeason, selectRoster } from './roster-queries.ts'

export const getTeam = read
  .meta({
    plan: 'live',
    openapi: {
      operationId: 'getTeam',
      method: 'GET',
      path: '/teams/{id}',
      tags: ['Teams'],
      summary: 'Get a team',
      description: 'One team with its arena, its coaches and the competitions it plays in.',
    },
  })
  .input(GetTeam)
  .output(envelopeSchema(TeamDetail))
  .query(async ({ ctx, input: { id } }) => {
    const team = await selectTeam(ctx.store, id)
    if (team === undefined) throw notFound('team', id)
    return { data: team, meta: {} }
  })

/** An empty roster, for a season in which no player played for the team. @throws ServiceError not_found, bad_request */
const emptyRoster = async (store: Store, id: string, seasonId: string | undefined): Promise<Roster> => {
  const team = await requireTeam(store, id)
  const { season = null, competition = null } =
    (seasonId === undefined ? await selectLatestSeason(store, id) : await requireSeason(store, seasonId, undefined)) ??
    {}
  return { team, season, competition, players: [] }
}

export const getRoster = read
  .meta({
    plan: 'live',
    openapi: {
      operationId: 'getTeamRoster',
      method: 'GET',
      path: '/teams/{id}/roster',
      tags: ['Teams'],
      summary: 'Roster',
      description:
        "The players who played for a team in a season, with their averages per game played. Without `season`: the team's latest season with box scores, or its latest season if none has box scores. Preseason and all-star games do not count.",
    },
  })
  .input(GetTeamRoster)
  .output(envelopeSchema(Roster))
  .query(async ({ ctx, input: { id, season } }) => {
    const { store } = ctx
    const selected = await selectOrExplain(store, { season }, () => selectRoster(store, id, season))
    if (selected === undefined) return { data: await emptyRoster(store, id, season), meta: {} }
    requireSeasonInWindow(ctx, selected.last_date)
    return { data: selected.roster, meta: {} }
  })
