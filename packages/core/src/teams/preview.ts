import { getWindow, requireInWindow } from '../accounts/window.ts'
import { addDays, envelopeSchema, GamePreview, GetGame, utcDay, type Game, type TeamRef } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { selectGame } from '../records/game-queries.ts'
import { computeStandings } from '../standings/table-queries.ts'
import { mean, recordInOrder, type TableRow } from '../statistics/index.ts'
import type { Store } from '../store/index.ts'
import { summarize, toPlayedGame } from './form.ts'
import { summarizeMeetings } from './head-to-head.ts'
import { selectFormGames, selectRecentGames, selectRestDays } from './recent-queries.ts'
import { read } from '../trpc.ts'

/** More games than a team plays in a season. */
const MAX_GAMES = 200
const MAX_MEETINGS = 10

/** The record of the standings; of the season's games that count for a team which is not in them. */
const previewTeam = async (store: Store, { season, date }: Game, team: TeamRef, row: TableRow | undefined) => {
  const rows = await selectFormGames(store, team.id, { season: season.id, before: date }, MAX_GAMES)
  const games = rows.map((each) => toPlayedGame(team.id, each))
  const summary = summarize(games)
  const { won, lost, streak, last_ten } = row ?? recordInOrder(games)
  return {
    team,
    rank: row?.rank ?? null,
    won,
    lost,
    streak,
    last_ten,
    points_for: mean(games.map(({ points_for }) => points_for)),
    points_against: mean(games.map(({ points_against }) => points_against)),
    offensive_rating: summary.offensive_rating,
    defensive_rating: summary.defensive_rating,
    pace: summary.pace,
  }
}

/** @param from the first day of earlier meetings */
const selectPreview = async (store: Store, game: Game, from: string | undefined): Promise<GamePreview> => {
  const { home, away, season, date } = game
  const until = utcDay(addDays(new Date(date), -1))
  const { rows } = await computeStandings(store.db, season.id, { until })
  const rest = await selectRestDays(store, game)
  const meetings = await selectRecentGames(store, home.id, { opponent: away.id, before: date, from }, MAX_MEETINGS)
  const preview = async (team: TeamRef) => ({
    ...(await previewTeam(
      store,
      game,
      team,
      rows.find(({ team_id }) => team_id === team.id),
    )),
    rest_days: rest.get(team.id) ?? null,
  })
  return {
    game,
    home: await preview(home),
    away: await preview(away),
    head_to_head: {
      team: home,
      opponent: away,
      summary: summarizeMeetings(home.id, meetings),
      games: meetings.map((meeting) => meeting.game),
    },
  }
}

export const getGamePreview = read
  .meta({
    plan: 'complete',
    extension: true,
    invalidatedBy: ['all games', 'description'],
    aliases: 'before the game, matchup, rest days',
    openapi: {
      operationId: 'getGamePreview',
      method: 'GET',
      path: '/games/{id}/preview',
      tags: ['Games'],
      summary: 'Preview',
      description:
        'Both teams as they stood before a game, and their last ten games against each other: all from games of earlier days, also if the game has been played since. Records are those of the standings; points, ratings and pace are of all games of the season that count. An addition of this service.',
    },
  })
  .input(GetGame)
  .output(envelopeSchema(GamePreview))
  .query(async ({ ctx, input: { id } }) => {
    const game = await selectGame(ctx.store.db, id)
    if (game === undefined) throw notFound('game', id)
    requireInWindow(ctx, game.date)
    return { data: await selectPreview(ctx.store, game, getWindow(ctx).from ?? undefined), meta: {} }
  })
