import { requireSeasonInWindow } from '../accounts/window.ts'
import { envelopeSchema, GetTeamRoster, Roster } from '../contract/index.ts'
import { selectOrExplain, requireSeason } from '../competitions/queries.ts'
import type { Store } from '../store/index.ts'
import { read } from '../trpc.ts'
import { requireTeam } from './queries.ts'
import { selectLatestSeason, selectRoster } from './roster-queries.ts'

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
