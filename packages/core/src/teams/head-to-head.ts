import { getWindow } from '../accounts/window.ts'
import { envelopeSchema, GetTeamHeadToHead, HeadToHead, type TeamRef } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import { requireFilters } from '../competitions/queries.ts'
import { mean, toOutcome, recordInOrder } from '../statistics/index.ts'
import { read } from '../trpc.ts'
import { requireTeam, selectTeamRef } from './queries.ts'
import { selectRecentGames, findTeam, type RecentGame } from './recent-queries.ts'

/** @param games newest first */
export const summarizeMeetings = (team: string, games: RecentGame[]): HeadToHead['summary'] => {
  const outcomes = games.map(({ game, neutral }) =>
    toOutcome(game.home.id === team ? 'home' : 'away', { ...game, neutral }),
  )
  const { won, lost, home, away } = recordInOrder(outcomes)
  return {
    games: games.length,
    won,
    lost,
    home,
    away,
    average_points_for: mean(outcomes.map(({ points_for }) => points_for)),
    average_points_against: mean(outcomes.map(({ points_against }) => points_against)),
    first_date: games.at(-1)?.game.date ?? null,
    last_date: games[0]?.game.date ?? null,
  }
}

export const getHeadToHead = read
  .meta({
    plan: 'live',
    openapi: {
      operationId: 'getTeamHeadToHead',
      method: 'GET',
      path: '/teams/{id}/head-to-head',
      tags: ['Teams'],
      summary: 'Head-to-head',
      description:
        'The last games between two teams, with the record of the first team in them. Preseason and all-star games do not count.',
    },
  })
  .input(GetTeamHeadToHead)
  .output(envelopeSchema(HeadToHead))
  .query(async ({ ctx, input: { id, opponent: other, competition, last } }) => {
    const { store } = ctx
    const from = getWindow(ctx).from ?? undefined
    const select = () => selectRecentGames(store, id, { opponent: other, competition, from }, last)
    const respond = (team: TeamRef, opponent: TeamRef, recent: RecentGame[]) => ({
      data: { team, opponent, summary: summarizeMeetings(id, recent), games: recent.map(({ game }) => game) },
      meta: {},
    })
    const recent = await select()
    const games = recent.map(({ game }) => game)
    const [team, opponent] = [findTeam(id, games), findTeam(other, games)]
    if (team !== undefined && opponent !== undefined) return respond(team, opponent, recent)
    await requireFilters(store, { competition })
    const stored = await selectTeamRef(store, other)
    if (stored === undefined) throw badRequest(`opponent: there is no team ${other}.`)
    if (id === other) throw badRequest('opponent: must be another team.')
    return respond(await requireTeam(store, id), stored, await select())
  })
