import { envelopeSchema, dayIn, GetStandings, Standings } from '../contract/index.ts'
import { read } from '../trpc.ts'
import { requireTables, selectStandings } from './queries.ts'

export const getStandings = read
  .meta({
    plan: 'live',
    dependsOnTime: true,
    aliases: 'league table, ranking, tie breakers',
    openapi: {
      operationId: 'getStandings',
      method: 'GET',
      path: '/standings',
      tags: ['Statistics'],
      summary: 'Standings',
      description:
        'The table of a season: teams by league points where the competition gives them, else by win share, then by the tie-break rules of the competition. A season played in groups or conferences has one table after the other, with `rank` from 1 in each. Only regular-season games count, with those decided by forfeit, and no result that the league struck from its table. A stage that the competition gives a table of its own, such as play-outs, has it in `stages`. Without `season`: the latest season with a final game, else the latest season.',
    },
  })
  .input(GetStandings)
  .output(envelopeSchema(Standings))
  .query(async ({ ctx, input }) => {
    const standings = await requireTables(ctx, input, () => selectStandings(ctx.store, input))
    const { competition, season, games, time_zone, table } = standings
    const today = dayIn(ctx.now(), time_zone)
    const stages = standings.stages.map((stage) => ({ ...stage, through: stage.through ?? today }))
    const data = { competition, season, games, through: standings.through ?? today, table }
    return { data: stages.length === 0 ? data : { ...data, stages }, meta: {} }
  })
