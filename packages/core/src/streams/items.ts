import type {
  Event,
  GameDetail,
  GameFinalEvent,
  Game,
  GamePeriodEvent,
  GameScore,
  GameStreamEvent,
  PlayChange,
  StreamEvent,
} from '../contract/index.ts'
import { isAfter, toEventId, type Position } from './position.ts'

/** Where an item stands in the order of a stream; see Position. */
type Point = { number: number; index: number }

/** A game as it is after a change of its record. */
export type GameItem = Point & { event: 'game'; data: GameDetail }

/** A play as it is after its latest change; null if it is no longer there. */
export type PlayItem = Point & {
  event: 'play'
  play: Event | null
  /** The number of the change that added it. */
  added: number
}

/** The end of a period, or a final score, as webhooks receive it. */
export type WebhookItem = Point &
  ({ event: 'period'; data: GamePeriodEvent } | { event: 'final'; data: GameFinalEvent })

/** Where a game stands after its score, its clock or its state has changed. */
export type ScoreItem = Point & { event: 'score'; data: GameScore; game: Game }

/** What has changed in a game, for the readers of its stream. */
export type Item = GameItem | PlayItem | WebhookItem

/** What has changed in a game, for the readers of the stream of all games. */
export type AllItem = GameItem | ScoreItem | WebhookItem

const toPlayChange = ({ index, play, added }: PlayItem, known: Point): PlayChange => {
  if (play === null) return { op: 'remove', event: { seq: index } }
  return { op: isAfter({ number: added, index }, known) ? 'add' : 'edit', event: play }
}

/** An event that is the same for all readers. */
type RecordEvent = Exclude<GameStreamEvent, { event: 'play' }>

const toRecordEvent = (item: GameItem | WebhookItem, id: string): RecordEvent => {
  switch (item.event) {
    case 'game':
      return { id, event: 'game', data: item.data }
    case 'period':
      return { id, event: 'period', data: item.data }
    case 'final':
      return { id, event: 'final', data: item.data }
  }
}

const toEvent = (item: Item, id: string, known: Point): GameStreamEvent =>
  item.event === 'play' ? { id, event: 'play', data: toPlayChange(item, known) } : toRecordEvent(item, id)

/** The event with which a stream begins that has an item as of the change with this number. */
export const toStartEvent = (item: GameItem | PlayItem, number: number): GameStreamEvent => {
  const before: Position = { number: -1, index: 0, isStart: true }
  return toEvent(item, toEventId({ number, index: item.index, isStart: true }), before)
}

/** Makes the event of an item once for all readers, so that its text is made and kept in memory once. */
const once = <Key extends object, Made>(make: (key: Key, known: Point) => Made) => {
  const made = new WeakMap<Key, Made>()
  return (key: Key, known: Point): Made => {
    const event = made.get(key) ?? make(key, known)
    made.set(key, event)
    return event
  }
}

const toItemId = ({ number, index }: Point): string => toEventId({ number, index, isStart: false })

const unchanging = once((item: GameItem | WebhookItem) => toRecordEvent(item, toItemId(item)))
const adding = once((item: PlayItem, known) => toEvent(item, toItemId(item), known))
const editing = once((item: PlayItem, known) => toEvent(item, toItemId(item), known))

const scoring = once((item: ScoreItem): StreamEvent => ({ id: toItemId(item), event: 'score', data: item.data }))

/** The event of a game, or of a webhook. */
const getRecordEvent = (item: GameItem | WebhookItem): RecordEvent => unchanging(item, item)

/** The event of an item in the stream of all games. */
export const toAllEvent = (item: AllItem): StreamEvent =>
  item.event === 'score' ? scoring(item, item) : getRecordEvent(item)

/** The event of an item for a reader who has everything up to a position. */
export const toStreamEvent = (item: Item, known: Point): GameStreamEvent => {
  if (item.event !== 'play') return getRecordEvent(item)
  const isNew = isAfter({ number: item.added, index: item.index }, known)
  return isNew ? adding(item, known) : editing(item, known)
}

const texts = new WeakMap<object, string>()

/** The data of an event as JSON, which is made once. */
export const toEventJson = (event: { data: unknown }): string => {
  const text = texts.get(event) ?? JSON.stringify(event.data)
  texts.set(event, text)
  return text
}
