import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { LiveFeed } from '../../packages/core/src/contract/index.ts'
import { buildBundle, type ScriptState, type Script } from './league.ts'
import type { Machine } from './machine.ts'
import type { Host, Reply } from './network.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'

/** Requests in any 60 seconds that the host of the feed tolerates: so few that games wait for each other, or many. */
export const TOLERATED = [20, 300]
const MINUTE = 60_000
const HOST = 'feed.test'

const Schedule = z.object({ games: z.array(z.object({ game: z.string(), tip_off: z.number() })) })
const Shown = z.object({ game: z.string(), revision: z.int() })

/** The feed of a night. A response has the number of a state, and the feed knows what happened until then. */
export const createFeed = (scripts: readonly Script[], requestsPerMinute: number): LiveFeed => {
  const byGame = new Map(scripts.map((script) => [script.game, script]))
  const getState = (script: Script, response: unknown): ScriptState | null => {
    if (response === undefined) return null
    const { game, revision } = Shown.parse(response)
    if (game !== script.game) throw new Error(`${script.game}: a response is of ${game}`)
    return script.states[revision - 1] ?? null
  }
  return {
    name: 'night',
    budget: HOST,
    requestsPerMinute,
    checkSeason: () => '2026',
    scheduleUrl: () => `https://${HOST}/schedule`,
    readSchedule: (_season, schedule) =>
      Schedule.parse(schedule).games.map(({ game, tip_off }) => ({
        game,
        tip_off: new Date(tip_off),
        entry: { game, tip_off },
      })),
    listResources: (game) =>
      ['plays', 'box'].map((kind) => ({ kind, url: `https://${HOST}/${kind}/${game}`, live: kind === 'plays' })),
    readGame: (game, _entry, { plays, box }) => {
      const script = byGame.get(game)
      if (script === undefined) throw new Error(`there is no game ${game}`)
      const state = getState(script, plays)
      const bundle = buildBundle(script, state, getState(script, box))
      return { bundle, progress: state === null ? 'to come' : state.isFinal ? 'over' : 'live' }
    },
  }
}

/** How often the host of a feed fails. */
export type FeedFaults = {
  /** The probability that a response is none: 429, 503, HTML, half of its JSON, nothing, or a connection that ends. */
  failed: number
  /** The probability that a response is an old one. */
  stale: number
}

export const NO_FEED_FAULTS: FeedFaults = { failed: 0, stale: 0 }

/** The host of the feed of a night, which counts its requests. */
export class FeedHost implements Host {
  readonly #scripts: readonly Script[]
  readonly #machine: Machine
  readonly #random: Random
  readonly #requests: number[] = []
  readonly #sendsEtags: boolean
  faults = NO_FEED_FAULTS
  /** Which states of games were shown in play-by-plays, and when. */
  readonly #shown: { game: string; revision: number; at: number }[] = []
  /** Called when a request of a process arrives. */
  onRequest: (from: Process) => void = () => {}
  /** Each is called when a reply has arrived at a process. */
  readonly replyListeners = new Set<(to: Process) => void>()

  constructor(scripts: readonly Script[], machine: Machine, random: Random) {
    this.#scripts = scripts
    this.#machine = machine
    this.#random = random
    this.#sendsEtags = random.chance(0.5)
  }

  readonly name = HOST

  delays(): [number, number] {
    const back = this.#random.chance(this.faults.failed) ? this.#random.between(0, 9000) : this.#random.between(5, 300)
    return [this.#random.between(5, 50), back]
  }

  respond({ path, headers }: { path: string; headers: Headers }, from: Process): Reply {
    this.#requests.push(this.#machine.now)
    this.onRequest(from)
    const [, kind = '', game = ''] = path.split('/')
    const json = kind === 'schedule' ? this.#schedule() : this.#state(game)
    const body = json === null ? '' : JSON.stringify(json)
    if (this.#random.chance(this.faults.failed)) return this.#failure(body)
    if (kind === 'plays' && json !== null && 'revision' in json) this.#shown.push({ ...json, at: this.#machine.now })
    if (body === '') return { status: 404, body }
    if (!this.#sendsEtags) return { status: 200, body }
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`
    return headers.get('if-none-match') === etag ? { status: 304, body: '' } : { status: 200, headers: { etag }, body }
  }

  onReply(to: Process): void {
    for (const listener of this.replyListeners) listener(to)
  }

  /** Whether it has shown a state of a game since a moment, in Unix milliseconds. */
  hasShown(game: string, revision: number, since: number): boolean {
    return this.#shown.some((state) => state.game === game && state.revision === revision && state.at >= since)
  }

  #failure(body: string): Reply {
    return this.#random.pick<Reply>([
      { status: 429, headers: { 'retry-after': '5' }, body: '' },
      { status: 503, body: 'unavailable' },
      { status: 200, body: '<html>Just a moment</html>' },
      { status: 200, body: body.slice(0, body.length / 2) },
      'reset',
      'silence',
    ])
  }

  #schedule() {
    return { games: this.#scripts.map(({ game, tipOff }) => ({ game, tip_off: tipOff })) }
  }

  #state(game: string) {
    const script = this.#scripts.find((each) => each.game === game)
    if (script === undefined) return null
    const seconds = (this.#machine.now - script.tipOff) / 1000
    const shown = script.states.filter(({ from }) => from <= seconds)
    const isStale = this.#random.chance(this.faults.stale)
    const state = isStale && shown.length > 0 ? this.#random.pick(shown) : shown.at(-1)
    return state === undefined ? null : { game, revision: state.revision }
  }

  /** The most requests in any 60 seconds. */
  get busiestMinute(): number {
    let busiest = 0
    let first = 0
    for (const [index, at] of this.#requests.entries()) {
      while ((this.#requests[first] ?? at) <= at - MINUTE) first++
      busiest = Math.max(busiest, index - first + 1)
    }
    return busiest
  }

  get requests(): number {
    return this.#requests.length
  }
}
