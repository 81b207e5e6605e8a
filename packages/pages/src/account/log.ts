import { AUDIT_DAYS, type Account, type AuditEntry } from '@basketball-data/core'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import * as ui from './components.ts'
import type { AccountPage, AccountRequest } from './page.ts'
import { wholeNumber, withQuery } from './query.ts'

/** Actions on a page. */
const ROWS = 50

/** Who has done something, as the reader of the page calls them. */
const getActorName = (actor: AuditEntry['actor'], reader: Account): string => {
  if (actor === null) return 'The service'
  return actor.id === reader.id ? 'You' : actor.email
}

/** Actions on an account, newest first. */
const logTable = (entries: readonly AuditEntry[], reader: Account): Markup =>
  ui.table(
    'Log',
    ['Action', 'Details', 'By', { title: 'When', short: true }],
    entries.map(({ at, actor, action, detail }) => [
      ui.capitalize(action),
      detail,
      getActorName(actor, reader),
      ui.moment(at),
    ]),
  )

/** A page of the log of an account, or of the service (null), with links to the others; `path` is that of the page. */
export const logCard = async (
  { core, account: reader, query }: AccountRequest,
  { account, path }: { account: string | null; path: string },
): Promise<Markup> => {
  const page = { before: wholeNumber(query, 'before'), limit: ROWS + 1 }
  const { before } = page
  const found = await (account === null ? core.auditLog(page) : core.accounts.log(account, page))
  const entries = found.slice(0, ROWS)
  const older = found.length > ROWS ? withQuery(path, { before: entries.at(-1)?.number }) : null
  return ui.card(
    'What was done, and by whom',
    html`${
      entries.length === 0 ? ui.emptyState('Nothing here', 'There are no earlier actions.') : logTable(entries, reader)
    }
    ${ui.pagination({ newer: before === undefined ? null : path, older }, { newer: '← Newest' })}`,
  )
}

const PATH = '/account/log'

/** Everything that was done to the account, by its holder, by operators, and by the service itself. */
export const logPage: AccountPage = {
  path: PATH,
  tab: 'log',
  show: async (request) => ({
    title: 'Log',
    body: html`${ui.heading('Log', `Every change of your plan, keys and webhooks, and every sign-in, of the last ${AUDIT_DAYS} days.`)}
    ${await logCard(request, { account: request.account.id, path: PATH })}`,
  }),
}

const SERVICE_PATH = '/account/operator/log'

/** For operators: everything that was done to games, records and write keys. */
export const serviceLogPage: AccountPage = {
  path: SERVICE_PATH,
  tab: 'serviceLog',
  show: async (request) => ({
    title: 'Service log',
    body: html`${ui.heading('Service log', `Every change of a game by hand, every merge of two records, and every change of write keys, of the last ${AUDIT_DAYS} days.`)}
    ${await logCard(request, { account: null, path: SERVICE_PATH })}`,
  }),
}
