import { createCoreOn } from '../../core.ts'
import type { PlanChanges } from '../../contract/index.ts'
import { idOf } from '../sample-games.ts'
import { NightDatabase, NO_DATABASE_FAULTS, Postgres } from './database.ts'
import { FeedHost, feedOf, NO_FEED_FAULTS } from './feed.ts'
import { Fleet } from './fleet.ts'
import { History } from './history.ts'
import { Importer } from './importer.ts'
import { findBroken, isAtRest } from './invariants.ts'
import { bundleOf, scriptOf } from './league.ts'
import { Machine, type Process } from './machine.ts'
import { Network } from './network.ts'
import { Random } from './random.ts'
import { ResponseReader, StreamReader } from './readers.ts'
import { NO_RECEIVER_FAULTS, Receiver } from './receiver.ts'
import type { World } from './world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** When the earliest night begins. */
const EVENING = Date.UTC(2026, 10, 19, 18)
/** From the start to the first tip-off. */
const BEFORE = 4 * SECOND
/** For how long faults occur: mostly as long as the games take, sometimes as long as leases do and more. */
const SHORT = 35 * SECOND
const LONG = 90 * SECOND
/** A pause in which no process runs, longer than until the first check of a game that has ended. */
const PAUSE = 4 * MINUTE
/** In which everything must have come to rest after the last fault. */
const REST = 5 * MINUTE
/** In which the readers of streams get what has changed last. */
const CATCH_UP = 10 * SECOND
/** How much goes wrong, as a factor; in a quarter of the nights nothing does. */
const SEVERITIES = [0, 0.5, 1, 2]
/** How many calls a key may have in a minute. */
const CALLS_PER_MINUTE = 20
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
export const startPostgres = (): Promise<Postgres> => {
  new Machine(new Random('Postgres'), EVENING).install()
  return Postgres.start()
}

/** Runs a night, with everything that goes wrong in it, and says what was not as it must be. */
export const runNight = async (
  postgres: Postgres,
  seed: string,
  onLine: (line: string) => void = () => {},
): Promise<NightReport> => {
  const random = new Random(seed)
  const start = EVENING + random.whole(0, 3600) * SECOND
  const machine = new Machine(random.named('machine'), start)
  machine.onLine = onLine
  const network = new Network(machine)
  machine.install()
  network.install()
  const database = await NightDatabase.open(postgres, machine, random.named('database'))
  const history = new History(machine)
  database.onCommit = history.note

  const date = new Date(start).toISOString().slice(0, 10)
  const followed = Array.from({ length: random.whole(1, 2) }, (_, index) =>
    scriptOf(random.named(`game ${index}`), `live${index}`, date, start + BEFORE + random.whole(0, 5) * SECOND),
  )
  const corrected = Array.from({ length: 2 }, (_, index) =>
    scriptOf(random.named(`old ${index}`), `old${index}`, '2026-11-10', Date.UTC(2026, 10, 10, 19)),
  )
  const feed = feedOf(followed)
  const host = new FeedHost(followed, machine, random.named('feed'))
  network.add(host.name, host)
  const receivers = Array.from(
    { length: random.whole(1, 2) },
    (_, index) => new Receiver(`10.0.0.${index + 1}`, machine, random.named(`receiver ${index}`)),
  )
  for (const receiver of receivers) network.add(receiver.address, receiver)

  const fleet = new Fleet({ machine, random, database, feed, plans: PLANS })

  // What is read or connected at the moment of a write is most likely to go wrong.
  const onWrite = new Set<() => void>()
  database.onWrite = () => {
    for (const call of onWrite) call()
    onWrite.clear()
  }
  /** Waits some milliseconds, or until games are being written. */
  const untilWrite = (longest: number): Promise<void> =>
    new Promise((resolve) => {
      const { process } = machine
      onWrite.add(() => void machine.after(random.between(0, 30), resolve, process))
      machine.after(longest, resolve)
    })

  // Before the night: games of last week, an account with a key, and webhooks.
  const first = fleet.start(0)
  await machine.runUntil(() => first.isReady, MINUTE)
  let keys: { limited: string; unlimited: string } | undefined
  machine.start('operator', 0, async () => {
    keys = await first.call(async (core) => {
      for (const script of corrected) {
        const [state] = script.states
        await core.ingest(bundleOf(script, state ?? null, state ?? null))
      }
      const account = await core.accounts.create({ email: 'one@example.org', plan: 'complete' })
      const { webhooks } = await core.callerOf(account.id)
      for (const receiver of receivers) {
        const { data } = await webhooks.create({ url: `http://${receiver.address}/hook` })
        receiver.secret = data.secret ?? ''
      }
      const other = await core.accounts.create({ email: 'two@example.org', plan: 'archive' })
      return {
        limited: (await core.keys.create(account.id)).key,
        unlimited: (await core.keys.create(other.id)).key,
      }
    })
  })
  await machine.runUntil(() => keys !== undefined, MINUTE)
  if (keys === undefined) throw new Error('the night could not be prepared')
  const { limited, unlimited } = keys

  fleet.start(1)
  if (random.chance(0.3)) fleet.start(2)
  let isOver = false
  const over = () => isOver
  const games = [...followed, ...corrected].map(({ game }) => idOf('game', game))
  const limitedReaders = [new ResponseReader(), new ResponseReader()]
  const eagerReaders = [new ResponseReader(), new ResponseReader()]
  const responseReaders = [...limitedReaders, ...eagerReaders]
  for (const [index, reader] of responseReaders.entries()) {
    const isLimited = limitedReaders.includes(reader)
    machine.start(`reader ${index}`, 0, () =>
      reader.run({
        machine,
        random: random.named(`reader ${index}`),
        server: fleet.any,
        key: isLimited ? limited : unlimited,
        games: () => games.filter((game) => history.since(game, 0).size > 0),
        statesSince: (game, since) => history.since(game, since),
        isOver: over,
        pause: isLimited ? (longest) => machine.sleep(longest) : untilWrite,
      }),
    )
  }
  const streamReaders = followed.map(({ game }) => ({ reader: new StreamReader(`stream of ${game}`), game }))
  for (const { reader, game } of streamReaders)
    machine.start(reader.name, 0, () =>
      reader.run(
        { machine, random: random.named(reader.name), server: fleet.any, isOver: over, pause: untilWrite },
        (core, after) => core.caller().games.stream({ id: idOf('game', game), ...(after !== undefined && { after }) }),
      ),
    )
  const world: World = {
    machine,
    database,
    host,
    receivers,
    followed,
    corrected,
    streamReaders,
    responseReaders,
    limitedReaders,
    callsPerMinute: CALLS_PER_MINUTE,
    wasClockSet: false,
  }

  const importers = corrected.map((script) => new Importer(script))
  for (const importer of importers)
    machine.start(`importer of ${importer.script.game}`, 0, () => importer.run(machine, random, fleet.any))

  // The night itself.
  const faultyUntil = machine.now + (random.chance(0.25) ? LONG : SHORT)
  const severity = random.pick(SEVERITIES)
  world.wasClockSet = random.chance(0.2)
  database.faults = { lost: 0.01 * severity, silent: 0.004 * severity }
  host.faults = { failed: 0.08 * severity, stale: 0.2 * severity }
  for (const receiver of receivers) receiver.faults = { failed: 0.2 * severity, lying: 0.1 * severity }
  let clockSteps = 0
  const onMishap = () => {
    const { slot, server } = fleet.anySlot()
    if (server === undefined) return
    if (world.wasClockSet && random.chance(0.3)) {
      clockSteps++
      database.process.skew += random.between(-20 * SECOND, 2 * MINUTE)
      machine.note(`the clock of the database is set, it is ${database.process.skew} ms ahead`)
    } else if (random.chance(0.25)) {
      const suspend = (process: Process) => {
        host.onRequest = () => {}
        fleet.suspend(process)
      }
      if (random.chance(0.5)) host.onRequest = suspend
      else suspend(server.process)
    } else if (random.chance(0.3)) fleet.stop(slot)
    else fleet.kill(slot)
  }
  machine.start('mishaps', 0, async () => {
    for (;;) {
      await machine.sleep(random.between(SECOND, 12 * SECOND))
      if (machine.now >= faultyUntil) return
      if (severity > 0) onMishap()
    }
  })
  await machine.runUntil(() => false, faultyUntil - machine.now)
  fleet.restarts = false
  host.onRequest = () => {}
  database.faults = NO_DATABASE_FAULTS
  host.faults = NO_FEED_FAULTS
  for (const receiver of receivers) receiver.faults = NO_RECEIVER_FAULTS

  // Nothing runs for minutes, and then nothing goes wrong any more.
  machine.note('all processes are killed')
  fleet.killAll()
  await machine.runUntil(() => false, PAUSE)
  fleet.start(0)
  fleet.start(1)
  const rested = machine.now + REST
  while (machine.now < rested && !(importers.every(({ hasEnded }) => hasEnded) && (await isAtRest(world))))
    await machine.runUntil(() => false, SECOND)
  await machine.runUntil(() => false, CATCH_UP)
  isOver = true
  await machine.runUntil(() => false, SECOND)
  let hasStopped = false
  machine.start('operator', 0, async () => {
    await fleet.stopAll()
    hasStopped = true
  })
  await machine.runUntil(() => hasStopped, REST)
  const found = await audit(world)
  return {
    seed,
    broken: [...fleet.broken, ...importers.flatMap(({ broken }) => broken), ...found],
    fingerprint: machine.fingerprint(),
    steps: machine.steps,
    counts: {
      ...fleet.counts,
      clockSteps,
      commits: history.commits,
      deliveries: receivers.reduce((sum, { received }) => sum + received.size, 0),
      reads: responseReaders.reduce((sum, { reads }) => sum + reads, 0),
      requests: host.requests,
    },
  }
}

/** Looks at everything with a process of its own. */
const audit = async (world: World): Promise<string[]> => {
  const { machine, database } = world
  let found: string[] | undefined
  const process = machine.start('auditor', 0, async () => {
    try {
      const core = await createCoreOn(database.storeOf(process), { migrate: false })
      found = await findBroken(core, world)
    } catch (error) {
      found = [`the audit failed: ${String(error)}`]
    }
  })
  await machine.runUntil(() => found !== undefined, REST)
  return found ?? ['the audit does not end']
}
