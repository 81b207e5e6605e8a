import { dayIn, envelopeSchema, GetWhatIf, parseResults, WhatIfStandings } from '../contract/index.ts'
import { read } from '../trpc.ts'
import { requireTables, selectWhatIf } from './queries.ts'

export const getWhatIf = read
  .meta({
    plan: 'complete',
    extension: true,
    dependsOnTime: true,
    aliases: 'hypothetical table, scenario, tie breaker explained, decided by',
    openapi: {
      operationId: 'getWhatIf',
      method: 'GET',
      path: '/standings/what-if',
      tags: ['Statistics'],
      summary: 'What-if standings',
      description:
        'The tables of a season as they would be with the results of the request, each row with the rule that placed the team. `gm_…:90-80` is a score, without overtime; `gm_…:home` and `gm_…:away` are winners, with the mean points of winners and losers in the season so far, rounded (80–70 before the first game). The result of a game that is over is replaced, also of one that was called off or decided by forfeit. A game that the standings do not count, a tie, and two results of one game return 400. An addition of this service.',
    },
  })
  .input(GetWhatIf)
  .output(envelopeSchema(WhatIfStandings))
  .query(async ({ ctx, input: { results, ...filters } }) => {
    const assumed = new Map(parseResults(results))
    const found = await requireTables(ctx, filters, () => selectWhatIf(ctx.store, filters, assumed))
    const { competition, season, games, table, time_zone } = found
    const today = dayIn(ctx.now(), time_zone)
    const stages = found.stages.map((stage) => ({ ...stage, through: stage.through ?? today }))
    const data = { competition, season, games, through: found.through ?? today, table }
    return { data: stages.length === 0 ? data : { ...data, stages }, meta: {} }
  })
