import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { GamePart, type ChangedPart } from '../contract/index.ts'
import { execute, selectRows, within, type Database } from '../store/index.ts'

/** A change of one part of a record that is not a game. Prices are those of any of its games. */
export type RecordChange = { record_id: string; part: Exclude<ChangedPart, Exclude<GamePart, 'prices'>> }

/** What a transaction has changed. */
export type RecordedChanges = {
  /** The changed parts of games, in the order in which they were written. */
  games: ReadonlyMap<string, ReadonlySet<GamePart>>
  records: readonly RecordChange[]
}

/**
 * Writes to the change log what a transaction has changed; to be called once, by every transaction that changes what is
 * served, while it has the lock on games. Each game gets the next number; other records share the last one.
 */
export const recordChanges = async (tx: Database, { games, records }: RecordedChanges): Promise<void> => {
  const ofGames = [...games].flatMap(([record_id, parts], index) =>
    [...parts].map((part) => ({ record_id, part, behind: games.size - 1 - index })),
  )
  const rows = [...ofGames, ...records.map((change) => ({ ...change, behind: 0 }))]
  if (rows.length === 0) return
  const numbers = Math.max(games.size, 1)
  await execute(
    tx,
    sql`with latest as (
          insert into change_number as c (number, recorded) values (${numbers}::bigint, ${numbers}::bigint)
          on conflict (id) do update set number = c.number + excluded.number, recorded = c.recorded + excluded.recorded
          returning number)
        insert into changes (record_id, part, number, at)
        select distinct on (r.record_id, r.part) r.record_id, r.part, latest.number - r.behind, statement_timestamp()
        from latest, json_to_recordset(${JSON.stringify(rows)}::json) as r (record_id text, part text, behind integer)
        on conflict (record_id, part) do update set number = excluded.number, at = excluded.at`,
  )
}

/**
 * Counts a change that may concern anything, for those who cannot say what they have changed. Every process drops all
 * responses that it has kept.
 */
export const recordUnknownChange = async (tx: Database): Promise<void> => {
  await execute(
    tx,
    sql`insert into change_number as c (number) values (1) on conflict (id) do update set number = c.number + 1`,
  )
}

/** Ids of records whose names have changed. */
export type Renamed = Record<'competitions' | 'seasons' | 'teams' | 'players', readonly string[]>

const Named = z.object({ id: z.string(), parts: z.array(GamePart) })

/** The parts of games that name these records: a game its teams, season and competition, the other parts their players. */
export const selectNaming = async (
  tx: Database,
  { competitions, seasons, teams, players }: Renamed,
): Promise<Map<string, Set<GamePart>>> => {
  const naming = new Map<string, Set<GamePart>>()
  const add = ({ id, parts }: z.infer<typeof Named>): void => {
    naming.set(id, new Set([...(naming.get(id) ?? []), ...parts]))
  }
  if (competitions.length + seasons.length + teams.length > 0) {
    const rows = await selectRows(
      tx,
      Named,
      sql`select id, to_json(array['game']) as parts from games
          where ${within(sql`competition_id`, competitions)} or ${within(sql`season_id`, seasons)}
            or ${within(sql`home_team_id`, teams)} or ${within(sql`away_team_id`, teams)}`,
    )
    rows.forEach(add)
  }
  if (players.length > 0) {
    const rows = await selectRows(
      tx,
      Named,
      sql`select id, to_json(array_remove(array[case when has_boxscore then 'boxscore' end,
            case when has_playbyplay then 'playbyplay' end, case when has_shots then 'shots' end], null)) as parts
          from games where id in (
            select game_id from box_lines where ${within(sql`player_id`, players)}
            union select game_id from players_without_line where ${within(sql`player_id`, players)})`,
    )
    rows.forEach(add)
  }
  return naming
}
