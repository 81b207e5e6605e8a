import type { AccountUsage, Allowance, UsageTotal } from '@basketball-data/core'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { count, figure, quotaBar, until } from './components.ts'

/** How many calls were made. */
export const sumOf = (rows: readonly UsageTotal[]): UsageTotal => ({
  calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  refused: rows.reduce((sum, { refused }) => sum + refused, 0),
})

const allowanceFigure = (label: string, { used, limit, remaining, resets_at }: Allowance, noLimit: string): Markup =>
  limit === null || remaining === null
    ? figure(label, count(used), noLimit)
    : figure(
        label,
        html`${count(used)} <small>of ${count(limit)}</small> ${quotaBar(label, used, limit)}`,
        html`${count(remaining)} left, resets ${until(resets_at)}`,
      )

/** The figure of what is used of today, and what is left. */
export const callsToday = ({ today }: AccountUsage): Markup => allowanceFigure('Calls today', today, 'No limit per day')

/** The figure of what is used of the month, and what is left. */
export const callsThisMonth = ({ month }: AccountUsage): Markup =>
  allowanceFigure('Calls this month', month, 'No limit per month')

/** Days of the small plot. */
const DAYS = 30

/** Calls per day as bars, in an SVG of 300 × 40. */
const bars = (days: readonly { day: string; calls: number }[]): Markup => {
  const most = Math.max(1, ...days.map(({ calls }) => calls))
  const width = 300 / DAYS
  const height = (calls: number): number => Math.max(1, Math.round((calls / most) * 40))
  return html`<svg class="bars" viewBox="0 0 300 40" preserveAspectRatio="none" aria-hidden="true">
    ${days.map(
      ({ calls }, index) =>
        html`<rect
          x="${index * width + 1}"
          y="${40 - height(calls)}"
          width="${width - 2}"
          height="${height(calls)}"
        ></rect>`,
    )}
  </svg>`
}

/** The figure of the calls of the last 30 days. */
export const callsOf30Days = ({ days }: AccountUsage): Markup => {
  const latest = days.slice(-DAYS)
  const { calls, refused } = sumOf(latest)
  return figure(
    'Calls in 30 days',
    calls === 0 ? count(calls) : html`${count(calls)} ${bars(latest)}`,
    refused === 0 ? 'None refused by a limit' : `${count(refused)} refused by a limit`,
  )
}
