import { envelopeSchema, GetTeam, TeamDetail } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { read } from '../trpc.ts'
import { selectTeam } from './queries.ts'

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
