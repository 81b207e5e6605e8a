import type { AccountUsage, Allowance, UsageTotal } from '@basketball-data/core'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import * as ui from './components.ts'

export const sumCalls = (rows: readonly UsageTotal[]): UsageTotal => ({
  calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  refused: rows.reduce((sum, { refused }) => sum + refused, 0),
})

const allowanceFigure = (label: string, { used, limit, remaining, resets_at }: Allowance, noLimit: string): Markup =>
  limit === null || remaining === null
    ? ui.figure(label, ui.count(used), noLimit)
    : ui.figure(
        label,
        html`${ui.count(used)} <small>of ${ui.count(limit)}</small> ${ui.quotaBar(label, used, limit)}`,
        html`${ui.count(remaining)} left, resets ${ui.until(resets_at)}`,
      )

export const callsToday = ({ today }: AccountUsage): Markup => allowanceFigure('Calls today', today, 'No limit per day')

export const callsThisMonth = ({ month }: AccountUsage): Markup =>
  allowanceFigure('Calls this month', month, 'No limit per month')

/** Days of the small plot. */
const DAYS = 30

/** Calls per day as bars, in an SVG of 300 × 40. */
const bars = (days: readonly { day: string; calls: number }[]): Markup => {
  const max = Math.max(1, ...days.map(({ calls }) => calls))
  const width = 300 / DAYS
  const height = (calls: number): number => Math.max(1, Math.round((calls / max) * 40))
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

export const callsOf30Days = ({ days }: AccountUsage): Markup => {
  const latest = days.slice(-DAYS)
  const { calls, refused } = sumCalls(latest)
  return ui.figure(
    'Calls in 30 days',
    calls === 0 ? ui.count(calls) : html`${ui.count(calls)} ${bars(latest)}`,
    refused === 0 ? 'None refused by a limit' : `${ui.count(refused)} refused by a limit`,
  )
}

type Day = AccountUsage['days'][number]

/** Units of the SVG. It is stretched to the width of the page, so text and dates stand beside it. */
const DAY_WIDTH = 10
const HEIGHT = 180
/** What is there is seen: at least so high. */
const MIN_HEIGHT = 2

const SHORT = new Intl.NumberFormat('en', { notation: 'compact' })
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const DATE_AND_YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** The top of the scale: an even number of one digit and zeros, so that half of it is a whole number. */
export const scaleTop = (max: number): number => {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, max))) - 1)
  return [2, 4, 6, 8, 10].map((digit) => digit * power).find((top) => top >= max) ?? 10 * power
}

const toText = ({ day, calls, refused }: Day): string =>
  `${DATE_AND_YEAR.format(new Date(day))}: ${ui.count(calls)} ${calls === 1 ? 'call' : 'calls'}${refused === 0 ? '' : `, ${ui.count(refused)} refused`}`

const getHeight = (calls: number, top: number): number =>
  calls === 0 ? 0 : Math.max(MIN_HEIGHT, Math.round((calls / top) * HEIGHT * 10) / 10)

/** A day: its calls as a filled bar, on top of it the refused ones as stripes. The whole column has the tooltip. */
const column = (day: Day, index: number, top: number): Markup => {
  const x = index * DAY_WIDTH
  const [calls, refused] = [getHeight(day.calls, top), getHeight(day.refused, top)]
  const bar = (kind: string, y: number, height: number) =>
    height === 0
      ? ''
      : html`<rect
          class="${kind}"
          x="${x + 1.5}"
          y="${HEIGHT - y - height}"
          width="${DAY_WIDTH - 3}"
          height="${height}"
        />`
  return html`<g
    ><title>${toText(day)}</title
    ><rect
      class="column"
      x="${x}"
      width="${DAY_WIDTH}"
      height="${HEIGHT}"
    />${bar('calls', 0, calls)}${bar('refused', calls, refused)}</g
  >`
}

const line = (kind: string, y: number, width: number): Markup => html`<path class="${kind}" d="M0 ${y}h${width}" />`

const legendEntry = (kind: string, text: string): Markup =>
  html`<li>
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      ${kind === 'limit' ? line(kind, 7, 14) : html`<rect class="${kind}" x="1" y="1" width="12" height="12" />`}
    </svg>
    ${text}
  </li>`

/**
 * Calls per day as bars, refused ones as stripes on top of them, and the limit per day where it is on the scale.
 * @param limit calls per day; null means no limit
 */
export const usagePlot = (days: readonly Day[], limit: number | null): Markup => {
  const top = scaleTop(Math.max(...days.map(({ calls, refused }) => calls + refused)))
  const width = days.length * DAY_WIDTH
  const busiest = days.reduce((max, day) => (day.calls > max.calls ? day : max))
  const { calls, refused } = sumCalls(days)
  const limitY = limit === null || limit > top ? null : Math.round(HEIGHT * (1 - limit / top))
  const marks = [0, 1 / 3, 2 / 3, 1].flatMap((part) => days[Math.round(part * (days.length - 1))] ?? [])
  return html`<div class="plot">
      <div class="scale" aria-hidden="true">
        ${[top, top / 2, 0].map((value) => html`<span>${SHORT.format(value)}</span>`)}
      </div>
      <svg
        viewBox="0 0 ${width} ${HEIGHT}"
        preserveAspectRatio="none"
        role="img"
        aria-labelledby="plot-title plot-text"
      >
        <title id="plot-title">Calls per day</title>
        <desc id="plot-text">
          ${days.length} days, ${ui.count(calls)} calls and ${ui.count(refused)} refused ones. Most calls on
          ${toText(busiest)}.
        </desc>
        <defs>
          <pattern id="stripes" width="4" height="4" patternUnits="userSpaceOnUse">
            <rect class="stripe" width="4" height="2" />
          </pattern>
        </defs>
        ${[0, HEIGHT / 2, HEIGHT].map((y) => line('grid', y, width))}
        ${days.map((day, index) => column(day, index, top))} ${limitY === null ? '' : line('limit', limitY, width)}
      </svg>
      <div class="dates" aria-hidden="true">
        ${marks.map((day) => html`<span>${DATE.format(new Date(day.day))}</span>`)}
      </div>
    </div>
    <ul class="legend">
      ${legendEntry('calls', 'Calls')} ${legendEntry('refused', 'Refused by a limit')}
      ${limit === null || limitY === null ? '' : legendEntry('limit', `Limit of ${ui.count(limit)} per day`)}
    </ul>`
}
