import type { Core } from '@basketball-data/core'
import type { Hono } from 'hono'
import { logged, type OnRequest, afterResponse, clientAddress } from '@basketball-data/http/pages'
import type { Site } from '../page/document.ts'
import { deliveryPage } from './deliveries.ts'
import { homePage } from './home.ts'
import { keysPage } from './keys.ts'
import { logPage, serviceLogPage } from './log.ts'
import { accountPage } from './operator/account.ts'
import { accountsPage } from './operator/accounts.ts'
import { gamePage } from './operator/game.ts'
import { gamesPage } from './operator/games.ts'
import { importsPage, seasonImportsPage } from './operator/imports.ts'
import { mergePage } from './operator/merge.ts'
import { sheetsPage } from './operator/sheets.ts'
import { writeKeysPage } from './operator/write-keys.ts'
import type { AccountPagesOptions } from './options.ts'
import type { AccountPage } from './page.ts'
import { createPageHandlers, UNKNOWN_PAGE } from './serve-page.ts'
import { signInLinkPage, signInPage, signOutPage } from './sign-in.ts'
import { usagePage } from './usage.ts'
import { webhookPage } from './webhook.ts'
import { webhooksPage } from './webhooks.ts'

/**
 * The pages for signed-in users. To add one, write an AccountPage (`keys.ts` shows how) and add it here; its entry in the
 * navigation, if it has one, stands in `navigation.ts`, and what its forms say once they were sent in `notices.ts`.
 */
const listPages = ({ readSheets }: Core, ingest: boolean): readonly AccountPage[] => [
  homePage,
  keysPage,
  usagePage,
  webhooksPage,
  webhookPage,
  deliveryPage,
  logPage,
  signOutPage,
  accountsPage,
  accountPage,
  gamesPage,
  gamePage,
  mergePage,
  importsPage(readSheets !== null),
  ...(readSheets === null ? [] : [sheetsPage(readSheets)]),
  seasonImportsPage,
  writeKeysPage(ingest),
  serviceLogPage,
]

/** Adds the pages at /account. Their forms use POST; any other method than that and GET is 405. */
export const addAccountPages = (
  app: Hono,
  { core, site, ingest, onRequest }: { core: Core; site: Site; ingest: boolean; onRequest: OnRequest },
  options: AccountPagesOptions,
): void => {
  const handlers = createPageHandlers(core, site)
  const { trustedProxies = 0 } = options
  for (const page of [signInPage(options), signInLinkPage]) {
    const handle = handlers.visitorPage(page)
    app.all(page.path, (c) => {
      const connection = {
        address: clientAddress(c, trustedProxies),
        afterResponse: (work: () => void) => afterResponse(c, work),
      }
      return logged(onRequest, (context, params) => handle({ context, params, connection }))(c)
    })
  }
  for (const page of [...listPages(core, ingest), UNKNOWN_PAGE]) {
    const handle = handlers.accountPage(page)
    app.all(
      page.path,
      logged(onRequest, (context, params) => handle({ context, params })),
    )
  }
}
