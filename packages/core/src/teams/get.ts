import { envelopeOf, GetTeam, TeamDetail } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { selectTeam } from './queries.ts'

export const getTeam = operation(
  {
    plan: 'live',
    path: '/teams/{id}',
    tag: 'Teams',
    summary: 'Get a team',
    description: 'One team with its arena, its coaches and the competitions it plays in.',
    input: GetTeam,
    output: envelopeOf(TeamDetail),
  },
  async ({ ctx, input: { id } }) => {
    const team = await selectTeam(ctx.store, id)
    if (team === undefined) throw notFound('team', id)
    return { data: team, meta: {} }
  },
)
