import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import { execute, seasons } from '../store/index.ts'
import {
  anyDatabase,
  sampleId,
  ingestOrThrow,
  openCore,
  openTestCore,
  sampleBundle,
  tableContents,
  testDatabase,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'

const GAME: SampleGame = { id: 'g1', date: '2026-11-19' }
const competition = sampleId('competition', 'L')

const getStandings = async (core: Core) => (await core.caller().standings.get({ competition })).data
/** The points scored by a team according to the standings. */
const getPoints = async (core: Core, team: string) =>
  (await getStandings(core)).table.find((row) => row.team.id === sampleId('team', team))?.points_for

const isStale = async ({ store: { db } }: Core): Promise<boolean | undefined> =>
  (await db.select({ stale: seasons.standings_stale }).from(seasons))[0]?.stale

describe.each(anyDatabase)('on %s', (kind) => {
  test('the first call after a change stores the standings, and the next calls read them', async () => {
    const core = await openTestCore(kind)
    await writeGames(core, GAME)
    expect(await isStale(core)).toBe(true)
    expect(await getPoints(core, 'A')).toBe(80)
    expect(await isStale(core)).toBe(false)
    await execute(
      core.store.db,
      sql`update standings set points_for = points_for + 1, points_against = points_against + 1`,
    )
    expect(await getPoints(core, 'A')).toBe(81)
    await writeGames(core, { ...GAME, score: [91, 70] })
    expect(await isStale(core)).toBe(true)
    expect(await getPoints(core, 'A')).toBe(91)
  })

  test('stored standings equal those that the call before them computed', async () => {
    const core = await openTestCore(kind)
    await writeGames(
      core,
      GAME,
      { id: 'g2', home: 'C', away: 'A' },
      { id: 'g3', home: 'B', away: 'C', status: 'scheduled' },
    )
    const computed = await getStandings(core)
    expect(await isStale(core)).toBe(false)
    expect(JSON.stringify(await getStandings(core))).toBe(JSON.stringify(computed))
    expect(computed.table.map(({ team, played }) => [team.name, played])).toEqual([
      ['Team C', 1],
      ['Team A', 2],
      ['Team B', 1],
    ])
  })

  test('refreshStandings stores the standings of every season', async () => {
    const core = await openTestCore(kind)
    await writeGames(core, GAME, { id: 'g2', year: 2025 }, { id: 'g3', league: 'CUP' })
    await core.refreshStandings()
    expect(await core.store.db.select().from(seasons).where(eq(seasons.standings_stale, true))).toEqual([])
    const stored = await tableContents(core.store)
    await core.rebuildStatistics()
    expect(await tableContents(core.store)).toEqual(stored)
  })

  test('neither a running score, nor a box score, nor the same bundle again makes standings stale', async () => {
    const core = await openTestCore(kind)
    const live: SampleGame = { id: 'live', home: 'C', status: 'scheduled' }
    await writeGames(core, GAME, live)
    await core.refreshStandings()
    await writeGames(core, { ...live, periods: { home: [20], away: [18] } })
    await writeGames(core, { ...GAME, sheet: { home: { players: { p: { points: 9 } } } } })
    await writeGames(core, GAME)
    expect(await isStale(core)).toBe(false)
    await writeGames(core, { ...live, status: 'final' })
    expect(await isStale(core)).toBe(true)
  })
})

describe('on Postgres', () => {
  test('standings are read at once, and not stored, while another transaction writes the season', async () => {
    const database = await testDatabase('Postgres')
    const [core, other] = [await openCore(database), await openCore(database)]
    await writeGames(core, GAME)
    await other.store.transaction(async (tx) => {
      await execute(tx, sql`update seasons set standings_stale = true`)
      expect(await getPoints(core, 'A')).toBe(80)
    })
    expect(await isStale(core)).toBe(true)
    expect(await getPoints(core, 'A')).toBe(80)
    expect(await isStale(core)).toBe(false)
  })

  test('a change that waits for standings to be stored makes them stale again', async () => {
    const database = await testDatabase('Postgres')
    const [core, other] = [await openCore(database), await openCore(database)]
    await writeGames(core, GAME)
    const changed = { done: Promise.resolve() }
    await other.store.transaction(async (tx) => {
      await execute(tx, sql`select id from seasons for no key update`)
      changed.done = writeGames(core, { ...GAME, score: [95, 70] })
      await expect.poll(() => waitingFor(other)).toBe(1)
      await execute(tx, sql`update seasons set standings_stale = false`)
    })
    await changed.done
    expect(await getPoints(other, 'A')).toBe(95)
  })

  test('a database that can only be read serves standings that are up to date', async () => {
    const database = await testDatabase('Postgres')
    const core = await openCore(database)
    await writeGames(core, GAME)
    const name = new URL(database).pathname.slice(1)
    await execute(core.store.db, sql.raw(`alter database ${name} set default_transaction_read_only = on`))
    // The setting applies to new connections.
    const others = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    await execute(core.store.db, others).catch(() => [])
    await expect.poll(() => getPoints(core, 'A').catch(() => undefined)).toBe(80)
    expect(await isStale(core)).toBe(true)
  })

  test('whoever reads standings after an ingest finds its game, while others write and read the season', async () => {
    const database = await testDatabase('Postgres')
    const writers = [await openCore(database), await openCore(database)]
    const readers = [await openCore(database), await openCore(database)]
    const home = (writer: number) => ['A', 'B'][writer] ?? ''
    const written = new AbortController()
    const reading = Promise.all(
      readers.map(async (core) => {
        while (!written.signal.aborted)
          await core
            .caller()
            .standings.get({ competition })
            .catch(() => undefined)
      }),
    )
    const missed: unknown[] = []
    await Promise.all(
      writers.map(async (core, writer) => {
        for (let points = 71; points < 101; points++) {
          const team = home(writer)
          const game = { id: team, home: team, away: `opponent of ${team}`, score: [points, 70] as [number, number] }
          await ingestOrThrow(core, sampleBundle(game))
          for (const reader of [core, readers[writer] ?? core]) {
            const read = await getPoints(reader, team)
            if (read !== points) missed.push({ team, points, read })
          }
        }
      }),
    )
    written.abort()
    await reading
    expect(missed).toEqual([])
    const [core] = readers
    if (core === undefined) return
    await core.refreshStandings()
    const stored = await tableContents(core.store)
    await core.rebuildStatistics()
    expect(await tableContents(core.store)).toEqual(stored)
  })
})

/** The number of connections that wait for a lock. */
const waitingFor = async ({ store: { db } }: Core): Promise<unknown> => {
  const [row] = await execute(
    db,
    sql`select count(*)::integer as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return row?.['waiting']
}
