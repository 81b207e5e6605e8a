import { statfs } from 'node:fs/promises'
import { isMigrated, openSnapshot, refuseUnknownMigrations, type Store } from '../store/index.ts'
import { BadSecretsKey, secretsKeyUse } from '../webhooks/secrets.ts'
import { examineReplica } from './examine-replica.ts'
import { finding, type Finding } from './finding.ts'
import { readBloatedTables, readClock, readOverdueDeliveries, readServer } from './health-queries.ts'

/** Which database to examine, as the settings of the service name it. */
export type ExaminedDatabase = {
  /** `postgres://…`, or a folder that holds a database. */
  database: string
  directDatabase?: string | undefined
  prepare?: 'named' | 'none' | undefined
  secretsKey?: string | undefined
  /** Streaming replicas, `postgres://…`. */
  replicas?: readonly string[]
  /** Milliseconds by which a replica may lag. */
  replicaMaxLag?: number
}

const MIN_VERSION = 140_000
/** Milliseconds for the answer to a question. */
const DEADLINE = 10_000
/** Connections that a process of `serve` with a worker opens. */
const CONNECTIONS_OF_A_PROCESS = 34
/** Milliseconds by which the clocks may differ. Receivers of webhooks refuse signatures that are minutes old. */
const CLOCK_WARNING = 2000
const CLOCK_PROBLEM = 60_000
/** Bytes that should be free on the disk of an embedded database, and those without which it soon stops. */
const FREE_WARNING = 2 ** 30
const FREE_PROBLEM = 2 ** 27

const examineServer = async (store: Store): Promise<Finding[]> => {
  if (store.embedded) return [finding.ok('database', `The folder ${store.folder ?? 'in memory'} can be opened.`)]
  const { version, number, max_connections, used_connections, autovacuum } = await readServer(store)
  const free = max_connections - used_connections
  return [
    number < MIN_VERSION
      ? finding.problem('database', `It is Postgres ${version}.`, 'Upgrade it to Postgres 14 or newer.')
      : finding.ok('database', `It is Postgres ${version}, and can be reached.`),
    free < CONNECTIONS_OF_A_PROCESS
      ? finding.warning(
          'connections',
          `${used_connections} of ${max_connections} connections are in use; a process opens up to ${CONNECTIONS_OF_A_PROCESS}.`,
          'Raise max_connections, stop processes, or put a pooler in front of the database.',
        )
      : finding.ok('connections', `${used_connections} of ${max_connections} connections are in use.`),
    ...(autovacuum
      ? []
      : [
          finding.warning(
            'autovacuum',
            'It is off, so tables grow for ever.',
            'Set autovacuum = on in postgresql.conf.',
          ),
        ]),
    ...(store.listens
      ? []
      : [
          finding.warning(
            'pooler',
            'The pooler passes on no notifications, so workers and streams look for news every second.',
            'Set DATABASE_DIRECT_URL to the address of Postgres itself.',
          ),
        ]),
  ]
}

const examineClock = async (store: Store): Promise<Finding> => {
  const before = Date.now()
  const theirs = await readClock(store)
  const after = Date.now()
  const ahead = theirs < before ? before - theirs : Math.max(0, theirs - after)
  const by = `${(ahead / 1000).toFixed(1)} s ${theirs < before ? 'ahead of' : 'behind'}`
  if (ahead <= CLOCK_WARNING) return finding.ok('clock', 'This machine and the database have the same time.')
  const report = ahead > CLOCK_PROBLEM ? finding.problem : finding.warning
  return report('clock', `This machine is ${by} the database.`, 'Have both set their clocks by NTP.')
}

const examineTables = async (store: Store): Promise<Finding> => {
  await refuseUnknownMigrations(store)
  return (await isMigrated(store))
    ? finding.ok('tables', 'They are those of this version.')
    : finding.problem('tables', 'They are missing or older than this version.', 'Run "basketball-data migrate".')
}

const THE_FIRST_KEY = 'Set it to the key that the database was first used with.'

/** A wrong key is found, not thrown: whoever asks wants to know the rest too. */
const useOf = (store: Store, secretsKey: string | undefined) =>
  secretsKeyUse(store, secretsKey).catch((error: unknown) => {
    if (error instanceof BadSecretsKey) return error
    throw error
  })

const examineSecretsKey = async (store: Store, secretsKey: string | undefined): Promise<Finding> => {
  const use = await useOf(store, secretsKey)
  if (use instanceof BadSecretsKey) return finding.problem('secrets key', use.message, THE_FIRST_KEY)
  switch (use) {
    case 'own':
      return finding.ok('secrets key', 'The folder has a key of its own.')
    case 'matches':
      return finding.ok('secrets key', 'It is the one that the database was used with.')
    case 'new':
      return finding.ok('secrets key', 'The database has not been used with a key yet; it will accept only this one.')
    case 'missing':
      return finding.warning(
        'secrets key',
        'SECRETS_KEY is not set, so webhooks are off.',
        'Set it to 32 random bytes, for instance from "openssl rand -base64 32".',
      )
    case 'lost':
      return finding.problem(
        'secrets key',
        'The database was used with a SECRETS_KEY, which is not set.',
        THE_FIRST_KEY,
      )
  }
}

const examineDeliveries = async (store: Store): Promise<Finding> => {
  const { count, minutes } = await readOverdueDeliveries(store)
  return count === 0
    ? finding.ok('deliveries', 'None has been due for more than five minutes.')
    : finding.warning(
        'deliveries',
        `${count.toLocaleString('en')} have been due for more than five minutes, the oldest for ${minutes}.`,
        'Start "basketball-data worker", or "serve" without --no-worker.',
      )
}

const examineBloat = async (store: Store): Promise<Finding> => {
  const [worst, ...others] = await readBloatedTables(store)
  if (worst === undefined) return finding.ok('dead rows', 'Autovacuum keeps up.')
  const more = others.length === 0 ? '' : ` and ${others.length} more tables`
  return finding.warning(
    'dead rows',
    `The table ${worst.name} has ${worst.dead.toLocaleString('en')} dead rows beside ${worst.live.toLocaleString('en')} live ones${more}.`,
    'Run "vacuum (analyze)", and look for transactions that stay open for hours.',
  )
}

const examineDisk = async (folder: string): Promise<Finding> => {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const size = free < 2 ** 30 ? `${Math.floor(free / 2 ** 20)} MB` : `${(free / 2 ** 30).toFixed(1)} GB`
  const message = `${size} are free where the folder is.`
  if (free >= FREE_WARNING) return finding.ok('disk', message)
  const report = free < FREE_PROBLEM ? finding.problem : finding.warning
  return report('disk', message, 'Free some space, or move the folder.')
}

/**
 * Examines a database without changing it: its server, tables, clock, secrets key, overdue deliveries, dead rows, replicas,
 * and the disk of a folder.
 *
 * @throws BadDatabase, FolderInUse, or the driver's error if it cannot be opened
 */
export const examineDatabase = async ({
  database,
  directDatabase,
  prepare,
  secretsKey,
  replicas = [],
  replicaMaxLag = 2000,
}: ExaminedDatabase): Promise<Finding[]> => {
  const opened = await openSnapshot(database, { directDatabase, prepare })
  const store = opened.withDeadline(DEADLINE)
  try {
    const findings = [...(await examineServer(store)), await examineClock(store)]
    if (store.folder !== null) findings.push(await examineDisk(store.folder))
    const tables = await examineTables(store)
    findings.push(tables)
    if (tables.status === 'ok')
      findings.push(
        await examineSecretsKey(store, secretsKey),
        await examineDeliveries(store),
        await examineBloat(store),
      )
    for (const replica of replicas) findings.push(await examineReplica(replica, store, replicaMaxLag))
    return findings
  } finally {
    await opened.close()
  }
}
