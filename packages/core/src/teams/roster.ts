import { requireSeasonInWindow } from '../accounts/window.ts'
import { envelopeOf, GetRoster, Roster } from '../contract/index.ts'
import { selectOrExplain, requireSeason } from '../seasons/resolve-queries.ts'
import type { Store } from '../store/index.ts'
import { operation } from '../trpc.ts'
import { requireTeam } from './resolve-queries.ts'
import { selectLatestSeason, selectRoster } from './roster-queries.ts'

/** The roster of a season in which nobody played for the team. @throws ServiceError not_found */
const emptyRoster = async (store: Store, id: string, asked: string | undefined): Promise<Roster> => {
  const team = await requireTeam(store, id)
  const found = asked === undefined ? await selectLatestSeason(store, id) : await requireSeason(store, asked, undefined)
  return { team, season: found?.season ?? null, competition: found?.competition ?? null, players: [] }
}

export const getRoster = operation(
  {
    plan: 'live',
    path: '/teams/{id}/roster',
    tag: 'Teams',
    summary: 'Roster',
    description:
      "The players who played for a team in a season, with their averages per game played. Without `season`: the team's latest season with box scores, else its latest. Preseason and all-star games do not count.",
    input: GetRoster,
    output: envelopeOf(Roster),
  },
  async ({ ctx, input: { id, season } }) => {
    const { store } = ctx
    const found = await selectOrExplain(store, { season }, () => selectRoster(store, id, season))
    if (found === undefined) return { data: await emptyRoster(store, id, season), meta: {} }
    requireSeasonInWindow(ctx, found.last_date)
    return { data: found.roster, meta: {} }
  },
)
