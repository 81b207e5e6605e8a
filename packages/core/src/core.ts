import { createSecretKey } from 'node:crypto'
import type { Writable } from 'node:stream'
import { readBacklog } from './backlog-queries.ts'
import { createCallCounter } from './accounts/count-call.ts'
import { pruneAudit, selectAudit, type Actor } from './accounts/audit-queries.ts'
import { selectOverviews, type OverviewOptions } from './accounts/overview-queries.ts'
import {
  createAccount,
  createKey,
  createKeyOnce,
  getAccount,
  getAccountOf,
  listAccounts,
  listKeys,
  revokeKey,
  setOperator,
  setPlan,
  type KeyOptions,
} from './accounts/queries.ts'
import { createPageCalls, type PageCalls } from './accounts/page-calls.ts'
import { createSignIn, pruneExpired } from './accounts/sign-in.ts'
import {
  type GameBundle,
  type Plan,
  type PlanChanges,
  planTable,
  type PricedEvent,
  type RecordKind,
} from './contract/index.ts'
import { backupStore } from './backup/backup.ts'
import { selectNewChanges } from './changes/log-queries.ts'
import { recordUnknownChange } from './changes/record-queries.ts'
import { closeUnplayed } from './ingest/close-unplayed.ts'
import { deriveMissingLineUps } from './ingest/derive/line-ups.ts'
import { rebuildDerived } from './ingest/derive/refresh.ts'
import { selectExternalIds } from './ingest/identify/resolve-ids.ts'
import { createIngest, ingestAll, type IngestAllOptions } from './ingest/ingest.ts'
import { ingestEvent } from './ingest/prices/ingest-event.ts'
import { selectProblems, selectSeasonsWithProblems } from './ingest/problems.ts'
import { clearRefusals, listRefusals, recordRefusal, refuseInput } from './ingest/refusals.ts'
import { measureAccuracy } from './line-ups/accuracy.ts'
import { listWarnings } from './ingest/warn/warning.ts'
import { hasNoGames } from './ingest/write/game-row.ts'
import type { CallCounter, InvokeContext } from './invoke.ts'
import type { CountedCall, DeliveryAttempt, ServiceInfo } from './operation.ts'
import { createCaller, operations, operationsByName, router } from './operations.ts'
import {
  appliedMigrations,
  BadDatabase,
  badDatabaseOf,
  getOrCreateSecret,
  isMigrated,
  isPostgres,
  lockGamesExclusive,
  nameOf,
  openStore,
  ping,
  refuseUnknownMigrations,
  type Store,
} from './store/index.ts'
import { openReplicas, type Replicas } from './replicas/replicas.ts'
import { storeStaleStandings } from './standings/stale-queries.ts'
import { createStreams, type StreamSettings } from './streams/streams.ts'
import { withDocs } from './trpc.ts'
import { usageOfAccount } from './usage/of-account.ts'
import { pruneUsage } from './usage/queries.ts'
import { createUsageRecorder } from './usage/recorder.ts'
import { createDeliveries } from './webhooks/deliveries.ts'
import { pruneDeliveries } from './webhooks/maintenance.ts'
import { BadSecretsKey, openSecretsKey, parseSecretsKey, secretsKeyUse } from './webhooks/secrets.ts'
import { hostOf } from './webhooks/target.ts'
import { startWorker, type WorkerOptions } from './webhooks/worker.ts'

/** How to open a core. */
export type CoreOptions = {
  /** `postgres://…`, a folder (created if it does not exist), or `memory://`. */
  database: string
  /** Encrypts the secrets of webhooks: 32 bytes in base64 or hexadecimal. An embedded database generates its own. */
  secretsKey?: string
  /** Lets webhooks reach addresses that are not public, by http and on any port: for development and tests only. */
  allowPrivateWebhooks?: boolean
  /** Days for which an event is stored with its deliveries and their attempts; 30 by default. */
  deliveryDays?: number
  /** Called after every test delivery (`POST /webhooks/{id}/test`). A worker has an `onAttempt` of its own. */
  onTestAttempt?: (attempt: DeliveryAttempt) => void
  /** Changes to the built-in plan table. */
  plans?: PlanChanges
  /**
   * Links that `signIn.request` creates within a minute at most, of all processes that share the database; 300 by default. Half of
   * them at most are for addresses without an account.
   */
  signInLinksPerMinute?: number
  /** How the service describes itself. */
  service?: Partial<ServiceInfo>
  /** Returns the current time; tests replace it. */
  now?: () => Date
  /**
   * Milliseconds until a call of an operation fails if the database does not answer: servers set 2,500, because their
   * callers do not wait for long. By default a statement may take five minutes.
   */
  callDeadline?: number
  /** The address of Postgres itself if `database` leads to a pooler: workers hear of new deliveries through it. */
  directDatabase?: string
  /**
   * Behind a pooler with transaction pooling statements are not prepared, unless this is 'named' because it supports that.
   * 'none' is for a pooler that is not recognized.
   */
  prepare?: 'named' | 'none'
  /** Streaming replicas of the database (`postgres://…`), which answer reads. */
  replicas?: readonly string[]
  /** Milliseconds by which a replica may lag before it is left out. Default: 2000. */
  replicaMaxLag?: number
  /** Called when a replica is used from now on (`reason` is null), and when it is left out. */
  onReplica?: (host: string, reason: Error | null) => void
  /** Called with errors while the changes for open streams are read. The streams go on when the database can be read again. */
  onStreamError?: (error: unknown) => void
  /** For tests: how streams differ from those of production, in milliseconds. */
  streams?: Omit<StreamSettings, 'onError'>
  /**
   * Whether to create or upgrade the tables first. 'upgrade' creates none: a database that must have some may be another one
   * than was meant. Default: true if embedded, false for Postgres (`basketball-data migrate`).
   */
  migrate?: boolean | 'upgrade'
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

/** Refuses what no database can be opened with, before one is created. @throws BadSecretsKey, BadDatabase */
const checkSettings = ({ database, secretsKey, replicas = [] }: CoreOptions): void => {
  if (secretsKey !== undefined) parseSecretsKey(secretsKey)
  if (replicas.length > 0 && !isPostgres(database))
    throw new BadDatabase('An embedded database has no replicas: use postgres://… for both.')
}

/** Checks or migrates the tables. @throws BadDatabase, NotMigrated, or BadSecretsKey before a table is changed */
const ready = async (store: Store, { migrate = store.embedded, secretsKey }: Partial<CoreOptions>): Promise<void> => {
  await refuseUnknownMigrations(store)
  const isInMemory = store.embedded && store.folder === null
  const isNew = (await appliedMigrations(store)).length === 0
  if (!isNew) await secretsKeyUse(store, secretsKey)
  else if (migrate !== true && !isInMemory)
    throw new NotMigrated(
      `The ${await nameOf(store)} has no tables yet: create them with "basketball-data migrate", or name another database.`,
    )
  if (migrate !== false) {
    await store.migrate()
    await deriveMissingLineUps(store)
  } else if (!(await isMigrated(store)))
    throw new NotMigrated(
      `The ${await nameOf(store)} has tables of an older version: upgrade them with "basketball-data migrate".`,
    )
}

/** Days for which deliveries are stored. */
const DELIVERY_DAYS = 30
/** The share of the time of a call that one of its statements may take. */
const STATEMENT_SHARE = 0.8
/** Milliseconds in which the statements of a worker are answered: shorter than its leases, which it renews. */
const WORKER_DEADLINE = 2000
/** The share of the time of a call that it may spend on a replica before the primary answers it. */
const REPLICA_SHARE = 0.4
/** Milliseconds of that for calls without a deadline. */
const REPLICA_DEADLINE = 5000
/** Rows of a list of accounts, of an audit log, or of what imports have refused: by default, and at most. */
const ROWS = 100
const MAX_ROWS = 500
/** Milliseconds by which a replica may lag. */
const REPLICA_MAX_LAG = 2000

/**
 * Opens the service as a library: storage, ingest, accounts and every operation of the contract.
 *
 * @throws BadDatabase, FolderInUse, NotMigrated or BadSecretsKey if the database cannot be used.
 * @example
 * const core = await createCore({ database: 'memory://' })
 * await core.ingest(bundle)
 * const { data } = await core.caller().games.list({ status: 'final' })
 * await core.close()
 */
export const createCore = async (options: CoreOptions) => {
  const { database, callDeadline, directDatabase, prepare, migrate = true } = options
  checkSettings(options)
  const store = await openStore(database, {
    ...(callDeadline !== undefined && { countingDeadline: callDeadline * STATEMENT_SHARE }),
    directDatabase,
    prepare,
    migrated: migrate === true,
  })
  return createCoreOn(store, options)
}

/** Opens the service on an open database, which is closed with it, or if it cannot be used. */
export const createCoreOn = async (store: Store, options: Omit<CoreOptions, 'database'>) => {
  const { now = () => new Date(), onTestAttempt = () => {} } = options
  const { callDeadline = null } = options
  const plans = planTable(options.plans)
  const service = serviceInfo(options.service)
  try {
    await ready(store, options)
    const secret = await getOrCreateSecret(store, 'cursor')
    const key = await openSecretsKey(store, options.secretsKey)
    const base = URL.parse(service.base)
    const rules = {
      allowPrivate: options.allowPrivateWebhooks ?? false,
      ...(base?.port === '' && { ownHost: hostOf(base) }),
    }
    const replicas = replicasOf(options, secret)
    const callStore = callDeadline === null ? store : store.withDeadline(callDeadline * STATEMENT_SHARE)
    return assemble(
      store,
      {
        replicas,
        store: callStore,
        callDeadline,
        plans,
        service,
        cursorKey: createSecretKey(secret),
        now,
        webhooks: { key, rules, deliveryDays: options.deliveryDays ?? DELIVERY_DAYS, onTestAttempt },
        streams: createStreams(callStore, { ...options.streams, onError: options.onStreamError }),
      },
      options,
    )
  } catch (error) {
    await store.close()
    throw badDatabaseOf(error) ?? error
  }
}

const replicasOf = (options: Omit<CoreOptions, 'database'>, secret: Uint8Array): Replicas | null => {
  const {
    replicas = [],
    replicaMaxLag: maxLag = REPLICA_MAX_LAG,
    onReplica: onChange = () => {},
    callDeadline,
  } = options
  if (replicas.length === 0) return null
  const deadline = callDeadline === undefined ? REPLICA_DEADLINE : callDeadline * REPLICA_SHARE
  return openReplicas(replicas, { maxLag, deadline, secret, onChange })
}

/** The rows that a list has if `limit` of them are asked for. */
const rows = (limit = ROWS): number => Math.min(limit, MAX_ROWS)

const rebuildStatistics = (store: Store): Promise<void> =>
  store.transaction(async (tx) => {
    await lockGamesExclusive(tx)
    await rebuildDerived(tx)
    await recordUnknownChange(tx)
  })

/** The settings of a call that the transport decides, or the code that embeds the core. */
type CallSettings = Partial<Omit<InvokeContext, keyof CoreSettings | 'usage'>>

type CoreSettings = Pick<
  InvokeContext,
  'store' | 'replicas' | 'plans' | 'service' | 'cursorKey' | 'now' | 'webhooks' | 'streams' | 'callDeadline'
>

/** Passes a call that was counted earlier on to the operations; what has changed since then is not known. */
const counterOf = (call: CountedCall): CallCounter => ({
  count: async () => ({ ...call, change: null }),
  refund: async () => {},
})

/** Counts calls of somebody who is signed in and has no key: those that create something, or send to a receiver. */
const pageCounter = (pageCalls: PageCalls, account: string): CallCounter => ({
  count: async ({ method }) => {
    if (method === 'POST') await pageCalls.count(account)
    return null
  },
  refund: async () => {},
})

/** @param store the database for all that is not a call, and waits longer than a call may */
const assemble = (
  store: Store,
  settings: CoreSettings,
  { signInLinksPerMinute }: Pick<CoreOptions, 'signInLinksPerMinute'>,
) => {
  const { plans, service, now } = settings
  let closing: Promise<void> | undefined
  const ingest = createIngest(store, now)
  const { countCall, refundCall } = createCallCounter(store, plans, service.pricing)
  const usage = createUsageRecorder(settings.store)
  const pageCalls = createPageCalls(settings.store, plans)
  const context = (call: CallSettings = {}): InvokeContext => ({
    usage,
    counter: null,
    plan: 'complete',
    account: null,
    by: null,
    endpoints: operations.length,
    operations: operationsByName,
    idempotencyKey: null,
    ending: null,
    responseCache: null,
    decimals: null,
    ...settings,
    ...call,
  })

  const close = async (): Promise<void> => {
    await settings.streams.close()
    await usage.flush()
    await Promise.all([settings.replicas?.close(), store.close()])
  }

  return {
    /** The database, for your own SQL. */
    store,
    /** The limits of each plan: the built-in table with the changes of the options. */
    plans,
    /** How the service describes itself; addresses that were left out are derived from the base. */
    service,
    /**
     * Writes everything a bundle has about one game, in one transaction, and enqueues its events for webhooks and streams. The outcome is
     * `created`, `updated`, `unchanged`, or `refused` with the reason. It throws only if the database cannot be used. Calls
     * that wait for each other share a transaction, so do not wait for one running game before you write the next.
     */
    ingest,
    /**
     * Ingests any number of games, several in one transaction, while the next ones are read: for imports. It yields an
     * outcome for each bundle in their order, once it is stored; what is stored is the same as by `ingest` one by one.
     * @example for await (const { outcome } of core.ingestAll(bundles, { notify: false })) count(outcome)
     */
    ingestAll: (bundles: Iterable<GameBundle> | AsyncIterable<GameBundle>, options?: IngestAllOptions) =>
      ingestAll(store, now, bundles, options),
    /**
     * Gives no result to every game that is still scheduled 30 days after its day, and returns their number. The worker
     * does so every hour. A late report still makes such a game final.
     */
    closeUnplayed: () => closeUnplayed(store, now()),
    /**
     * Finds the game of one event of a price feed and writes its prices. The outcome is `matched` with the game, or
     * `unmatched` with the reason, which is added to the list of refusals.
     */
    ingestQuotes: (event: PricedEvent) => ingestEvent(store, event),
    /** Adds a game that could not be read from its feed to the list of refusals. */
    refuse: (source: string, external_id: string, reason: string) =>
      recordRefusal(store, { source, external_id, reason }),
    /** Adds input that could not be read to the list of refusals, by its location, e.g. `games.ndjson line 4`. */
    refuseInput: (location: string, reason: string) => refuseInput(store, location, reason),
    /** Deletes the refusals whose location begins with `prefix`, e.g. `games.ndjson line `: before importing them again. */
    clearRefusals: (prefix: string) => clearRefusals(store, prefix),
    /** Warnings of all games, or those with a code, by date and game. */
    warnings: (filter: { code?: string | undefined } = {}) => listWarnings(store, filter),
    /** Refused bundles and unmatched events with the reasons, by source and external id. */
    refusals: () => listRefusals(store),
    /** The identifiers of a source for records of one kind, by our identifier. Records without one are missing. */
    externalIds: (kind: RecordKind, source: string) => selectExternalIds(store, kind, source),
    /** Rebuilds every derived row from games and box lines; ingest maintains the same rows. */
    rebuildStatistics: () => rebuildStatistics(store),
    /**
     * Measures the line-ups of every season with a play-by-play against box scores and the plus/minus of the feed, season by
     * season, with each game that is not exact and why. It changes nothing.
     */
    accuracy: () => measureAccuracy(store),
    /**
     * Stores the standings of every season whose games have changed; call it after an import. Otherwise the next call for
     * the standings of a season computes them.
     */
    refreshStandings: () => storeStaleStandings(store),
    /**
     * Writes a backup of the database to a stream while others use it, ends the stream, and returns the number of rows of
     * each table. `restoreDatabase` restores it. The backup contains secrets.
     * @example await core.backup(createWriteStream('basketball.backup', { mode: 0o600 }))
     */
    backup: (output: Writable) => backupStore(store, output),
    /** Whether the database contains no game. */
    isEmpty: () => hasNoGames(store),
    /** What imports have refused or warned of, for those who run the service. */
    imports: {
      /** The seasons with refusals and warnings, and how many; refused input whose season is unknown first. */
      seasons: () => selectSeasonsWithProblems(settings.store),
      /**
       * Refusals and warnings of a season, or of input without one (null), from `offset` on: `limit` of them, by default 100, at
       * most 500.
       */
      problems: (season: string | null, { offset = 0, limit }: { offset?: number; limit?: number } = {}) =>
        selectProblems(settings.store, season, { offset, limit: rows(limit) }),
    },
    /**
     * The accounts and their plans. `by` is the account that is signed in, for the audit log; without it, the command line
     * or an embedding app has done it.
     */
    accounts: {
      /**
       * Creates an account; its e-mail address is stored in lower case, with the domain in ASCII. An operator sees all accounts on the account pages.
       * @throws ServiceError bad_request for an invalid e-mail address, or one that has an account
       */
      create: (account: { email: string; plan: Plan; operator?: boolean; by?: Actor }) => createAccount(store, account),
      /** One account. @throws ServiceError not_found */
      get: (id: string) => getAccount(settings.store, id),
      /** The account of an e-mail address, in any spelling. @throws ServiceError not_found */
      getOf: (email: string) => getAccountOf(settings.store, email),
      /** All accounts, oldest first. */
      list: () => listAccounts(store),
      /**
       * Accounts with their calls, keys and webhooks, by e-mail address: those with `search` in their address or as their id,
       * behind the address `after`; `limit` of them, by default 100, at most 500.
       */
      overview: (options: OverviewOptions = {}) =>
        selectOverviews(settings.store, { ...options, limit: rows(options.limit) }),
      /** Changes the plan of an account, from its next call on. @throws ServiceError not_found */
      setPlan: (id: string, plan: Plan, options?: { by?: Actor }) => setPlan(settings.store, id, plan, options),
      /** Makes an account an operator, or takes that back: effective at once. @throws ServiceError not_found */
      setOperator: (id: string, operator: boolean, options?: { by?: Actor }) =>
        setOperator(settings.store, id, operator, options),
      /**
       * The audit log of an account, of the last 400 days, newest first, before the action with the number `before`: `limit` of them, by default 100,
       * at most 500.
       */
      log: (id: string, { before, limit }: { before?: number | undefined; limit?: number | undefined } = {}) =>
        selectAudit(settings.store, id, { before, limit: rows(limit) }),
    },
    /** Signs account holders in, on the account pages or on pages of your own. */
    signIn: createSignIn(settings.store, signInLinksPerMinute),
    /** The keys of accounts. */
    keys: {
      /**
       * Creates a key and returns it, only this once: the database stores its fingerprint.
       * @throws ServiceError not_found for an unknown account; bad_request if it has MAX_ACTIVE_KEYS active keys, or for a
       *   name that is too long or has characters that are not seen; with `by`, rate_limited if the account has used the
       *   calls a minute of its plan
       */
      create: async (account: string, options: KeyOptions = {}) => {
        if ((options.by ?? null) !== null) await pageCalls.count(account)
        return createKey(settings.store, account, options)
      },
      /**
       * Creates a key as `create` does, once for an idempotency key of the account, such as that of a form; null if it was
       * created before.
       */
      createOnce: async (account: string, idempotencyKey: string, options: KeyOptions = {}) => {
        if ((options.by ?? null) !== null) await pageCalls.count(account)
        return createKeyOnce(settings.store, account, idempotencyKey, options)
      },
      /**
       * Lists the keys of an account, newest first, revoked ones included. The keys themselves are not part of it.
       * @throws ServiceError not_found for an unknown account
       */
      list: async (account: string) => {
        await usage.flush()
        return listKeys(settings.store, account)
      },
      /**
       * Revokes a key, effective immediately. Repeating it changes nothing.
       * @throws ServiceError not_found, also if `account` is set and the key belongs to another one
       */
      revoke: (id: string, options?: { account?: string; by?: Actor }) => revokeKey(settings.store, id, options),
    },
    /** What accounts have used, by day, endpoint and key. */
    usage: {
      /**
       * The usage of an account on the last 90 days: exact by day, and by endpoint and key as of at most 5 s ago.
       * @throws ServiceError not_found for an unknown account
       */
      ofAccount: async (account: string) => {
        await usage.flush()
        return usageOfAccount(settings.store, plans, account)
      },
    },
    /** What the urls of webhooks may be: private addresses, by http and on any port, are refused unless the options allow them. */
    webhookRules: { allowPrivate: settings.webhooks.rules.allowPrivate },
    /** What was sent to the webhooks of accounts, and sending it again. The webhooks themselves: `callerOf(account).webhooks`. */
    deliveries: createDeliveries(settings.store, pageCalls),
    /**
     * Finds a key and counts a call against its limits, unless `counts` is false. A call over a limit is returned too,
     * with `refused` set to the error.
     * @throws ServiceError unauthorized for a malformed, unknown or revoked key
     */
    countCall,
    /** Refunds a counted call, for responses that do not count (304 and 5xx); returns what the key has used after that. */
    refundCall: (call: CountedCall) => {
      usage.refund(call)
      return refundCall(call)
    },
    /**
     * The tRPC router of this service, to be served with `context()` as the context of its calls.
     * @example fetchRequestHandler({ endpoint: '/trpc', req, router: core.router, createContext: () => core.context() })
     */
    router: withDocs(router, service),
    /** The context that `invoke` and the tRPC router work with. Without settings the call has plan complete and no limits. */
    context,
    /**
     * Calls operations directly: on a plan (default complete) without key and limits, or as the key of a call that
     * `countCall` has counted. The functions reject with a ServiceError. They never refund the counted call: pass it to
     * `refundCall` if its response does not count.
     * @example await core.caller().games.get({ id })
     */
    caller: (as: Plan | CountedCall = 'complete') =>
      createCaller(context(typeof as === 'string' ? { plan: as } : { counter: counterOf(as) })),
    /**
     * Calls operations directly as an account, which those about webhooks need, on its plan. `by` is the account that
     * is signed in, for the audit log: what it creates or sends counts towards the calls a minute of the plan, and is
     * rate_limited over them. `idempotencyKey` is that of every call.
     * @throws ServiceError not_found for an unknown account
     * @example await (await core.callerOf(account.id)).webhooks.list()
     */
    callerOf: async (
      account: string,
      { by = null, idempotencyKey = null }: { by?: Actor; idempotencyKey?: string | null } = {},
    ) => {
      const { plan } = await getAccount(store, account)
      const counter = by === null ? null : pageCounter(pageCalls, account)
      return createCaller(context({ plan, account, by, idempotencyKey, counter }))
    },
    /**
     * Delivers events to webhooks until stopped, in any number of processes.
     * @throws BadSecretsKey without a key to decrypt the secrets with
     */
    startWorker: (options: WorkerOptions) => {
      const { key, rules, deliveryDays } = settings.webhooks
      if (key === null)
        throw new BadSecretsKey(
          'Webhooks need SECRETS_KEY: the one that the database was used with before, or else 32 random bytes, for instance from "openssl rand -base64 32".',
        )
      const workerStore = store.withDeadline(WORKER_DEADLINE)
      return startWorker(
        {
          store: workerStore,
          key,
          rules,
          hourly: [
            pruneDeliveries(workerStore, deliveryDays),
            () => closeUnplayed(store, now()),
            (signal) => pruneUsage(workerStore, signal),
            () => pruneExpired(workerStore),
            (signal) => pruneAudit(workerStore, signal),
          ],
        },
        options,
      )
    },
    /**
     * What has changed after a change number, for caches: the tags of the changed parts, `<record id> <part>`, or null if there
     * are more than `limit`. It waits no longer than a call does.
     */
    readChanges: (after: number, limit: number) => selectNewChanges(settings.store, after, limit),
    /** The number of streams that this process has open. */
    openStreams: () => settings.streams.open(),
    /** Deliveries that wait, and what followers have spent of their budgets, over all processes. */
    backlog: () => readBacklog(settings.store),
    /** Sends the database an empty query. @throws if it does not answer within a second */
    ping: () => ping(settings.store),
    /** Ends all streams, writes the usage that is in memory, and closes the database. Repeating it does nothing. */
    close: (): Promise<void> => (closing ??= close()),
  }
}

/** The service as a library. */
export type Core = Awaited<ReturnType<typeof createCoreOn>>
