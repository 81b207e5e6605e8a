import { requireSeasonInWindow } from '../accounts/window.ts'
import { envelopeSchema, GetPlayerOnOff, OnOff, type CourtTotals } from '../contract/index.ts'
import { read } from '../trpc.ts'
import { requirePlayer } from '../players/queries.ts'
import { requireFilters } from '../competitions/queries.ts'
import { courtTotals } from './court-totals.ts'
import { NO_SUMS, selectOnOff, selectPlayerSeason } from './five-queries.ts'

/** On minus off in every column; null where one of them is. */
const difference = (on: CourtTotals, off: CourtTotals): OnOff['net'] => {
  const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of a record
  const columns = Object.keys(on) as (keyof CourtTotals)[]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each column is mapped
  return Object.fromEntries(columns.map((name) => [name, minus(on[name], off[name])])) as OnOff['net']
}

export const getOnOff = read
  .meta({
    plan: 'complete',
    extension: true,
    openapi: {
      operationId: 'getPlayerOnOff',
      method: 'GET',
      path: '/players/{id}/on-off',
      tags: ['Players'],
      summary: 'On and off court',
      description:
        "What the team of the player's latest game in a season did with the player on court, and without: on + off are its totals, in every column. Games whose line-ups are not exact are left out; preseason and all-star games do not count. An addition of this service.",
    },
  })
  .input(GetPlayerOnOff)
  .output(envelopeSchema(OnOff))
  .query(async ({ ctx, input: { id, season, competition } }) => {
    const { store } = ctx
    const found = await selectPlayerSeason(store, id, { season, competition })
    if (found === undefined) await requireFilters(store, { season, competition })
    const player = await requirePlayer(store, id)
    const sums =
      found?.team == null || found.season === null
        ? { on: NO_SUMS, off: NO_SUMS }
        : await selectOnOff(store, found.team.id, found.season.id, id)
    requireSeasonInWindow(ctx, found?.last_date ?? null)
    const [on, off] = [courtTotals(sums.on), courtTotals(sums.off)]
    return {
      data: {
        player,
        team: found?.team ?? null,
        season: found?.season ?? null,
        competition: found?.competition ?? null,
        games: found?.games ?? 0,
        games_left_out: found === undefined ? 0 : found.counted - found.games,
        on,
        off,
        net: difference(on, off),
      },
      meta: {},
    }
  })
