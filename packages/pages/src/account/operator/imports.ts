import { ServiceError, type Problem, type SeasonProblems } from '@basketball-data/core'
import { html } from 'hono/html'
import type { Markup } from '../../page/html.ts'
import * as ui from '../components.ts'
import type { AccountPage } from '../page.ts'
import { wholeNumber, withQuery } from '../query.ts'
import { gamePath, renderMessage } from './games.ts'

const PATH = '/account/operator/imports'

/** Input whose season is not known is at `unknown`. */
const seasonPath = ({ season }: SeasonProblems): string => `${PATH}/${season?.id ?? 'unknown'}`

const getSeasonTitle = ({ season }: SeasonProblems): string =>
  season === null ? 'Season not known' : `${season.competition} ${season.name}`

const seasonTable = (seasons: readonly SeasonProblems[]): Markup =>
  ui.table(
    'Seasons',
    ['Season', { title: 'Refused', number: true }, { title: 'Warnings', number: true }],
    seasons.map((season) => [
      html`<a href="${seasonPath(season)}">${getSeasonTitle(season)}</a>`,
      season.refusals === 0 ? '0' : ui.badge(ui.count(season.refusals), 'bad'),
      ui.count(season.warnings),
    ]),
  )

/**
 * For operators: the seasons whose imports have left refusals or warnings.
 * @param hasSheets whether there is a page that imports sheets
 */
export const importsPage = (hasSheets: boolean): AccountPage => ({
  path: PATH,
  tab: 'imports',
  show: async ({ core }) => {
    const seasons = await core.imports.seasons()
    return {
      title: 'Imports',
      body: html`${ui.heading(
        'Imports',
        'What imports have refused, and the contradictions that they have found in stored games.',
        hasSheets ? ui.buttonLink(`${PATH}/sheets`, 'Import a sheet') : '',
      )}
      ${ui.card(
        'By season',
        seasons.length === 0
          ? ui.emptyState('Nothing to see to', 'No import has refused or warned of anything.')
          : seasonTable(seasons),
      )}`,
    }
  },
})

/** Refusals and warnings on a page. */
const ROWS = 100

/** What was refused, or the game that was stored with warnings. */
const getSubject = ({ game, source, external_id }: Problem): Markup =>
  game === null
    ? html`${external_id} <small>${source}</small>`
    : html`<a href="${gamePath(game.id)}">${game.home} – ${game.away}</a> <small>${game.date}, ${game.id}</small>`

const toOutcome = ({ kind, refused_at }: Problem): Markup => {
  switch (kind) {
    case 'refusal':
      return html`${ui.badge('refused', 'bad')} ${refused_at === null ? '' : html`<small>${ui.ago(refused_at)}</small>`}`
    case 'warning':
      return ui.badge('stored, with a warning', 'waiting')
  }
}

/** A row for each refusal, and for each game with warnings. */
const problemTable = (problems: readonly Problem[]): Markup => {
  const groups = Map.groupBy(problems, ({ kind, game, source, external_id }) =>
    JSON.stringify(kind === 'warning' ? [game?.id] : [source, external_id]),
  )
  return ui.table(
    'Refusals and warnings',
    ['Game or input', 'What was wrong', { title: 'Outcome', short: true }],
    [...groups.values()].flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [[getSubject(first), html`${[first, ...others].map(renderMessage)}`, toOutcome(first)]],
    ),
  )
}

/** For operators: what imports have refused or warned of in a season. */
export const seasonImportsPage: AccountPage = {
  path: `${PATH}/:season`,
  tab: 'imports',
  show: async ({ core, params, query }) => {
    const path = `${PATH}/${params['season']}`
    const season = (await core.imports.seasons()).find((each) => seasonPath(each) === path)
    if (season === undefined) throw new ServiceError('not_found', 'No import has refused or warned of anything here.')
    const offset = wholeNumber(query, 'from') ?? 0
    const problems = await core.imports.problems(season.season?.id ?? null, { offset, limit: ROWS })
    const last = offset + problems.length
    const total = season.refusals + season.warnings
    const page = (from: number): string => withQuery(path, { from: from === 0 ? undefined : from })
    return {
      title: getSeasonTitle(season),
      body: html`${ui.crumbs([[PATH, 'Imports']])}
      ${ui.heading(getSeasonTitle(season), `${ui.count(season.refusals)} refused, ${ui.count(season.warnings)} warnings.`)}
      ${ui.card(
        total > ROWS ? `${ui.count(offset + 1)} to ${ui.count(last)} of ${ui.count(total)}` : 'Refusals and warnings',
        html`${
          problems.length === 0
            ? ui.emptyState('Nothing here', 'The list has fewer refusals and warnings by now.')
            : problemTable(problems)
        }
        ${ui.pagination(
          { newer: offset === 0 ? null : page(Math.max(0, offset - ROWS)), older: last < total ? page(last) : null },
          { newer: '← Previous', older: 'Next →' },
        )}`,
      )}`,
    }
  },
}
