import { listOf, ListTeams, Team } from '../contract/index.ts'
import { listAnswer } from '../paging.ts'
import { plain } from '../search.ts'
import { operation } from '../trpc.ts'
import { countTeams, selectTeams } from './queries.ts'

export const listTeams = operation(
  {
    plan: 'live',
    path: '/teams',
    tag: 'Teams',
    summary: 'Teams, by name',
    description: 'Teams of every competition, of one, or of one season; searched by name with q.',
    input: ListTeams,
    output: listOf(Team),
  },
  ({ ctx, input: { competition, season, q, ...paging } }) => {
    const filters = { competition, season, q }
    return listAnswer(ctx, paging, {
      name: 'teams',
      filters,
      total: () => countTeams(ctx.store, filters),
      select: (range) => selectTeams(ctx.store, filters, range),
      keysetOf: ({ name, id }) => [plain(name), id],
    })
  },
)
