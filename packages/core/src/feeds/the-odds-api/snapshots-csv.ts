import { z } from 'zod'
import { DateTime } from '../../contract/index.ts'
import { rowsOf, type CsvRow } from './csv.ts'
import type { FeedItem } from './feed-item.ts'
import { eventsOf, type PriceReading } from './price-readings.ts'

/** yyyymmdd_hhmmss, UTC. */
const Moment = z
  .string()
  .regex(/^\d{8}_\d{6}$/)
  .transform((text) => text.replace(/(....)(..)(..)_(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'))
  .pipe(DateTime)
const Point = z
  .string()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(z.number().nullable())
const Price = z
  .string()
  .regex(/^(ev(en)?s?|[+−-]?\d+(\.\d+)?|\d+\s*[/-]\s*\d+)$/i, 'expected a price like 1.91, 10/11 or -110')
const Name = z.string().min(1)

/** Columns of the table of snapshots: a row per price and reading. */
export const SNAPSHOT_COLUMNS = [
  'event_id',
  'sport_key',
  'home_team',
  'away_team',
  'commence_time',
  'bookmaker',
  'last_update',
  'market',
  'outcome_name',
  'price',
  'point',
  'snapshot_utc',
]

const Snapshot = z
  .object({
    event_id: Name,
    sport_key: z.string(),
    home_team: Name,
    away_team: Name,
    commence_time: DateTime,
    bookmaker: Name,
    bookmaker_title: Name.optional(),
    last_update: DateTime,
    market: Name,
    outcome_name: Name,
    price: Price,
    point: Point,
    snapshot_utc: Moment,
  })
  .transform((row): PriceReading[] => [
    {
      event_id: row.event_id,
      sport_key: row.sport_key,
      home: row.home_team,
      away: row.away_team,
      commence_time: row.commence_time,
      bookmaker: row.bookmaker,
      title: row.bookmaker_title ?? row.bookmaker,
      market: row.market,
      outcome: row.outcome_name,
      price: row.price,
      point: row.point,
      set_at: row.last_update,
      read_at: row.snapshot_utc,
    },
  ])

/** Columns of the table of first and last prices, joined to the games of the league. */
export const OPEN_CLOSE_COLUMNS = [
  'event_id',
  'nba_game_id',
  'commence_time',
  'home',
  'away',
  'bookmaker',
  'market',
  'outcome',
  'open_price',
  'open_point',
  'open_snapshot',
  'close_price',
  'close_point',
  'close_snapshot',
  'close_last_update',
]

const OpenClose = z
  .object({
    event_id: Name,
    nba_game_id: z.string(),
    commence_time: DateTime,
    home: Name,
    away: Name,
    bookmaker: Name,
    market: Name,
    outcome: Name,
    open_price: Price,
    open_point: Point,
    open_snapshot: Moment,
    close_price: Price,
    close_point: Point,
    close_snapshot: Moment,
    close_last_update: DateTime,
  })
  .transform((row): PriceReading[] => {
    const reading = {
      event_id: row.event_id,
      sport_key: 'basketball_nba',
      home: row.home,
      away: row.away,
      commence_time: row.commence_time,
      bookmaker: row.bookmaker,
      title: row.bookmaker,
      market: row.market,
      outcome: row.outcome,
      ...(row.nba_game_id !== '' && { nba_game_id: row.nba_game_id }),
    }
    const { open_price, open_point, open_snapshot, close_price, close_point, close_snapshot, close_last_update } = row
    return [
      { ...reading, price: open_price, point: open_point, set_at: null, read_at: open_snapshot },
      { ...reading, price: close_price, point: close_point, set_at: close_last_update, read_at: close_snapshot },
    ]
  })

function* eventsOfRows(rows: Iterable<CsvRow>, Row: z.ZodType<PriceReading[]>, name: string): Generator<FeedItem> {
  const readings: PriceReading[] = []
  for (const { line, values } of rows) {
    const row = Row.safeParse(values)
    if (row.success) for (const reading of row.data) readings.push(reading)
    else yield { place: `${name} line ${line}`, problem: z.prettifyError(row.error) }
  }
  yield* eventsOf(readings)
}

/** The events of a table of snapshots, each with all its readings. */
export const eventsOfSnapshots = (text: string, name: string): Generator<FeedItem> =>
  eventsOfRows(rowsOf(text), Snapshot, name)

/** The events of a table of first and last prices before tip-off: two readings of each price. */
export const eventsOfOpenClose = (text: string, name: string): Generator<FeedItem> =>
  eventsOfRows(rowsOf(text), OpenClose, name)
