import type { Driver } from '../../packages/core/src/store/store.ts'
import { sampleId } from '../../packages/core/src/testing/sample-games.ts'
import { Condition } from './condition.ts'
import type { FeedHost } from './feed.ts'
import { toHall, type Script } from './league.ts'
import type { Machine } from './machine.ts'
import type { Random } from './random.ts'

/**
 * What was stored of a game from one moment until another: the name of its hall, which says in which state it was, and how
 * many rows its play-by-play had.
 */
type Stored = { venue: string; rows: number; from: number; until: number }

/** What is stored of a game, as far as the types of events that webhooks must name depend on it. */
type Noted = { status: string; at: string; isShown: boolean; text: string }

/** Whether a game `g` has a play or a point. */
const IS_SHOWN = `coalesce(json_array_length(p.events), 0) > 0
  or exists (select from team_boxes b where b.game_id = g.id and b.points > 0)
  or exists (select from box_lines l where l.game_id = g.id and l.points > 0)
  or exists (select from jsonb_array_elements(g.periods -> 'home' || (g.periods -> 'away')) as points where points::integer > 0)`

/** Everything that is served of a game `g` but its prices, as text. */
const TEXT = `md5((to_jsonb(g) - 'bundle_hash' - 'ended_periods' - 'started')::text || coalesce(p.events::text, '')
  || coalesce((select string_agg(l::text, '' order by l.player_id) from box_lines l where l.game_id = g.id), '')
  || coalesce((select string_agg(b::text, '' order by b.side) from team_boxes b where b.game_id = g.id), ''))`

/** The states that were stored of each game, and when each was replaced. */
export class History {
  readonly #states = new Map<string, Stored[]>()
  readonly #machine: Machine
  /** A transaction has written games. */
  readonly committed: Condition
  commits = 0
  /** How many events of the types that webhooks must name the changes of games have to lead to, by game and type. */
  readonly expected = new Map<string, number>()
  readonly #noted = new Map<string, Noted>()
  readonly #host: FeedHost
  /** The games of the feed, by their ids. */
  readonly #followed: ReadonlyMap<string, Script>
  /** What was stored and must not have been. */
  readonly broken: string[] = []

  constructor(machine: Machine, random: Random, host: FeedHost, followed: readonly Script[]) {
    this.#machine = machine
    this.#host = host
    this.#followed = new Map(followed.map((script) => [sampleId('game', script.game), script]))
    this.committed = new Condition(machine, random)
  }

  /** Notes what a transaction that has written games has stored. */
  readonly note = async (driver: Driver): Promise<void> => {
    this.commits++
    const text = `select g.id, g.venue, coalesce(json_array_length(p.events), 0), g.status, concat(g.date, g.tip_off), ${IS_SHOWN}, ${TEXT}
      from games g left join play_by_plays p on p.game_id = g.id order by g.id`
    for (const [id, venue, rows, status, at, isShown, served] of await driver.values(text, [])) {
      this.#expect(String(id), {
        status: String(status),
        at: String(at),
        isShown: isShown === true,
        text: String(served),
      })
      const states = this.#states.get(String(id)) ?? []
      const last = states.at(-1)
      if (last?.venue === venue && last?.rows === rows) continue
      if (last !== undefined) {
        last.until = this.#machine.now
        this.#checkOrder(String(id), last, String(venue))
      }
      states.push({ venue: String(venue), rows: Number(rows), from: this.#machine.now, until: Infinity })
      this.#states.set(String(id), states)
    }
    this.committed.notifyAll()
  }

  #expect(id: string, noted: Noted): void {
    const before = this.#noted.get(id)
    this.#noted.set(id, noted)
    const add = (type: string) => this.expected.set(`${id} ${type}`, (this.expected.get(`${id} ${type}`) ?? 0) + 1)
    // The other games were played days ago.
    const isRunning = noted.status === 'scheduled' && noted.isShown && this.#followed.has(id)
    if (isRunning && !this.expected.has(`${id} game.started`)) add('game.started')
    if (before === undefined) return
    if (noted.status === 'scheduled' && noted.at !== before.at) add('game.rescheduled')
    if (noted.status === 'no_result' && before.status !== 'no_result') add('game.no_result')
    if (noted.status === 'final' && before.status === 'final' && noted.text !== before.text) add('game.corrected')
  }

  /** A state of the feed that replaces another one was requested after that was stored: no older response overwrites it. */
  #checkOrder(id: string, before: Stored, venue: string): void {
    const script = this.#followed.get(id)
    const state = script?.states.find(({ revision }) => toHall(revision) === venue)
    if (script === undefined || state === undefined) return
    if (!this.#host.hasShown(script.game, state.revision, before.from))
      this.broken.push(`${script.game}: ${before.venue} was replaced by ${venue}, which was requested before`)
  }

  /** The halls of the states of a game that were stored at any time since a moment, in Unix milliseconds. */
  since(game: string, moment: number): ReadonlySet<string> {
    return new Set(this.#storedSince(game, moment).map(({ venue }) => venue))
  }

  /** The fewest rows that the play-by-play of a game had at any time since a moment. */
  fewestRowsSince(game: string, moment: number): number {
    return Math.min(...this.#storedSince(game, moment).map(({ rows }) => rows))
  }

  #storedSince(game: string, moment: number): Stored[] {
    return (this.#states.get(game) ?? []).filter(({ until }) => until >= moment)
  }
}
