import type { Account } from '@basketball-data/core'
import { html } from 'hono/html'
import { readIcon, readStyle } from '../page/browser-files.ts'
import { htmlDocument, siteHeader, type Site } from '../page/document.ts'
import { renderToString, type Markup } from '../page/html.ts'
import { PLAN_NAMES } from '../page/plan-limits.ts'
import * as ui from './components.ts'
import { navigation, type Tab } from './navigation.ts'
import type { getNotice } from './notices.ts'
import type { View } from './page.ts'

const [STYLE, PERSON] = [readStyle('account.css'), readIcon('person')]

/** What is known about a visitor while the response is made; if it fails, the page of the error shows the same. */
export type Visitor = {
  /** Who is signed in; null for pages that need no sign-in, and where the database cannot be asked. */
  account: Account | null
  formToken: string
  tab: Tab | null
  /** Why the form was refused. */
  problem: string | null
}

const accountMenu = (account: Account, formToken: string): Markup =>
  html`<button type="button" class="who" popovertarget="account-menu" aria-label="Account menu of ${account.email}">
      ${PERSON}
      <span class="email">${account.email}</span>
    </button>
    <div class="menu" id="account-menu" popover>
      <p class="email">${account.email}</p>
      <p class="hint">Plan: ${PLAN_NAMES[account.plan]}${account.operator ? ', operator' : ''}</p>
      ${signOutForm('Sign out', 'here', formToken)} ${signOutForm('Sign out everywhere', 'everywhere', formToken)}
    </div>`

const signOutForm = (label: string, action: string, formToken: string): Markup =>
  ui.form({ formToken }, action, html`<button type="submit" formaction="/account/sign-out">${label}</button>`)

/** A whole page. `notice` says what was done by the form before, or what it has tried. */
export const layout = (
  site: Site,
  { title, body, script }: View,
  { account, formToken, tab, problem }: Visitor,
  notice: ReturnType<typeof getNotice>,
): string =>
  renderToString(
    htmlDocument({
      brand: site.brand,
      title: `${title} · ${site.name}`,
      style: STYLE,
      script,
      body: html`${siteHeader(site, 'account', account === null ? '' : accountMenu(account, formToken))}
        <div class="${account === null ? 'alone' : 'page'}">
          ${account === null ? '' : navigation(account, tab)}
          <main id="main">
            ${notice === null ? '' : ui.message(notice.kind, notice.text)}
            ${problem === null ? '' : ui.message('problem', problem)}${body}
          </main>
        </div>`,
    }),
  )
