import type { Account } from '@basketball-data/core'
import { html } from 'hono/html'
import { htmlDocument } from '../page/document.ts'
import { renderToString, type Markup } from '../page/html.ts'
import { PLAN_NAMES } from '../page/plan-limits.ts'
import { siteHeader } from '../page/site-header.ts'
import { form, message } from './components.ts'
import { navigation, type Tab } from './navigation.ts'
import { ACCOUNT_STYLE } from './style.ts'

/** What surrounds the body of a page. */
export type Surroundings = {
  /** The name of the service. */
  service: string
  title: string
  /** Who is signed in; null for pages that need no sign-in, and where the database cannot be asked. */
  account: Account | null
  formToken: string
  tab: Tab | null
  /** What was done by the form before, or what it has tried. */
  notice: { kind: 'done' | 'problem'; text: string } | null
  /** Why the form was refused. */
  problem: string | null
  /** Runs when the page has been read. */
  script: string | undefined
}

const accountMenu = (account: Account, formToken: string): Markup =>
  html`<button type="button" class="who" popovertarget="account-menu" aria-label="Account menu of ${account.email}">
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="10" cy="6.5" r="3.25" />
        <path d="M3.5 17c.6-3.6 3-5.5 6.5-5.5s5.9 1.9 6.5 5.5" />
      </svg>
      <span class="email">${account.email}</span>
    </button>
    <div class="menu" id="account-menu" popover>
      <p class="email">${account.email}</p>
      <p class="hint">Plan: ${PLAN_NAMES[account.plan]}${account.operator ? ', operator' : ''}</p>
      ${signOutForm('Sign out', 'here', formToken)} ${signOutForm('Sign out everywhere', 'everywhere', formToken)}
    </div>`

const signOutForm = (label: string, action: string, formToken: string): Markup =>
  form({ formToken }, action, html`<button type="submit" formaction="/account/sign-out">${label}</button>`)

/** A whole page. */
export const layout = (surroundings: Surroundings, body: Markup): string => {
  const { service, title, account, formToken, tab, notice, problem, script } = surroundings
  const messages = html`${notice === null ? '' : message(notice.kind, notice.text)}
  ${problem === null ? '' : message('problem', problem)}`
  return renderToString(
    htmlDocument({
      title: `${title} · ${service}`,
      style: ACCOUNT_STYLE,
      ...(script !== undefined && { script }),
      body: html`${siteHeader(
          { name: service, account: true },
          'account',
          account === null ? '' : accountMenu(account, formToken),
        )}
        <div class="${account === null ? 'alone' : 'page'}">
          ${account === null ? '' : navigation(account, tab)}
          <main id="main">${messages}${body}</main>
        </div>`,
    }),
  )
}
