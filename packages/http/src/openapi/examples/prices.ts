import { DECIMALS, round } from '@basketball-data/core'
import type { Prices, Trend } from '@basketball-data/core/contract'
import { played } from './games.ts'

const price = (prices: number[]): number =>
  round(prices.reduce((sum, each) => sum + each, 0) / prices.length, DECIMALS.ratio)

const book = (name: string, exchange = false) => ({ name, exchange })
const alder = book('Alder Sports')
const birch = book('Birch Exchange', true)
const cedar = book('Cedar & Sons')

/** The Falcons, favourites by five points and a half, before they beat the Owls 84–79. */
export const prices: Prices = {
  game: played,
  average: {
    market: 'moneyline',
    home: price([1.43, 1.47, 1.44]),
    draw: null,
    away: price([2.85, 2.94, 2.8]),
  },
  markets: {
    moneyline: {
      best: {
        home: { price: 1.47, bookmaker: birch.name },
        away: { price: 2.94, bookmaker: birch.name },
      },
      books: [
        { bookmaker: alder, home: 1.43, away: 2.85, set_at: '2026-11-20T19:21:07Z' },
        { bookmaker: birch, home: 1.47, away: 2.94, set_at: '2026-11-20T19:29:40Z' },
        { bookmaker: cedar, home: 1.44, away: 2.8, set_at: null },
      ],
      opening: { at: '2026-11-19T09:00:00Z', home: 1.5, away: 2.6, bookmakers: 1 },
      history: [
        { at: '2026-11-19T09:00:00Z', home: 1.5, away: 2.6, bookmakers: 1 },
        {
          at: '2026-11-20T19:29:45Z',
          home: price([1.43, 1.47, 1.44]),
          away: price([2.85, 2.94, 2.8]),
          bookmakers: 3,
        },
      ],
    },
    spread: {
      line: -5.5,
      best: {
        home: { price: 1.92, bookmaker: cedar.name },
        away: { price: 1.91, bookmaker: alder.name },
      },
      books: [
        { bookmaker: alder, line: -5.5, home: 1.91, away: 1.91, set_at: '2026-11-20T19:21:07Z' },
        { bookmaker: cedar, line: -5.5, home: 1.92, away: 1.9, set_at: null },
      ],
      opening: { at: '2026-11-19T09:00:00Z', line: -4.5, home: 1.9, away: 1.92, bookmakers: 1 },
      history: [
        { at: '2026-11-19T09:00:00Z', line: -4.5, home: 1.9, away: 1.92, bookmakers: 1 },
        {
          at: '2026-11-20T19:29:45Z',
          line: -5.5,
          home: price([1.91, 1.92]),
          away: price([1.91, 1.9]),
          bookmakers: 2,
        },
      ],
    },
    total: {
      line: 160.5,
      best: { over: { price: 1.88, bookmaker: alder.name }, under: { price: 1.94, bookmaker: alder.name } },
      books: [{ bookmaker: alder, line: 160.5, over: 1.88, under: 1.94, set_at: '2026-11-20T18:02:51Z' }],
      opening: { at: '2026-11-20T19:29:45Z', line: 160.5, over: 1.88, under: 1.94, bookmakers: 1 },
      history: [{ at: '2026-11-20T19:29:45Z', line: 160.5, over: 1.88, under: 1.94, bookmakers: 1 }],
    },
  },
}

const AT = 'at the average closing price.'

/** Two of the angles: of four games at a spread one was pushed, two of the others won. */
export const trends: Trend[] = [
  {
    angle: 'spread',
    description: `The team to cover the spread, ${AT}`,
    games: 4,
    won: 2,
    pushed: 1,
    hit_rate: round(2 / 3, DECIMALS.ratio),
    roi: round((0.91 + 0.95 - 1) / 3, DECIMALS.ratio),
    since: '2026-10-30',
  },
  {
    angle: 'spread_underdog',
    description: `The team to cover the spread, as underdog, ${AT}`,
    games: 0,
    won: 0,
    pushed: 0,
    hit_rate: null,
    roi: null,
    since: null,
  },
]
