import type { ReviewedGame } from '@basketball-data/core'
import { html } from 'hono/html'
import type { Markup } from '../../page/html.ts'
import * as ui from '../components.ts'
import type { AccountPage } from '../page.ts'
import { toMomentInput, wholeNumber, withQuery } from '../query.ts'

const PATH = '/account/operator/games'

export const gamePath = (id: string): string => `${PATH}/${id}`

export const dayPath = (date: string): string => withQuery(PATH, { date })

/** What was wrong, in a cell of a table, with the code of a warning. */
export const renderMessage = ({ message, code = null }: { message: string; code?: string | null }): Markup =>
  html`<div class="problem">
    <p>${message}</p>
    ${code === null ? '' : html`<small>${code}</small>`}
  </div>`

const WINNERS: Record<string, string> = { home: 'home team', away: 'away team', neither: 'neither team' }

export const statusBadge = ({ status, running, forfeit_winner }: ReviewedGame): Markup => {
  if (running) return ui.badge('in progress', 'waiting')
  switch (status) {
    case 'scheduled':
      return ui.badge('scheduled')
    case 'final':
      return ui.badge('final', 'good')
    case 'no_result':
      return ui.badge(forfeit_winner === null ? 'no result' : `forfeit, to ${WINNERS[forfeit_winner]}`)
  }
}

export const formatScore = ({ home_score, away_score }: ReviewedGame): string =>
  home_score === null ? '' : `${home_score}–${away_score}`

/** The parts that a game has, in words. */
export const listParts = ({ has }: ReviewedGame): string =>
  [has.boxscore && 'box score', has.playbyplay && 'play-by-play', has.shots && 'shots'].filter(Boolean).join(', ')

/** A moment to the minute, in UTC. */
export const formatTipOff = ({ tip_off }: ReviewedGame): string =>
  tip_off === null ? 'unknown' : `${toMomentInput(tip_off).replace('T', ' ')} UTC`

const renderDoubts = ({ id, doubts, refusals, warnings, warning_count }: ReviewedGame): Markup => {
  const more = warning_count - warnings.length
  return html`${doubts.map((message) => renderMessage({ message }))}
  ${refusals.map(({ message }) => renderMessage({ message: `A later bundle was refused: ${message}` }))}
  ${warnings.map(renderMessage)} ${more > 0 ? html`<a href="${gamePath(id)}">${ui.count(more)} more warnings</a>` : ''}`
}

const gamesTable = (games: readonly ReviewedGame[]): Markup =>
  ui.table(
    'Games',
    [
      'Game',
      'Tip-off',
      { title: 'Status', short: true },
      { title: 'Score', number: true },
      'Parts',
      'Missing or doubtful',
    ],
    games.map((game) => [
      html`<a href="${gamePath(game.id)}">${game.home} – ${game.away}</a>
        <small>${[game.competition, game.stage, game.round].filter((text) => text !== null).join(', ')}</small>`,
      formatTipOff(game),
      statusBadge(game),
      formatScore(game),
      listParts(game),
      renderDoubts(game),
    ]),
  )

const dayForm = (date: string): Markup =>
  html`<form method="get" action="${PATH}">
    <div class="inline">
      ${ui.field({ label: 'Day', name: 'date', type: 'date', value: date })} ${ui.button('Show', 'plain')}
    </div>
  </form>`

/** Games on a page. */
const ROWS = 100

/** For operators: the games of a day, with what is missing or doubtful. */
export const gamesPage: AccountPage = {
  path: PATH,
  tab: 'games',
  show: async ({ core, query }) => {
    const offset = wholeNumber(query, 'from') ?? 0
    const asked = query.get('date') ?? ''
    const day = await core.games.day(asked === '' ? undefined : asked, { offset, limit: ROWS + 1 })
    const { date, previous, next } = day
    const games = day.games.slice(0, ROWS)
    const page = (from: number): string => withQuery(PATH, { date, from: from === 0 ? undefined : from })
    return {
      title: `Games of ${date}`,
      body: html`${ui.heading(
        `Games of ${date}`,
        'What is stored of each game, and what is missing or doubtful.',
        ui.buttonLink('/account/operator/merge', 'Merge two records'),
      )}
      ${ui.card(
        'Games of a day',
        html`${dayForm(date)}
        ${games.length === 0 ? ui.emptyState('No games', 'No game of this day is stored.') : gamesTable(games)}
        ${ui.pagination(
          {
            newer: offset === 0 ? null : page(Math.max(0, offset - ROWS)),
            older: day.games.length > ROWS ? page(offset + ROWS) : null,
          },
          { newer: '← Previous games', older: 'More games →' },
        )}
        ${ui.pagination(
          { newer: previous && dayPath(previous), older: next && dayPath(next) },
          { newer: `← ${previous}`, older: `${next} →` },
        )}`,
      )}`,
    }
  },
}
