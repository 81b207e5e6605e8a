import { requireInWindow } from '../accounts/window.ts'
import { requireCompetition } from '../competitions/queries.ts'
import {
  envelopeSchema,
  Forecasts,
  GameForecast,
  GetForecasts,
  GetGame,
  toDateTime,
  WinProbability,
  type Game,
} from '../contract/index.ts'
import { partResponse } from '../games/get.ts'
import { readPlayByPlay } from '../records/read-parts.ts'
import { followWinProbability } from '../statistics/index.ts'
import type { Database } from '../store/index.ts'
import { readRatings } from '../standings/rating-queries.ts'
import { read } from '../trpc.ts'
import { selectForecast, selectRatedGame, selectSealedDay } from './queries.ts'

const formatMoment = (moment: Date | null | undefined): string | null => (moment == null ? null : toDateTime(moment))

const readForecast = async (db: Database, game: Game): Promise<GameForecast> => {
  const forecast = await selectForecast(db, game.id)
  return {
    game,
    home_win_probability: forecast?.home_win_probability ?? null,
    expected_margin: forecast?.expected_margin ?? null,
    model: forecast?.model ?? null,
    made_at: formatMoment(forecast?.made_at),
    seal: forecast?.seal ?? null,
    sealed_at: formatMoment(forecast?.sealed_at),
  }
}

export const getGameForecast = read
  .meta({
    plan: 'complete',
    extension: true,
    invalidatedBy: null,
    aliases: 'prediction, expected margin, odds of winning',
    openapi: {
      operationId: 'getGameForecast',
      method: 'GET',
      path: '/games/{id}/forecast',
      tags: ['Games'],
      summary: 'Forecast',
      description:
        'How likely the home team is to win a game and by how many points, from games of earlier days alone. It was stored before the first tip-off of the day and never changes, even if the game is moved or an earlier result is corrected. If home and away are exchanged, it is shown from the other side. Its values are null if it was not made in time, or for other teams. An addition of this service.',
    },
  })
  .input(GetGame)
  .output(envelopeSchema(GameForecast))
  .query(({ ctx, input: { id } }) => partResponse(ctx, id, readForecast))

export const getForecasts = read
  .meta({
    plan: 'complete',
    extension: true,
    invalidatedBy: null,
    aliases: 'predictions of a day, seal',
    openapi: {
      operationId: 'getForecasts',
      method: 'GET',
      path: '/forecasts',
      tags: ['Games'],
      summary: 'Forecasts of a day',
      description:
        'The forecasts of the games of a day and their seal, which is public before the first tip-off of the day: keep it, and you can verify later that no forecast has changed. An addition of this service.',
    },
  })
  .input(GetForecasts)
  .output(envelopeSchema(Forecasts))
  .query(async ({ ctx, input: { competition, date } }) => {
    requireInWindow(ctx, date)
    const day = await ctx.store.transaction((tx) => selectSealedDay(tx, competition, date), 'read one snapshot')
    if (day === undefined) await requireCompetition(ctx.store, competition)
    const { seal = null, sealed_at, forecasts = [] } = day ?? {}
    return { data: { date, seal, sealed_at: formatMoment(sealed_at), forecasts }, meta: {} }
  })

/** The win probability after each event of a game, in their order; without a play-by-play none. */
export const readWinProbability = async (db: Database, game: Game): Promise<WinProbability> => {
  const { events } = await readPlayByPlay(db, game)
  if (events.length === 0) return { game, points: [] }
  const { competition, ...rated } = await selectRatedGame(db, game.id)
  const forecast = await selectForecast(db, game.id)
  const expected = forecast?.expected_margin ?? (await readRatings(db, competition, rated.date)).expectMargin(rated)
  const probabilities = followWinProbability(events, expected, rated)
  const points = events.flatMap(({ seq, period, clock }, index) => {
    const home_win_probability = probabilities[index]
    return home_win_probability === undefined ? [] : [{ seq, period, clock, home_win_probability }]
  })
  return { game, points }
}

export const getWinProbability = read
  .meta({
    plan: 'complete',
    extension: true,
    invalidatedBy: ['game', 'playbyplay', 'all games', 'description'],
    aliases: 'in-game, live probability, comeback',
    openapi: {
      operationId: 'getGameWinProbability',
      method: 'GET',
      path: '/games/{id}/win-probability',
      tags: ['Games'],
      summary: 'Win probability',
      description:
        'How likely the home team is to win after each event of a game, from the score, the time left and the expected margin: that of the forecast, or, without one, that of the results of earlier days. An addition of this service.',
    },
  })
  .input(GetGame)
  .output(envelopeSchema(WinProbability))
  .query(({ ctx, input: { id } }) => partResponse(ctx, id, readWinProbability))
