import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { GamePart, type ChangedPart } from '../contract/index.ts'
import { execute, selectRows, within, type Database, selectIds } from '../store/index.ts'

/** A change of one part of a record that is not a game. Prices are those of any of its games. */
export type RecordChange = { record_id: string; part: Exclude<ChangedPart, Exclude<GamePart, 'prices'>> }

/** What a write has changed in a play-by-play, whose events have the positions 1, 2, 3 … before and after it. */
export type ChangedPlays = {
  /** The number of events before the write. */
  before: number
  /** The number of events after it. */
  after: number
  /** The positions of events that were there before, and differ now. */
  edited: readonly number[]
  /** Whether all events have changed, since they contain a name or a team that is another one now. */
  isWhole: boolean
}

/** What a transaction has changed. */
export type RecordedChanges = {
  /** The changed parts of games, in the order in which they were written; `score`: what streams of scores show. */
  games: ReadonlyMap<string, ReadonlySet<GamePart | 'score'>>
  /** Games whose record has changed. Every part contains it, so all parts that these games have are entered. */
  wholeGames?: Iterable<string>
  records: readonly RecordChange[]
  /** What has changed in the play-by-play of games. */
  plays?: ReadonlyMap<string, ChangedPlays>
}

/** The channel of NOTIFY that wakes the streams of all processes when changes are committed. */
export const CHANGES_CHANNEL = 'changes'

/** SQL: every part that a game `g` has. */
const availableParts = sql`(values ('game', true), ('boxscore', g.has_boxscore), ('playbyplay', g.has_playbyplay),
  ('shots', g.has_shots), ('prices', exists (select from quotes q where q.game_id = g.id))) as p (part, available)`

/** SQL: records which plays have changed, in the statement that makes the number. A first write has a row for all its plays. */
const recordPlays = (changed: readonly object[]): SQL =>
  sql`, written as (
        select p.game_id, p.before, p.after, p.edited, p."isWhole" as is_whole, latest.number - p.behind as number,
          exists (select from play_changes f where f.game_id = p.game_id and f.seq = 0) as is_known
        from latest, json_to_recordset(${JSON.stringify(changed)}::json)
          as p (game_id text, before integer, after integer, edited json, "isWhole" boolean, behind integer)
      ), whole as (
        insert into play_changes (game_id, seq, added, changed)
        select game_id, 0, number, number from written where is_whole or not is_known
        on conflict (game_id, seq) do update set changed = excluded.changed
      ), single as (
        insert into play_changes as p (game_id, seq, added, changed)
        select w.game_id, s.seq, case when s.seq > w.before then w.number end, w.number
        from written w cross join lateral (
          select generate_series(least(w.before, w.after) + 1, greatest(w.before, w.after)) as seq
          union all select value::integer from json_array_elements_text(w.edited)) as s
        where w.is_known
        on conflict (game_id, seq) do update set added = coalesce(excluded.added, p.added), changed = excluded.changed
      )`

const Latest = z.object({ number: z.number() })

/**
 * Writes to the change log what a transaction has changed, and wakes the streams when it commits; to be called once, by
 * every transaction that changes what is served, while it has the lock on games. Each game gets the next number; other
 * records share the last one.
 *
 * @returns the number of each game
 */
export const recordChanges = async (
  tx: Database,
  { games, wholeGames = [], records, plays = new Map() }: RecordedChanges,
): Promise<ReadonlyMap<string, number>> => {
  const whole = new Set(wholeGames)
  const ids = [...new Set([...games.keys(), ...whole])]
  const changed = ids.map((record_id, index) => ({ record_id, behind: ids.length - 1 - index }))
  const rows = [
    ...changed.flatMap((game) => [...(games.get(game.record_id) ?? [])].map((part) => ({ ...game, part }))),
    ...records.map((change) => ({ ...change, behind: 0 })),
  ]
  if (ids.length + rows.length === 0) return new Map()
  const numbers = Math.max(ids.length, 1)
  const changedWhole = changed.filter(({ record_id }) => whole.has(record_id))
  const ofPlays = changed.flatMap(({ record_id, behind }) => {
    const ofGame = plays.get(record_id)
    return ofGame === undefined ? [] : { game_id: record_id, ...ofGame, behind }
  })
  const [latest] = await selectRows(
    tx,
    Latest,
    sql`with latest as (
          insert into change_number as c (number, recorded) values (${numbers}::bigint, ${numbers}::bigint)
          on conflict (id) do update set number = c.number + excluded.number, recorded = c.recorded + excluded.recorded
          returning number)${ofPlays.length === 0 ? sql`` : recordPlays(ofPlays)}, recorded as (
          insert into changes (record_id, part, number, at)
          select distinct on (r.record_id, r.part) r.record_id, r.part, latest.number - r.behind, statement_timestamp()
          from latest cross join (
            select record_id, part, behind
            from json_to_recordset(${JSON.stringify(rows)}::json) as r (record_id text, part text, behind integer)
            union all
            select w.record_id, p.part, w.behind
            from json_to_recordset(${JSON.stringify(changedWhole)}::json) as w (record_id text, behind integer)
            join games g on g.id = w.record_id cross join lateral ${availableParts} where p.available) as r
          on conflict (record_id, part) do update set number = excluded.number, at = excluded.at)
        select latest.number::float8 as number, pg_notify(${CHANGES_CHANNEL}, '') from latest`,
  )
  if (latest === undefined) throw new RangeError('every change has a number')
  return new Map(changed.map(({ record_id, behind }) => [record_id, latest.number - behind]))
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

/** The games whose record has the name of one of these competitions, seasons and teams. */
export const selectGamesWithName = async (
  tx: Database,
  { competitions, seasons, teams }: Renamed,
): Promise<string[]> => {
  if (competitions.length + seasons.length + teams.length === 0) return []
  return selectIds(
    tx,
    sql`select id from games
        where ${within(sql`competition_id`, competitions)} or ${within(sql`season_id`, seasons)}
          or ${within(sql`home_team_id`, teams)} or ${within(sql`away_team_id`, teams)}`,
  )
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
