// Enters recorded games event by event, as people at scorers' tables would with bad connections to a service that is killed now and then,
// and compares every response with one import. SCORERS_TABLE=whole enters every game of the season, which takes ten minutes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createCore, type Core, type GameBundle } from '@basketball-data/core'
import { euroleague } from '@basketball-data/feeds/euroleague'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newDatabase } from '../packages/core/src/testing/index.ts'
import { freePort } from '../packages/core/src/testing/postgres-server.ts'
import { serve, UNLIMITED } from '../packages/http/src/testing/services.ts'
import { toFixture } from './fixture.ts'
import { Random } from './nights/random.ts'

const DATA = fileURLToPath(new URL('../../shared/data', import.meta.url))
const IS_WHOLE = process.env['SCORERS_TABLE'] === 'whole'

type Op = Parameters<ReturnType<Core['writerFor']>['games']['score']>[0]['ops'][number]
type Played = GameBundle & { events: NonNullable<GameBundle['events']> }

const hasEvents = (bundle: GameBundle | undefined): bundle is Played => (bundle?.events?.length ?? 0) > 0

/** A day or moment ten years later: a game of the past without a score would have no result. */
const postpone = (moment: string): string => moment.replace(/^\d+/, (year) => String(Number(year) + 10))

const readGames = async (count: number): Promise<Played[]> => {
  const games: Played[] = []
  for await (const { bundle } of euroleague.read([join(DATA, 'euroleague-2022')])) {
    if (games.length === count) break
    if (!hasEvents(bundle)) continue
    const { date, tip_off } = bundle.game
    games.push({
      ...bundle,
      game: { ...bundle.game, date: postpone(date), tip_off: tip_off == null ? null : postpone(tip_off) },
    })
  }
  return games
}

const POINTS: Record<string, number> = { two_made: 2, three_made: 3, free_throw_made: 1 }

/** The ops of a game in the order in which they happen: mistakes are made and put right, and most scores are left to the service. */
const writeOps = (events: Played['events'], random: Random): Op[] => {
  const ops: Op[] = []
  const score = { home: 0, away: 0 }
  for (const [index, event] of events.entries()) {
    const { home_score, away_score, side, ...rest } = event
    if (side != null) score[side] += POINTS[event.type] ?? 0
    const isComputed = score.home === home_score && score.away === away_score
    Object.assign(score, { home: home_score, away: away_score })
    const sent = { ...rest, side, ...(!isComputed && { home_score, away_score }) }
    const place = { id: `e${index}`, after: index === 0 ? null : `e${index - 1}` }
    if (random.chance(0.05)) {
      ops.push({ op: 'add', ...place, event: { ...sent, type: 'other', clock: '00:01', home_score, away_score } })
      ops.push({ op: 'edit', id: place.id, version: 2, event: sent })
      ops.push({ op: 'edit', id: place.id, version: 1, event: { ...sent, description: 'not right yet' } })
    } else ops.push({ op: 'add', ...place, event: sent })
    if (random.chance(0.03)) {
      const by_mistake = { ...sent, type: 'foul' as const, home_score, away_score }
      ops.push({ op: 'add', id: `m${index}`, after: place.id, event: by_mistake }, { op: 'remove', id: `m${index}` })
    }
  }
  return ops
}

/** Calls of a client with a bad connection: of some ops, in a wrong order, repeated at once and much later. */
const cutIntoCalls = (ops: readonly Op[], random: Random, largest: number): Op[][] => {
  const late = ops.map((op, at) => ({ op, at: at + (random.chance(0.2) ? random.integer(1, 25) : 0) }))
  const queue = late.toSorted((a, b) => a.at - b.at).map(({ op }) => op)
  const calls: Op[][] = []
  for (let at = 0; at < queue.length;) {
    const size = random.integer(1, largest)
    calls.push(queue.slice(at, at + size))
    at += size
    if (random.chance(0.1)) calls.push(random.pick(calls))
  }
  return calls
}

/** The calls of each device at which a game is scored, whose people enter what each of them sees. */
const writeCalls = ({ game, events }: Played, devices: number, largest: number): Op[][][] => {
  const random = new Random(game.external_id)
  const ops = writeOps(events, random)
  return Array.from({ length: devices }, (_, device) => {
    const own = ops.filter((_, at) => at % devices === device)
    return cutIntoCalls(own, random.fork(`${device}`), largest)
  })
}

const BIN = fileURLToPath(new URL('../packages/cli/bin/basketball-data.js', import.meta.url))
const ENV = {
  PATH: process.env['PATH'],
  INGEST: 'on',
  WRITES_PER_MINUTE: '1000000',
  LOG_LEVEL: 'error',
  PLANS: '{"complete":{"per_minute":null,"per_day":null}}',
}
/** Milliseconds that a client waits for a response, before it repeats a call, and until it gives up. */
const [PATIENCE, PAUSE, DEADLINE] = [5000, 100, 120_000]

const over = new AbortController()

/** The response to a call, which is repeated until there is one, as the documentation asks clients to. @throws if it is refused, or none comes */
const call = async (url: string, key: string, init: RequestInit = {}): Promise<string> => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const until = performance.now() + DEADLINE
  while (!over.signal.aborted && performance.now() < until) {
    const signal = AbortSignal.timeout(PATIENCE)
    const response = await fetch(url, { ...init, headers, signal }).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (response?.status === 200 && text != null) return text
    if (response !== null && response.status < 500 && response.status !== 429) throw new Error(`${url}: ${text}`)
    await setTimeout(PAUSE)
  }
  throw new Error(`${url}: no response`)
}

/** A service whose games are imported. */
const startImported = async () => {
  const { address, drop } = await newDatabase('Postgres')
  const { core, origin, newKey, close } = await serve(address, { plans: UNLIMITED, now: () => new Date() })
  const key = await newKey('complete')
  return {
    core,
    get: (path: string) => call(`${origin}/v1${path}`, key),
    stop: async (): Promise<void> => {
      await close()
      await drop()
    },
  }
}

/** A service in a process of its own, whose games are scored. */
const startScored = async () => {
  const { address: database, drop } = await newDatabase('Postgres')
  const core = await createCore({ database })
  const { id } = await core.accounts.create({ email: 'reader@example.org', plan: 'complete' })
  const [reading, writing] = [await core.keys.create(id), await core.writeKeys.create({ source: 'euroleague' })]
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const start = () =>
    spawn(process.execPath, [BIN, 'serve', '--port', String(port), '--no-worker', '--database', database], {
      env: ENV,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  let serving = start()
  return {
    core,
    get: (path: string) => call(`${origin}/v1${path}`, reading.key),
    write: (method: string, path: string, body: object) =>
      call(`${origin}/ingest/v1${path}`, writing.key, { method, body: JSON.stringify(body) }),
    /** Sends a call, and cuts the connection before the response. Returns whether there was none. */
    cut: (method: string, path: string, body: object, wait: number): Promise<boolean> =>
      new Promise((resolve) => {
        const headers = { 'x-api-key': writing.key, 'content-type': 'application/json' }
        const sent = request(`${origin}/ingest/v1${path}`, { method, headers, agent: false })
        sent.on('response', () => resolve(false)).on('error', () => resolve(false))
        sent.on('finish', async () => {
          await setTimeout(wait)
          sent.destroy()
          resolve(true)
        })
        sent.end(JSON.stringify(body))
      }),
    /** Kills the process, and starts another one. */
    kill: async (): Promise<void> => {
      const exited = once(serving, 'exit')
      serving.kill('SIGKILL')
      await exited
      if (!over.signal.aborted) serving = start()
    },
    stop: async (): Promise<void> => {
      over.abort()
      serving.kill('SIGKILL')
      await core.close()
      await drop()
    },
  }
}

type Imported = Awaited<ReturnType<typeof startImported>>
type Scored = Awaited<ReturnType<typeof startScored>>

/** What goes wrong while games are scored, and how often. */
type Mishaps = { kills: number; cuts: number }

/** At which of a number of calls something goes wrong. */
const planMishaps = (calls: number, { kills, cuts }: Mishaps, random: Random): Map<number, keyof Mishaps> => {
  const plan = new Map<number, keyof Mishaps>()
  while (plan.size < kills + cuts) plan.set(random.integer(0, calls - 1), plan.size < kills ? 'kills' : 'cuts')
  return plan
}

type Scoring = Mishaps & { devices: number; largest: number }

/** Scores games at once. Returns what went wrong meanwhile. */
const scoreGames = async (service: Scored, games: readonly Played[], scoring: Scoring): Promise<Mishaps> => {
  const { devices, largest } = scoring
  const clients = games.flatMap((game) =>
    writeCalls(game, devices, largest).map((calls) => ({ calls, path: `/games/${game.game.external_id}/events` })),
  )
  const random = new Random(clients.map(({ path }) => path).join())
  const plan = planMishaps(clients.flatMap(({ calls }) => calls).length, scoring, random)
  const done = { kills: 0, cuts: 0 }
  let killing = Promise.resolve()
  const killAfter = async (wait: number): Promise<void> => {
    await setTimeout(wait)
    await service.kill()
    done.kills += 1
  }
  let sent = 0
  const score = async ({ calls, path }: (typeof clients)[number]): Promise<void> => {
    for (const ops of calls) {
      const mishap = plan.get(sent++)
      const wait = random.integer(0, 20)
      if (mishap === 'kills') killing = killing.then(() => killAfter(wait))
      if (mishap === 'cuts' && (await service.cut('POST', path, { ops }, wait))) done.cuts += 1
      await service.write('POST', path, { ops })
    }
  }
  await Promise.all(clients.map(score))
  await killing
  return done
}

const Document = z.object({ paths: z.record(z.string(), z.object({ get: z.unknown().optional() })) })

/** Everything that is served of a game, by path, except for its revisions, which are how it came about. */
const readGame = async (
  { core, get }: Scored | Imported,
  { game: { external_id } }: Played,
): Promise<Record<string, string>> => {
  const ids = await core.externalIds('game', 'euroleague')
  const [id = ''] = [...ids].flatMap(([id, name]) => (name === external_id ? id : []))
  const { paths } = Document.parse(JSON.parse(await get('/openapi.json')))
  const ofGame = Object.keys(paths).filter((path) => /^\/games\/\{id\}(?!\/(stream|revisions))/.test(path))
  const read = async (path: string) => [path, await get(path.replace('{id}', id))] as const
  return Object.fromEntries(await Promise.all(ofGame.map(read)))
}

const Board = z.object({ data: z.array(z.looseObject({ state: z.string(), updated_at: z.unknown() })) })

/** What the board shows of the day of a game. */
const readBoard = async ({ get }: Pick<Imported, 'get'>, { game: { date } }: Played) =>
  Board.parse(JSON.parse(await get(`/live?date=${date}`))).data.map(({ updated_at: _at, ...shown }) => shown)

const PlayByPlay = z.object({ data: z.object({ events: z.array(z.unknown()) }) })

/**
 * Scores games, and compares them with imports: while they run, with all of their events, and after their end. Returns the number of
 * compared plays, and what went wrong.
 */
const compareGames = async (
  scored: Scored,
  imported: Imported,
  games: readonly Played[],
  scoring: Scoring,
): Promise<Mishaps & { plays: number }> => {
  const put = ({ source: _source, ...bundle }: GameBundle) =>
    scored.write('PUT', `/games/${bundle.game.external_id}`, bundle)
  for (const game of games) await put(toFixture(game))
  const mishaps = await scoreGames(scored, games, scoring)
  for (const game of games) await imported.core.ingest({ ...toFixture(game), events: game.events })
  for (const game of games) {
    const board = await readBoard(scored, game)
    expect(board).toEqual(await readBoard(imported, game))
    expect(board.map(({ state }) => state)).toContain('ended')
  }
  for (const game of games) {
    await put({ ...game, events: undefined })
    await imported.core.ingest(game)
  }
  let plays = 0
  for (const game of games) {
    const [served, expected] = [await readGame(scored, game), await readGame(imported, game)]
    const differing = Object.keys(expected).filter((path) => served[path] !== expected[path])
    expect(differing, game.game.external_id).toEqual([]) // a diff of the texts would take minutes
    plays += PlayByPlay.parse(JSON.parse(served['/games/{id}/playbyplay'] ?? '')).data.events.length
  }
  return { ...mishaps, plays }
}

const Competitions = z.object({ data: z.array(z.object({ id: z.string() })) })

/** What is served of all games together. */
const readSeason = async ({ get }: Pick<Imported, 'get'>): Promise<string[]> => {
  const { data } = Competitions.parse(JSON.parse(await get('/competitions')))
  const competition = data[0]?.id
  return Promise.all([get(`/standings?competition=${competition}`), get(`/stats/leaders?competition=${competition}`)])
}

describe.skipIf(!existsSync(DATA))('a game entered at the scorer’s table (skipped without ../shared/data)', () => {
  let scored: Scored
  let imported: Imported
  let games: Played[] = []
  beforeAll(async () => {
    ;[scored, imported] = await Promise.all([startScored(), startImported()])
    games = await readGames(IS_WHOLE ? Infinity : 3)
    return async () => {
      await scored.stop()
      await imported.stop()
    }
  })

  test(
    'op by op, repeated and out of order, is served like one import of its bundle',
    { timeout: 600_000 },
    async () => {
      const alone = games.slice(0, 1)
      const scoring = { devices: 1, largest: 4, kills: 0, cuts: 0 }
      expect((await compareGames(scored, imported, alone, scoring)).plays).toBe(alone[0]?.events.length)
    },
  )

  test(
    'together with others, by several devices at once, through a service that is killed, over connections that are cut, is served like one import of each bundle',
    { timeout: IS_WHOLE ? 20_000_000 : 600_000 },
    async () => {
      const others = games.slice(1)
      const total = { kills: 0, cuts: 0, plays: 0 }
      for (let at = 0; at < others.length; at += 3) {
        const mishaps = IS_WHOLE ? { kills: at % 15 === 0 ? 1 : 0, cuts: 2 } : { kills: 2, cuts: 10 }
        const scoring = { devices: 3, largest: 12, ...mishaps }
        const done = await compareGames(scored, imported, others.slice(at, at + 3), scoring)
        for (const name of ['kills', 'cuts', 'plays'] as const) total[name] += done[name]
        if (IS_WHOLE) console.log(`${Math.min(at + 3, others.length)} games`, total)
      }
      expect(await readSeason(scored)).toEqual(await readSeason(imported))
      expect(total.plays).toBe(others.reduce((sum, { events }) => sum + events.length, 0))
      expect(total.kills).toBeGreaterThanOrEqual(IS_WHOLE ? 20 : 2)
      expect(total.cuts).toBeGreaterThanOrEqual(IS_WHOLE ? 100 : 1)
    },
  )
})
