import { createHash } from 'node:crypto'
import { InvalidValue, type GameBundle, type IngestResult } from '@basketball-data/core'
import {
  DateOrder,
  joinMistakes,
  listRefusedRows,
  type ReadSheets,
  type UploadedFile,
} from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../../page/html.ts'
import * as ui from '../components.ts'
import { requireSignature, sign } from '../forms.ts'
import type { AccountPage, AccountRequest, Redirect, View } from '../page.ts'
import { gamePath, renderMessage } from './games.ts'

const IMPORTS = '/account/operator/imports'
const PATH = `${IMPORTS}/sheets`

/** Bytes of all files together. */
const MAX_BYTES = 2_000_000

/** Bytes of a form: the second one carries three bytes of a file in four characters. */
const MAX_FORM_BYTES = (MAX_BYTES * 4) / 3 + 100_000

const ORDERS = [
  ['', 'As the dates show'],
  ['dmy', 'Day, month, year'],
  ['mdy', 'Month, day, year'],
  ['ymd', 'Year, month, day'],
] as const

const LABELS = {
  files: 'Files',
  competition: 'Competition',
  season: 'Season',
  time_zone: 'Time zone',
  dates: 'Order of dates',
}

/** The fields that say how the files are read. */
const OPTIONS = ['competition', 'season', 'time_zone', 'dates'] as const

/** Files, and how to read them: the first form sends them, and the second one carries them. */
type Sent = { files: readonly UploadedFile[]; options: ReadonlyMap<string, string> }

const readOptions = ({ form }: AccountRequest): Sent['options'] =>
  new Map(OPTIONS.map((name) => [name, form.get(name)?.trim() ?? ''] as const).filter(([, value]) => value !== ''))

const toText = ({ bytes }: UploadedFile): string => Buffer.from(bytes).toString('base64url')

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The files of the second form. @throws FormRefused if it is not as the page has made it */
const readCarried = (request: AccountRequest): Sent & { outcomes: string } => {
  const { form, session } = request
  const contents = form.getAll('content')
  const names = form.getAll('name')
  const files = contents.map((text, at) => ({ name: names[at] ?? '', bytes: Buffer.from(text, 'base64url') }))
  const sent = { files, options: readOptions(request), outcomes: form.get('outcomes') ?? '' }
  requireSignature(session, listSigned(sent, sent.outcomes), form.get('signature') ?? '')
  return sent
}

/** Everything that decides what is imported, and the outcomes that were shown. */
const listSigned = ({ files, options }: Sent, outcomes: string): string[] => [
  ...[...options].flat(),
  ...files.flatMap((file) => [file.name, hash(toText(file))]),
  outcomes,
]

const hashOutcomes = (results: readonly IngestResult[]): string => hash(results.map(({ outcome }) => outcome).join())

const uploadForm = (request: AccountRequest): Markup => {
  const { form, problem } = request
  const field = (name: 'competition' | 'season' | 'time_zone', hint: string): Markup =>
    ui.field({ label: LABELS[name], name, value: form.get(name) ?? '', hint, maxLength: 100, problem })
  return ui.card(
    'Choose the files',
    html`<p>
        A workbook (.xlsx), or CSV files named games, lines, teams, players and competition, of 2 MB together.
        <a href="/docs/sheets">How to write them</a>. The next page shows what they would change.
      </p>
      ${ui.form(
        request,
        'check',
        html`<div class="stack">
          ${ui.field({ label: LABELS.files, name: 'files', type: 'file', multiple: true, required: true, problem })}
          <div class="inline">
            ${field('competition', 'If no sheet names it; by default the name of the workbook.')}
            ${field('season', 'Such as 2026-27; by default that of the days.')}
            ${field('time_zone', 'Such as Europe/Madrid, if games have times.')}
            ${ui.select({ label: LABELS.dates, name: 'dates', value: form.get('dates') ?? '', options: ORDERS })}
          </div>
          ${ui.button('Show what would change')}
        </div>`,
        { files: true },
      )}`,
  )
}

const title = html`${ui.crumbs([[IMPORTS, 'Imports']])}
${ui.heading('Import a sheet', 'Teams, players, games and box scores of a league, from a workbook or CSV files.')}`

type Sheets = Awaited<ReturnType<ReadSheets>>

const mistakesCard = ({ mistakes, mistake_count }: Pick<Sheets, 'mistakes' | 'mistake_count'>): Markup =>
  ui.card(
    `${ui.count(mistake_count)} ${mistake_count === 1 ? 'mistake' : 'mistakes'}, so nothing is imported`,
    ui.table(
      'Mistakes',
      ['Sheet', { title: 'Row', number: true }, 'Column', 'Mistake'],
      joinMistakes(mistakes).map(({ sheet, rows, column, message }) => [sheet, rows, column, message]),
    ),
  )

/** Games of a preview that are listed. */
const LISTED = 200

type Accepted = Exclude<IngestResult, { outcome: 'refused' }>

const BADGES = { created: 'good', updated: 'waiting', unchanged: 'neutral' } as const

const nameGame = ({ home, away, game }: GameBundle, result: Accepted): Markup => {
  const name = `${home.team.name} – ${away.team.name}`
  return html`${result.outcome === 'updated' ? html`<a href="${gamePath(result.game)}">${name}</a>` : name}
    <small>${game.date}</small>`
}

const outcomeTable = (bundles: readonly GameBundle[], results: readonly IngestResult[]): Markup => {
  const rows = bundles.flatMap((bundle, at) => {
    const result = results[at]
    return result?.outcome === 'created' || result?.outcome === 'updated' ? [{ bundle, result }] : []
  })
  return ui.table(
    'Games that would change',
    ['Game', { title: 'Outcome', short: true }, 'Warnings'],
    rows
      .slice(0, LISTED)
      .map(({ bundle, result }) => [
        nameGame(bundle, result),
        ui.badge(result.outcome, BADGES[result.outcome]),
        html`${result.warnings.slice(0, 3).map(renderMessage)}`,
      ]),
  )
}

const importForm = (request: AccountRequest, sent: Sent, results: readonly IngestResult[]): Markup => {
  const outcomes = hashOutcomes(results)
  return ui.form(
    request,
    'import',
    html`${[...sent.options].map(([name, value]) => ui.hidden(name, value))}
    ${sent.files.map((file) => html`${ui.hidden('name', file.name)}${ui.hidden('content', toText(file))}`)}
    ${ui.hidden('outcomes', outcomes)} ${ui.hidden('signature', sign(request.session, listSigned(sent, outcomes)))}
    ${ui.checkboxes('Webhooks', 'announce', [['yes', 'Tell receivers of final scores, as of games that end now']], [])}
    ${ui.button('Import these games')}`,
  )
}

/** What the files would change, and the form that imports exactly these. */
const preview = (request: AccountRequest, sent: Sent, { bundles, ignored }: Sheets, results: IngestResult[]): View => {
  const counts = Map.groupBy(results, ({ outcome }) => outcome)
  const count = (outcome: keyof typeof BADGES): number => counts.get(outcome)?.length ?? 0
  const isNothing = count('unchanged') === results.length
  const summary = `${ui.count(count('created'))} new, ${ui.count(count('updated'))} changed, ${ui.count(count('unchanged'))} unchanged`
  return {
    title: 'What would change',
    body: html`${ui.crumbs([
      [IMPORTS, 'Imports'],
      [PATH, 'Import a sheet'],
    ])}
    ${ui.heading('What would change', `Nothing is written yet: ${sent.files.map(({ name }) => name).join(', ')}.`)}
    ${ignored.length === 0 ? '' : ui.message('hint', `Not imported, because the names are unknown: ${ignored.join(', ')}.`)}
    ${ui.card(
      summary,
      html`${isNothing ? ui.emptyState('Nothing to import', 'Every game is stored as it is in the files.') : outcomeTable(bundles, results)}
      ${isNothing ? '' : importForm(request, sent, results)}`,
    )}`,
  }
}

/** Imports the files if what they change is what was shown; else shows what they would change. */
const run = async (
  request: AccountRequest,
  readSheets: ReadSheets,
  sent: Sent & { outcomes?: string },
): Promise<View | Redirect> => {
  const { core, account, form } = request
  const { files, options } = sent
  const read = await readSheets(files, {
    competition: options.get('competition'),
    season: options.get('season'),
    time_zone: options.get('time_zone'),
    dates: DateOrder.safeParse(options.get('dates')).data,
    known: core.sourceRecords,
  })
  const showMistakes = (found: Pick<Sheets, 'mistakes' | 'mistake_count'>): View => ({
    title: 'Mistakes',
    status: 400,
    body: html`${title} ${mistakesCard(found)} ${uploadForm(request)}`,
  })
  if (read.mistake_count > 0) return showMistakes(read)
  const { results, imported } = await core.importTogether(read.bundles, {
    by: account.id,
    name: files.map(({ name }) => name).join(', '),
    notify: form.get('announce') !== null,
    accept: (outcomes) => hashOutcomes(outcomes) === sent.outcomes,
  })
  const refused = listRefusedRows(read.rows, results)
  if (refused.mistake_count > 0) return showMistakes(refused)
  return imported ? { to: IMPORTS, notice: 'games_imported' } : preview(request, sent, read, results)
}

/** For operators: importing a league from sheets, after a page that shows what they would change. */
export const sheetsPage = (readSheets: ReadSheets): AccountPage => ({
  path: PATH,
  tab: 'imports',
  fields: LABELS,
  maxFormBytes: MAX_FORM_BYTES,
  show: async (request) => ({
    title: 'Import a sheet',
    body: html`${title} ${uploadForm(request)}`,
  }),
  actions: {
    check: async (request) => {
      const { files } = request
      if (files.length === 0) throw new InvalidValue('files', 'must be chosen.')
      if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_BYTES)
        throw new InvalidValue('files', 'must have at most 2 MB together; the command import sheets reads larger ones.')
      return run(request, readSheets, { files, options: readOptions(request) })
    },
    import: async (request) => run(request, readSheets, readCarried(request)),
  },
})
