import { badRequest, InvalidValue, ServiceError, type ReviewedGame } from '@basketball-data/core'
import { toDateTime, type GamePatch } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../../page/html.ts'
import * as ui from '../components.ts'
import type { AccountPage, AccountRequest } from '../page.ts'
import { parseMomentInput, toMomentInput, wholeNumber } from '../query.ts'
import { dayPath, formatScore, formatTipOff, gamePath, listParts, renderMessage, statusBadge } from './games.ts'

const LABELS = {
  status: 'Status',
  home_score: 'Score of the home team',
  away_score: 'Score of the away team',
  home_periods: 'Its points by period',
  away_periods: 'Its points by period',
  date: 'Date',
  tip_off: 'Tip-off (UTC)',
  confirm: 'The id',
}

/** The fields of the form that changes a game. */
type Field = Exclude<keyof typeof LABELS, 'confirm'>

const toFields = ({ status, forfeit_winner, periods, tip_off, ...game }: ReviewedGame): Record<Field, string> => ({
  status: forfeit_winner === null ? status : `forfeit ${forfeit_winner}`,
  home_score: `${game.home_score ?? ''}`,
  away_score: `${game.away_score ?? ''}`,
  home_periods: periods?.home.join(' ') ?? '',
  away_periods: periods?.away.join(' ') ?? '',
  date: game.date,
  tip_off: tip_off === null ? '' : toMomentInput(tip_off),
})

/** The choices of a status, and what each changes. */
const STATUSES = new Map<string, { label: string; fields: GamePatch }>([
  ['scheduled', { label: 'Scheduled', fields: { status: 'scheduled' } }],
  ['final', { label: 'Final', fields: { status: 'final' } }],
  ['no_result', { label: 'No result', fields: { status: 'no_result', forfeit_winner: null } }],
  ['forfeit home', { label: 'Forfeit, home team wins', fields: { status: 'forfeit', forfeit_winner: 'home' } }],
  ['forfeit away', { label: 'Forfeit, away team wins', fields: { status: 'forfeit', forfeit_winner: 'away' } }],
  ['forfeit neither', { label: 'Forfeit, both teams lose', fields: { status: 'forfeit', forfeit_winner: 'neither' } }],
])

const parsePoints = (field: Field, text: string): number => {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidValue(field, 'must be in whole numbers, such as 81.')
  return Number(text)
}

const parsePeriods = (field: Field, text: string): number[] =>
  text === '' ? [] : text.split(/[\s,;]+/).map((points) => parsePoints(field, points))

/** The fields of the form that differ from the stored game. @throws ServiceError bad_request */
const parseChanges = (form: URLSearchParams, game: ReviewedGame): GamePatch => {
  const stored = toFields(game)
  const read = (field: Field): string => form.get(field)?.trim() ?? stored[field]
  const isChanged = (field: Field): boolean => read(field) !== stored[field]
  const parseScore = (field: Field): number | null => (read(field) === '' ? null : parsePoints(field, read(field)))
  const parseTipOff = (): string | null => {
    const moment = parseMomentInput(read('tip_off'))
    if (moment === null && read('tip_off') !== '')
      throw new InvalidValue('tip_off', 'must be in the form 2026-11-20T18:00.')
    return moment && toDateTime(moment)
  }
  const parseBothPeriods = (): GamePatch['periods'] => {
    const home = parsePeriods('home_periods', read('home_periods'))
    const away = parsePeriods('away_periods', read('away_periods'))
    if (home.length !== away.length)
      throw new InvalidValue('away_periods', 'must be as many as those of the home team.')
    return home.length === 0 ? null : { home, away }
  }
  return {
    ...(isChanged('status') && STATUSES.get(read('status'))?.fields),
    ...(isChanged('home_score') && { home_score: parseScore('home_score') }),
    ...(isChanged('away_score') && { away_score: parseScore('away_score') }),
    ...((isChanged('home_periods') || isChanged('away_periods')) && { periods: parseBothPeriods() }),
    ...(isChanged('date') && { date: read('date') }),
    ...(isChanged('tip_off') && { tip_off: parseTipOff() }),
  }
}

/** The error of a change that the core has refused: at the field that it is about, unless it is a sentence of its own. */
const toFieldError = (error: unknown): unknown => {
  const [detail] = error instanceof ServiceError ? (error.extras.details ?? []) : []
  if (detail === undefined) return error
  const [name, side] = detail.pointer.split('/').slice(1)
  if (name === undefined || !/^(must|is|has) /.test(detail.message))
    return badRequest(`${ui.capitalize(detail.message)}.`)
  return new InvalidValue(name === 'periods' && side !== undefined ? `${side}_periods` : name, `${detail.message}.`)
}

const SENT = `Webhooks send another result as game.final and game.corrected, another date or tip-off of a scheduled game as
  game.rescheduled, and a result that is taken back as game.no_result.`

const changeCard = (request: AccountRequest, game: ReviewedGame): Markup => {
  const stored = toFields(game)
  const value = (name: Field): string => request.form.get(name) ?? stored[name]
  const field = (name: Field, options: { type?: 'date' | 'datetime-local'; hint?: string } = {}): Markup =>
    ui.field({ label: LABELS[name], name, value: value(name), problem: request.problem, ...options })
  const options = [...STATUSES]
    .filter(([status]) => status !== 'scheduled' || game.status === 'scheduled')
    .map(([status, { label }]) => [status, label] as const)
  return ui.card(
    'Change the game',
    html`<p>The next bundle of a feed that has another value overwrites what you change here. ${SENT}</p>
      ${ui.form(
        request,
        'change',
        html`<div class="stack">
          ${ui.hidden('version', `${game.version}`)}
          <div class="inline">
            ${ui.select({ label: LABELS.status, name: 'status', value: value('status'), options })}
            ${field('date', { type: 'date' })} ${field('tip_off', { type: 'datetime-local' })}
          </div>
          <div class="inline">
            ${field('home_score')} ${field('home_periods', { hint: 'Such as 20 18 22 21; overtimes follow.' })}
          </div>
          <div class="inline">${field('away_score')} ${field('away_periods', { hint: 'As many as above.' })}</div>
          ${ui.button('Change game')}
        </div>`,
      )}`,
  )
}

const reopenCard = (request: AccountRequest, { version }: ReviewedGame): Markup =>
  ui.card(
    'Schedule it again',
    html`<p>
        For a final score that belongs to another game: score, periods, box score, play-by-play and shots are deleted.
        Prices stay.
      </p>
      <div class="content">
        ${ui.confirmation({
          id: 'reopen',
          label: 'Schedule again',
          title: 'Delete the result of this game?',
          text: `Its score, periods, box score, play-by-play and shots are deleted. Webhooks that name
            game.no_result receive it. The next bundle of a feed that has the result brings it back.`,
          form: ui.form(
            request,
            'reopen',
            html`${ui.hidden('version', `${version}`)}${ui.button('Delete the result', 'danger')}`,
          ),
          kind: 'plain',
        })}
      </div>`,
  )

const removeCard = (request: AccountRequest, { id, version }: ReviewedGame): Markup =>
  ui.card(
    'Remove it',
    html`<p>
        For a game that is stored twice, or never was: it is removed as if it had never been imported, with the teams
        and players that no other game has. Its id answers 404, webhooks that name game.no_result receive it. The next
        bundle with its identifier creates it again.
      </p>
      ${ui.form(
        request,
        'remove',
        html`${ui.hidden('version', `${version}`)}
          <div class="inline">
            ${ui.field({
              label: `To confirm, type ${id}`,
              name: 'confirm',
              value: request.form.get('confirm') ?? '',
              required: true,
              maxLength: 20,
              problem: request.problem,
            })}
            ${ui.button('Remove game', 'danger')}
          </div>`,
      )}`,
  )

const problemsCard = ({ doubts, refusals, warnings, warning_count }: ReviewedGame): Markup => {
  const rows = [
    ...doubts.map((message) => [renderMessage({ message }), ui.badge('doubtful', 'waiting')]),
    ...refusals.map(({ message, source, refused_at }) => [
      renderMessage({ message, code: source }),
      html`${ui.badge('refused', 'bad')} <small>${ui.last(refused_at)}</small>`,
    ]),
    ...warnings.map((warning) => [renderMessage(warning), ui.badge('warning', 'waiting')]),
  ]
  const isCut = warning_count > warnings.length
  return ui.card(
    isCut
      ? `Missing or doubtful: the first ${ui.count(warnings.length)} of ${ui.count(warning_count)} warnings`
      : 'Missing or doubtful',
    rows.length === 0
      ? ui.emptyState('Nothing', 'The parts of the game agree, and none is missing.')
      : ui.table('Missing or doubtful', ['What', { title: 'Kind', short: true }], rows),
  )
}

const factsCard = (game: ReviewedGame): Markup =>
  ui.card(
    'What is stored',
    ui.facts([
      ['Id', html`<code>${game.id}</code>`],
      ['Status', statusBadge(game)],
      ['Score', formatScore(game) || 'none'],
      ['Tip-off', formatTipOff(game)],
      ['Parts', listParts(game) || 'none'],
      ['Last change', ui.last(game.changed_at)],
      ['In sources', game.names.map(({ source, external_id }) => `${source} ${external_id}`).join(', ')],
    ]),
  )

/** The game in the address. @throws ServiceError not_found */
const getGame = ({ core, params }: AccountRequest): Promise<ReviewedGame> => core.games.get(params['id'] ?? '')

/** Who corrects the game, as it was when the form was shown. */
const toOptions = ({ account, form }: AccountRequest) => ({
  by: account.id,
  version: wholeNumber(form, 'version') ?? -1,
})

/** For operators: a game with what is missing or doubtful, and correcting it by hand. */
export const gamePage: AccountPage = {
  path: gamePath(':id'),
  tab: 'games',
  fields: LABELS,
  show: async (request) => {
    const game = await getGame(request)
    const { home, away, competition, season, date } = game
    return {
      title: `${home} – ${away}`,
      body: html`${ui.crumbs([[dayPath(date), `Games of ${date}`]])}
      ${ui.heading(`${home} – ${away}`, `${competition} ${season}, ${date}`)} ${factsCard(game)} ${problemsCard(game)}
      ${changeCard(request, game)} ${game.status === 'scheduled' ? '' : reopenCard(request, game)}
      ${removeCard(request, game)}`,
    }
  },
  actions: {
    change: async (request) => {
      const game = await getGame(request)
      const changes = parseChanges(request.form, game)
      const isChanged =
        Object.keys(changes).length > 0 &&
        (await request.core.changeGame(game.id, changes, toOptions(request)).catch((error: unknown) => {
          throw toFieldError(error)
        }))
      return { to: gamePath(game.id), notice: isChanged ? 'game_changed' : 'game_unchanged' }
    },
    reopen: async (request) => {
      const { id } = await getGame(request)
      const isReopened = await request.core.reopenGame(id, toOptions(request))
      return { to: gamePath(id), notice: isReopened ? 'game_reopened' : 'game_unchanged' }
    },
    remove: async (request) => {
      const { id, date } = await getGame(request)
      if (request.form.get('confirm')?.trim() !== id) throw new InvalidValue('confirm', `must be ${id}.`)
      await request.core.removeGame(id, toOptions(request))
      return { to: dayPath(date), notice: 'game_removed' }
    },
  },
}
