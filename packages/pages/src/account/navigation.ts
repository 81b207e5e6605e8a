import type { Account } from '@basketball-data/core'
import { html, raw } from 'hono/html'
import type { Markup } from '../page/html.ts'

type Entry = readonly [path: string, label: string, icon: string]

/** The entries of the navigation, in its order. An icon is the content of an SVG of 20 × 20, drawn in lines. */
const ENTRIES = {
  home: ['/account', 'Overview', '<path d="M3.5 9 10 3.5 16.5 9v7.5h-4.5v-4.5h-4v4.5H3.5z"/>'],
  keys: ['/account/keys', 'Keys', '<circle cx="7" cy="13" r="3.5"/><path d="m9.5 10.5 7-7M13 7l2.5 2.5"/>'],
  usage: ['/account/usage', 'Usage', '<path d="M3.5 16.5h13M5.5 13.5v-3M10 13.5v-7M14.5 13.5v-10"/>'],
  webhooks: ['/account/webhooks', 'Webhooks', '<path d="M17 3 9 11M17 3l-5 14-3-6-6-3z"/>'],
  log: ['/account/log', 'Log', '<path d="M4 5h12M4 10h12M4 15h7"/>'],
  accounts: [
    '/account/operator',
    'Accounts',
    '<circle cx="7" cy="7" r="2.75"/><path d="M2 16c.4-3.2 2.3-4.8 5-4.8s4.6 1.6 5 4.8M12.5 4.5a2.75 2.75 0 0 1 0 5.2M14 11.5c2.3.4 3.7 1.9 4 4.5"/>',
  ],
  imports: ['/account/operator/imports', 'Imports', '<path d="M10 3v9M6.5 8.5 10 12l3.5-3.5M3.5 13.5V17h13v-3.5"/>'],
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
              <a href="${path}" ${tab === current ? raw('aria-current="page"') : ''}
                ><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">${raw(icon)}</svg> ${label}</a
              >
            </li>`,
        )}
    </ul>
  </nav>`
