import { Event, Standings, type PlanTable } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import { z } from 'zod'
import { FIRST_CALL, listEndpoints, type OpenApiDocument } from '@basketball-data/http/openapi'
import { jsonBlock, requestBlock } from '../page/code.ts'
import type { Markup } from '../page/html.ts'
import { PATHS, guidePath } from '../page/addresses.ts'
import { countEndpoints, limitsOnlyNote, planLimitsTable } from '../page/plan-limits.ts'
import { sitePage, type Site } from './layout.ts'
import { codeSamples } from './samples.ts'
import { getSuccess } from './schema.ts'
import { FRONT_STYLE } from './style.ts'

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

const court = (): Markup =>
  html`<svg class="court" viewBox="-25.1 -5.7 50.2 46.9" aria-hidden="true">
    <path class="lines" d="${LINES}" />
    <path class="board" d="M-3-1.2h6" />
    <circle class="rim" r=".75" />
    <path class="missed" d="${marks(MISSED, 'm-.4-.4l.8 .8m0-.8l-.8 .8')}" />
    <path class="made" d="${marks(MADE, 'h0')}" />
  </svg>`

const getExample = (document: OpenApiDocument, operationId: string): unknown => {
  const endpoint = listEndpoints(document).find(({ operation }) => operation.operationId === operationId)
  return endpoint === undefined ? undefined : getSuccess(endpoint.operation).example
}

const standings = (document: OpenApiDocument): Markup => {
  const { data } = z.object({ data: Standings }).parse(getExample(document, 'getStandings'))
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${data.competition.name}</th>
        <th scope="col">W</th>
        <th scope="col">L</th>
        <th scope="col">+/−</th>
      </tr>
    </thead>
    <tbody>
      ${data.table.map(
        ({ rank, team, won, lost, points_difference: difference }) =>
          html`<tr>
            <th scope="row">${rank}. ${team.name}</th>
            <td>${won}</td>
            <td>${lost}</td>
            <td>${difference > 0 ? '+' : ''}${difference}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

const plays = (document: OpenApiDocument): Markup => {
  const { data } = z
    .object({ data: z.object({ events: z.array(Event) }) })
    .parse(getExample(document, 'getGamePlayByPlay'))
  return html`<ol class="plays">
    ${data.events.map(
      ({ clock, player, description, home_score, away_score }) =>
        html`<li>
          <span class="clock">${clock}</span>
          <span>${player === null ? '' : html`<strong>${player.name}</strong> `}${description}</span>
          <span class="score">${home_score}–${away_score}</span>
        </li>`,
    )}
  </ol>`
}

/** What account holders come for; visitors who are not signed in are asked to sign in. */
const accountLinks = (): Markup =>
  html`<nav class="account-links" aria-label="Your account">
    <a href="${PATHS.account}/keys">Keys</a> <a href="${PATHS.account}/usage">Usage</a>
    <a href="${PATHS.account}/webhooks">Webhooks and deliveries</a>
  </nav>`

type Feature = { title: string; text: string; href: string; picture: Markup }

const features = (document: OpenApiDocument): Feature[] => [
  {
    title: 'Standings, leaders, form',
    text: 'Tables by the tie-breaks of each league, leaders, splits and ratings, with every formula published.',
    href: guidePath('statistics'),
    picture: standings(document),
  },
  {
    title: 'Play-by-play and box scores',
    text: 'Every event in order with the running score, and a line for each player, in one shape for all leagues.',
    href: `${PATHS.reference}#getGamePlayByPlay`,
    picture: plays(document),
  },
  {
    title: 'Shot charts',
    text: 'Each attempt with its location, in feet from the basket, made or missed.',
    href: `${PATHS.reference}#getGameShots`,
    picture: court(),
  },
  {
    title: 'Webhooks',
    text: 'Starts of games, final scores and corrections arrive as signed requests, and again until you have them.',
    href: guidePath('webhooks'),
    picture: html`<pre><code>X-Service-Event: <b>game.final</b>
{"data": {"game": {
  "home_score": <b>98</b>,
  "away_score": <b>85</b>, …}}}</code></pre>`,
  },
]

const featureCard = ({ title, text, href, picture }: Feature): Markup =>
  html`<li>
    <a class="card" href="${href}">
      <div class="picture" aria-hidden="true">${picture}</div>
      <h3>${title}</h3>
      <p>${text}</p>
    </a>
  </li>`

const firstCall = (site: Site, document: OpenApiDocument): Markup => {
  const code = codeSamples(document)
  const key = site.account
    ? html`<a href="${PATHS.account}">Make one on your account page</a>; it is shown once.`
    : html`Those who run this service make one for you.`
  return html`<section class="first-call" aria-labelledby="first-call">
    <div class="text">
      <h2 id="first-call">Your first call</h2>
      <ol class="steps">
        <li><strong>Get a key.</strong> ${key}</li>
        <li>
          <strong>Send it in a header.</strong> With <code>export KEY=bd_…</code> in your shell, the command
          <span class="beside">on the right</span> works as it is.
        </li>
        <li>
          <strong>Read <code>data</code>.</strong> Every response is <code>{data, meta}</code>, and every record has an
          identifier that other endpoints take.
        </li>
      </ol>
      <p><a href="${PATHS.reference}">All ${countEndpoints()} endpoints</a></p>
    </div>
    <div class="sample">
      ${requestBlock('first-call', { curl: code.firstCall, typescript: code.setUp }, `${PATHS.reference}#client`)}
      ${jsonBlock('Response', FIRST_CALL.response)}
    </div>
  </section>`
}

/** The page at `/`: what the service is, a first call, the account and the documentation. */
export const frontPage = (site: Site, document: OpenApiDocument, plans: PlanTable): string =>
  sitePage(site, {
    title: site.name,
    description: document.info.summary,
    current: null,
    style: FRONT_STYLE,
    body: html`<main id="main" class="front">
      <section class="hero" aria-labelledby="title">
        <div>
          <h1 id="title">${site.name}</h1>
          <p class="lead">
            Games, box scores, play-by-play, shots, standings and statistics of basketball, as JSON over HTTP, in the
            same shape for every league. Final scores come to you as they happen.
          </p>
          <p class="buttons">
            <a class="button primary" href="${PATHS.reference}">Read the documentation</a>
            ${site.account ? html`<a class="button" href="${PATHS.account}">Your account</a>` : html`<a class="button" href="${guidePath('getting-started')}">Get started</a>`}
          </p>
          ${site.account ? accountLinks() : ''}
        </div>
        ${court()}
      </section>
      ${firstCall(site, document)}
      <section aria-labelledby="features">
        <h2 id="features">What is in it</h2>
        <ul class="cards features">
          ${features(document).map(featureCard)}
        </ul>
      </section>
      <section aria-labelledby="plans">
        <h2 id="plans">Plans</h2>
        <p class="lead">
          A plan includes the endpoints of every plan before it.${limitsOnlyNote()}
          <a href="${PATHS.reference}#plans">How limits work</a>
        </p>
        ${planLimitsTable(plans)}
      </section>
    </main>`,
  })
