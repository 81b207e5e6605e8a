import { createCore, type Account, type Core, type CoreOptions, type Email } from '@basketball-data/core'
import type { Plan } from '@basketball-data/core/contract'
import type { Hono } from 'hono'
import { beforeAll, onTestFinished } from 'vitest'
import { createApp, type RequestEntry } from '@basketball-data/http'
import type { AccountPagesOptions } from '../account/options.ts'
import { createPages } from '../index.ts'
import { openBrowser, type Browser, type BrowserPage } from './browser.ts'
import { newDatabase, type DatabaseKind } from '../../../http/src/testing/databases.js'
import { UNLIMITED, WEBHOOKS } from '../../../http/src/testing/services.js'

type Options = Partial<AccountPagesOptions> & {
  /** The public address, without /v1; Default: `http://127.0.0.1:3000`. */
  origin?: string
  /** Whether the service has the write API. */
  ingest?: boolean
  core?: Partial<CoreOptions>
}

/** A browser that is signed in. */
export type SignedIn = Browser & { account: Account; home: BrowserPage }

/** The account pages of a service in this process. */
export type AccountPages = {
  core: Core
  app: Hono
  /** The public address, without /v1. */
  origin: string
  /** The e-mails that were sent. */
  emails: Email[]
  /** The log of requests. */
  log: RequestEntry[]
  newAccount: (plan?: Plan, changes?: { operator?: boolean; email?: string }) => Promise<Account>
  /** A browser that has no cookies yet. */
  newBrowser: () => Browser
  /** A browser that is signed in; by default as a new account. */
  signedIn: (account?: Account) => Promise<SignedIn>
}

let accounts = 0

/** The account pages on the database at `address`, in this process. */
export const openAccountPages = async (
  address: string,
  { origin = 'http://127.0.0.1:3000', ingest, core: coreOptions, ...options }: Options = {},
): Promise<AccountPages> => {
  const service = { base: `${origin}/v1` }
  const core = await createCore({ database: address, plans: UNLIMITED, ...WEBHOOKS, ...coreOptions, service })
  const emails: Email[] = []
  const log: RequestEntry[] = []
  const app = createApp(core, {
    onRequest: (entry) => log.push(entry),
    ingest,
    pages: createPages({
      account: { sendEmail: async (email) => void emails.push(email), signUp: 'closed', ...options },
    }),
  })
  const newAccount: AccountPages['newAccount'] = (plan = 'live', changes = {}) => {
    accounts += 1
    return core.accounts.create({ email: `holder-${accounts}@example.org`, plan, ...changes })
  }
  const newBrowser = (): Browser => openBrowser((request) => app.fetch(request), origin)
  const signedIn: AccountPages['signedIn'] = async (owner) => {
    const account = owner ?? (await newAccount())
    const browser = newBrowser()
    const page = await browser.open(`/account/sign-in/${await core.signIn.linkFor(account.id)}`)
    return { ...browser, account, home: await browser.submit(page, 'use') }
  }
  return { core, app, origin, emails, log, newAccount, newBrowser, signedIn }
}

/** The account pages on a new database, for one test. */
export const testAccountPages = async (kind: DatabaseKind, options: Options = {}): Promise<AccountPages> => {
  const { address, drop } = await newDatabase(kind)
  onTestFinished(drop)
  const pages = await openAccountPages(address, options)
  onTestFinished(() => pages.core.close())
  return pages
}

/** The account pages on one new database for all tests of the block that calls this. */
export const sharedAccountPages = (kind: DatabaseKind, options: Options = {}): (() => AccountPages) => {
  let pages: AccountPages | undefined
  beforeAll(async () => {
    const { address, drop } = await newDatabase(kind)
    const { core, ...rest } = await openAccountPages(address, options)
    pages = { core, ...rest }
    return async () => {
      await core.close()
      await drop()
    }
  })
  return () => {
    if (pages === undefined) throw new Error('The pages are opened before the first test, not earlier.')
    return pages
  }
}
