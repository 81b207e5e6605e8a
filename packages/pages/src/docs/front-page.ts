import { Event, Standings, type PlanTable } from '@basketball-data/core/contract'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { FIRST_CALL, listEndpoints, type OpenApiDocument } from '@basketball-data/http/openapi'
import { jsonBlock, requestBlock } from '../page/code.ts'
import type { Markup } from '../page/html.ts'
import { PATHS, guidePath } from '../page/addresses.ts'
import { readBrowserFile, readStyle } from '../page/browser-files.ts'
import { countEndpoints, limitsOnlyNote, planLimitsTable } from '../page/plan-limits.ts'
import { sitePage, type Site } from './layout.ts'
import { codeSamples } from './samples.ts'
import { getSuccess } from './schema.ts'

const COURT = raw(readBrowserFile('court.svg'))

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
    picture: COURT,
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
    style: readStyle('front.css'),
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
        ${COURT}
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
