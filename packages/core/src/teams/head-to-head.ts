import { windowOf } from '../accounts/window.ts'
import { envelopeOf, GetTeamHeadToHead, HeadToHead, type Game } from '../contract/index.ts'
import { badRequest } from '../errors.ts'
import { selectGamesById } from '../games/detail-queries.ts'
import { requireFilters } from '../seasons/queries.ts'
import { mean, outcomeOf, recordInOrder } from '../statistics/index.ts'
import { operation } from '../operation.ts'
import { selectRecentGames } from './recent-queries.ts'
import { requireTeam, selectTeamRef } from './queries.ts'

/** @param games newest first */
const summaryOf = (team: string, games: Game[]): HeadToHead['summary'] => {
  const outcomes = games.map((game) => outcomeOf(game.home.id === team ? 'home' : 'away', game))
  const { won, lost, home, away } = recordInOrder(outcomes)
  return {
    games: games.length,
    won,
    lost,
    home,
    away,
    average_points_for: mean(outcomes.map(({ points_for }) => points_for)),
    average_points_against: mean(outcomes.map(({ points_against }) => points_against)),
    first_date: games.at(-1)?.date ?? null,
    last_date: games[0]?.date ?? null,
  }
}

export const getHeadToHead = operation(
  {
    plan: 'live',
    path: '/teams/{id}/head-to-head',
    tag: 'Teams',
    summary: 'Head-to-head',
    description:
      'The last games between two teams, with the record of the first team in them. Preseason and all-star games do not count.',
    input: GetTeamHeadToHead,
    output: envelopeOf(HeadToHead),
  },
  async ({ ctx, input: { id, opponent: other, competition, last } }) => {
    const { store } = ctx
    await requireFilters(store, { competition })
    const opponent = await selectTeamRef(store, other)
    if (opponent === undefined) throw badRequest(`opponent: there is no team ${other}.`)
    if (id === other) throw badRequest('opponent: must be another team.')
    const team = await requireTeam(store, id)
    const from = windowOf(ctx).from ?? undefined
    const recent = await selectRecentGames(store, id, { opponent: other, competition, from }, last)
    const games = await selectGamesById(store, recent)
    return { data: { team, opponent, summary: summaryOf(id, games), games }, meta: {} }
  },
)
