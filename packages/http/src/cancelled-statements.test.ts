import { setTimeout as sleep } from 'node:timers/promises'
import { simulate } from '@basketball-data/feeds/simulator'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { newDatabase, openCore } from './testing/databases.ts'
import { sendOverHttp } from './testing/request.ts'
import { newAccount, serve } from './testing/services.ts'

/** Calls of the test; `CANCELLED_CALLS=100000 npm test -- cancelled-statements` makes more. */
const CALLS = z.coerce.number().parse(process.env['CANCELLED_CALLS'] ?? '300')
const READERS = 12

/** Cancels the statement of one other connection. */
const CANCEL_ONE = `select pg_cancel_backend(pid) from (
    select pid from pg_stat_activity
    where datname = current_database() and state = 'active' and query not like '%pg_cancel_backend%'
    order by random() limit 1
  ) as one`

type Response = { status: number; headers: Headers; text: string }
type Get = (path: string, headers?: Record<string, string>) => Promise<Response>

const getFrom =
  (origin: string, key: string): Get =>
  async (path, headers = {}) => {
    const request = { method: 'GET', path: `/v1${path}`, headers: { 'x-api-key': key, ...headers } }
    const { bytes, ...response } = await sendOverHttp(origin)(request)
    return { ...response, text: bytes.toString('utf8') }
  }

const Listed = z.object({ data: z.tuple([z.object({ id: z.string() })]).rest(z.unknown()) })

/** Paths of every kind of record; the last one has none. */
const choosePaths = async (get: Get): Promise<string[]> => {
  const first = async (path: string) => Listed.parse(JSON.parse((await get(path)).text)).data[0].id
  const game = await first('/games?status=final')
  const competition = await first('/competitions')
  const team = await first('/teams')
  const player = await first(`/players?team=${team}`)
  return [
    '/competitions',
    '/seasons',
    '/teams?per_page=200',
    '/games?per_page=200',
    '/games?per_page=3&page=2',
    ...['', '/boxscore', '/playbyplay', '/shots', '/lineups'].map((part) => `/games/${game}${part}`),
    `/players?team=${team}`,
    ...['', '/games', '/seasons', '/splits'].map((part) => `/players/${player}${part}`),
    ...['', '/roster', '/form'].map((part) => `/teams/${team}${part}`),
    `/standings?competition=${competition}`,
    `/stats/leaders?competition=${competition}`,
    '/usage',
    '/games/gm_00000000',
  ]
}

/** What must be the same at each call: the body without the numbers of calls, or the status of an error. */
const toOutcome = ({ status, text }: Response): string =>
  status === 200 ? text.replace(/"(calls_\w+|remaining)":\d+/g, '"$1":0') : String(status)

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new RangeError('There is nothing to pick from.')
  return item
}

test(
  'whatever statement is cancelled at whatever moment, no response is wrong',
  { timeout: 300_000 + 30 * CALLS },
  async () => {
    const { address, drop } = await newDatabase('Postgres')
    onTestFinished(drop)
    const games = [...simulate({ day: '2026-11-20', games: 20 })].filter(({ game }) => game.status === 'final')
    const options = { callDeadline: 2500 }
    const cached = await serve(address, { ...options, games, cacheMegabytes: 1 })
    onTestFinished(cached.close)
    const uncached = await serve(address, { ...options, cacheMegabytes: 0 })
    onTestFinished(uncached.close)
    const { key } = await newAccount(cached.core, 'complete')
    const [getCached, getUncached] = [getFrom(cached.origin, key), getFrom(uncached.origin, key)] as const

    const [game] = games
    if (game === undefined) throw new Error('no game')
    const change = (attendance: number) => cached.core.ingest({ ...game, game: { ...game.game, attendance } })
    /** The right outcomes of each path, before and after a change. */
    const right: { path: string; outcomes: [string, string] }[] = []
    for (const path of await choosePaths(getUncached)) right.push({ path, outcomes: ['', ''] })
    for (const [index, attendance] of [1, 2].entries()) {
      await change(attendance)
      for (const { path, outcomes } of right) outcomes[index] = toOutcome(await getUncached(path))
    }

    const { store } = await openCore(address)
    const cancelSoon = async () => {
      await sleep(Math.random() * 4)
      await store.driver.rows(CANCEL_ONE, [])
    }

    const cancels: Promise<void>[] = []
    let calls = 0
    let failed = 0
    const wrong: { path: string; status: number; text: string }[] = []
    const read = async () => {
      const etags = new Map<string, string>()
      while (calls++ < CALLS) {
        if (Math.random() < 0.5) cancels.push(cancelSoon())
        const { path, outcomes } = pick(right)
        const etag = Math.random() < 0.25 ? etags.get(path) : undefined
        const response = await pick([getCached, getUncached])(path, etag === undefined ? {} : { 'if-none-match': etag })
        const { status, text, headers } = response
        if (status === 200) etags.set(path, headers.get('etag') ?? '')
        if (status >= 500) failed++
        else if (status !== 304 && !outcomes.includes(toOutcome(response)))
          wrong.push({ path, status, text: text.slice(0, 200) })
      }
    }
    const ended = new AbortController()
    const writing = (async () => {
      for (let attendance = 1; !ended.signal.aborted; attendance = 3 - attendance) {
        await change(attendance).catch(() => {})
        await sleep(Math.random() * 50)
      }
    })()
    await Promise.all(Array.from({ length: READERS }, read)).finally(() => ended.abort())
    await Promise.all([writing, ...cancels])
    expect(wrong).toEqual([])
    expect(failed).toBeGreaterThan(0)

    await change(2)
    for (const { path, outcomes } of right)
      for (const get of [getCached, getUncached]) expect(toOutcome(await get(path))).toBe(outcomes[1])
    console.info(`${CALLS} calls: ${failed} failed, none was wrong`)
  },
)
