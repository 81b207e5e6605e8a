import type { Core, CoreOptions, GameBundle } from '@basketball-data/core'
import { createCore } from '@basketball-data/core'
import { PLANS, type Plan, type PlanChanges } from '@basketball-data/core/contract'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { createLogger, startServer } from '../server.ts'
import { requestAt, type RequestPath } from './request.ts'
import { ingestOrThrow, newDatabase, type DatabaseKind } from './databases.ts'

/** A running service for tests. */
export type TestService = {
  core: Core
  /** Scheme, host and port, without /v1. */
  origin: string
  request: RequestPath
  /** A key of a new account. */
  newKey: (plan: Plan) => Promise<string>
}

/** Options of a service for tests; without `plans` no plan has a limit. */
export type TestServiceOptions = Omit<CoreOptions, 'database' | 'plans'> & {
  plans?: PlanChanges
  /** The games to ingest. */
  games?: readonly GameBundle[]
  /** The port; any free one when left out. */
  port?: number
} & Pick<Parameters<typeof startServer>[0], 'pages' | 'cacheMegabytes' | 'logger' | 'limits' | 'ingest'>

/** No limits on any plan. */
export const UNLIMITED: PlanChanges = Object.fromEntries(
  PLANS.map((plan) => [plan, { per_minute: null, per_day: null }]),
)

/** Options that allow webhooks on Postgres, and deliveries to this machine. */
export const WEBHOOKS = { secretsKey: 'a'.repeat(64), allowPrivateWebhooks: true }

let accounts = 0

/** A new account with a key. */
export const newAccount = async (core: Core, plan: Plan) => {
  accounts += 1
  const account = await core.accounts.create({ email: `account-${accounts}@example.org`, plan })
  return core.keys.create(account.id)
}

const SECRET = /bdw?_[1-9A-HJ-NP-Za-km-z]{38}|whsec_/

/** A log that collects lines with a key, a secret or a query string, which must never be logged. */
const watchedLog = () => {
  const wrong: string[] = []
  const write = (line: string) => {
    if (SECRET.test(line) || /"path":"[^"]*\?/.test(line)) wrong.push(line)
  }
  return { logger: createLogger('trace', { write }), expectNoKeys: () => expect(wrong).toEqual([]) }
}

/** Starts a service on the database at `address`; `close` stops it and closes its core. */
export const serve = async (address: string, options: TestServiceOptions = {}) => {
  const { games = [], plans = UNLIMITED, logger, limits = {}, pages, port = 0, cacheMegabytes = 16, ...rest } = options
  const { ingest, ...coreOptions } = rest
  const core = await createCore({ database: address, plans, ...coreOptions })
  for (const game of games) await ingestOrThrow(core, game)
  const log = watchedLog()
  const server = await startServer({
    core,
    host: '127.0.0.1',
    port,
    logger: logger ?? log.logger,
    limits,
    pages,
    cacheMegabytes,
    ingest,
  })
  const { origin } = new URL(server.url)
  const service: TestService = {
    core,
    origin,
    request: requestAt(origin),
    newKey: async (plan) => (await newAccount(core, plan)).key,
  }
  const close = async () => {
    await server.close()
    await core.close()
    log.expectNoKeys()
  }
  return { ...service, server, close }
}

/** A service on a new database, for one test. */
export const testService = async (kind: DatabaseKind, options: TestServiceOptions = {}) => {
  const { address, drop } = await newDatabase(kind)
  onTestFinished(drop)
  const service = await serve(address, options)
  onTestFinished(service.close)
  return { ...service, address }
}

/**
 * One service on a new database for all tests of the block that calls this.
 * @example const service = sharedService('embedded', { games: LEAGUE_GAMES })
 * test('…', async () => { await service().request('/v1') })
 */
export const sharedService = (kind: DatabaseKind, options: TestServiceOptions = {}): (() => TestService) => {
  let service: TestService | undefined
  beforeAll(async () => {
    const { address, drop } = await newDatabase(kind)
    const { close, ...served } = await serve(address, options)
    service = served
    return async () => {
      await close()
      await drop()
    }
  })
  return () => {
    if (service === undefined) throw new Error('The service is started before the first test, not earlier.')
    return service
  }
}

/** Locks the games, so that every call that reads them waits. Returns a function that unlocks them. */
export const lockGames = async ({ store }: Core): Promise<() => Promise<void>> => {
  const unlocked = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const done = store.transaction(async (tx) => {
    await tx.execute('lock table games in access exclusive mode')
    locked.resolve()
    await unlocked.promise
  })
  await locked.promise
  return async () => {
    unlocked.resolve()
    await done
  }
}
