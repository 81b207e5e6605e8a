import { html } from 'hono/html'
import { button, form } from './components.ts'
import type { AccountPage } from './page.ts'

/** Ends the session of this browser, or all sessions of the account. The menu of every page has both. */
export const signOutPage: AccountPage = {
  path: '/account/sign-out',
  tab: null,
  show: async (request) => ({
    title: 'Sign out',
    body: html`<h1>Sign out</h1>
      <div class="buttons">
        ${form(request, 'here', button('Sign out'))}
        ${form(request, 'everywhere', button('Sign out in every browser', 'plain'))}
      </div>`,
  }),
  actions: {
    here: async ({ core, session }) => {
      await core.signIn.end(session)
      return { to: '/account/sign-in', notice: 'signed_out', session: null }
    },
    everywhere: async ({ core, account }) => {
      await core.signIn.endAll(account.id)
      return { to: '/account/sign-in', notice: 'signed_out_everywhere', session: null }
    },
  },
}
