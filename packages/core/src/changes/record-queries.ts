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
  /** Games whose record has changed. Every part contains it, so all parts that these games have are entered. */
  wholeGames?: Iterable<string>
  records: readonly RecordChange[]
}

/** SQL: every part that a game `g` has. */
const availableParts = sql`(values ('game', true), ('boxscore', g.has_boxscore), ('playbyplay', g.has_playbyplay),
  ('shots', g.has_shots), ('prices', exists (select from quotes q where q.game_id = g.id))) as p (part, available)`

/**
 * Writes to the change log what a transaction has changed; to be called once, by every transaction that changes what is
 * served, while it has the lock on games. Each game gets the next number; other records share the last one.
 */
export const recordChanges = async (
  tx: Database,
  { games, wholeGames = [], records }: RecordedChanges,
): Promise<void> => {
  const whole = new Set(wholeGames)
  const ids = [...new Set([...games.keys(), ...whole])]
  const changed = ids.map((record_id, index) => ({ record_id, behind: ids.length - 1 - index }))
  const rows = [
    ...changed.flatMap((game) => [...(games.get(game.record_id) ?? [])].map((part) => ({ ...game, part }))),
    ...records.map((change) => ({ ...change, behind: 0 })),
  ]
  if (ids.length + rows.length === 0) return
  const numbers = Math.max(ids.length, 1)
  const changedWhole = changed.filter(({ record_id }) => whole.has(record_id))
  await execute(
    tx,
    sql`with latest as (
          insert into change_number as c (number, recorded) values (${numbers}::bigint, ${numbers}::bigint)
          on conflict (id) do update set number = c.number + excluded.number, recorded = c.recorded + excluded.recorded
          returning number)
        insert into changes (record_id, part, number, at)
        select distinct on (r.record_id, r.part) r.record_id, r.part, latest.number - r.behind, statement_timestamp()
        from latest cross join (
          select record_id, part, behind
          from json_to_recordset(${JSON.stringify(rows)}::json) as r (record_id text, part text, behind integer)
          union all
          select w.record_id, p.part, w.behind
          from json_to_recordset(${JSON.stringify(changedWhole)}::json) as w (record_id text, behind integer)
          join games g on g.id = w.record_id cross join lateral ${availableParts} where p.available) as r
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

const GameId = z.object({ id: z.string() })

/** The games whose record has the name of one of these competitions, seasons and teams. */
export const selectGamesWithName = async (
  tx: Database,
  { competitions, seasons, teams }: Renamed,
): Promise<string[]> => {
  if (competitions.length + seasons.length + teams.length === 0) return []
  const rows = await selectRows(
    tx,
    GameId,
    sql`select id from games
        where ${within(sql`competition_id`, competitions)} or ${within(sql`season_id`, seasons)}
          or ${within(sql`home_team_id`, teams)} or ${within(sql`away_team_id`, teams)}`,
  )
  return rows.map(({ id }) => id)
}

const Named = z.object({ id: z.string(), parts: z.array(GamePart) })

/** The parts of games that name one of these players. */
export const selectNaming = async (tx: Database, { players }: Renamed): Promise<Map<string, Set<GamePart>>> => {
  if (players.length === 0) return new Map()
  const rows = await selectRows(
    tx,
    Named,
    sql`select id, to_json(array_remove(array[case when has_boxscore then 'boxscore' end,
          case when has_playbyplay then 'playbyplay' end, case when has_shots then 'shots' end], null)) as parts
        from games where id in (
          select game_id from box_lines where ${within(sql`player_id`, players)}
          union select game_id from players_without_line where ${within(sql`player_id`, players)})`,
  )
  return new Map(rows.map(({ id, parts }) => [id, new Set(parts)]))
}
