import { createCore, type Core, type GameBundle } from '@basketball-data/core'
import { PLANS, type Plan, type PlanChanges } from '@basketball-data/core/contract'
import type { RequestHandler } from 'msw'
import { createApp } from './app.ts'
import { SAMPLE_NOW, sampleGames } from './sample-league/index.ts'

export { SAMPLE_NOW, sampleGames } from './sample-league/index.ts'

/** Options of a test service. */
export interface TestServiceOptions {
  /** The games of the service; those of the sample league when left out. */
  games?: readonly GameBundle[]
  /** Changes to the built-in plans, e.g. `{ free: { per_minute: 2 } }`; no plan has a limit when left out. */
  plans?: PlanChanges
  /** The clock of the service; fixed at `SAMPLE_NOW` for the sample league, else the system's. */
  now?: () => Date
  /** Scheme, host and port under which `handlers` respond; `http://127.0.0.1:3000` when left out. */
  origin?: string
}

/** The service in this process, with an empty database in memory for each. */
export interface TestService {
  /** The base URL for a client: the origin and `/v1`. */
  baseUrl: string
  /** Calls the service, with the signature of the global `fetch`. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Handlers of msw for every path of the service; empty where msw is not installed. */
  handlers: RequestHandler[]
  /** Creates an account on a plan, complete when left out, and returns its key. */
  newKey: (plan?: Plan) => Promise<string>
  /** The core of the service, e.g. to ingest further games. */
  core: Core
  /** Closes the database. */
  close: () => Promise<void>
}

const UNLIMITED: PlanChanges = Object.fromEntries(PLANS.map((plan) => [plan, { per_minute: null, per_day: null }]))

let accounts = 0

/** msw is an optional peer dependency. */
const mswHandlers = async (origin: string, fetch: TestService['fetch']): Promise<RequestHandler[]> => {
  const msw = await import('msw').catch(() => null)
  return msw ? [msw.http.all(`${origin}/*`, ({ request }) => fetch(request))] : []
}

/**
 * Starts the whole service for a test, without a port: the real app on a database in memory. Filters, paging, plans, limits,
 * webhooks and errors are those of production.
 *
 * @throws Error for a game that is refused, with the reason
 * @example
 * const service = await createTestService()
 * const client = new BasketballData({ apiKey: await service.newKey(), baseUrl: service.baseUrl, fetch: service.fetch })
 * await client.games.list({ status: 'final' }).all()
 * await service.close()
 * @example
 * const server = setupServer(...service.handlers) // of msw/node, for code that calls the global fetch
 */
export const createTestService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  const { games = sampleGames(), plans = UNLIMITED, origin = 'http://127.0.0.1:3000' } = options
  const now = options.now ?? (options.games ? undefined : () => SAMPLE_NOW)
  const baseUrl = `${origin}/v1`
  const core = await createCore({
    database: 'memory://',
    plans,
    ...(now && { now }),
    service: { base: baseUrl },
    allowPrivateWebhooks: true,
  })
  for (const game of games) {
    const result = await core.ingest(game)
    if (result.outcome !== 'refused') continue
    await core.close()
    throw new Error(`The game ${game.source} ${game.game.external_id} was refused: ${result.reason}`)
  }
  const app = createApp(core, { cacheMegabytes: 16 })
  const fetch: TestService['fetch'] = async (input, init) => app.fetch(new Request(input, init))
  return {
    baseUrl,
    fetch,
    handlers: await mswHandlers(origin, fetch),
    newKey: async (plan = 'complete') => {
      accounts += 1
      const account = await core.accounts.create({ email: `test-${accounts}@example.org`, plan })
      return (await core.keys.create(account.id)).key
    },
    core,
    close: () => core.close(),
  }
}
