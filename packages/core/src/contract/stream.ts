import { z } from 'zod'
import { GameDetail } from './game.ts'
import { StreamEventId } from './identifiers.ts'
import { GameScore } from './live.ts'
import { Event } from './play-by-play.ts'
import { GameFinalEvent, GamePeriodEvent } from './webhook.ts'

const EventPosition = z
  .object({ seq: Event.shape.seq })
  .meta({ id: 'EventPosition', description: 'The event of the play-by-play that is no longer there.' })

/** A change of one event of a play-by-play. */
export const PlayChange = z
  .discriminatedUnion('op', [
    z
      .object({ op: z.literal('add').describe('The play-by-play has an event more.'), event: Event })
      .meta({ id: 'AddedPlay', description: 'An event that the play-by-play has from now on.' }),
    z
      .object({ op: z.literal('edit').describe('The event has changed.'), event: Event })
      .meta({ id: 'EditedPlay', description: 'An event that replaces the one with the same seq.' }),
    z
      .object({ op: z.literal('remove').describe('The event is no longer there.'), event: EventPosition })
      .meta({ id: 'RemovedPlay', description: 'An event that the play-by-play no longer has.' }),
  ])
  .meta({
    id: 'PlayChange',
    description:
      'A change of the play-by-play as a map from seq to event: add and edit set an event, remove deletes it. Applying a change twice changes nothing.',
  })
export type PlayChange = z.infer<typeof PlayChange>

const streamed = <Name extends string, Data extends z.ZodType>(name: Name, description: string, data: Data) =>
  z
    .object({ id: StreamEventId, event: z.literal(name).describe('Type of the event.'), data })
    .meta({ id: `Streamed${name.charAt(0).toUpperCase()}${name.slice(1)}`, description })

const StreamedGame = streamed('game', 'The game as it is now.', GameDetail)
const StreamedPlay = streamed('play', 'A change of the play-by-play.', PlayChange)
const StreamedPeriod = streamed('period', 'A period of a game in progress has ended.', GamePeriodEvent)
const StreamedFinal = streamed('final', 'The game has its final score, or another one.', GameFinalEvent)

const StreamedScore = streamed('score', 'The score, the clock or the state of a game has changed.', GameScore)

/** An event of GET /games/{id}/stream. */
export const GameStreamEvent = z
  .discriminatedUnion('event', [StreamedGame, StreamedPlay, StreamedPeriod, StreamedFinal])
  .meta({ id: 'GameStreamEvent', description: 'An event of the stream of a game.' })
export type GameStreamEvent = z.infer<typeof GameStreamEvent>

/** An event of GET /stream. */
export const StreamEvent = z
  .discriminatedUnion('event', [StreamedGame, StreamedScore, StreamedPeriod, StreamedFinal])
  .meta({ id: 'StreamEvent', description: 'An event of the stream of all games.' })
export type StreamEvent = z.infer<typeof StreamEvent>

/** The index of the last event of a change; see `StreamEventId`. */
export const LAST_INDEX = 2_000_000

/** The id after which a stream goes on with what comes after the change with this number. */
export const toIdAfter = (number: number): StreamEventId => `${number}-${LAST_INDEX}`

/**
 * Where GET /stream begins, for a client that is cut before its first event. Server-sent events have it as an id without
 * data, which clients remember and do not report.
 */
export const StreamStart = streamed('start', 'Where the stream begins.', z.null())
export type StreamStart = z.infer<typeof StreamStart>

/**
 * Why a stream has ended. completed: the game is over, or was removed; closed: its reader has closed it; revoked: the key is revoked, or the
 * plan of its account no longer has streams; overflow: its reader does not read; stopped: the service stops.
 */
export type StreamEnd = 'completed' | 'closed' | 'revoked' | 'overflow' | 'stopped'

/** An open stream. Reading it ends when the stream does. One that is not read to its end has to be closed. */
export type EventStream<Event> = AsyncIterable<Event> & {
  /** Resolves when the stream has ended, even if it is not being read. */
  readonly ended: Promise<StreamEnd>
  close: () => void
}

/** Whether an output is a stream. */
export const isEventStream = (output: unknown): output is EventStream<GameStreamEvent | StreamEvent | StreamStart> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output

const eventSchemas = new WeakMap<z.ZodType, z.ZodType>()

/**
 * The output of an operation that opens a stream of such events.
 * @param _start what comes before them, which is not described to clients
 */
export const streamSchema = <Event extends z.ZodType, Start extends z.ZodType = z.ZodNever>(
  event: Event,
  _start?: Start,
): z.ZodType<EventStream<z.output<Event> | z.output<Start>>> => {
  const stream = z.custom<EventStream<z.output<Event> | z.output<Start>>>((output) => isEventStream(output))
  eventSchemas.set(stream, event)
  return stream
}

/** The schema of an event, if an output is a stream; undefined for any other output. */
export const getEventSchema = (output: z.ZodType): z.ZodType | undefined => eventSchemas.get(output)
