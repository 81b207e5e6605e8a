import type { Account } from '@basketball-data/core'
import { html, raw } from 'hono/html'
import type { Markup } from '../pages/html.ts'

type Entry = { path: string; label: string; icon: string; operatorsOnly?: boolean }

/** The entries of the navigation, in its order. An icon is the content of an SVG of 20 × 20, drawn in lines. */
const ENTRIES = {
  home: {
    path: '/account',
    label: 'Overview',
    icon: '<path d="M3.5 9 10 3.5 16.5 9v7.5h-4.5v-4.5h-4v4.5H3.5z"/>',
  },
  keys: {
    path: '/account/keys',
    label: 'Keys',
    icon: '<circle cx="7" cy="13" r="3.5"/><path d="m9.5 10.5 7-7M13 7l2.5 2.5"/>',
  },
} as const satisfies Record<string, Entry>

/** An entry of the navigation. */
export type Tab = keyof typeof ENTRIES

const entries: readonly (readonly [string, Entry])[] = Object.entries(ENTRIES)

/** The navigation of an account; the entry that the page belongs to is marked. */
export const navigation = ({ operator }: Pick<Account, 'operator'>, current: Tab | null): Markup =>
  html`<nav class="tabs" aria-label="Account">
    <ul>
      ${entries
        .filter(([, { operatorsOnly = false }]) => operator || !operatorsOnly)
        .map(
          ([tab, { path, label, icon }]) =>
            html`<li>
              <a href="${path}" ${tab === current ? raw('aria-current="page"') : ''}
                ><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">${raw(icon)}</svg> ${label}</a
              >
            </li>`,
        )}
    </ul>
  </nav>`
