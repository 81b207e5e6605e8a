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
  getFolderPaths,
  readWaitingDeliveries,
  refuseUnknownMigrations,
  secretsKeyUse,
} from '@basketball-data/core'
import type { Config } from '../config.ts'
import { counted } from '../terminal.ts'
import { examineDisk, formatBytes, hasRoomForCopy, readDisk, type Disk } from './disk.ts'
import { examineSubject, ok, problem, warning, type Finding, type State } from './finding.ts'
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
const examineVersion = ({ version, number, in_recovery, read_only }: Server): State => {
  if (number < MIN_VERSION) return problem(`Postgres ${version} is too old.`, 'Upgrade it to Postgres 14 or newer.')
  if (in_recovery)
    return problem(
      `Postgres ${version} is a standby in recovery and accepts no writes, so no call can be counted.`,
      'Set DATABASE_URL to the primary, or promote this server.',
    )
  if (read_only)
    return problem(
      `Postgres ${version} accepts no writes, so no call can be counted.`,
      'Set default_transaction_read_only to off for the server, the database and its user; first free some space if a full disk is the reason.',
    )
  return ok(`Connected to Postgres ${version}.`)
}

const examineConnections = ({ max_connections, used_connections }: Server): State => {
  const used = `${used_connections} of ${max_connections} connections are in use`
  if (max_connections - used_connections >= CONNECTIONS_OF_A_PROCESS) return ok(`${used}.`)
  return warning(
    `${used}; a process opens up to ${CONNECTIONS_OF_A_PROCESS}.`,
    'Raise max_connections, stop processes, or put a pooler in front of the database.',
  )
}

const AUTOVACUUM = warning('It is off, so tables keep growing.', 'Set autovacuum = on in postgresql.conf.')
const POOLER = warning(
  'The pooler does not forward notifications, so workers and streams poll every second.',
  'Set DATABASE_DIRECT_URL to the address of Postgres itself.',
)

const examineServer = async (store: Store): Promise<State | Finding[]> => {
  if (store.embedded) return ok(`The folder ${store.folder ?? 'in memory'} can be opened.`)
  const server = await readServer(store)
  return [
    { subject: 'database', ...examineVersion(server) },
    { subject: 'connections', ...examineConnections(server) },
    ...(server.autovacuum ? [] : [{ subject: 'autovacuum', ...AUTOVACUUM }]),
    ...(store.listens ? [] : [{ subject: 'pooler', ...POOLER }]),
  ]
}

const examineClock = async (store: Store): Promise<State> => {
  const before = Date.now()
  const theirs = await readClock(store)
  const after = Date.now()
  const ahead = theirs < before ? before - theirs : Math.max(0, theirs - after)
  if (ahead <= CLOCK_WARNING) return ok('This machine and the database show the same time.')
  const by = `${(ahead / 1000).toFixed(1)} s ${theirs < before ? 'ahead of' : 'behind'}`
  const report = ahead > CLOCK_PROBLEM ? problem : warning
  return report(`This machine is ${by} the database.`, 'Synchronize both clocks with NTP.')
}

const examineTables = async (store: Store): Promise<State> => {
  await refuseUnknownMigrations(store)
  return (await isMigrated(store))
    ? ok('All tables are those of this version.')
    : problem('Tables are missing or older than this version.', 'Run "basketball-data migrate".')
}

const THE_FIRST_KEY = 'Set it to the key that the database was first used with.'

const KEY_STATES = {
  own: ok('The folder has its own key.'),
  matches: ok('SECRETS_KEY is the key of this database.'),
  new: ok('The database has no key yet; from the first use on, it accepts only this SECRETS_KEY.'),
  missing: warning(
    'SECRETS_KEY is not set, so webhooks are off.',
    'Set it to 32 random bytes, for instance from "openssl rand -base64 32".',
  ),
  lost: problem('SECRETS_KEY is not set, but the database was used with one.', THE_FIRST_KEY),
}

const examineSecretsKey = async (store: Store, secretsKey: string | undefined): Promise<State> => {
  try {
    return KEY_STATES[await secretsKeyUse(store, secretsKey)]
  } catch (error) {
    if (error instanceof BadSecretsKey) return problem(error.message, THE_FIRST_KEY)
    throw error
  }
}

const examineDeliveries = async (store: Store): Promise<State> => {
  const { waiting, overdue } = await readWaitingDeliveries(store)
  const minutes = Math.floor(overdue / 60)
  if (minutes < FORGOTTEN_AFTER) return ok('No delivery is late.')
  return warning(
    `The oldest is ${minutes} minutes late, and ${waiting.toLocaleString('en')} are waiting.`,
    'Start "basketball-data worker", one more if some are running, or "serve" without --no-worker.',
  )
}

const examineBloat = async (store: Store): Promise<State> => {
  const [worst, ...others] = await readBloatedTables(store)
  if (worst === undefined) return ok('Autovacuum keeps up.')
  const more = others.length === 0 ? '' : ` and ${others.length} more tables`
  return warning(
    `The table ${worst.name} has ${worst.dead.toLocaleString('en')} dead rows beside ${worst.live.toLocaleString('en')} live ones${more}.`,
    'Run "vacuum (analyze)", and look for transactions that stay open for hours.',
  )
}

/** What imports have left behind. Warnings and inexact games are those of feeds, so nothing is wrong with the service. */
const examineData = async (store: Store): Promise<Finding[]> => {
  const { warnings, refusals, line_ups, inexact } = await readDataCounts(store)
  const refused = `Imports have refused ${counted(refusals, 'game or event', 'games or events')}.`
  const exact = line_ups === 0 ? 'No game has a play-by-play.' : 'All line-ups are exact.'
  const unsure = `The line-ups of ${inexact.toLocaleString('en')} of ${counted(line_ups, 'game')} are not exact.`
  const toFinding = (subject: string, count: number, none: string, report: typeof warning, some: string): Finding => ({
    subject,
    ...(count === 0 ? ok(none) : report(some, `"basketball-data doctor ${subject}" lists them.`)),
  })
  return [
    toFinding(
      'warnings',
      warnings,
      'No stored game has warnings.',
      ok,
      `The stored games have ${counted(warnings, 'warning')}.`,
    ),
    toFinding('refusals', refusals, 'Nothing was refused.', warning, refused),
    toFinding('accuracy', inexact, exact, ok, unsure),
  ]
}

/** The folder of an embedded database that is there; null for any other database. */
const findFolder = (database: string): string | null => {
  if (isPostgres(database)) return null
  const folder = resolve(database.trim())
  return statSync(getFolderPaths(folder).data, { throwIfNoEntry: false })?.isDirectory() === true ? folder : null
}

/** What is said of a folder that is not examined, because its copy would fill the disk. */
const reportNoRoom = (folder: string, { data }: Disk): State =>
  problem(
    `The folder ${folder} is in use by another process, and a copy of its ${formatBytes(data)} to read would fill the disk.`,
    'Free some space, or stop that process, and run "basketball-data doctor" again; the rest of the database was not checked.',
  )

/** Examines an open database, and closes it. A copy of a folder is named like the folder itself. */
const examineOpened = async (opened: Store, folder: string | null, config: Config): Promise<Finding[]> => {
  const { SECRETS_KEY, DATABASE_REPLICA_URLS: replicas, REPLICA_MAX_LAG } = config
  const store = { ...opened.withDeadline(DEADLINE), folder }
  const ofServer = async (subject: string, examine: (store: Store) => Promise<State>): Promise<Finding[]> =>
    store.embedded ? [] : examineSubject(subject, () => examine(store))
  try {
    const findings = [
      ...(await examineSubject('database', () => examineServer(store))),
      ...(await ofServer('clock', examineClock)),
    ]
    const tables = await examineSubject('tables', () => examineTables(store))
    findings.push(...tables)
    if (tables.every(({ status }) => status === 'ok'))
      findings.push(
        ...(await examineSubject('secrets key', () => examineSecretsKey(store, SECRETS_KEY))),
        ...(await examineSubject('deliveries', () => examineDeliveries(store))),
        ...(await ofServer('dead rows', examineBloat)),
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
  const found = { subject: 'disk', ...examineDisk(disk) }
  try {
    const opened = await (hasRoom ? openSnapshot(folder) : openStore(folder))
    return [...(await examineOpened(opened, folder, config)), found]
  } catch (error) {
    if (hasRoom || !(error instanceof FolderInUse)) throw error
    return [{ subject: 'database', ...reportNoRoom(folder, disk) }, found]
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
  if (isMissingFolder(DATABASE_URL)) {
    const missing = problem(
      `There is no database in the folder ${resolve(DATABASE_URL.trim())}.`,
      'Name another one with --database or DATABASE_URL, or create it with "basketball-data migrate".',
    )
    return [{ subject: 'database', ...missing }]
  }
  const folder = findFolder(DATABASE_URL)
  if (folder !== null) return examineFolder(folder, config)
  const opened = await openSnapshot(DATABASE_URL, { directDatabase, prepare })
  return examineOpened(opened, opened.folder, config)
}
