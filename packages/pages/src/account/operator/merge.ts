import { ServiceError, type Core } from '@basketball-data/core'
import { ID_PREFIX } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../../page/html.ts'
import * as ui from '../components.ts'
import type { AccountPage, AccountRequest, FieldProblem } from '../page.ts'
import { withQuery } from '../query.ts'
import { gamePath } from './games.ts'

const PATH = '/account/operator/merge'

/** Latest games of a record that are shown. */
const GAMES = 5

/** A record with the number of its games, and the latest of them in words. */
type Compared = { id: string; name: string; total: number; games: readonly { id: string; text: string }[] }

type Teams = { home: { name: string }; away: { name: string } }

const namePair = ({ home, away }: Teams): string => `${home.name} – ${away.name}`

const readTeam = async (core: Core, id: string): Promise<Compared> => {
  const { teams, games } = core.caller()
  const [{ data: team }, { data, meta }] = await Promise.all([
    teams.get({ id }),
    games.list({ team: id, per_page: GAMES }),
  ])
  const listed = data.map((game) => ({ id: game.id, text: `${game.date} ${namePair(game)}` }))
  return { id: team.id, name: team.name, total: meta.total ?? 0, games: listed }
}

const readPlayer = async (core: Core, id: string): Promise<Compared> => {
  const { players } = core.caller()
  const [{ data: player }, { data, meta }] = await Promise.all([
    players.get({ id }),
    players.games({ id, per_page: GAMES }),
  ])
  const listed = data.map(({ game, team, opponent }) => ({
    id: game.id,
    text: `${game.date} ${team.name} against ${opponent.name}`,
  }))
  return { id: player.id, name: player.name, total: meta.total ?? 0, games: listed }
}

const readGame = async (core: Core, id: string): Promise<Compared> => {
  const { data: game } = await core.caller().games.get({ id })
  const text = `${game.date} ${game.status} ${game.home_score ?? ''}–${game.away_score ?? ''}`
  return { id: game.id, name: namePair(game), total: 1, games: [{ id: game.id, text }] }
}

const READERS = new Map([
  [ID_PREFIX.team, readTeam],
  [ID_PREFIX.player, readPlayer],
  [ID_PREFIX.game, readGame],
] as const satisfies [string, unknown][])

type Field = 'from' | 'into'

const readField = ({ query }: AccountRequest, field: Field): string => query.get(field)?.trim() ?? ''

/** The record that a field names, or why there is none. */
const readRecord = async (request: AccountRequest, field: Field): Promise<Compared | FieldProblem> => {
  const id = readField(request, field)
  const read = [...READERS].find(([prefix]) => id.startsWith(prefix))?.[1]
  if (read === undefined)
    return { field, text: 'This must be the id of a team (tm_…), a player (pl_…) or a game (gm_…).' }
  try {
    return await read(request.core, id)
  } catch (error) {
    if (error instanceof ServiceError && ['not_found', 'bad_request'].includes(error.code))
      return { field, text: `No record has the id ${id}.` }
    throw error
  }
}

const compareForm = (request: AccountRequest, problem: FieldProblem | null): Markup => {
  const field = (name: Field, label: string): Markup =>
    ui.field({ label, name, value: readField(request, name), required: true, maxLength: 20, problem })
  return ui.card(
    'Two records that are one',
    html`<form method="get" action="${PATH}">
      <div class="inline">
        ${field('from', 'Id of the record that goes')} ${field('into', 'Id of the record that stays')}
        ${ui.button('Compare', 'plain')}
      </div>
    </form>`,
  )
}

const gameLinks = ({ total, games }: Compared): Markup =>
  html`${games.map(({ id, text }) => html`<div class="problem"><a href="${gamePath(id)}">${text}</a></div>`)}
  ${total > games.length ? html`<small>of ${ui.count(total)} games</small>` : ''}`

const mergeCard = (request: AccountRequest, from: Compared, into: Compared): Markup =>
  ui.card(
    'Merge them',
    html`${ui.table(
        'Compared records',
        ['Record', 'Latest games'],
        [
          [html`${from.name} <small>goes: ${from.id}</small>`, gameLinks(from)],
          [html`${into.name} <small>stays: ${into.id}</small>`, gameLinks(into)],
        ],
      )}
      <p>
        Games and identifiers of the first one become those of the second one, and ${from.id} answers with it from then
        on. <a href="${withQuery(PATH, { from: into.id, into: from.id })}">Keep the other one instead</a>. A merge
        cannot be undone. Of two games, webhooks that name them receive game.no_result for the first one, and
        game.corrected if the second one gains something; a merge of teams or players sends nothing.
      </p>
      ${ui.form(
        request,
        'merge',
        html`${ui.hidden('from', from.id)}${ui.hidden('into', into.id)}
        ${ui.button(`Merge ${from.name} into ${into.name}`, 'danger')}`,
      )}`,
  )

const same = ui.message('hint', 'Both ids are those of one record already.')

/** For operators: two teams, players or games that are one, shown beside each other first. */
export const mergePage: AccountPage = {
  path: PATH,
  tab: 'games',
  show: async (request) => {
    const isAsked = readField(request, 'from') !== '' || readField(request, 'into') !== ''
    const fields = isAsked ? (['from', 'into'] as const) : []
    const records = await Promise.all(fields.map((field) => readRecord(request, field)))
    const problem = records.find((record) => 'text' in record) ?? null
    const [from, into] = records.filter((record) => 'name' in record)
    return {
      title: 'Merge two records',
      ...(problem !== null && { status: 400 }),
      body: html`${ui.crumbs([['/account/operator/games', 'Games']])}
      ${ui.heading('Merge two records', 'For a team, a player or a game that is stored under two identifiers.')}
      ${compareForm(request, problem)}
      ${from === undefined || into === undefined ? '' : from.id === into.id ? same : mergeCard(request, from, into)}`,
    }
  },
  actions: {
    merge: async ({ core, account, form }) => {
      const isMerged = await core.mergeRecords(form.get('from') ?? '', form.get('into') ?? '', { by: account.id })
      return { to: PATH, notice: isMerged ? 'records_merged' : 'records_unchanged' }
    },
  },
}
