import { requireInWindow } from '../accounts/window.ts'
import { envelopeSchema, GetGamePrices, Prices } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import { read } from '../trpc.ts'
import { selectGameWithQuotes } from './queries.ts'
import { buildPrices } from './record.ts'

export const getPrices = read
  .meta({
    plan: 'complete',
    invalidatedBy: ['game', 'prices'],
    extension: true,
    aliases: 'betting odds, lines, moneyline, spread, over under',
    openapi: {
      operationId: 'getGamePrices',
      method: 'GET',
      path: '/games/{id}/prices',
      tags: ['Prices'],
      summary: 'Closing prices',
      description:
        'The last price of each bookmaker at or before tip-off, with the best and the average price; from season 2026-27 also the opening price and the price history. Prices recorded after tip-off do not count, nor does a bookmaker that is no longer in the last reading before it. Prices are decimal odds with 4 decimals. An addition of this service.',
    },
  })
  .input(GetGamePrices)
  .output(envelopeSchema(Prices))
  .query(async ({ ctx, input: { id, lines } }) => {
    const selected = await selectGameWithQuotes(ctx.store, id)
    if (selected === undefined) throw notFound('game', id)
    const { game, quoted, hasHistory } = selected
    requireInWindow(ctx, game.date)
    return { data: { game, ...buildPrices(quoted, { history: hasHistory, lines: lines === 'all' }) }, meta: {} }
  })
