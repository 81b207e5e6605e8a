import { requireSeasonInWindow } from '../accounts/window.ts'
import { GetPlayerShotChart, GetTeamShotChart, Picture } from '../contract/index.ts'
import { selectPlayerSeason, selectTeamSeason, type CourtSeason, type SeasonChoice } from '../line-ups/five-queries.ts'
import { read } from '../trpc.ts'
import type { OperationContext } from '../calls/context.ts'
import { requirePlayer } from '../players/queries.ts'
import { requireFilters } from '../competitions/queries.ts'
import type { Database } from '../store/index.ts'
import { requireTeam } from '../teams/queries.ts'
import { getCourtLines, FIBA_LINES } from './court-lines.ts'
import { shotChart } from './shot-chart.ts'
import { selectCourt, selectLeagueShots, selectPlayerShots, selectTeamShots, type ShotRow } from './shot-queries.ts'

/** A player or a team, and its shots. */
type Shooter = {
  require: () => Promise<{ name: string }>
  select: (db: Database, season: string) => Promise<ShotRow[]>
}

/**
 * The chart of a season of a player or a team; without shots if there is no season.
 * @throws ServiceError bad_request for a season that does not exist, also of an unknown player or team; upgrade_required for one
 * that the plan may not read
 */
const buildChart = async (
  ctx: OperationContext,
  choice: SeasonChoice,
  found: CourtSeason | undefined,
  { require, select }: Shooter,
): Promise<string> => {
  if (found?.season == null || found.competition === null) {
    await requireFilters(ctx.store, choice)
    return shotChart((await require()).name, FIBA_LINES, [{ label: '', shots: [] }])
  }
  requireSeasonInWindow(ctx, found.last_date)
  const { db } = ctx.store
  const court = getCourtLines(await selectCourt(db, found.competition.id))
  const label = `${found.competition.name} ${found.season.name}`
  const [shots, league] = [await select(db, found.season.id), await selectLeagueShots(db, found.season.id)]
  return shotChart((await require()).name, court, [{ label, shots, league }])
}

export const getPlayerShotChart = read
  .meta({
    plan: 'live',
    invalidatedBy: null,
    extension: true,
    openapi: {
      operationId: 'getPlayerShotChart',
      method: 'GET',
      path: '/players/{id}/shots.svg',
      tags: ['Charts'],
      summary: 'Shot chart of a player',
      description:
        'A picture (SVG) of the shots of a player in a season, on the lines of its competition. With what was made in each zone, beside the league. From 200 shots on, hexagons show how often it was shot from there, and whether it brought more points than the league makes from that distance. Preseason and all-star games do not count. An addition of this service.',
    },
  })
  .input(GetPlayerShotChart)
  .output(Picture)
  .query(async ({ ctx, input: { id, ...choice } }) => {
    const found = await selectPlayerSeason(ctx.store, id, choice)
    return buildChart(ctx, choice, found, {
      require: () => requirePlayer(ctx.store, id),
      select: (db, season) => selectPlayerShots(db, season, id),
    })
  })

export const getTeamShotChart = read
  .meta({
    plan: 'live',
    invalidatedBy: null,
    extension: true,
    openapi: {
      operationId: 'getTeamShotChart',
      method: 'GET',
      path: '/teams/{id}/shots.svg',
      tags: ['Charts'],
      summary: 'Shot chart of a team',
      description:
        'A picture (SVG) of the shots of a team in a season, as of a player. Preseason and all-star games do not count. An addition of this service.',
    },
  })
  .input(GetTeamShotChart)
  .output(Picture)
  .query(async ({ ctx, input: { id, ...choice } }) => {
    const found = await selectTeamSeason(ctx.store, id, choice)
    return buildChart(ctx, choice, found, {
      require: () => requireTeam(ctx.store, id),
      select: (db, season) => selectTeamShots(db, season, id),
    })
  })
