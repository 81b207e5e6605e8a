import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'

/** Shots of an invented evening, as feet across and feet out from the centre of the basket. */
const MADE = `
1.7,2.2 -0.5,3.6 1.3,-0.1 0.6,-0 0.3,1.2 -1.8,6 -4.8,1.1 2,0.8 -1.4,2.5 2.9,-0.2 -1.6,2.1 0.3,1.6 -1.1,0.5 -1.8,1.5
-0.5,0.4 -2.1,0.4 -1.3,4.1 11.9,3.8 8.3,5.6 -8.5,5.9 7.3,5.5 4.1,5.7 22.1,9.7 16.9,17.5 23.8,6.1 -7.2,23 14.4,18.7
2.1,23.6 9.7,22 -1.8,24.1 8.7,21.8 -23.5,10.4 16.1,17.7 -22.8,3.1 22.9,3.9 -22.6,-1`
const MISSED = `
-0.8,1.6 2.2,0.5 -0.2,2.4 2.3,7.3 1.3,0.4 -14.3,11.4 -3.2,7 -7.2,17.5 6.3,9.8 6.5,4.1 -6.6,4.4 -2.3,17.5 6.4,16.4
8.3,9.8 7.8,21.6 -1,23.3 -11.4,22.7 -20.5,13.5 6.7,22.8 20.8,11.8 -19.6,14.8 -18.4,15.6 -2.8,24.7 -19.8,13.9 14,19.1
-2.1,24.2 10.5,21.8 -20.3,15.1 -17.9,16 22.7,7.6 -22.9,8.8 17.4,16.9 -19.5,15.5 23.2,-1.3 23.2,4 23.2,-0.8 23.1,0.8`

/** A path of marks at points; `mark` draws one from there. */
const marks = (points: string, mark: string): string =>
  points
    .trim()
    .split(/\s+/)
    .map((point) => `M${point}${mark}`)
    .join('')

/** Half a court by the rules of FIBA, in feet, with the basket at 0,0: baseline and sidelines, lane, arcs and the half-way circle. */
const LINES =
  'M-24.6-5.2h49.2v45.9h-49.2ZM-8-5.2v19h16v-19M-21.65-5.2V4.7A22.15 22.15 0 0 0 21.65 4.7V-5.2' +
  'M-5.9 13.8a5.9 5.9 0 0 0 11.8 0M-4.1-1.2V0a4.1 4.1 0 0 0 8.2 0v-1.2M-5.9 40.7a5.9 5.9 0 0 1 11.8 0'

/** A shot chart, as a picture. */
export const court = (): Markup =>
  html`<svg class="court" viewBox="-25.1 -5.7 50.2 46.9" aria-hidden="true">
    <path class="lines" d="${LINES}" />
    <path class="board" d="M-3-1.2h6" />
    <circle class="rim" r=".75" />
    <path class="missed" d="${marks(MISSED, 'm-.4-.4l.8 .8m0-.8l-.8 .8')}" />
    <path class="made" d="${marks(MADE, 'h0')}" />
  </svg>`
