import { createSecretKey } from 'node:crypto'
import type { Writable } from 'node:stream'
import { createAccounts, createAuditLog, createKeys, createWriteKeys } from './accounts/accounts.ts'
import { createPageCalls } from './accounts/page-calls.ts'
import { WRITES_PER_MINUTE } from './accounts/writers.ts'
import { createSignIn, type SignInOptions } from './accounts/sign-in.ts'
import { backupStore } from './backup/backup.ts'
import { createCallers } from './callers.ts'
import { type CoreSettings, describeService, type ServiceInfo } from './calls/context.ts'
import { selectNewChanges } from './changes/log-queries.ts'
import { getCurrentTime, planTable, type PlanChanges, type ReadSheets } from './contract/index.ts'
import { createDeliveries } from './deliveries/deliveries.ts'
import { parseSecretsKey } from './deliveries/secrets.ts'
import { openWebhookSettings, type WebhookOptions } from './deliveries/settings.ts'
import type { WorkerOptions } from './deliveries/worker.ts'
import { createIngestion } from './ingest/ingestion.ts'
import { reportForecasts } from './forecasts/report.ts'
import { sealDueDays } from './forecasts/seal.ts'
import { measureAccuracy } from './line-ups/accuracy-queries.ts'
import { readBacklog } from './maintenance/backlog-queries.ts'
import { startMaintenance, startWorker } from './maintenance/worker.ts'
import { prepareDatabase, type MigrationOptions } from './prepare-database.ts'
import { openCoreReplicas, type ReplicaOptions } from './replicas/replicas.ts'
import {
  BadDatabase,
  toBadDatabase,
  getOrCreateSecret,
  isPostgres,
  findFolder,
  openStore,
  ping,
  type Store,
} from './store/index.ts'
import { createStreams, type CoreStreamOptions } from './streams/streams.ts'
import { createUsage } from './usage/of-account.ts'
import { createUsageRecorder } from './usage/recorder.ts'
import { createCorrections } from './writing/corrections.ts'

/** How to open a core. */
export type CoreOptions = MigrationOptions &
  WebhookOptions &
  SignInOptions &
  ReplicaOptions &
  CoreStreamOptions & {
    /** `postgres://…`, a folder (created if it does not exist), or `memory://`. */
    database: string
    /** Changes to the built-in plan table. */
    plans?: PlanChanges
    /** Calls that a write key may make within a minute; 300 by default. */
    writesPerMinute?: number
    /**
     * Reads the sheets that operators import on the account pages and that write keys upload: `readSheets` of
     * @basketball-data/feeds/sheets. Without it, neither is possible.
     */
    readSheets?: ReadSheets
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
  }

/** Refuses what no database can be opened with, before one is created. @throws BadSecretsKey, BadDatabase */
const checkSettings = ({ database, secretsKey, replicas = [] }: CoreOptions): void => {
  if (secretsKey !== undefined) parseSecretsKey(secretsKey)
  if (replicas.length > 0 && !isPostgres(database))
    throw new BadDatabase('An embedded database has no replicas: use postgres://… for both.')
}

/** The share of the time of a call that one of its statements may take. */
const STATEMENT_SHARE = 0.8

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
    migrated: migrate === true || (migrate === 'upgrade' && findFolder(database) === undefined), // memory is always new
  })
  return createCoreOn(store, options)
}

/** Opens the service on an open database, which is closed with it, or if it cannot be used. */
export const createCoreOn = async (store: Store, options: Omit<CoreOptions, 'database'>) => {
  try {
    await prepareDatabase(store, options)
    return assemble(store, await openSettings(store, options), options)
  } catch (error) {
    await store.close()
    throw toBadDatabase(error) ?? error
  }
}

const openSettings = async (store: Store, options: Omit<CoreOptions, 'database'>): Promise<CoreSettings> => {
  const { callDeadline, now = getCurrentTime } = options
  const secret = await getOrCreateSecret(store, 'cursor')
  const callStore = callDeadline === undefined ? store : store.withDeadline(callDeadline * STATEMENT_SHARE)
  const service = describeService(options.service)
  return {
    store: callStore,
    callDeadline: callDeadline ?? null,
    plans: planTable(options.plans),
    service,
    cursorKey: createSecretKey(secret),
    now,
    webhooks: await openWebhookSettings(store, options, service.base),
    readSheets: options.readSheets ?? null,
    replicas: openCoreReplicas(options, callDeadline, secret),
    streams: createStreams(callStore, { ...options.streams, onError: options.onStreamError }),
  }
}

/** @param store the database for all that is not a call, and waits longer than a call may */
const assemble = (
  store: Store,
  settings: CoreSettings,
  {
    signInLinksPerMinute,
    writesPerMinute = WRITES_PER_MINUTE,
  }: Pick<CoreOptions, 'signInLinksPerMinute' | 'writesPerMinute'>,
) => {
  const { plans, service, now, webhooks, streams, replicas, readSheets, store: callStore } = settings
  const recorder = createUsageRecorder(callStore)
  const pageCalls = createPageCalls(callStore, plans)
  const callers = createCallers(store, settings, { usage: recorder, pageCalls, writesPerMinute })
  let closing: Promise<void> | undefined

  const close = async (): Promise<void> => {
    await streams.close()
    await recorder.flush()
    await Promise.all([replicas?.close(), store.close()])
  }

  return {
    /** The database, for your own SQL. */
    store,
    /** The limits of each plan: the built-in table with the changes of the options. */
    plans,
    /** Reads uploaded sheets, as the options say; null: the service reads none. */
    readSheets,
    /** How the service describes itself; addresses that were left out are derived from the base. */
    service,
    ...createIngestion(store, callStore, now),
    ...createCorrections(store, callStore, now),
    /**
     * Measures the line-ups of every season with a play-by-play against box scores and the plus/minus of the feed, season by
     * season, with each game that is not exact and why. It changes nothing.
     */
    accuracy: () => measureAccuracy(store),
    /**
     * Measures the forecasts of every season: the sealed ones, and those that would have been made from the results of earlier days.
     * Returns docs/forecasts.md for this database, in Markdown. It changes nothing, and takes about a minute for ten seasons.
     */
    reportForecasts: () => reportForecasts(store.db),
    /**
     * Forecasts the games of each day that begins within two hours, and seals them, as a worker does every hour. Returns the number of
     * days that it sealed.
     */
    sealForecasts: () => sealDueDays(store, now()),
    /**
     * Writes a backup of the database to a stream while others use it, ends the stream, and returns the number of rows of
     * each table. `restoreDatabase` restores it. The backup contains secrets.
     * @example await core.backup(createWriteStream('basketball.backup', { mode: 0o600 }))
     */
    backup: (output: Writable) => backupStore(store, output),
    accounts: createAccounts(store, callStore),
    /** Signs account holders in, on the account pages or on pages of your own. */
    signIn: createSignIn(callStore, signInLinksPerMinute),
    keys: createKeys(callStore, pageCalls, recorder.flush),
    writeKeys: createWriteKeys(callStore),
    /**
     * What was done to the service as a whole, its write keys and its games, in the last 400 days, as `accounts.log` lists what was
     * done to an account.
     */
    auditLog: createAuditLog(callStore),
    usage: createUsage(callStore, plans, recorder),
    /** What the urls of webhooks may be: private addresses, by http and on any port, are refused unless the options allow them. */
    webhookRules: { allowPrivate: webhooks.rules.allowPrivate },
    /** What was sent to the webhooks of accounts, and sending it again. The webhooks themselves: `callerFor(account).webhooks`. */
    deliveries: createDeliveries(callStore, pageCalls),
    ...callers,
    /**
     * Delivers events to webhooks until stopped, in any number of processes.
     * @throws BadSecretsKey without a key to decrypt the secrets with
     */
    startWorker: async (options: WorkerOptions) => startWorker(store, webhooks, now, options),
    /**
     * Does the hourly work of a worker, such as sealing forecasts and giving unplayed games no result, in a process that has no key
     * for `startWorker`.
     */
    startMaintenance: (options: Pick<WorkerOptions, 'sendEmail' | 'onError'>) =>
      startMaintenance(store, webhooks, now, options),
    /**
     * What has changed after a change number, for caches: the tags of the changed parts, `<record id> <part>`, or null if there
     * are more than `limit`. It waits no longer than a call does.
     */
    readChanges: (after: number, limit: number) => selectNewChanges(callStore, after, limit),
    /** The number of streams that this process has open. */
    openStreams: () => streams.open(),
    /** Deliveries that wait, and what followers have spent of their budgets, over all processes. */
    backlog: () => readBacklog(callStore),
    /** Sends the database an empty query. @throws if it does not answer within a second */
    ping: () => ping(callStore),
    /** Ends all streams, writes the usage that is in memory, and closes the database. Repeating it does nothing. */
    close: (): Promise<void> => (closing ??= close()),
  }
}

/** The service as a library. */
export type Core = Awaited<ReturnType<typeof createCoreOn>>
