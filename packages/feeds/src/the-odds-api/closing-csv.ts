import { z } from 'zod'
import { type BundleQuote, CalendarDate, type PricedEvent } from '@basketball-data/core/contract'
import { decimalPrice, NoPrice } from '../decimal-price.ts'
import { rowsOf, type CsvRow } from './csv.ts'
import type { FeedPrices } from '../feed.ts'
import { Key, Name, Point } from './fields.ts'
import { namesOf, teamOf } from './team-names.ts'

/** An event of a table, and how many of its prices are none. */
type Priced = Extract<FeedPrices, { event: PricedEvent }>

/** A quote that may have no price. */
type Offer = Omit<BundleQuote, 'price'> & { price: number | null }

const addOffers = ({ event, left_out }: Priced, offers: readonly Offer[]): void => {
  for (const { price, ...offer } of offers)
    if (price === null) left_out.no_price += 1
    else event.quotes.push({ ...offer, price })
}

const withoutQuotes = (event: Omit<PricedEvent, 'quotes'>): Priced => ({
  event: { ...event, quotes: [] },
  left_out: { lay: 0, no_price: 0, other_market: 0 },
})

const Line = z
  .string()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(Point.nullable())

/** Columns of the table of closing prices by bookmaker; team1 may be either team. */
export const BY_BOOKMAKER_COLUMNS = [
  'nba_game_id',
  'date',
  'home',
  'away',
  'market',
  'bookmaker',
  'team1',
  'team2',
  'line1',
  'line2',
  'price1_american',
  'price2_american',
]

const ByBookmaker = z.object({
  nba_game_id: Key,
  date: CalendarDate,
  home: Name,
  away: Name,
  market: z.enum(['moneyline', 'spread', 'total']),
  bookmaker: Key,
  team1: z.string(),
  team2: z.string(),
  line1: Line,
  line2: Line,
  price1_american: z.string(),
  price2_american: z.string(),
})
type ByBookmaker = z.output<typeof ByBookmaker>

/** What stands beside one team, or of a total for over and under. */
const offerOf = (row: ByBookmaker, event: PricedEvent, place: 1 | 2): Offer => {
  const bookmaker = { key: row.bookmaker.toLowerCase(), name: row.bookmaker, exchange: false }
  const price = decimalPrice(row[`price${place}_american`], 'american')
  const offer = { bookmaker, market: row.market, set_at: null, read_at: null, price }
  const line = row.market === 'moneyline' ? null : row[`line${place}`]
  if (line === null && row.market !== 'moneyline') throw new NoPrice(`line${place} is missing`)
  if (row.market === 'total') return { ...offer, side: place === 1 ? 'over' : 'under', line }
  const [home = '', away = ''] = [event.home[0], event.away[0]]
  const team = row[`team${place}`]
  if (teamOf(team) === teamOf(home)) return { ...offer, side: 'home', line }
  if (teamOf(team) === teamOf(away)) return { ...offer, side: 'away', line: line === null ? null : 0 - line }
  throw new NoPrice(`team${place} is ${team}, but ${row.nba_game_id} is ${home} – ${away}`)
}

const reasonOf = (error: unknown): string => {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  if (error instanceof NoPrice) return error.message
  throw error
}

/**
 * The events of a table of closing prices by bookmaker, known by the league's own identifiers. A line is signed for the
 * team beside it; of a total the first price is that of over.
 */
export function* eventsByBookmaker(text: string, name: string): Generator<FeedPrices> {
  const events = new Map<string, Priced>()
  for (const { line, values } of rowsOf(text)) {
    try {
      const row = ByBookmaker.parse(values)
      const { nba_game_id, date, home, away } = row
      const priced =
        events.get(nba_game_id) ??
        withoutQuotes({
          source: 'nba-closing-prices',
          external_id: nba_game_id,
          home: namesOf(home),
          away: namesOf(away),
          gender: 'men',
          date,
          same_as: [{ source: 'nba', external_id: nba_game_id }],
        })
      addOffers(priced, [offerOf(row, priced.event, 1), offerOf(row, priced.event, 2)])
      events.set(nba_game_id, priced)
    } catch (error) {
      yield { error: { location: `${name} line ${line}`, reason: reasonOf(error) } }
    }
  }
  yield* events.values()
}

/** Columns of the table of closing prices of European leagues. */
export const EUROPEAN_COLUMNS = ['Country', 'League', 'Date', 'Home_Team', 'Away_Team', 'Odds_Home', 'Odds_Away']

const European = z.object({
  Country: z.string(),
  League: z.string(),
  Date: z
    .string()
    .transform((text) => text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1'))
    .pipe(CalendarDate),
  Home_Team: Name,
  Away_Team: Name,
  Odds_Home: z.string(),
  Odds_Away: z.string(),
})

/** The table does not say whose prices they are. */
const UNNAMED = { key: 'european-closing-prices', name: 'European closing prices', exchange: false }

const eventOfEurope = (values: CsvRow['values']): Priced => {
  const { Date: date, Home_Team: home, Away_Team: away, League: league, Odds_Home, Odds_Away } = European.parse(values)
  const offer = { bookmaker: UNNAMED, market: 'moneyline', line: null, set_at: null, read_at: null } as const
  const priced = withoutQuotes({
    source: 'european-closing-prices',
    external_id: `${date} ${league} ${home} – ${away}`,
    home: namesOf(home),
    away: namesOf(away),
    date,
  })
  addOffers(priced, [
    { ...offer, side: 'home', price: decimalPrice(Odds_Home, 'decimal') },
    { ...offer, side: 'away', price: decimalPrice(Odds_Away, 'decimal') },
  ])
  return priced
}

/** The events of a table of closing prices of European leagues: one price a side, overtime included. */
export function* eventsOfEurope(text: string, name: string): Generator<FeedPrices> {
  for (const { line, values } of rowsOf(text)) {
    try {
      yield eventOfEurope(values)
    } catch (error) {
      yield { error: { location: `${name} line ${line}`, reason: reasonOf(error) } }
    }
  }
}
