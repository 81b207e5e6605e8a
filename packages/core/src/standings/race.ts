import type { z } from 'zod'
import { dayIn, envelopeSchema, GetRace, Race, type GroupRace } from '../contract/index.ts'
import { read } from '../trpc.ts'
import { requireTables, selectRaces } from './queries.ts'

/** The race of a season without teams. */
const NO_TEAMS: z.infer<typeof GroupRace> = { group: null, games_left: 0, method: 'exact', scenarios: 1, teams: [] }

export const getRace = read
  .meta({
    plan: 'complete',
    extension: true,
    dependsOnTime: true,
    aliases: 'clinched, eliminated, magic number, play-off chances, title race, probabilities',
    openapi: {
      operationId: 'getRace',
      method: 'GET',
      path: '/standings/race',
      tags: ['Statistics'],
      summary: 'Race',
      description:
        'What each team can still reach in the standings: its best and worst rank, and the share of scenarios for each place. While at most 16 games are left, all of their results are counted, by the rules of the competition with its tie-breaks; before, 2,000 seasons are drawn from the strengths of the forecasts, and the ranks are bounds by wins. The ranks are never wrong: they allow for any margins of the games left, and where a rank is not proved to be out of reach, it counts as possible. A season played in groups has the race of the first group, and the others in `other_groups`. Postponed games are left; games called off are not. An addition of this service.',
    },
  })
  .input(GetRace)
  .output(envelopeSchema(Race))
  .query(async ({ ctx, input: { date, ...filters } }) => {
    const found = await requireTables(ctx, filters, () => selectRaces(ctx.store, filters, date))
    const { competition, season, races, time_zone } = found
    const through = found.through ?? date ?? dayIn(ctx.now(), time_zone)
    const [first = NO_TEAMS, ...other_groups] = races
    const data = { competition, season, through, ...first }
    return { data: other_groups.length === 0 ? data : { ...data, other_groups }, meta: {} }
  })
