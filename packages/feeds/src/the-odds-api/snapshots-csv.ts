import { z } from 'zod'
import { rowsOf, type CsvRow } from './csv.ts'
import type { FeedPrices } from '../feed.ts'
import { Key, Moment, Name, Point } from './fields.ts'
import { eventsOf, type PriceReading } from './price-readings.ts'

/** Also as yyyymmdd_hhmmss, UTC. */
const ReadAt = z
  .string()
  .transform((text) => text.replace(/^(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))
  .pipe(Moment)
const SetAt = z
  .literal('')
  .transform(() => null)
  .or(Moment)
const Line = z
  .string()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(Point.nullable())

type RowReading = Omit<PriceReading, 'location'>

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
    event_id: Key,
    sport_key: z.string(),
    home_team: Name,
    away_team: Name,
    commence_time: Moment,
    bookmaker: Key,
    bookmaker_title: z.string().max(200).optional(),
    last_update: SetAt,
    market: Name,
    outcome_name: Name,
    price: z.string(),
    point: Line,
    snapshot_utc: ReadAt,
  })
  .transform((row): RowReading[] => [
    {
      event_id: row.event_id,
      sport_key: row.sport_key,
      home: row.home_team,
      away: row.away_team,
      commence_time: row.commence_time,
      bookmaker: row.bookmaker,
      title: row.bookmaker_title || row.bookmaker,
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
    event_id: Key,
    nba_game_id: z.string().max(100),
    commence_time: Moment,
    home: Name,
    away: Name,
    bookmaker: Key,
    market: Name,
    outcome: Name,
    open_price: z.string(),
    open_point: Line,
    open_snapshot: ReadAt,
    close_price: z.string(),
    close_point: Line,
    close_snapshot: ReadAt,
    close_last_update: SetAt,
  })
  .transform((row): RowReading[] => {
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

function* eventsOfRows(rows: Iterable<CsvRow>, Row: z.ZodType<RowReading[]>, name: string): Generator<FeedPrices> {
  const readings: PriceReading[] = []
  for (const { line, values } of rows) {
    const location = `${name} line ${line}`
    const row = Row.safeParse(values)
    if (row.success) for (const reading of row.data) readings.push({ location, ...reading })
    else yield { error: { location, reason: z.prettifyError(row.error) } }
  }
  yield* eventsOf(readings)
}

/** The events of a table of snapshots, each with all its readings. */
export const eventsOfSnapshots = (text: string, name: string): Generator<FeedPrices> =>
  eventsOfRows(rowsOf(text), Snapshot, name)

/** The events of a table of first and last prices before tip-off: two readings of each price. */
export const eventsOfOpenClose = (text: string, name: string): Generator<FeedPrices> =>
  eventsOfRows(rowsOf(text), OpenClose, name)
