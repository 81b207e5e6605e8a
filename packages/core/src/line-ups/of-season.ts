import { CourtTotals, envelopeSchema, GetTeamLineUps, TeamLineUps, GetPlayerOnOff, OnOff } from '../contract/index.ts'
import { courtRatings } from '../statistics/index.ts'
import { type Sums, selectLineUps, selectTeamSeason, NO_SUMS, selectOnOff, selectPlayerSeason } from './five-queries.ts'
import { requireSeasonInWindow } from '../accounts/window.ts'
import { read } from '../trpc.ts'
import { requireFilters } from '../competitions/queries.ts'
import { requireTeam } from '../teams/queries.ts'
import { requirePlayer } from '../players/queries.ts'

/** The record of sums: with the rebounds of both kinds together, and ratings. */
const courtTotals = (sums: Sums): CourtTotals =>
  CourtTotals.parse({
    ...sums,
    rebounds_for: sums.offensive_rebounds_for + sums.defensive_rebounds_for,
    rebounds_against: sums.offensive_rebounds_against + sums.defensive_rebounds_against,
    ...courtRatings(sums),
  })

export const getTeamLineUps = read
  .meta({
    plan: 'complete',
    extension: true,
    openapi: {
      operationId: 'getTeamLineUps',
      method: 'GET',
      path: '/teams/{id}/lineups',
      tags: ['Teams'],
      summary: 'Line-ups of a team',
      description:
        'Players who were on court together in a season, with what both teams did meanwhile. Games whose line-ups are not exact are left out; preseason and all-star games do not count. An addition of this service.',
    },
  })
  .input(GetTeamLineUps)
  .output(envelopeSchema(TeamLineUps))
  .query(async ({ ctx, input: { id, season, competition, size, min_seconds, top } }) => {
    const { store } = ctx
    const found = await selectTeamSeason(store, id, { season, competition })
    if (found?.season == null || found.team === null) {
      await requireFilters(store, { season, competition })
      const team = await requireTeam(store, id)
      const none = { season: null, competition: null, games: 0, games_left_out: 0, lineups: [] }
      return { data: { team, size, ...none }, meta: {} }
    }
    requireSeasonInWindow(ctx, found.last_date)
    const rows = await selectLineUps(store, { team: id, season: found.season.id, size, minSeconds: min_seconds, top })
    return {
      data: {
        team: found.team,
        season: found.season,
        competition: found.competition,
        size,
        games: found.games,
        games_left_out: found.counted - found.games,
        lineups: rows.map(({ players, games, ...sums }) => ({ players, games, ...courtTotals(sums) })),
      },
      meta: {},
    }
  })

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
    invalidatedBy: ['all games', 'description'], // it counts those of the team without the player too
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
