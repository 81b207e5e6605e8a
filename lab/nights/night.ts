import { createCoreOn } from '../../packages/core/src/core.ts'
import type { PlanChanges } from '../../packages/core/src/contract/index.ts'
import { makePreparedIfAbsent } from '../../packages/core/src/store/make-prepared.ts'
import { readPrepared } from '../../packages/core/src/store/prepared.ts'
import { Audience } from './audience.ts'
import { NightDatabase, Postgres } from './database.ts'
import { FeedHost, createFeed, TOLERATED } from './feed.ts'
import { Fleet } from './fleet.ts'
import { History } from './history.ts'
import { NO_HOOKS, type Hooks } from './hooks.ts'
import { Importer } from './importer.ts'
import { findBroken, isAtRest } from './invariants.ts'
import { writeScript } from './league.ts'
import { Machine } from './machine.ts'
import { Mishaps } from './mishaps.ts'
import { Network } from './network.ts'
import { prepareNight } from './preparation.ts'
import { Random } from './random.ts'
import { Receiver } from './receiver.ts'
import type { World } from './world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** When the earliest night begins. */
const EVENING = Date.UTC(2026, 10, 19, 18)
/** From the start to the first tip-off. */
const BEFORE = 4 * SECOND
/** A pause in which no process runs, longer than until the first check of a game that has ended. */
const PAUSE = 4 * MINUTE
/** The same if the clock of the database was set, which may bring that check before the last correction: until the second one. */
const LONG_PAUSE = 64 * MINUTE
/** In which everything must have come to rest after the last fault. */
const REST = 5 * MINUTE
/** In which the readers of streams get what has changed last. */
const CATCH_UP = 10 * SECOND
/** How many of the nights are long, so that leases end while games go on, and by how much longer the games last. */
const LONG_NIGHTS = 0.08
const LONG_PACE = 4.5
/** How many calls a key may have in a minute. */
const CALLS_PER_MINUTE = 10
const PLANS: PlanChanges = { complete: { per_minute: CALLS_PER_MINUTE }, archive: { per_minute: null } }

/** What a night was like. */
export type NightReport = {
  seed: string
  /** What was not as it must be; empty after a good night. */
  broken: string[]
  /** Identifies everything that happened: the same seed has the same fingerprint. */
  fingerprint: string
  steps: number
  counts: Record<
    'kills' | 'stops' | 'suspensions' | 'clockSteps' | 'errors' | 'commits' | 'deliveries' | 'reads' | 'requests',
    number
  >
}

/**
 * Starts the Postgres of all nights of this process. Its clock is a simulated one from the start: a timer that it sets by the
 * real one would go off in the middle of a night, at another step each time.
 */
export const startPostgres = async (): Promise<Postgres> => {
  await makePreparedIfAbsent()
  const archive = await readPrepared()
  if (archive === undefined) throw new Error('there is no prepared database')
  new Machine(new Random('Postgres'), EVENING).install()
  return Postgres.start(archive)
}

/** The games of a night, and whether they last longer than leases. */
const scheduleNight = (random: Random, start: number) => {
  const isLong = random.chance(LONG_NIGHTS)
  const date = new Date(start).toISOString().slice(0, 10)
  const followed = Array.from({ length: random.integer(1, 2) }, (_, index) => {
    const tipOff = start + BEFORE + random.integer(0, 5) * SECOND
    const course = { steps: random.integer(3, 5), corrections: random.integer(0, 2), pace: isLong ? LONG_PACE : 1 }
    return writeScript(random.fork(`game ${index}`), `live${index}`, date, tipOff, course)
  })
  const corrected = Array.from({ length: random.chance(0.25) ? 2 : 1 }, (_, index) => {
    // Half of it is entered before the night; an importer completes and corrects it.
    const course = { steps: 2, corrections: random.integer(1, 2), pace: 1 }
    return writeScript(random.fork(`old ${index}`), `old${index}`, '2026-11-10', Date.UTC(2026, 10, 10, 19), course)
  })
  return { isLong, followed, corrected }
}

/** What a night can be given. */
export type NightOptions = {
  /** Receives a line for everything that happens. */
  onLine?: (line: string) => void
  /** Where its world misbehaves on purpose. */
  hooks?: Partial<Hooks>
}

/** Nothing goes wrong any more: waits until everything is at rest, and stops all processes. */
const settle = async (
  world: World,
  { fleet, audience, importers }: { fleet: Fleet; audience: Audience; importers: readonly Importer[] },
): Promise<void> => {
  const { machine } = world
  const rested = machine.now + REST
  while (machine.now < rested && !(importers.every(({ hasEnded }) => hasEnded) && (await isAtRest(world))))
    await machine.runUntil(() => false, 2 * SECOND)
  audience.remember()
  await machine.runUntil(() => false, CATCH_UP)
  audience.endStreams()
  await machine.runUntil(() => false, SECOND)
  let hasStopped = false
  machine.start('operator', 0, async () => {
    await fleet.stopAll()
    hasStopped = true
  })
  await machine.runUntil(() => hasStopped, REST)
}

/** Runs a night, with everything that goes wrong in it, and says what was not as it must be. */
export const runNight = async (
  postgres: Postgres,
  seed: string,
  { onLine = () => {}, hooks: changed }: NightOptions = {},
): Promise<NightReport> => {
  const hooks = { ...NO_HOOKS, ...changed }
  const random = new Random(seed)
  const start = EVENING + random.integer(0, 3600) * SECOND
  const machine = new Machine(random.fork('machine'), start)
  machine.onLine = onLine
  const network = new Network(machine)
  machine.install()
  network.install()
  const database = await NightDatabase.open(postgres, machine, random.fork('database'), hooks)
  const { isLong, followed, corrected } = scheduleNight(random, start)
  const requestsPerMinute = random.pick(TOLERATED)
  const feed = createFeed(followed, requestsPerMinute)
  const host = new FeedHost(followed, machine, random.fork('feed'))
  network.add(host.name, host)
  const history = new History(machine, random, host, followed)
  database.onCommit = history.note
  const receivers = Array.from(
    { length: random.integer(1, 2) },
    (_, index) => new Receiver(`10.0.0.${index + 1}`, machine, random.fork(`receiver ${index}`), hooks),
  )
  for (const receiver of receivers) network.add(receiver.address, receiver)

  const fleet = new Fleet({ machine, random, database, feed, plans: PLANS, hooks })
  const first = fleet.start(0)
  const keys = await prepareNight(machine, first, { corrected, receivers })
  fleet.start(1)
  if (random.chance(0.3)) fleet.start(2)
  const audience = new Audience({ machine, random, database, host, history, followed, corrected, hooks })
  audience.start(fleet, keys)

  const importers = corrected.map((script) => new Importer(script))
  for (const importer of importers)
    machine.start(`importer of ${importer.script.game}`, 0, () => importer.run(machine, random, fleet.any))

  const mishaps = new Mishaps({ machine, random, database, host, receivers, fleet, history, isLong })
  await mishaps.run()

  // Nothing runs for minutes. Then nothing goes wrong any more, and one process ends what the others have begun: several of
  // them have worked beside each other all night.
  machine.note('all processes are killed')
  audience.endCalls()
  fleet.killAll()
  await machine.runUntil(() => false, mishaps.setsClock ? LONG_PAUSE : PAUSE)
  fleet.start(0)
  const world: World = {
    machine,
    database,
    host,
    receivers,
    history,
    followed,
    corrected,
    streamReaders: audience.streamReaders,
    responseReaders: audience.responseReaders,
    limitedReaders: audience.limitedReaders,
    callsPerMinute: CALLS_PER_MINUTE,
    requestsPerMinute,
    wasClockSet: mishaps.setsClock,
  }
  await settle(world, { fleet, audience, importers })
  const found = await audit(world)
  return {
    seed,
    broken: [...fleet.broken, ...history.broken, ...importers.flatMap(({ broken }) => broken), ...found],
    fingerprint: machine.fingerprint(),
    steps: machine.steps,
    counts: {
      ...fleet.counts,
      clockSteps: mishaps.clockSteps,
      commits: history.commits,
      deliveries: receivers.reduce((sum, { received }) => sum + received.size, 0),
      reads: audience.responseReaders.reduce((sum, { reads }) => sum + reads, 0),
      requests: host.requests,
    },
  }
}

/** Looks at everything with a process of its own. */
const audit = async (world: World): Promise<string[]> => {
  const { machine, database } = world
  let found: string[] | undefined
  database.hooks = NO_HOOKS
  const process = machine.start('auditor', 0, async () => {
    try {
      const core = await createCoreOn(database.connectStore(process), { migrate: false })
      found = await findBroken(core, world)
    } catch (error) {
      found = [`the audit failed: ${String(error)}`]
    }
  })
  await machine.runUntil(() => found !== undefined, REST)
  return found ?? ['the audit does not end']
}
