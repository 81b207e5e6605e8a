import { z } from 'zod'
import type { FeedPrices } from '../feed.ts'
import { parseRows } from '../csv.ts'
import { Key, Moment, Name, PointText } from './fields.ts'
import { toFeedPricesList, type SnapshotPrice } from './quotes.ts'

/** ISO 8601, or yyyymmdd_hhmmss in UTC. */
const ReadAt = z
  .string()
  .transform((text): string | number => text.replace(/^(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))
  .pipe(Moment)
/** Null if the field is empty. */
const SetAt = z
  .literal('')
  .transform(() => null)
  .or(Moment)

type RowPrice = Omit<SnapshotPrice, 'location'>

const SnapshotRow = z.object({
  event_id: Key,
  sport_key: z.string(),
  home_team: Name,
  away_team: Name,
  commence_time: Moment,
  bookmaker: Key,
  bookmaker_title: z.string().max(200).default(''),
  last_update: SetAt,
  market: Name,
  outcome_name: Name,
  price: z.string(),
  point: PointText,
  snapshot_utc: ReadAt,
})

/** Columns that a table of snapshots must have. */
export const SNAPSHOT_COLUMNS = Object.keys(SnapshotRow.omit({ bookmaker_title: true }).shape)

const SnapshotPrices = SnapshotRow.transform((row): RowPrice[] => [row])

const OpenCloseRow = z.object({
  event_id: Key,
  nba_game_id: z.string().max(100),
  commence_time: Moment,
  home: Name,
  away: Name,
  bookmaker: Key,
  market: Name,
  outcome: Name,
  open_price: z.string(),
  open_point: PointText,
  open_snapshot: ReadAt,
  close_price: z.string(),
  close_point: PointText,
  close_snapshot: ReadAt,
  close_last_update: SetAt,
})

/** Columns of a table of opening and closing prices. */
export const OPEN_CLOSE_COLUMNS = Object.keys(OpenCloseRow.shape)

const OpenClosePrices = OpenCloseRow.transform((row): RowPrice[] => {
  const common = {
    event_id: row.event_id,
    sport_key: 'basketball_nba',
    home_team: row.home,
    away_team: row.away,
    commence_time: row.commence_time,
    bookmaker: row.bookmaker,
    bookmaker_title: '',
    market: row.market,
    outcome_name: row.outcome,
    ...(row.nba_game_id !== '' && { nba_game_id: row.nba_game_id }),
  }
  return [
    { ...common, price: row.open_price, point: row.open_point, last_update: null, snapshot_utc: row.open_snapshot },
    {
      ...common,
      price: row.close_price,
      point: row.close_point,
      last_update: row.close_last_update,
      snapshot_utc: row.close_snapshot,
    },
  ]
})

function* readRowEvents(text: string, Prices: z.ZodType<RowPrice[]>, name: string): Generator<FeedPrices> {
  const prices: SnapshotPrice[] = []
  for (const { line, values } of parseRows(text, name)) {
    const location = `${name} line ${line}`
    const parsed = Prices.safeParse(values)
    if (parsed.success) for (const price of parsed.data) prices.push({ location, ...price })
    else yield { error: { location, reason: z.prettifyError(parsed.error) } }
  }
  yield* toFeedPricesList(prices)
}

/** Reads a table of snapshots, one price per row. */
export const readSnapshotEvents = (text: string, name: string): Generator<FeedPrices> =>
  readRowEvents(text, SnapshotPrices, name)

/** Reads a table of opening and closing prices, two prices per row. */
export const readOpenCloseEvents = (text: string, name: string): Generator<FeedPrices> =>
  readRowEvents(text, OpenClosePrices, name)
