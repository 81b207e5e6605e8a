import { GameStreamEvent, type Event, type GameDetail } from '../../contract/index.ts'
import type { Core } from '../../core.ts'
import { comparePositions, toPosition } from '../position.ts'

/** A client of the stream of one game: what it has, as a client without knowledge of the service keeps it. */
export class GameReader {
  readonly plays = new Map<number, Event>()
  game: GameDetail | undefined
  /** Ids of the events of webhooks that it has received. */
  readonly webhookEvents: string[] = []
  lastId: string | undefined
  /** What it has received since it was opened first, without its data. */
  readonly received: string[] = []

  /** Takes an event. @throws if it is not of the contract, or does not come after the last one */
  take(event: GameStreamEvent): void {
    GameStreamEvent.parse(event)
    if (this.lastId !== undefined && !follows(event.id, this.lastId))
      throw new RangeError(`${event.id} came after ${this.lastId}`)
    this.lastId = event.id
    this.received.push(event.event === 'play' ? `${event.data.op} ${event.data.event.seq}` : event.event)
    switch (event.event) {
      case 'game':
        this.game = event.data
        break
      case 'play':
        if (event.data.op === 'remove') this.plays.delete(event.data.event.seq)
        else this.plays.set(event.data.event.seq, event.data.event)
        break
      case 'period':
      case 'final':
        this.webhookEvents.push(event.data.id)
        break
    }
  }

  /** Connects, going on after its last event, and takes events until `enough`. Whether it was, or the stream has ended. */
  async read(core: Core, id: string, enough: (event: GameStreamEvent) => boolean): Promise<boolean> {
    const stream = await core.caller().games.stream({ id, ...(this.lastId !== undefined && { after: this.lastId }) })
    for await (const event of stream) {
      this.take(event)
      if (enough(event)) return true
    }
    return false
  }
}

/** Whether an event may come after another one: each id at most once, in order, the start before everything else. */
const follows = (id: string, before: string): boolean => {
  const [a, b] = [toPosition(id), toPosition(before)]
  if (a.isStart) return b.isStart && a.number === b.number && a.index > b.index
  return b.isStart ? a.number > b.number : comparePositions(a, b) > 0
}
