import { requireSeasonInWindow } from '../accounts/window.ts'
import { envelopeSchema, GetTeamLineUps, TeamLineUps } from '../contract/index.ts'
import { read } from '../trpc.ts'
import { requireFilters } from '../competitions/queries.ts'
import { requireTeam } from '../teams/queries.ts'
import { courtTotals } from './court-totals.ts'
import { selectLineUps, selectTeamSeason } from './five-queries.ts'

export const getTeamLineUps = read
  .meta({
    plan: 'complete',
    extension: true,
    openapi: {
      operationId: 'getTeamLineUps',
      method: 'GET',
      path: '/teams/{id}/lineups',
      tags: ['Teams'],
      summary: 'Line-ups of a team',
      description:
        'Players who were on court together in a season, with what both teams did meanwhile. Games whose line-ups are not exact are left out; preseason and all-star games do not count. An addition of this service.',
    },
  })
  .input(GetTeamLineUps)
  .output(envelopeSchema(TeamLineUps))
  .query(async ({ ctx, input: { id, season, competition, size, min_seconds, top } }) => {
    const { store } = ctx
    const found = await selectTeamSeason(store, id, { season, competition })
    if (found?.season == null || found.team === null) {
      await requireFilters(store, { season, competition })
      const team = await requireTeam(store, id)
      const none = { season: null, competition: null, games: 0, games_left_out: 0, lineups: [] }
      return { data: { team, size, ...none }, meta: {} }
    }
    requireSeasonInWindow(ctx, found.last_date)
    const rows = await selectLineUps(store, { team: id, season: found.season.id, size, minSeconds: min_seconds, top })
    return {
      data: {
        team: found.team,
        season: found.season,
        competition: found.competition,
        size,
        games: found.games,
        games_left_out: found.counted - found.games,
        lineups: rows.map(({ players, games, ...sums }) => ({ players, games, ...courtTotals(sums) })),
      },
      meta: {},
    }
  })
