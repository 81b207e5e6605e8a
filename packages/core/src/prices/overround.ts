/**
 * What a bookmaker's prices add up to beyond certainty: the sum of 1/price over all sides of a market, less 1. It is the
 * bookmaker's share in the prices; 0 would be fair, below 0 a sure profit for whoever backs every side.
 *
 * Worked example: 1.91 and 1.91 → 2/1.91 − 1 = 0.047120.
 * Source: the booksum of E. Štrumbelj, "On determining probability forecasts from betting odds", International Journal
 * of Forecasting 30 (2014), less 1. The vigorish of North American bookmakers is overround / (1 + overround).
 *
 * @returns null without a price
 */
export const overround = (prices: readonly number[]): number | null =>
  prices.length === 0 ? null : prices.reduce((sum, price) => sum + 1 / price, -1)

/**
 * How far two prices are from saying that both sides are equally likely: the difference of their shares 1/price once the
 * overround is taken out in proportion. 0 is perfectly balanced; a side without a price is as far off as can be.
 *
 * Worked example: 1.80 and 2.00 → |0.555556 − 0.5| / 1.055556 = 0.052632.
 * Source: basic normalization, ibid.
 */
export const imbalance = (price: number | undefined, other: number | undefined): number =>
  price === undefined || other === undefined
    ? Infinity
    : Math.abs(1 / price - 1 / other) / (1 + (overround([price, other]) ?? 0))
