import { z } from 'zod'
import { CalendarDate } from '../../contract/index.ts'
import type { BundleQuote } from '../../ingest/bundle-quote.ts'
import type { PricedEvent } from '../../ingest/priced-event.ts'
import { decimalPrice } from '../decimal-price.ts'
import { rowsOf, type CsvRow } from './csv.ts'
import type { FeedItem } from './feed-item.ts'
import { namesOf } from './team-names.ts'

const NOTHING = { lay: 0, no_price: 0, other_market: 0 }
const Name = z.string().min(1)
const Line = z
  .string()
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(z.number().nullable())

/** Columns of the table of closing prices by bookmaker; team1 is the away team. */
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
  nba_game_id: Name,
  date: CalendarDate,
  home: Name,
  away: Name,
  market: z.enum(['moneyline', 'spread', 'total']),
  bookmaker: Name,
  team1: Name,
  line1: Line,
  line2: Line,
  price1_american: Name,
  price2_american: Name,
})
type ByBookmaker = z.output<typeof ByBookmaker>

/** Both prices of a row. A line is signed for the team beside it; of a total the first price is that of over. */
const quotesOf = (row: ByBookmaker): BundleQuote[] => {
  const bookmaker = { key: row.bookmaker.toLowerCase(), name: row.bookmaker, exchange: false }
  const quote = { bookmaker, market: row.market, set_at: null, read_at: null }
  const first = decimalPrice(row.price1_american, 'american')
  const second = decimalPrice(row.price2_american, 'american')
  if (row.market === 'total')
    return [
      { ...quote, side: 'over', line: row.line1, price: first },
      { ...quote, side: 'under', line: row.line2, price: second },
    ]
  const ofAway = row.team1 === row.away
  const [away, home] = ofAway ? [first, second] : [second, first]
  const [awayLine, homeLine] = ofAway ? [row.line1, row.line2] : [row.line2, row.line1]
  return [
    { ...quote, side: 'away', line: awayLine === null ? null : 0 - awayLine, price: away },
    { ...quote, side: 'home', line: homeLine, price: home },
  ]
}

const problemOf = (error: unknown): string => (error instanceof z.ZodError ? z.prettifyError(error) : String(error))

/** The events of a table of closing prices by bookmaker, known by the league's own identifiers. */
export function* eventsByBookmaker(text: string, name: string): Generator<FeedItem> {
  const events = new Map<string, PricedEvent>()
  for (const { line, values } of rowsOf(text)) {
    try {
      const row = ByBookmaker.parse(values)
      const { nba_game_id, date, home, away } = row
      const event = events.get(nba_game_id) ?? {
        source: 'nba-closing-prices',
        external_id: nba_game_id,
        home: namesOf(home),
        away: namesOf(away),
        gender: 'men' as const,
        date,
        same_as: [{ source: 'nba', external_id: nba_game_id }],
        quotes: [],
      }
      event.quotes.push(...quotesOf(row))
      events.set(nba_game_id, event)
    } catch (error) {
      yield { place: `${name} line ${line}`, problem: problemOf(error) }
    }
  }
  for (const event of events.values()) yield { event, left_out: NOTHING }
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
  Odds_Home: Name,
  Odds_Away: Name,
})

/** The table does not say whose prices they are. */
const UNNAMED = { key: 'european-closing-prices', name: 'European closing prices', exchange: false }

const eventOfEurope = (values: CsvRow['values']): PricedEvent => {
  const { Date: date, Home_Team: home, Away_Team: away, League: league, Odds_Home, Odds_Away } = European.parse(values)
  const quote = { bookmaker: UNNAMED, market: 'moneyline', line: null, set_at: null, read_at: null } as const
  return {
    source: 'european-closing-prices',
    external_id: `${date} ${league} ${home} – ${away}`,
    home: namesOf(home),
    away: namesOf(away),
    date,
    quotes: [
      { ...quote, side: 'home', price: decimalPrice(Odds_Home) },
      { ...quote, side: 'away', price: decimalPrice(Odds_Away) },
    ],
  }
}

/** The events of a table of closing prices of European leagues: one price a side, overtime included. */
export function* eventsOfEurope(text: string, name: string): Generator<FeedItem> {
  for (const { line, values } of rowsOf(text)) {
    try {
      yield { event: eventOfEurope(values), left_out: NOTHING }
    } catch (error) {
      yield { place: `${name} line ${line}`, problem: problemOf(error) }
    }
  }
}
