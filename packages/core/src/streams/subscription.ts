import type { EventStream, StreamEnd } from '../contract/index.ts'
import { ServiceError } from '../errors.ts'
import { toEventJson } from './items.ts'

/** Characters of events that may wait for a reader. One that lets more wait does not read. */
const MAX_WAITING = 2 ** 20

/** A stream of events for one reader: its first events, then those that are pushed, until it ends. */
export class Subscription<Event extends { data: unknown }> implements EventStream<Event> {
  readonly #waiting: Event[] = []
  #first: Iterable<Event> | AsyncIterable<Event>
  readonly #ended = Promise.withResolvers<StreamEnd>()
  readonly #onEnd: (() => void)[] = []
  #size = 0
  #end: StreamEnd | undefined
  /** Resolves at the next event and at the end, if the reader waits for it. */
  #next: PromiseWithResolvers<void> | undefined

  constructor(first: Iterable<Event> | AsyncIterable<Event>) {
    this.#first = first
  }

  get ended(): Promise<StreamEnd> {
    return this.#ended.promise
  }

  /** Calls a function when the stream has ended; at once if it has. */
  onEnd(call: () => void): void {
    if (this.#end === undefined) this.#onEnd.push(call)
    else call()
  }

  /** Adds an event, unless the stream has ended. */
  push(event: Event): void {
    if (this.#end !== undefined) return
    this.#waiting.push(event)
    this.#size += toEventJson(event).length
    if (this.#size > MAX_WAITING) this.end('overflow')
    else this.#next?.resolve()
  }

  /** Ends the stream. A completed one has its last events read; of any other one nothing more is read. */
  end(end: StreamEnd): void {
    if (this.#end !== undefined) return
    this.#end = end
    if (end !== 'completed') this.#waiting.length = 0
    this.#next?.resolve()
    this.#ended.resolve(end)
    for (const call of this.#onEnd.splice(0)) call()
  }

  close(): void {
    this.end('closed')
  }

  /**
   * Reads the events, once.
   * @throws ServiceError unauthorized if the stream was ended because of its key, server_error if it was too slow
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    try {
      for await (const event of this.#first) {
        if (this.#isOver()) break
        yield event
      }
      this.#first = [] // its events are needed no longer
      while (!this.#isOver()) {
        const event = this.#waiting.shift()
        if (event !== undefined) {
          this.#size -= toEventJson(event).length
          yield event
          continue
        }
        if (this.#end === 'completed') return
        this.#next = Promise.withResolvers()
        await this.#next.promise
        this.#next = undefined
      }
      this.#explain()
    } finally {
      this.close()
    }
  }

  #isOver(): boolean {
    return this.#end !== undefined && this.#end !== 'completed'
  }

  #explain(): void {
    if (this.#end === 'revoked')
      throw new ServiceError('unauthorized', 'The key was revoked, or its plan no longer has streams.')
    if (this.#end === 'overflow')
      throw new ServiceError('server_error', 'The stream was not read fast enough; go on after its last event.')
  }
}
