import { sampleId } from '../../packages/core/src/testing/sample-games.ts'
import { Condition } from './condition.ts'
import type { NightDatabase } from './database.ts'
import type { FeedHost } from './feed.ts'
import type { Fleet } from './fleet.ts'
import type { History } from './history.ts'
import type { Hooks } from './hooks.ts'
import type { Script } from './league.ts'
import type { Machine } from './machine.ts'
import type { Keys } from './preparation.ts'
import type { Random } from './random.ts'
import { ResponseReader, StreamReader } from './readers.ts'

/** How often a reader of a stream has forgotten what it has read when it connects, and begins anew. */
const FORGETTING = 0.3

/** What the readers of a night share. */
export type AudienceOptions = {
  machine: Machine
  random: Random
  database: NightDatabase
  host: FeedHost
  history: History
  followed: readonly Script[]
  corrected: readonly Script[]
  hooks: Hooks
}

/** Everybody who reads in a night, mostly at the moments at which something may go wrong. */
export class Audience {
  /** Readers that share a key with a limit. */
  readonly limitedReaders = [new ResponseReader(), new ResponseReader()]
  readonly responseReaders: readonly ResponseReader[]
  readonly streamReaders: readonly { reader: StreamReader; game: string }[]
  readonly #options: AudienceOptions
  /** The feed has responded, or games are being written: what is read or connected then is most likely to go wrong. */
  readonly #news: Condition
  #remembers = false
  #callsEnded = false
  #streamsEnded = false

  constructor(options: AudienceOptions) {
    const { machine, random, database, host, followed } = options
    this.#options = options
    this.#news = new Condition(machine, random)
    database.onWrite = () => this.#news.notifyAll()
    host.replyListeners.add(() => this.#news.notifyAll())
    this.responseReaders = [...this.limitedReaders, new ResponseReader()]
    this.streamReaders = followed.map(({ game }) => ({ reader: new StreamReader(`stream of ${game}`), game }))
  }

  start({ any: server }: Fleet, { limited, unlimited }: Keys): void {
    const { machine, random, history, followed, corrected, hooks } = this.#options
    const untilNews = (longest: number) => this.#news.wait(longest, 30)
    const games = [...followed, ...corrected].map(({ game }) => sampleId('game', game))
    for (const [index, reader] of this.responseReaders.entries()) {
      const isLimited = this.limitedReaders.includes(reader)
      machine.start(`reader ${index}`, 0, () =>
        reader.run({
          machine,
          random: random.fork(`reader ${index}`),
          server,
          key: isLimited ? limited : unlimited,
          games: () => games.filter((game) => history.since(game, 0).size > 0),
          statesSince: (game, since) => history.since(game, since),
          isOver: () => this.#callsEnded,
          pause: isLimited ? (longest) => machine.sleep(longest) : untilNews,
          isEager: !isLimited,
          untilCommit: (longest) => history.committed.wait(longest, 3),
        }),
      )
    }
    for (const { reader, game } of this.streamReaders) {
      const id = sampleId('game', game)
      machine.start(reader.name, 0, () =>
        reader.run(
          {
            machine,
            random: random.fork(reader.name),
            server,
            isOver: () => this.#streamsEnded,
            pause: untilNews,
            forgets: () => !this.#remembers && random.chance(FORGETTING),
            resumeAfter: hooks.resumeAfter,
            fewestRowsSince: (moment) => history.fewestRowsSince(id, moment),
          },
          (core, after) => core.caller().games.stream({ id, ...(after !== undefined && { after }) }),
        ),
      )
    }
  }

  /** Ends single calls; streams are read on. */
  endCalls(): void {
    this.#callsEnded = true
  }

  /** Lets the readers of streams keep what they have read, so that they have all of it in the end. */
  remember(): void {
    this.#remembers = true
  }

  /** Ends the streams too. */
  endStreams(): void {
    this.#streamsEnded = true
  }
}
