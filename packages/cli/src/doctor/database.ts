import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  BadSecretsKey,
  FolderInUse,
  isMigrated,
  isMissingFolder,
  isPostgres,
  openSnapshot,
  openStore,
  pathsOf,
  readWaitingDeliveries,
  refuseUnknownMigrations,
  secretsKeyUse,
} from '@basketball-data/core'
import type { Config } from '../config.ts'
import { counted } from '../terminal.ts'
import { examineDisk, formatBytes, hasRoomForCopy, readDisk, type Disk } from './disk.ts'
import { examineSubject, finding, type Finding } from './finding.ts'
import {
  DEADLINE,
  readBloatedTables,
  readClock,
  readDataCounts,
  readServer,
  type Server,
  type Store,
} from './queries.ts'
import { examineReplica } from './replica.ts'

const MIN_VERSION = 140_000
/** Minutes after which a delivery that is due counts as forgotten. */
const FORGOTTEN_AFTER = 5
/** Connections that a process of `serve` with a worker opens. */
const CONNECTIONS_OF_A_PROCESS = 37
/** Milliseconds by which the clocks may differ. Receivers of webhooks refuse signatures that are minutes old. */
const CLOCK_WARNING = 2000
const CLOCK_PROBLEM = 60_000

/** Whether the server has a version that works, and whether calls can be counted in it. */
const examineVersion = ({ version, number, in_recovery, read_only }: Server): Finding => {
  if (number < MIN_VERSION)
    return finding.problem('database', `It is Postgres ${version}.`, 'Upgrade it to Postgres 14 or newer.')
  if (in_recovery)
    return finding.problem(
      'database',
      `It is Postgres ${version}, a standby in recovery, and accepts no writes, so no call can be counted.`,
      'Set DATABASE_URL to the primary, or promote this server.',
    )
  if (read_only)
    return finding.problem(
      'database',
      `It is Postgres ${version}, and accepts no writes, so no call can be counted.`,
      'Set default_transaction_read_only to off for the server, the database and its user; first free some space if a full disk is the reason.',
    )
  return finding.ok('database', `It is Postgres ${version}, and can be reached.`)
}

const examineServer = async (store: Store): Promise<Finding[]> => {
  if (store.embedded) return [finding.ok('database', `The folder ${store.folder ?? 'in memory'} can be opened.`)]
  const server = await readServer(store)
  const { max_connections, used_connections, autovacuum } = server
  const free = max_connections - used_connections
  return [
    examineVersion(server),
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

const examineSecretsKey = async (store: Store, secretsKey: string | undefined): Promise<Finding> => {
  const use = await secretsKeyUse(store, secretsKey).catch((error: unknown) => {
    if (error instanceof BadSecretsKey) return error
    throw error
  })
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
  const { waiting, overdue } = await readWaitingDeliveries(store)
  const minutes = Math.floor(overdue / 60)
  return minutes < FORGOTTEN_AFTER
    ? finding.ok(
        'deliveries',
        'None has been due for five minutes, but for those that wait for others to a slow receiver.',
      )
    : finding.warning(
        'deliveries',
        `The one that is due longest has been due for ${minutes} minutes. Not ended in all: ${waiting.toLocaleString('en')}.`,
        'Start "basketball-data worker", another one if some are running, or "serve" without --no-worker.',
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

/** The folder of an embedded database that is there; null for any other database. */
const findFolder = (database: string): string | null => {
  if (isPostgres(database)) return null
  const folder = resolve(database.trim())
  return statSync(pathsOf(folder).data, { throwIfNoEntry: false })?.isDirectory() === true ? folder : null
}

/** What imports have left behind. Warnings and inexact games are those of feeds, so nothing is wrong with the service. */
const examineData = async (store: Store): Promise<Finding[]> => {
  const { warnings, refusals, line_ups, inexact } = await readDataCounts(store)
  const more = (part: string): string => `"basketball-data doctor ${part}" lists them.`
  return [
    warnings === 0
      ? finding.ok('warnings', 'No stored game has any.')
      : finding.ok('warnings', `The stored games have ${counted(warnings, 'warning')}.`, more('warnings')),
    refusals === 0
      ? finding.ok('refusals', 'Nothing was refused.')
      : finding.warning(
          'refusals',
          `Imports have refused ${counted(refusals, 'game or event', 'games or events')}.`,
          more('refusals'),
        ),
    inexact === 0
      ? finding.ok('accuracy', 'The line-ups of every game with a play-by-play are exact.')
      : finding.ok(
          'accuracy',
          `The line-ups of ${inexact.toLocaleString('en')} of ${counted(line_ups, 'game')} are not exact.`,
          more('accuracy'),
        ),
  ]
}

/** What is said of a folder that is not examined, because its copy would fill the disk. */
const reportNoRoom = (folder: string, { data }: Disk): Finding =>
  finding.problem(
    'database',
    `The folder ${folder} is in use by another process, and a copy of its ${formatBytes(data)} to read would fill the disk.`,
    'Free some space, or stop that process, and run "basketball-data doctor" again; the rest of the database was not examined.',
  )

/** Examines an open database, and closes it. A copy of a folder is named like the folder itself. */
const examineOpened = async (opened: Store, folder: string | null, config: Config): Promise<Finding[]> => {
  const { SECRETS_KEY, DATABASE_REPLICA_URLS: replicas, REPLICA_MAX_LAG } = config
  const store = { ...opened.withDeadline(DEADLINE), folder }
  try {
    const findings = [
      ...(await examineSubject('database', () => examineServer(store))),
      ...(await examineSubject('clock', () => examineClock(store))),
    ]
    const tables = await examineSubject('tables', () => examineTables(store))
    findings.push(...tables)
    if (tables.every(({ status }) => status === 'ok'))
      findings.push(
        ...(await examineSubject('secrets key', () => examineSecretsKey(store, SECRETS_KEY))),
        ...(await examineSubject('deliveries', () => examineDeliveries(store))),
        ...(await examineSubject('dead rows', () => examineBloat(store))),
        ...(await examineSubject('data', () => examineData(store))),
      )
    const others = await Promise.all(replicas.map((replica) => examineReplica(replica, store, REPLICA_MAX_LAG * 1000)))
    return [...findings, ...others.flat()]
  } finally {
    await opened.close()
  }
}

/** Examines a folder and its disk. The disk comes first, because a folder in use is copied to be read. */
const examineFolder = async (folder: string, config: Config): Promise<Finding[]> => {
  const disk = await readDisk(folder)
  const hasRoom = hasRoomForCopy(disk)
  try {
    const opened = await (hasRoom ? openSnapshot(folder) : openStore(folder))
    return [...(await examineOpened(opened, folder, config)), examineDisk(disk)]
  } catch (error) {
    if (hasRoom || !(error instanceof FolderInUse)) throw error
    return [reportNoRoom(folder, disk), examineDisk(disk)]
  }
}

/**
 * Examines the database of the settings without changing it: its server, tables, clock, secrets key, overdue deliveries,
 * dead rows, warnings and refusals, replicas, and the disk of a folder. What cannot be examined once it is open becomes a
 * finding of its own.
 *
 * @throws BadDatabase, FolderInUse, or the driver's error if it cannot be opened
 */
export const examineDatabase = async (config: Config): Promise<Finding[]> => {
  const { DATABASE_URL, DATABASE_DIRECT_URL: directDatabase, PREPARE: prepare } = config
  if (isMissingFolder(DATABASE_URL))
    return [
      finding.problem(
        'database',
        `There is no database in the folder ${resolve(DATABASE_URL.trim())}.`,
        'Name another one with --database or DATABASE_URL, or create it with "basketball-data migrate".',
      ),
    ]
  const folder = findFolder(DATABASE_URL)
  if (folder !== null) return examineFolder(folder, config)
  const opened = await openSnapshot(DATABASE_URL, { directDatabase, prepare })
  return examineOpened(opened, opened.folder, config)
}
