import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { execute, scoredEvents, selectRows, type Database } from '../store/index.ts'
import type { EventState, EventStates } from './event-order.ts'

/** Reads what clients have said of the events of a game. */
export const selectScoredEvents = async (tx: Database, game: string): Promise<EventStates> => {
  const rows = await tx.select().from(scoredEvents).where(eq(scoredEvents.game_id, game))
  return new Map(rows.map(({ game_id: _game, ...state }) => [state.id, state]))
}

/** Writes what clients have said of some events of a game. */
export const writeScoredEvents = async (tx: Database, game: string, states: readonly EventState[]): Promise<void> => {
  const rows = states.map((state) => ({ ...state, game_id: game }))
  await execute(
    tx,
    sql`insert into scored_events (game_id, id, added, edits, removed)
        select game_id, id, added, edits, removed
        from json_populate_recordset(null::scored_events, ${JSON.stringify(rows)}::json)
        on conflict (game_id, id) do update set added = excluded.added, edits = excluded.edits, removed = excluded.removed`,
  )
}

const KnownPlayer = z.object({ external_id: z.string(), id: z.string(), name: z.string() })

/** A player whom a source names: our id and name, by the external id. */
export type KnownPlayers = ReadonlyMap<string, { id: string; name: string }>

/** Reads the players of a source with these external ids; those it does not have are missing. */
export const selectPlayers = async (
  tx: Database,
  source: string,
  external_ids: Iterable<string>,
): Promise<KnownPlayers> => {
  const rows = await selectRows(
    tx,
    KnownPlayer,
    sql`select e.external_id, p.id, p.name from external_ids e join players p on p.id = e.id
        where e.kind = 'player' and e.source = ${source}
          and e.external_id = any (array(select json_array_elements_text(${JSON.stringify([...external_ids])}::json)))`,
  )
  return new Map(rows.map(({ external_id, id, name }) => [external_id, { id, name }]))
}

/** Reads the number of the latest change of the play-by-play of a game; 0 before the first. */
export const selectPlayByPlayChange = async (tx: Database, game: string): Promise<number> => {
  const [row] = await selectRows(
    tx,
    z.object({ number: z.number() }),
    sql`select coalesce(max(number), 0)::float8 as number from changes where record_id = ${game} and part = 'playbyplay'`,
  )
  return row?.number ?? 0
}
