import { requireSeasonInWindow } from '../accounts/window.ts'
import { GetPlayerShotChart, GetTeamShotChart, Picture } from '../contract/index.ts'
import { selectPlayerSeason, selectTeamSeason, type CourtSeason, type SeasonChoice } from '../line-ups/five-queries.ts'
import { operation, type OperationContext } from '../operation.ts'
import { requirePlayer } from '../players/queries.ts'
import { requireFilters } from '../seasons/queries.ts'
import type { Database } from '../store/index.ts'
import { requireTeam } from '../teams/queries.ts'
import { courtLinesOf, FIBA_LINES } from './court-lines.ts'
import { shotChart } from './shot-chart.ts'
import { selectCourt, selectPlayerShots, selectTeamShots, type ShotRow } from './shot-queries.ts'

/**
 * The chart of a season of a player or a team; without shots if there is no season.
 * @throws ServiceError bad_request for a season that does not exist, upgrade_required for one that the plan may not read
 */
const chartOf = async (
  ctx: OperationContext,
  name: string,
  choice: SeasonChoice,
  found: CourtSeason | undefined,
  select: (db: Database, season: string) => Promise<ShotRow[]>,
): Promise<string> => {
  if (found?.season == null || found.competition === null) {
    await requireFilters(ctx.store, choice)
    return shotChart(name, FIBA_LINES, [{ label: '', shots: [] }])
  }
  requireSeasonInWindow(ctx, found.last_date)
  const { db } = ctx.store
  const court = courtLinesOf(await selectCourt(db, found.competition.id))
  const label = `${found.competition.name} ${found.season.name}`
  return shotChart(name, court, [{ label, shots: await select(db, found.season.id) }])
}

export const getPlayerShotChart = operation(
  {
    plan: 'live',
    path: '/players/{id}/shots.svg',
    invalidatedBy: null,
    tag: 'Charts',
    summary: 'Shot chart of a player',
    description:
      'A picture (SVG) of the shots of a player in a season, on the lines of its competition. From 200 shots on, hexagons show how often it was shot from there, and how many points a shot brought. Preseason and all-star games do not count. An addition of this service.',
    input: GetPlayerShotChart,
    output: Picture,
  },
  async ({ ctx, input: { id, ...choice } }) => {
    const { name } = await requirePlayer(ctx.store, id)
    const found = await selectPlayerSeason(ctx.store, id, choice)
    return chartOf(ctx, name, choice, found, (db, season) => selectPlayerShots(db, season, id))
  },
)

export const getTeamShotChart = operation(
  {
    plan: 'live',
    path: '/teams/{id}/shots.svg',
    invalidatedBy: null,
    tag: 'Charts',
    summary: 'Shot chart of a team',
    description:
      'A picture (SVG) of the shots of a team in a season, as of a player. Preseason and all-star games do not count. An addition of this service.',
    input: GetTeamShotChart,
    output: Picture,
  },
  async ({ ctx, input: { id, ...choice } }) => {
    const { name } = await requireTeam(ctx.store, id)
    const found = await selectTeamSeason(ctx.store, id, choice)
    return chartOf(ctx, name, choice, found, (db, season) => selectTeamShots(db, season, id))
  },
)
