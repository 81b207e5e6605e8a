import type { Pages } from '@basketball-data/http/pages'
import { addAccountPages } from './account/app.ts'
import type { AccountPagesOptions } from './account/options.ts'
import { addDocumentation } from './docs/mount.ts'
import { busyResponder } from './page/busy-page.ts'

export type { AccountPagesOptions } from './account/options.ts'
export { signInLink } from './account/sign-in.ts'

/** Which pages a service has. */
export type PagesOptions = {
  /** The account pages at /account. If omitted, there are none. */
  account?: AccountPagesOptions
}

/**
 * The documentation at / and /docs, and the account pages at /account, for `createApp` and `startServer` of @basketball-data/http.
 * @example createApp(core, { pages: createPages() })
 */
export const createPages = ({ account }: PagesOptions = {}): Pages => ({
  mount: (app, { core, document, decimals, onRequest }) => {
    const { name, base } = core.service
    const site = { name, base, account: account !== undefined }
    addDocumentation(app, { site, document, plans: core.plans, decimals })
    if (account !== undefined) addAccountPages(app, core, account, onRequest)
  },
  busy: busyResponder,
})
