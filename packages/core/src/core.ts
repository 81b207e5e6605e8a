import { createSecretKey } from 'node:crypto'
import type { AnyRouter } from '@trpc/server'
import { createCallCounter, type CountedCall } from './accounts/count-call.ts'
import { createAccount, createKey, getAccount, listAccounts, listKeys, revokeKey, setPlan } from './accounts/queries.ts'
import {
  type GameBundle,
  type Plan,
  type PlanChanges,
  planTable,
  type PricedEvent,
  type RecordKind,
} from './contract/index.ts'
import { ingest, type IngestOptions } from './ingest/ingest.ts'
import { ingestEvent } from './ingest/ingest-event.ts'
import {
  forgetPlaces,
  hasNoGames,
  listRefusals,
  listWarnings,
  recordRefusal,
  selectExternalIds,
} from './ingest/queries.ts'
import { rebuildDerived } from './ingest/refresh.ts'
import { UNNAMED } from './ingest/refusal.ts'
import { appRouter, createCaller } from './router.ts'
import { isMigrated, lockGamesExclusive, openStore, ping, sharedSecret, type Store } from './store/index.ts'
import type { Caller, CallerContext, OperationMeta, ServiceInfo } from './trpc.ts'
import { BadSecretsKey, openSecretsKey } from './webhooks/secrets.ts'
import { hostOf } from './webhooks/target.ts'
import { startWorker, type WorkerOptions } from './webhooks/worker.ts'

/** How to open a core. */
export type CoreOptions = {
  /** `postgres://…`, a folder (made when it does not exist), or `memory://`. */
  database: string
  /** Encrypts the secrets of webhooks: 32 bytes in base64 or hexadecimal. An embedded database makes one of its own. */
  secretsKey?: string
  /**
   * Lets webhooks reach addresses that are not public, by http and on any port: for development and tests only.
   */
  allowPrivateWebhooks?: boolean
  /** Changes to the built-in plan table. */
  plans?: PlanChanges
  /** What the service says of itself. */
  service?: Partial<ServiceInfo>
  /** The clock; tests set it. */
  now?: () => Date
  /** Whether answers are checked against their schema: for tests and development, it costs time on lists. */
  validateResponses?: boolean
  /** Whether to bring the tables up to date first. Default: embedded yes, Postgres no (`basketball-data migrate`). */
  migrate?: boolean
}

/** A Postgres database whose tables are missing or older than this version. */
export class NotMigrated extends Error {
  override name = 'NotMigrated'
}

const DEFAULT_BASE = 'http://127.0.0.1:3000/v1'

const serviceInfo = ({ name, base = DEFAULT_BASE, docs, pricing }: Partial<ServiceInfo> = {}): ServiceInfo => {
  const home = base.replace(/\/v1$/, '')
  return {
    name: name ?? 'Basketball Data',
    base,
    docs: docs ?? `${home}/docs`,
    pricing: pricing ?? `${home}/docs#plans`,
  }
}

const ready = async (store: Store, migrate: boolean): Promise<void> => {
  if (migrate) await store.migrate()
  else if (!(await isMigrated(store)))
    throw new NotMigrated('The database has no tables of this version yet: run "basketball-data migrate" first.')
}

/** One operation of the contract, as a host mounts it: its path in the router (`games.list`) and its meta. */
export type Operation = { name: string; meta: OperationMeta }

/** tRPC keeps its procedures flat, by path, though its types say nested. */
const flat: AnyRouter = appRouter
const procedures: Record<string, { _def: { meta?: OperationMeta } }> = flat._def.procedures

/** Every operation of the router, in the order of the contract's table. */
export const operations: readonly Operation[] = Object.entries(procedures).map(([name, { _def }]) => {
  if (_def.meta === undefined) throw new TypeError(`operation ${name} has no place in the table of endpoints`)
  return { name, meta: _def.meta }
})

/**
 * Opens the service as a library: storage, ingest, accounts and every operation of the contract.
 *
 * @throws BadDatabase, FolderInUse, NotMigrated when the database cannot be used.
 * @example
 * const core = await createCore({ database: 'memory://' })
 * await core.ingest(bundle)
 * const { data } = await core.caller().games.list({ status: 'final' })
 * await core.close()
 */
export const createCore = async (options: CoreOptions) => {
  const { database, now = () => new Date(), validateResponses = false } = options
  const plans = planTable(options.plans)
  const service = serviceInfo(options.service)
  const store = await openStore(database)
  try {
    await ready(store, options.migrate ?? store.embedded)
    const cursorKey = createSecretKey(await sharedSecret(store, 'cursor'))
    const key = await openSecretsKey(store, options.secretsKey)
    const base = URL.parse(service.base)
    const rules = { allowPrivate: options.allowPrivateWebhooks ?? false, ...(base && { ownHost: hostOf(base) }) }
    const webhooks = { key, rules }
    return assemble({
      store,
      plans,
      service,
      endpoints: operations.length,
      cursorKey,
      now,
      webhooks,
      validateResponses,
    })
  } catch (error) {
    await store.close()
    throw error
  }
}

const rebuildStatistics = (store: Store): Promise<void> =>
  store.transaction(async (tx) => {
    await lockGamesExclusive(tx)
    await rebuildDerived(tx)
  })

type Fixed = Omit<CallerContext, 'caller' | 'acceptsCompressed' | 'idempotencyKey'>

type HostSettings = Partial<Pick<CallerContext, 'endpoints' | 'acceptsCompressed' | 'idempotencyKey'>>

const assemble = (fixed: Fixed) => {
  const { store, plans, service } = fixed
  let closing: Promise<void> | undefined
  const { countCall, refundCall } = createCallCounter(store, plans, service.pricing)
  const context = (caller: Caller, host: HostSettings = {}): CallerContext => ({
    ...fixed,
    acceptsCompressed: false,
    idempotencyKey: null,
    ...host,
    caller,
  })

  return {
    /** The database; for SQL of one's own. */
    store,
    /** What each plan allows: the built-in table with the changes of the options laid over it. */
    plans,
    /** What the service says of itself; addresses that were left out are made from the base. */
    service,
    /**
     * Writes one game with everything the bundle knows about it, all or nothing, and tells webhooks of it. What became
     * of it is the answer: `created`, `updated`, `unchanged`, or `refused` with the reason. It throws only where the
     * database cannot be used.
     */
    ingest: (bundle: GameBundle, options?: IngestOptions) => ingest(store, bundle, options),
    /**
     * Writes the prices of one event of a price feed to the game that it is. The answer is `matched` with the game, or
     * `unmatched` with the reason, which is kept on the list of refusals.
     */
    ingestQuotes: (event: PricedEvent) => ingestEvent(store, event),
    /** Puts a game that could not be read from its feed on the list of refusals. */
    refuse: (source: string, external_id: string, reason: string) =>
      recordRefusal(store, { source, external_id, reason }),
    /** Puts a place, e.g. `games.ndjson line 4`, where no bundle could be read on the list of refusals. */
    refusePlace: (place: string, reason: string) =>
      recordRefusal(store, { source: UNNAMED, external_id: place, reason }),
    /** Takes the places that begin so off the list of refusals, e.g. `games.ndjson line `: before they are read again. */
    forgetPlaces: (beginning: string) => forgetPlaces(store, beginning),
    /** Warnings of all games, by date and game. */
    warnings: () => listWarnings(store),
    /** Refused bundles and unmatched events with the reasons, by source and external id. */
    refusals: () => listRefusals(store),
    /** The identifiers that a source has for records of one kind, by ours; a record of other sources alone is missing. */
    externalIds: (kind: RecordKind, source: string) => selectExternalIds(store, kind, source),
    /** Makes every derived row anew from games and box lines; the same rows that ingest keeps. */
    rebuildStatistics: () => rebuildStatistics(store),
    /** Whether there is any game. */
    isEmpty: () => hasNoGames(store),
    /** Who may call, and on which plan. */
    accounts: {
      /**
       * Makes an account; its e-mail address is kept in lower case.
       * @throws ServiceError bad_request for a text that is no e-mail address, or one that has an account
       */
      create: (account: { email: string; plan: Plan }) => createAccount(store, account),
      /** All accounts, oldest first. */
      list: () => listAccounts(store),
      /** Puts an account on another plan, which holds from its next call on. @throws ServiceError not_found */
      setPlan: (id: string, plan: Plan) => setPlan(store, id, plan),
    },
    /** The keys of accounts. */
    keys: {
      /**
       * Makes a key. `key` is in this answer and never again: what is kept is its fingerprint.
       * @throws ServiceError not_found for an unknown account, bad_request when it has MAX_ACTIVE_KEYS active ones
       */
      create: (account: string) => createKey(store, account),
      /**
       * The keys of an account without the keys themselves, newest first, revoked ones too.
       * @throws ServiceError not_found for an unknown account
       */
      list: (account: string) => listKeys(store, account),
      /** Stops a key at once and for good; a second time changes nothing. @throws ServiceError not_found */
      revoke: (id: string) => revokeKey(store, id),
    },
    /**
     * Finds a key and counts the call against its limits, unless `counts` is false; for hosts. A call over a limit is
     * answered too, with `refused` set to the error to tell.
     * @throws ServiceError unauthorized for what is no key, or no valid one
     */
    countCall,
    /** Takes back a call that was counted and answered 304 or 5xx; one that was not counted is left alone. */
    refundCall,
    /**
     * What an operation works with when `caller` calls it; for hosts, which pass it to the `run` of an operation. With
     * `acceptsCompressed` the answer may be a CompressedResponse.
     */
    context,
    /**
     * Calls operations directly, without key and limits, as an account on `plan` (default complete) would.
     * @example await core.caller().games.get({ id })
     */
    caller: (plan: Plan = 'complete', call: CountedCall | null = null) => createCaller(context({ plan, call })),
    /**
     * Calls operations directly, as an account on its plan: those about webhooks need one.
     * @throws ServiceError not_found for an unknown account
     * @example await (await core.callerOf(account.id)).webhooks.list({})
     */
    callerOf: async (account: string) => {
      const { plan } = await getAccount(store, account)
      return createCaller(context({ plan, call: null, account }))
    },
    /**
     * Delivers events to webhooks until stopped; any number of processes may.
     * @throws BadSecretsKey where there is no key to read the secrets with
     */
    startWorker: (options: WorkerOptions) => {
      const { key, rules } = fixed.webhooks
      if (key === null)
        throw new BadSecretsKey(
          'Webhooks need SECRETS_KEY: 32 random bytes, for instance from "openssl rand -base64 32".',
        )
      return startWorker({ store, key, rules }, options)
    },
    /** Asks the database for a sign of life. @throws when it does not answer */
    ping: () => ping(store),
    /** Closes the database; another time does nothing more. */
    close: (): Promise<void> => (closing ??= store.close()),
  }
}

/** The service as a library. */
export type Core = Awaited<ReturnType<typeof createCore>>
