import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  json,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Market, PriceSide } from '../../contract/index.ts'
import { seasons, teams } from './catalogue.ts'
import { plainText } from './columns.ts'
import { games } from './games.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Bookmakers and betting exchanges. */
export const bookmakers = pgTable('bookmakers', {
  key: plainText('key').primaryKey(),
  name: text('name').notNull(),
  exchange: boolean('exchange').notNull(),
  /** When the quote that gave it this name was read; the name of the newest quote wins. */
  named_at: moment('named_at').notNull(),
})

/**
 * Every price that was read for a game, a row per reading. The rows are a set, so the order of imports and repeated
 * imports make no difference. Which prices were closing is decided on reading, in prices/closing.ts.
 */
export const quotes = pgTable(
  'quotes',
  {
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    market: text('market').notNull().$type<Market>(),
    bookmaker: plainText('bookmaker')
      .notNull()
      .references(() => bookmakers.key),
    side: text('side').notNull().$type<PriceSide>(),
    /** Points added to the home score (spread) or points of both teams (total); null in other markets. */
    line: numeric('line', { mode: 'number' }),
    /** Decimal odds. */
    price: numeric('price', { mode: 'number' }).notNull(),
    /** When the bookmaker set it; null if unknown. */
    set_at: moment('set_at'),
    /** When it was read; null if the source states only that it is the closing price. */
    read_at: moment('read_at'),
  },
  (table) => [
    uniqueIndex('quotes_once').on(
      table.game_id,
      table.bookmaker,
      table.market,
      table.side,
      sql`coalesce(${table.line}, 0)`,
      sql`coalesce(${table.read_at}, 'infinity'::timestamptz)`,
      sql`coalesce(${table.set_at}, '-infinity'::timestamptz)`,
      table.price,
    ),
    check('quotes_market', sql`${table.market} in ('moneyline', 'three_way', 'spread', 'total')`),
    check(
      'quotes_side',
      sql`case ${table.market} when 'total' then ${table.side} in ('over', 'under')
        when 'three_way' then ${table.side} in ('home', 'draw', 'away') else ${table.side} in ('home', 'away') end`,
    ),
    check('quotes_line', sql`(${table.line} is not null) = (${table.market} in ('spread', 'total'))`),
    check('quotes_price', sql`${table.price} > 1`),
  ],
)

/** The tip-off of a game according to the latest reading of a price feed; used if the game itself has no tip-off. */
export const quotedTipOffs = pgTable('quoted_tip_offs', {
  game_id: plainText('game_id')
    .primaryKey()
    .references(() => games.id, { onDelete: 'cascade' }),
  tip_off: moment('tip_off').notNull(),
  read_at: moment('read_at').notNull(),
})

/**
 * The average closing prices of a game, on the main line of spread and total. Derived: refreshed whenever a quote is added
 * or the tip-off changes.
 */
export const closingAverages = pgTable('closing_averages', {
  game_id: plainText('game_id')
    .primaryKey()
    .references(() => games.id, { onDelete: 'cascade' }),
  moneyline_home: doublePrecision('moneyline_home'),
  moneyline_away: doublePrecision('moneyline_away'),
  spread_line: doublePrecision('spread_line'),
  spread_home: doublePrecision('spread_home'),
  spread_away: doublePrecision('spread_away'),
  total_line: doublePrecision('total_line'),
  total_over: doublePrecision('total_over'),
  total_under: doublePrecision('total_under'),
})

/**
 * What the bets of an angle of trends have returned: the index of the angle, counts, the sum of the prices of the bets won, and the
 * day of the first, YYYY-MM-DD.
 */
export type StoredBets = [angle: number, games: number, won: number, pushed: number, returned: number, since: string]

/**
 * The trends of a team in a season, in one row, since they are read and written together (decision 1): the angles with a bet,
 * in their order. Derived: refreshed whenever a final game or its closing averages are written. Trends of several seasons are
 * sums of these.
 */
export const teamTrends = pgTable(
  'team_trends',
  {
    team_id: plainText('team_id')
      .notNull()
      .references(() => teams.id),
    season_id: plainText('season_id')
      .notNull()
      .references(() => seasons.id),
    bets: json('bets').notNull().$type<StoredBets[]>(),
  },
  (table) => [primaryKey({ columns: [table.team_id, table.season_id] })],
)
