import { LINK_MINUTES, type Core, type Email, type SignInLink } from '@basketball-data/core'
import { html } from 'hono/html'
import * as ui from './components.ts'
import type { AccountPagesOptions } from './options.ts'
import type { AccountPage, View, VisitorPage } from './page.ts'

/** The page that a link in an e-mail leads to. */
export const signInLink = ({ service }: Core, token: string): string =>
  `${service.base.replace(/\/v1$/, '')}/account/sign-in/${token}`

const signInEmail = (core: Core, { email, token }: { email: string; token: string }): Email => ({
  recipient: email,
  subject: `Sign in to ${core.service.name}`,
  body: `Open this link to sign in to ${core.service.name}:

${signInLink(core, token)}

It works once, within ${LINK_MINUTES} minutes. If you did not ask for it, ignore this e-mail: without the link nobody can sign in.
`,
})

/** What a service without e-mails does with a link: the label of the button, what it does, and where the link is then. */
const NO_EMAIL = {
  log: ['Write a link to the log', 'writes the link to its log', 'in its log'],
  terminal: [
    'Print a link',
    'prints the link to the terminal that it was started in',
    'printed in the terminal that it was started in',
  ],
} as const

/**
 * What the pages say about where links go: above the form, on its button, and after it. It is the same text whether or not there
 * is an account.
 */
const linkTexts = ({ linksGoTo = 'e-mail', signUp }: AccountPagesOptions) => {
  const open = signUp === 'open'
  if (linksGoTo === 'e-mail')
    return {
      before: 'We send you a link, so there is no password.',
      button: 'Send me a link',
      title: 'Check your e-mail',
      after: open
        ? 'We have sent you a link that signs you in.'
        : 'If there is an account with this address, we have sent it a link that signs you in.',
    }
  const [label, does, place] = NO_EMAIL[linksGoTo]
  return {
    before: `A link signs you in, so there is no password. This service sends no e-mails: it ${does}.`,
    button: label,
    title: 'Open the link',
    after: `This service sends no e-mails: ${open ? '' : 'if there is an account with this address, '}the link is ${place}.`,
  }
}

const sentView = (options: AccountPagesOptions): View => {
  const { title, after } = linkTexts(options)
  return {
    title,
    body: html`<section class="card">
      <h1>${title}</h1>
      <p>${after} It works once, within ${LINK_MINUTES} minutes.</p>
      <p>Nothing there after a minute? <a href="/account/sign-in">Ask for another link</a>.</p>
    </section>`,
  }
}

/** Stands for the token in an e-mail that is discarded. */
const NO_TOKEN = 'x'.repeat(43)

/** Composes the e-mail with a link and sends it. Without a link, it composes the same e-mail and discards it, to take equally long. */
const send = async (
  core: Core,
  { sendEmail, discardEmail = async () => {}, onEmailError }: AccountPagesOptions,
  { link, recipient }: { link: SignInLink | null; recipient: string },
): Promise<void> => {
  const email = signInEmail(core, link ?? { email: recipient, token: NO_TOKEN })
  try {
    await (link === null ? discardEmail : sendEmail)(email)
  } catch (error) {
    onEmailError?.(error)
  }
}

/** Where a link is asked for. The e-mail is sent after the response, so that its time says nothing about accounts. */
export const signInPage = (options: AccountPagesOptions): VisitorPage => ({
  path: '/account/sign-in',
  show: async ({ core, query, form: fields, formToken, session }) => {
    if (session !== null && (await core.signIn.session(session)) !== null) return { to: '/account' }
    if (query.has('sent')) return sentView(options)
    const open = options.signUp === 'open'
    const { before, button: label } = linkTexts(options)
    return {
      title: 'Sign in',
      body: html`<section class="card">
        <h1>${open ? 'Sign in or sign up' : 'Sign in'}</h1>
        <p>${before} ${open ? 'If you have no account yet, the link creates one on the free plan.' : ''}</p>
        ${ui.form(
          { formToken },
          'request',
          html`<div class="stack">
            ${ui.emailField(fields, { autocomplete: 'email', placeholder: 'you@example.org' })} ${ui.button(label)}
          </div>`,
        )}
        ${open ? '' : html`<p class="after">No account? Ask those who run this service for one.</p>`}
      </section>`,
    }
  },
  actions: {
    request: async ({ core, form: fields, connection: { address, afterResponse } }) => {
      const recipient = fields.get('email') ?? ''
      const link = await core.signIn.request({ email: recipient, address, signUp: options.signUp === 'open' })
      afterResponse(() => void send(core, options, { link, recipient }))
      return { to: '/account/sign-in?sent' }
    },
  },
})

const expiredView: View = {
  title: 'The link does not work any more',
  status: 404,
  body: html`<section class="card">
    <h1>This link does not work any more</h1>
    <p>A link signs in once, within ${LINK_MINUTES} minutes, and a new one replaces those before.</p>
    ${ui.buttonLink('/account/sign-in', 'Ask for a new link', 'primary')}
  </section>`,
}

/** Where a link leads to. Only the button uses it: programs that scan e-mails open every link. */
export const signInLinkPage: VisitorPage = {
  path: '/account/sign-in/:token',
  show: async ({ core, params, formToken }) => {
    const link = await core.signIn.lookUp(params['token'] ?? '')
    if (link === null) return expiredView
    return {
      title: 'Sign in',
      body: html`<section class="card">
        <h1>${link.isNew ? 'Welcome' : 'Welcome back'}</h1>
        <p>
          ${link.isNew ? 'This creates an account on the free plan for' : 'You are about to sign in as'}
          <strong>${link.email}</strong>.
        </p>
        ${ui.form({ formToken }, 'use', ui.button(link.isNew ? 'Create the account' : 'Sign in'))}
      </section>`,
    }
  },
  actions: {
    use: async ({ core, params, session }) => {
      const signedIn = await core.signIn.use(params['token'] ?? '')
      if (signedIn === null) return expiredView
      if (session !== null) await core.signIn.end(session)
      return { to: '/account', session: signedIn.session }
    },
  },
}

/** Ends the session of this browser, or all sessions of the account. The menu of every page has both. */
export const signOutPage: AccountPage = {
  path: '/account/sign-out',
  tab: null,
  show: async (request) => ({
    title: 'Sign out',
    body: html`<h1>Sign out</h1>
      <div class="buttons">
        ${ui.form(request, 'here', ui.button('Sign out'))}
        ${ui.form(request, 'everywhere', ui.button('Sign out in every browser', 'plain'))}
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
