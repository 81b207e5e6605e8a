import { z } from 'zod'
import { StreamedEvent } from '@basketball-data/core/contract'
import { type Core, selectRows, sql } from '@basketball-data/core'

const EventRow = z.object({ game_id: z.string(), body: z.string() })

/** The events that are stored, in order, by game: `period 1`, and so on, and `final`. */
export const storedEvents = async ({ store }: Pick<Core, 'store'>): Promise<Map<string, string[]>> => {
  const rows = await selectRows(store.db, EventRow, sql`select game_id, body from webhook_events order by number, id`)
  const events = new Map<string, string[]>()
  for (const { game_id, body } of rows) {
    const event = StreamedEvent.parse(JSON.parse(body))
    const name = event.type === 'game.final' ? 'final' : `period ${event.data.game.period.number}`
    events.set(game_id, [...(events.get(game_id) ?? []), name])
  }
  return events
}

/**
 * What a game may have for events that was followed from its beginning to its end: the end of its last period is one only if
 * a response had it before the final score.
 */
export const listGameEvents = (periods: number): string[][] => {
  const before = Array.from({ length: periods - 1 }, (_, index) => `period ${index + 1}`)
  return [
    [...before, 'final'],
    [...before, `period ${periods}`, 'final'],
  ]
}
