import { sql } from 'drizzle-orm'
import {
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { plainText } from './columns.ts'

/** The seals of the forecasts of a day, made before its first tip-off. Rows are only added: they are neither changed nor deleted. */
export const forecastSeals = pgTable(
  'forecast_seals',
  {
    competition_id: plainText('competition_id').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    /** SHA-256 in hex of the canonical JSON of these forecasts as `GET /forecasts` lists them. */
    seal: text('seal').notNull(),
    sealed_at: timestamp('sealed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.competition_id, table.date] }),
    check('forecast_seals_seal', sql`${table.seal} ~ '^[0-9a-f]{64}$'`),
  ],
)

/**
 * The forecast of a game, as it was made before tip-off. Rows are only added. The columns name no games, competitions and teams that
 * have to exist: a forecast stays as it was sealed when its game is moved, merged or removed.
 */
export const forecasts = pgTable(
  'forecasts',
  {
    game_id: plainText('game_id').primaryKey(),
    competition_id: plainText('competition_id').notNull(),
    /** The day of the game when the forecast was made. */
    date: date('date', { mode: 'string' }).notNull(),
    home_win_probability: doublePrecision('home_win_probability').notNull(),
    expected_margin: doublePrecision('expected_margin').notNull(),
    model: text('model').notNull(),
    /**
     * The teams that the numbers are about, of which the first was at home; not sealed, since a team that is merged has another id
     * then. Null in rows of earlier versions whose game was gone.
     */
    home_team_id: plainText('home_team_id'),
    away_team_id: plainText('away_team_id'),
    made_at: timestamp('made_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('forecasts_of_day').on(table.competition_id, table.date),
    foreignKey({
      name: 'forecasts_seal',
      columns: [table.competition_id, table.date],
      foreignColumns: [forecastSeals.competition_id, forecastSeals.date],
    }),
    check('forecasts_probability', sql`${table.home_win_probability} between 0 and 1`),
  ],
)
