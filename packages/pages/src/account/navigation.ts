import type { Account } from '@basketball-data/core'
import { html, raw } from 'hono/html'
import { readIcon } from '../page/browser-files.ts'
import type { Markup } from '../page/html.ts'

type Entry = readonly [path: string, label: string, icon: Markup]

/** The entries of the navigation, in its order. */
const ENTRIES = {
  home: ['/account', 'Overview', readIcon('home')],
  keys: ['/account/keys', 'Keys', readIcon('keys')],
  usage: ['/account/usage', 'Usage', readIcon('usage')],
  webhooks: ['/account/webhooks', 'Webhooks', readIcon('webhooks')],
  log: ['/account/log', 'Log', readIcon('log')],
  accounts: ['/account/operator', 'Accounts', readIcon('accounts')],
  games: ['/account/operator/games', 'Games', readIcon('games')],
  imports: ['/account/operator/imports', 'Imports', readIcon('imports')],
  writeKeys: ['/account/operator/write-keys', 'Write keys', readIcon('keys')],
  serviceLog: ['/account/operator/log', 'Service log', readIcon('log')],
} as const satisfies Record<string, Entry>

/** Whether a page is for operators only: other accounts get 404. */
export const isForOperators = (path: string): boolean => path.startsWith('/account/operator')

export type Tab = keyof typeof ENTRIES

/** The navigation of an account; the entry that the page belongs to is marked. */
export const navigation = ({ operator }: Pick<Account, 'operator'>, current: Tab | null): Markup =>
  html`<nav class="tabs" aria-label="Account">
    <ul>
      ${Object.entries<Entry>(ENTRIES)
        .filter(([, [path]]) => operator || !isForOperators(path))
        .map(
          ([tab, [path, label, icon]]) =>
            html`<li>
              <a href="${path}" ${tab === current ? raw('aria-current="page"') : ''}>${icon} ${label}</a>
            </li>`,
        )}
    </ul>
  </nav>`
