import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createCore, type Core, type GameBundle } from '@basketball-data/core'
import {
  bundleAt,
  createReplayHost,
  planReplay,
  startReplayServer,
  type HostCounts,
  type Recordings,
} from '@basketball-data/feeds/replay'
import postgres, { type Sql } from 'postgres'
import type { FollowedRequest } from './follower.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** From the start of the followers to the tip-off. */
const BEFORE = 5 * MINUTE
/** The followers have nothing more to do when no request for a game is due for this long. */
const QUIET = 5 * MINUTE
const MAX_AFTER = 120 * MINUTE

/** How games are followed. */
export type NightOptions = {
  recordings: Recordings
  followers: number
  /** Requests that the host tolerates in any 60 seconds, and those of the followers. */
  perMinute: number
  /** How many times as fast all clocks run. */
  speed: number
  /** Followers that are killed, evenly over the games. */
  kills: number
}

/** What a night was like; ages are in seconds, ascending. */
export type Night = {
  counts: HostCounts
  ages: number[]
  failures: string[]
  kills: number
  /** Games whose records differ from those of an import, and those whose events are not as they should be. */
  different: string[]
  wrongEvents: string[]
  games: number
  events: number
}

/** Everything that is stored about a game, as JSON, and how many periods it had. */
type GameRecord = { json: string; periods: number; status: string }

const recordsOf = async (core: Core): Promise<Map<string, GameRecord>> => {
  const caller = core.caller()
  const records = new Map<string, GameRecord>()
  let cursor: string | undefined
  do {
    const page = await caller.games.list({ per_page: 100, ...(cursor !== undefined && { cursor }) })
    for (const { id } of page.data) {
      const [game, box, plays, shots] = await Promise.all([
        caller.games.get({ id }),
        caller.games.boxScore({ id }),
        caller.games.playByPlay({ id }),
        caller.games.shots({ id }),
      ])
      const json = JSON.stringify([game.data, box.data, plays.data, shots.data])
      records.set(id, { json, periods: game.data.periods?.home.length ?? 0, status: game.data.status })
    }
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor !== undefined)
  return records
}

type EventRow = { game_id: string; type: string; period: number | null }

/** The games that did not send each event once, in order: all periods, the last one at will, and the final score. */
const wrongEventsOf = async (sql: Sql, records: ReadonlyMap<string, GameRecord>): Promise<string[]> => {
  const rows = await sql<EventRow[]>`
    select game_id, body::jsonb ->> 'type' as type, (body::jsonb #>> '{data,game,period,number}')::integer as period
    from webhook_events order by number, id`
  const sent = Map.groupBy(rows, ({ game_id }) => game_id)
  return Array.from(records, ([id, { periods }]) => {
    const names = (sent.get(id) ?? []).map(({ type, period }) => (type === 'game.final' ? 'final' : period))
    const before = Array.from({ length: periods - 1 }, (_, index) => index + 1)
    const expected = [
      [...before, 'final'],
      [...before, periods, 'final'],
    ].map(String)
    return expected.includes(String(names)) ? [] : `${id}: ${names.join(' ')}`
  }).flat()
}

/** Whether a request for a game is due soon, or under way. */
const isBusy = async (sql: Sql): Promise<boolean> => {
  const [row] = await sql<{ busy: boolean }[]>`
    select exists (select from follow_games where game <> '' and (progress <> 'over' or leased_until > follow_now()))
      or exists (select from follow_resources
                 where game <> '' and due_at < follow_now() + make_interval(secs => ${QUIET / SECOND})) as busy`
  return row?.busy ?? true
}

const createDatabase = async (server: string, name: string): Promise<string> => {
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create database ${name}`)
  await sql.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const core = await createCore({ database: url.href, migrate: true })
  await core.close()
  return url.href
}

/**
 * What one import of all games stores. A club whose name changed during a season has the name of the game that was written last
 * if all games are on one day; so the order counts, and a followed game must equal that of one order or the other.
 */
const importOf = async (database: string, bundles: readonly GameBundle[]): Promise<Map<string, GameRecord>> => {
  const core = await createCore({ database })
  for (const bundle of bundles) {
    const result = await core.ingest(bundle)
    if (result.outcome === 'refused') throw new Error(`${result.external_id}: ${result.reason}`)
  }
  const records = await recordsOf(core)
  await core.close()
  return records
}

/** Lets processes follow games that begin together, and compares what they have stored with an import. */
export const followNight = async (server: string, name: string, options: NightOptions): Promise<Night> => {
  const { recordings, followers, perMinute, speed, kills } = options
  const { feed, games } = recordings
  const database = await createDatabase(server, name)
  const sql = postgres(database, { max: 1, onnotice: () => {} })
  const started = Date.now()
  const now = () => started + (Date.now() - started) * speed
  await sql.unsafe(`create or replace function follow_now() returns timestamptz language sql volatile as
    $$ select to_timestamp(${started / 1000}) + (clock_timestamp() - to_timestamp(${started / 1000})) * ${speed} $$`)

  const replay = planReplay(feed, games, { start: started + BEFORE, speed: 1, atOnce: true })
  const host = createReplayHost(replay, { faults: 0, stale: 0, seed: '', perMinute })
  const web = await startReplayServer(host, 0, now)
  const season = games[0]?.season ?? ''
  const failures: string[] = []
  /** Of each game, when a score was stored, and at which moment it was true. */
  const stored = new Map<string, { at: number; of: number }[]>()
  const children = new Set<ChildProcess>()
  const start = (): void => {
    const args = [database, `http://127.0.0.1:${web.port}`, season, String(perMinute), String(speed)]
    const child = fork(join(import.meta.dirname, 'follower.ts'), args, {
      env: { ...process.env, NODE_ENV: 'production' },
    })
    children.add(child)
    child.on('message', (message) => {
      if (typeof message !== 'string') return
      const { game, kind, outcome, reason, duration }: FollowedRequest = JSON.parse(message)
      if (reason !== null && outcome !== 'missing') failures.push(`${game ?? 'schedule'} ${kind}: ${reason}`)
      if (game === null || kind !== 'PlaybyPlay' || outcome === 'failed') return
      const at = now()
      stored.set(game, [...(stored.get(game) ?? []), { at, of: at - duration }])
    })
  }
  for (let n = 0; n < followers; n++) start()

  const until = (moment: number) => setTimeout(Math.max(0, (moment - now()) / speed))
  const tipOff = started + BEFORE
  const last = Math.max(...games.map(({ end }) => end))
  let killed = 0
  for (; killed < kills; killed++) {
    await until(tipOff + (last * (killed + 0.5)) / kills)
    const [victim] = children
    if (victim === undefined) throw new Error('there is no follower')
    children.delete(victim)
    victim.kill('SIGKILL')
    start()
  }
  await until(replay.end)
  while ((await isBusy(sql)) && now() < replay.end + MAX_AFTER) await until(now() + MINUTE)
  for (const child of children) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await web.close()

  const ages = replay.games
    .flatMap(({ recorded: { game, end } }) => {
      const scores = stored.get(game) ?? []
      return Array.from({ length: Math.trunc((end - 2 * MINUTE) / SECOND) }, (_, second) => {
        const moment = tipOff + 2 * MINUTE + second * SECOND
        return (moment - (scores.findLast(({ at }) => at <= moment)?.of ?? tipOff)) / SECOND
      })
    })
    .toSorted((a, b) => a - b)

  const followed = await createCore({ database })
  const records = await recordsOf(followed)
  await followed.close()
  const moment = now()
  const bundles = replay.games.map((game) => bundleAt(feed, game, moment))
  const imports = [
    await importOf(await createDatabase(server, `${name}_imported`), bundles),
    await importOf(await createDatabase(server, `${name}_reversed`), bundles.toReversed()),
  ]
  const different = [...new Set(imports.flatMap((expected) => [...expected.keys()]))].flatMap((id) =>
    imports.some((expected) => expected.get(id)?.json === records.get(id)?.json)
      ? []
      : `${id}, ${records.get(id)?.status ?? 'missing'}`,
  )
  const wrongEvents = await wrongEventsOf(sql, records)
  const [count] = await sql<{ events: number }[]>`select count(*)::integer as events from events`
  await sql.end()
  return {
    counts: host.counts(),
    ages,
    failures,
    kills: killed,
    different,
    wrongEvents,
    games: records.size,
    events: count?.events ?? 0,
  }
}
