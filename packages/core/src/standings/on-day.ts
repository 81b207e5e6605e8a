import { envelopeSchema, GetHistoryStandings, Standings } from '../contract/index.ts'
import { read } from '../trpc.ts'
import { requireTables, selectStandingsOnDay } from './queries.ts'

export const getHistoryStandings = read
  .meta({
    plan: 'live',
    extension: true,
    aliases: 'table on a day, past standings, point in time',
    openapi: {
      operationId: 'getHistoryStandings',
      method: 'GET',
      path: '/history/standings',
      tags: ['Statistics'],
      summary: 'Standings on a day',
      description:
        'The table of a season from the results up to and including a day, as it would have been served at the end of that day: later games count as scheduled, and teams that had not played stand with zeros. Corrections that came later are in it. Without `season`: the latest season with a final game by that day, else the latest season. An addition of this service.',
    },
  })
  .input(GetHistoryStandings)
  .output(envelopeSchema(Standings))
  .query(async ({ ctx, input: { date, ...filters } }) => {
    const standings = await requireTables(ctx, filters, () => selectStandingsOnDay(ctx.store, filters, date))
    const { competition, season, games, table } = standings
    const stages = standings.stages.map((stage) => ({ ...stage, through: stage.through ?? date }))
    const data = { competition, season, games, through: standings.through ?? date, table }
    return { data: stages.length === 0 ? data : { ...data, stages }, meta: {} }
  })
