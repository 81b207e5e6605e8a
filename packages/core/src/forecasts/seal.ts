import { createHash } from 'node:crypto'
import { Forecast } from '../contract/index.ts'
import { readRatings } from '../standings/rating-queries.ts'
import { FORECAST_MODEL, getWinProbability, round } from '../statistics/index.ts'
import { forecasts, forecastSeals, type Database, type Store } from '../store/index.ts'
import { selectDaysBetween, selectGamesToForecast } from './queries.ts'

/** A day is sealed from two hours before its first tip-off, when the results of the day before are known, */
const EARLIEST = 2 * 3_600_000
/** until a minute before it, so that the seal is public in time. */
const LATEST = 60_000

/** In the alphabetical order in which canonical JSON (RFC 8785) has the members of an object. */
const MEMBERS = Object.keys(Forecast.shape).toSorted()

/** SHA-256 in hex of the canonical JSON of forecasts, which is that of JSON.stringify with sorted members. */
export const sealForecasts = (forecasts: readonly Forecast[]): string =>
  createHash('sha256').update(JSON.stringify(forecasts, MEMBERS)).digest('hex')

/** The forecasts of a day by game id, with the teams of each game. */
const makeForecasts = async (db: Database, competition: string, date: string) => {
  const games = await selectGamesToForecast(db, competition, date)
  if (games.length === 0) return []
  const ratings = await readRatings(db, competition, date)
  return games.map(({ id, regulation_minutes: minutes, ...game }) => {
    const expectedMargin = ratings.expectMargin(game)
    const state = { expectedMargin, lead: 0, minutesLeft: minutes, regulationMinutes: minutes }
    const forecast: Forecast = {
      game: id,
      home_win_probability: round(getWinProbability(state), 4),
      expected_margin: round(expectedMargin, 2),
      model: FORECAST_MODEL,
    }
    return { forecast, teams: { home_team_id: game.home, away_team_id: game.away } }
  })
}

/** Whether the day is sealed now; false without games, or if another process has sealed it first. */
const sealDay = async (tx: Database, competition_id: string, date: string, now: Date): Promise<boolean> => {
  const made = await makeForecasts(tx, competition_id, date)
  if (made.length === 0) return false
  const sealed = await tx
    .insert(forecastSeals)
    .values({ competition_id, date, seal: sealForecasts(made.map(({ forecast }) => forecast)), sealed_at: now })
    .onConflictDoNothing()
    .returning({ date: forecastSeals.date })
  if (sealed.length === 0) return false
  const day = { competition_id, date, made_at: now }
  await tx
    .insert(forecasts)
    .values(made.map(({ forecast: { game, ...rest }, teams }) => ({ ...rest, ...teams, ...day, game_id: game })))
  return true
}

/**
 * Forecasts the games of each day whose first tip-off is less than two hours away, from the results of earlier days, and seals
 * them. What is sealed never changes.
 *
 * @returns the number of days that were sealed
 */
export const sealDueDays = async (store: Store, now: Date): Promise<number> => {
  const [from, to] = [new Date(now.getTime() + LATEST), new Date(now.getTime() + EARLIEST)]
  let sealed = 0
  for (const { competition, date } of await selectDaysBetween(store.db, from, to))
    if (await store.transaction((tx) => sealDay(tx, competition, date, now))) sealed += 1
  return sealed
}
