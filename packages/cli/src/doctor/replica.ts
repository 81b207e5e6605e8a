import { setTimeout as sleep } from 'node:timers/promises'
import { getSecret, isMigrated, openStore } from '@basketball-data/core'
import { examineSubject, ok, problem, toReason, type Finding, type State } from './finding.ts'
import { DEADLINE, readPosition, readReplay, type Store } from './queries.ts'

/** Milliseconds between two probes of a replica that is behind. */
const INTERVAL = 20

const PLEASE = 'Until then, reads go to the primary.'

/** Waits until the replica has what the primary had; null if it did not within `maxLag` milliseconds. */
const catchUp = async (replica: Store, position: string, maxLag: number): Promise<number | null> => {
  const started = performance.now()
  for (;;) {
    const { replayed } = await readReplay(replica, position)
    const elapsed = performance.now() - started
    if (replayed) return elapsed
    if (elapsed > maxLag) return null
    await sleep(INTERVAL)
  }
}

/** What a replica is compared with. Without tables of this version, the primary has no secret that a replica could have. */
const readPrimary = async (primary: Store) => ({
  position: await readPosition(primary),
  secret: (await isMigrated(primary)) ? await getSecret(primary, 'cursor') : undefined,
})

const examine = async (primary: Store, replica: Store, maxLag: number): Promise<State> => {
  const expected = await readPrimary(primary).catch(toReason)
  if (typeof expected === 'string')
    return problem(
      `It cannot be compared with the primary, which does not respond (${expected}).`,
      'Fix the primary first.',
    )
  const { position, secret } = expected
  if (!(await readReplay(replica, position)).replica)
    return problem(
      'It is not a streaming replica: the server is not in recovery.',
      'Remove it from DATABASE_REPLICA_URLS.',
    )
  if (!(await isMigrated(replica)))
    return problem('It has no tables of this version yet.', `Run "basketball-data migrate". ${PLEASE}`)
  const own = await getSecret(replica, 'cursor')
  if (own !== undefined && secret !== undefined && Buffer.compare(own, secret) !== 0)
    return problem('It is a replica of another database.', 'Correct DATABASE_REPLICA_URLS.')
  const lag = await catchUp(replica, position, maxLag)
  return lag === null
    ? problem(
        `It did not catch up with the primary within ${maxLag / 1000} s.`,
        `Look at pg_stat_replication on the primary. ${PLEASE}`,
      )
    : ok(`It caught up with the primary in ${Math.round(lag)} ms.`)
}

/** Examines a streaming replica: what it is, and how long it takes until it has what the primary has. */
export const examineReplica = (url: string, primary: Store, maxLag: number): Promise<Finding[]> => {
  const subject = `replica ${URL.parse(url)?.host ?? ''}`
  const examineOpened = async (): Promise<State> => {
    let opened: Store
    try {
      opened = await openStore(url)
    } catch (error) {
      const message = `It cannot be reached (${toReason(error)}).`
      return problem(message, `Start it, or correct its address. ${PLEASE}`)
    }
    try {
      return await examine(primary, opened.withDeadline(DEADLINE), maxLag)
    } finally {
      await opened.close()
    }
  }
  return examineSubject(subject, examineOpened, `Check its log. ${PLEASE}`)
}
