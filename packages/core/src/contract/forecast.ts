import { z } from 'zod'
import { Event } from './play-by-play.ts'
import { Game } from './game.ts'
import { GameId } from './identifiers.ts'
import { CalendarDate, DateTime, Fraction, Measure, record, Text } from './scalars.ts'

const seal = z
  .string()
  .length(64)
  .nullable()
  .describe(
    "SHA-256, in hex, of the canonical JSON (RFC 8785) of the day's `forecasts` as GET /forecasts lists them. Null if there are none.",
  )
const sealed_at = DateTime.nullable().describe(
  "When the day's forecasts were sealed, before its first tip-off. Null if there are none.",
)

/** The forecast of a game, as it was sealed. The wire does not round its numbers, so that every reader can compute the seal. */
export const Forecast = record('Forecast', 'The forecast of a game, as it was sealed.', {
  game: GameId,
  home_win_probability: Measure.min(0).max(1).describe('Probability that the home team wins, with at most 4 decimals.'),
  expected_margin: Measure.describe(
    'Points by which the home team is expected to win, negative if it is expected to lose, with at most 2 decimals.',
  ),
  model: Text.describe('The model that made it.'),
})
export type Forecast = z.infer<typeof Forecast>

/** The forecasts of the games of a day. */
export const Forecasts = record('Forecasts', 'The forecasts of the games of a day.', {
  date: CalendarDate,
  seal,
  sealed_at,
  forecasts: z.array(Forecast).max(10_000).describe('By game id. Empty if none were made before the first tip-off.'),
})
export type Forecasts = z.infer<typeof Forecasts>

/** A game and its forecast. */
export const GameForecast = record('GameForecast', 'A game and its forecast.', {
  game: Game,
  home_win_probability: Forecast.shape.home_win_probability
    .nullable()
    .describe('Probability that the home team wins. Null if no forecast was made before tip-off.'),
  expected_margin: Forecast.shape.expected_margin
    .nullable()
    .describe(
      'Points by which the home team is expected to win, negative if it is expected to lose. Null without a forecast.',
    ),
  model: Text.nullable().describe('The model that made the forecast. Null without a forecast.'),
  made_at: DateTime.nullable().describe('When the forecast was made. Null without a forecast.'),
  seal,
  sealed_at,
})
export type GameForecast = z.infer<typeof GameForecast>

/** How likely the home team is to win after an event. */
export const WinProbabilityPoint = record(
  'WinProbabilityPoint',
  'How likely the home team is to win after an event of the play-by-play.',
  {
    seq: Event.shape.seq,
    period: Event.shape.period,
    clock: Event.shape.clock,
    home_win_probability: Fraction.max(1).describe('Probability that the home team wins.'),
  },
)

/** How likely the home team was to win during a game. */
export const WinProbability = record('WinProbability', 'How likely the home team was to win during a game.', {
  game: Game,
  points: z
    .array(WinProbabilityPoint)
    .max(10_000)
    .describe('After each event of the play-by-play. Empty where `has.playbyplay` is false.'),
})
export type WinProbability = z.infer<typeof WinProbability>
