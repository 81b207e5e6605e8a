import type { BundleQuote, PricedEvent } from '@basketball-data/core/contract'
import type { FeedPrices, SkippedPrices } from '../feed.ts'
import { getGender, isExchange, listNames, teamKey } from './fields.ts'
import { inferFormat, InvalidPrice, readPrice } from './odds-format.ts'

/** One price in one snapshot of an event, with the names that tables of snapshots have for it. */
export type SnapshotPrice = {
  /** Where it is in the file, for errors. */
  location: string
  event_id: string
  /** Empty if the file has no sport keys. */
  sport_key: string
  home_team: string
  away_team: string
  commence_time: string
  bookmaker: string
  /** Empty if the file has only the key of the bookmaker. */
  bookmaker_title: string
  market: string
  outcome_name: string
  /** As written, in any odds format; empty if there is no price. */
  price: string
  point: number | null
  /** When the bookmaker set the price, if known. */
  last_update: string | null
  /** When the snapshot was taken. */
  snapshot_utc: string
  /** The id of the game in the NBA, if the file has it. */
  nba_game_id?: string
}

/** A snapshot price as decimal odds; null if there is no price. */
type DecimalPrice = Omit<SnapshotPrice, 'price'> & { price: number | null }
type EventPrices = readonly [DecimalPrice, ...DecimalPrice[]]

type Bet = Pick<BundleQuote, 'market' | 'side' | 'line'>
type Teams = Pick<SnapshotPrice, 'home_team' | 'away_team'>

const isDraw = ({ outcome_name }: DecimalPrice): boolean => /^(draw|tie)$/i.test(outcome_name)

/** Compares team names, because home and away may be swapped in another snapshot of the event. */
const getSide = (price: DecimalPrice, { home_team, away_team }: Teams): 'home' | 'away' | 'draw' | null => {
  if (isDraw(price)) return 'draw'
  const team = teamKey(price.outcome_name)
  if (team === teamKey(home_team)) return 'home'
  return team === teamKey(away_team) ? 'away' : null
}

const winnerBet = (price: DecimalPrice, teams: Teams, market: 'moneyline' | 'three_way'): Bet | null => {
  const side = getSide(price, teams)
  return side === null ? null : { market, side, line: null }
}

/** The feed's point is the handicap of the named team; a quote's line is always the handicap of the home team. */
const spreadBet = (price: DecimalPrice, teams: Teams): Bet | null => {
  const side = getSide(price, teams)
  if (price.point === null || (side !== 'home' && side !== 'away')) return null
  return { market: 'spread', side, line: side === 'away' ? 0 - price.point : price.point }
}

const totalBet = ({ outcome_name, point }: DecimalPrice): Bet | null => {
  const side = outcome_name.toLowerCase()
  return point === null || (side !== 'over' && side !== 'under') ? null : { market: 'total', side, line: point }
}

/** The market, side and line of a price; null for a market or an outcome that is not of the whole game. */
const toBet = (price: DecimalPrice, teams: Teams, hasDraw: boolean): Bet | null => {
  switch (price.market) {
    case 'h2h':
      return winnerBet(price, teams, hasDraw ? 'three_way' : 'moneyline')
    case 'h2h_3_way':
      return winnerBet(price, teams, 'three_way')
    case 'spreads':
    case 'alternate_spreads':
      return spreadBet(price, teams)
    case 'totals':
    case 'alternate_totals':
      return totalBet(price)
    default:
      return null
  }
}

const marketKey = ({ bookmaker, market, snapshot_utc }: DecimalPrice): string =>
  JSON.stringify([bookmaker, market, snapshot_utc])

const toQuotes = (prices: EventPrices, teams: Teams): { quotes: PricedEvent['quotes']; left_out: SkippedPrices } => {
  const marketsWithDraw = new Set(prices.filter(isDraw).map(marketKey))
  const left_out: SkippedPrices = { lay: 0, no_price: 0, other_market: 0 }
  const quotes: PricedEvent['quotes'] = []
  for (const item of prices) {
    const { bookmaker: key, bookmaker_title, price, last_update: set_at, snapshot_utc: read_at } = item
    const name = bookmaker_title === '' ? key : bookmaker_title
    const bet = toBet(item, teams, marketsWithDraw.has(marketKey(item)))
    // A lay price is offered against a team; it cannot be compared with the prices for a team.
    if (item.market === 'h2h_lay') left_out.lay += 1
    else if (bet === null) left_out.other_market += 1
    else if (price === null) left_out.no_price += 1
    else quotes.push({ bookmaker: { key, name, exchange: isExchange(key) }, ...bet, price, set_at, read_at })
  }
  return { quotes, left_out }
}

/** Newest snapshot first. Ties are broken by the values, so that the order of the prices in the file does not matter. */
const byNewest = (a: DecimalPrice, b: DecimalPrice): number =>
  Date.parse(b.snapshot_utc) - Date.parse(a.snapshot_utc) ||
  Date.parse(b.commence_time) - Date.parse(a.commence_time) ||
  (a.home_team < b.home_team ? -1 : 1)

/** One price for each different combination of home team, away team and tip-off: its newest one, newest first. */
const listVersions = (prices: EventPrices): DecimalPrice[] =>
  [...Map.groupBy(prices, (price) => JSON.stringify([price.home_team, price.away_team, price.commence_time])).values()]
    .flatMap((group) => group.toSorted(byNewest)[0] ?? [])
    .toSorted(byNewest)

const toFeedPrices = (prices: EventPrices): FeedPrices => {
  const [newest = prices[0], ...earlier] = listVersions(prices)
  const { quotes, left_out } = toQuotes(prices, newest)
  const nbaGameIds = new Set(prices.flatMap(({ nba_game_id }) => nba_game_id ?? []))
  const event: PricedEvent = {
    source: 'the-odds-api',
    external_id: newest.event_id,
    home: listNames(newest.home_team),
    away: listNames(newest.away_team),
    gender: getGender(newest.sport_key),
    tip_off: newest.commence_time,
    announced_at: newest.snapshot_utc,
    earlier: earlier.map(({ home_team, away_team, commence_time }) => ({
      home: listNames(home_team),
      away: listNames(away_team),
      tip_off: commence_time,
    })),
    same_as: [...nbaGameIds].map((external_id) => ({ source: 'nba', external_id })),
    quotes,
  }
  return { event, left_out }
}

/** The event id and both teams in alphabetical order, because home and away may be swapped between snapshots. */
const eventKey = ({ event_id, home_team, away_team }: DecimalPrice): string =>
  JSON.stringify([event_id, ...[teamKey(home_team), teamKey(away_team)].toSorted()])

/** Groups the prices of one file by event, each with the teams and the tip-off of its newest snapshot. */
export function* toFeedPricesList(prices: readonly SnapshotPrice[]): Generator<FeedPrices> {
  const format = inferFormat(prices.map(({ price }) => price))
  const decimal: DecimalPrice[] = []
  for (const item of prices)
    try {
      decimal.push({ ...item, price: readPrice(item.price, format) })
    } catch (error) {
      if (!(error instanceof InvalidPrice)) throw error
      yield { error: { location: item.location, reason: error.message } }
    }
  for (const [first, ...rest] of Map.groupBy(decimal, eventKey).values())
    if (first !== undefined) yield toFeedPrices([first, ...rest])
}
