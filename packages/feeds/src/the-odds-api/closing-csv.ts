import { z } from 'zod'
import { type BundleQuote, CalendarDate, type PricedEvent } from '@basketball-data/core/contract'
import { FeedError, type FeedPrices } from '../feed.ts'
import { parseRows, type CsvRow } from '../csv.ts'
import { Key, Name, listNames, PointText, teamKey } from './fields.ts'
import { InvalidPrice, readPrice } from './odds-format.ts'

type EventPrices = Extract<FeedPrices, { event: PricedEvent }>

/** A quote; the price is null if the bookmaker offers none. */
type Offer = Omit<BundleQuote, 'price'> & { price: number | null }

const addOffers = ({ event, left_out }: EventPrices, offers: readonly Offer[]): void => {
  for (const { price, ...offer } of offers)
    if (price === null) left_out.no_price += 1
    else event.quotes.push({ ...offer, price })
}

const withoutQuotes = (event: Omit<PricedEvent, 'quotes'>): EventPrices => ({
  event: { ...event, quotes: [] },
  left_out: { lay: 0, no_price: 0, other_market: 0 },
})

const BookmakerRow = z.object({
  nba_game_id: Key,
  date: CalendarDate,
  home: Name,
  away: Name,
  market: z.enum(['moneyline', 'spread', 'total']),
  bookmaker: Key,
  team1: z.string(),
  team2: z.string(),
  line1: PointText,
  line2: PointText,
  price1_american: z.string(),
  price2_american: z.string(),
})
type BookmakerRow = z.output<typeof BookmakerRow>

/** Columns of a table of closing prices by bookmaker. */
export const BY_BOOKMAKER_COLUMNS = Object.keys(BookmakerRow.shape)

/** The offer for team 1 or 2, which may be either team; in a total, 1 is over and 2 is under. */
const toOffer = (row: BookmakerRow, event: PricedEvent, number: 1 | 2): Offer => {
  const bookmaker = { key: row.bookmaker.toLowerCase(), name: row.bookmaker, exchange: false }
  const price = readPrice(row[`price${number}_american`], 'american')
  const offer = { bookmaker, market: row.market, set_at: null, read_at: null, price }
  const line = row.market === 'moneyline' ? null : row[`line${number}`]
  if (line === null && row.market !== 'moneyline') throw new InvalidPrice(`line${number} is missing`)
  if (row.market === 'total') return { ...offer, side: number === 1 ? 'over' : 'under', line }
  const [home = '', away = ''] = [event.home[0], event.away[0]]
  const team = row[`team${number}`]
  if (teamKey(team) === teamKey(home)) return { ...offer, side: 'home', line }
  // The line of a quote is the handicap of the home team.
  if (teamKey(team) === teamKey(away)) return { ...offer, side: 'away', line: line === null ? null : 0 - line }
  throw new InvalidPrice(`team${number} is ${team}, but ${row.nba_game_id} is ${home} – ${away}`)
}

const toReason = (error: unknown): string => {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  if (error instanceof InvalidPrice) return error.message
  throw error
}

/** Reads a table of closing prices by bookmaker, whose events are NBA games by id. */
export function* eventsByBookmaker(text: string, name: string): Generator<FeedPrices> {
  const events = new Map<string, EventPrices>()
  for (const { line, values } of parseRows(text, name)) {
    try {
      const row = BookmakerRow.parse(values)
      const { nba_game_id, date, home, away } = row
      const prices =
        events.get(nba_game_id) ??
        withoutQuotes({
          source: 'nba-closing-prices',
          external_id: nba_game_id,
          home: listNames(home),
          away: listNames(away),
          gender: 'men',
          date,
          same_as: [{ source: 'nba', external_id: nba_game_id }],
        })
      addOffers(prices, [toOffer(row, prices.event, 1), toOffer(row, prices.event, 2)])
      events.set(nba_game_id, prices)
    } catch (error) {
      yield { error: { location: `${name} line ${line}`, reason: toReason(error) } }
    }
  }
  yield* events.values()
}

const parseDay = (text: string): { day: string; month: string; year: string } | null => {
  const [, day = '', , month = '', year = ''] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text) ?? []
  return year === '' ? null : { day: day.padStart(2, '0'), month: month.padStart(2, '0'), year }
}

/** Whether a date shows that it has the month before the day. */
const isMonthFirst = (text: string): boolean => {
  const { day = '', month = '' } = parseDay(text) ?? {}
  return day <= '12' && month > '12' && month <= '31'
}

/** A day with the day before the month, as spreadsheets save it in Europe, or with the year first. */
const EuropeanDay = z
  .string()
  .transform((text) => {
    const written = parseDay(text)
    return written === null ? text : `${written.year}-${written.month}-${written.day}`
  })
  .refine((text) => CalendarDate.safeParse(text).success, 'must be day/month/year, like 3/10/2026 or 03.10.2026')

const EuropeanRow = z.object({
  Country: z.string(),
  League: z.string(),
  Date: EuropeanDay,
  Home_Team: Name,
  Away_Team: Name,
  Odds_Home: z.string(),
  Odds_Away: z.string(),
})

/** Columns of a table of closing prices of European leagues. */
export const EUROPEAN_COLUMNS = Object.keys(EuropeanRow.shape)

/** The table does not name the bookmaker. */
const UNNAMED_BOOKMAKER = { key: 'european-closing-prices', name: 'European closing prices', exchange: false }

const europeanEvent = (values: CsvRow['values']): EventPrices => {
  const row = EuropeanRow.parse(values)
  const { Date: date, Home_Team: home, Away_Team: away } = row
  const bet = { bookmaker: UNNAMED_BOOKMAKER, market: 'moneyline', line: null, set_at: null, read_at: null } as const
  const prices = withoutQuotes({
    source: 'european-closing-prices',
    external_id: `${date} ${row.League} ${home} – ${away}`,
    home: listNames(home),
    away: listNames(away),
    date,
  })
  addOffers(prices, [
    { ...bet, side: 'home', price: readPrice(row.Odds_Home, 'decimal') },
    { ...bet, side: 'away', price: readPrice(row.Odds_Away, 'decimal') },
  ])
  return prices
}

/**
 * Reads a table of closing prices of European leagues: one moneyline price per side, including overtime.
 *
 * @throws {FeedError} if a date has the month before the day: most other dates would be read as another day
 */
export function* readEuropeanEvents(text: string, name: string): Generator<FeedPrices> {
  const rows = parseRows(text, name)
  for (const { line, values } of rows) {
    const { Date: date = '' } = values
    const reason = `${date} has the month before the day; write all dates as day/month/year`
    if (isMonthFirst(date)) throw new FeedError(name, `line ${line}: ${reason}`)
  }
  for (const { line, values } of rows) {
    try {
      yield europeanEvent(values)
    } catch (error) {
      yield { error: { location: `${name} line ${line}`, reason: toReason(error) } }
    }
  }
}
