import type { AccountUsage } from '@basketball-data/core'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { count } from './components.ts'
import { sumOf } from './usage-figures.ts'

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
export const scaleTop = (most: number): number => {
  const power = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, most))) - 1)
  return [2, 4, 6, 8, 10].map((digit) => digit * power).find((top) => top >= most) ?? 10 * power
}

const dateOf = ({ day }: Day): string => DATE.format(new Date(day))

const textOf = ({ day, calls, refused }: Day): string =>
  `${DATE_AND_YEAR.format(new Date(day))}: ${count(calls)} ${calls === 1 ? 'call' : 'calls'}${refused === 0 ? '' : `, ${count(refused)} refused`}`

const heightOf = (calls: number, top: number): number =>
  calls === 0 ? 0 : Math.max(MIN_HEIGHT, Math.round((calls / top) * HEIGHT * 10) / 10)

/** A day: its calls as a filled bar, on top of it the refused ones as stripes. The whole column has the tooltip. */
const column = (day: Day, index: number, top: number): Markup => {
  const x = index * DAY_WIDTH
  const [calls, refused] = [heightOf(day.calls, top), heightOf(day.refused, top)]
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
    ><title>${textOf(day)}</title
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
  const busiest = days.reduce((most, day) => (day.calls > most.calls ? day : most))
  const { calls, refused } = sumOf(days)
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
          ${days.length} days, ${count(calls)} calls and ${count(refused)} refused ones. Most calls on
          ${textOf(busiest)}.
        </desc>
        <defs>
          <pattern id="stripes" width="4" height="4" patternUnits="userSpaceOnUse">
            <rect class="stripe" width="4" height="2" />
          </pattern>
        </defs>
        ${[0, HEIGHT / 2, HEIGHT].map((y) => line('grid', y, width))}
        ${days.map((day, index) => column(day, index, top))} ${limitY === null ? '' : line('limit', limitY, width)}
      </svg>
      <div class="dates" aria-hidden="true">${marks.map((day) => html`<span>${dateOf(day)}</span>`)}</div>
    </div>
    <ul class="legend">
      ${legendEntry('calls', 'Calls')} ${legendEntry('refused', 'Refused by a limit')}
      ${limit === null || limitY === null ? '' : legendEntry('limit', `Limit of ${count(limit)} per day`)}
    </ul>`
}
