import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { recordChanges, recordUnknownChange, selectGamesWithName, selectNaming } from '../../changes/record-queries.ts'
import { ID_PREFIX, type RecordKind } from '../../contract/index.ts'
import { enqueueEvents, type Transitions } from '../../deliveries/outbox-queries.ts'
import { badRequest, notFound } from '../../errors.ts'
import { markStandingsStale } from '../../standings/stale-queries.ts'
import {
  execute,
  searchVector,
  selectRows,
  seasons as seasonTable,
  within,
  type Database,
  selectIds,
} from '../../store/index.ts'
import { refreshCounts } from '../derive/counts.ts'
import { deriveLineUpsAgain } from '../derive/line-ups.ts'
import { refreshPlayerSeasons } from '../derive/player-seasons.ts'
import { recountTrends } from '../derive/team-trends.ts'
import { readRows, type RecordKinds } from '../identify/known-records.ts'
import { Refusal } from '../refusals.ts'
import { joinRows } from '../write/merge-records.ts'
import { keepFormerId } from './forget.ts'
import { mergeGames } from './games.ts'

/** What a merge has changed: games whose whole record differs now, and players whose name or id may differ in games. */
type Merged = { games: readonly string[]; players?: readonly string[] }

type Named = { name: string; aliases?: string[] }

/** Teams have the aliases of both. */
const joinAliases = (former: Named, stored: Named): Pick<Named, 'aliases'> =>
  stored.aliases === undefined ? {} : { aliases: [...new Set([...stored.aliases, ...(former.aliases ?? [])])] }

const toParameter = (value: unknown): SQL =>
  Array.isArray(value) ? sql`array(select json_array_elements_text(${JSON.stringify(value)}::json))` : sql`${value}`

/** Gives the values of the record described later to the one that stays, as if both had been one from the beginning. */
const mergeRows = async (
  tx: Database,
  table: Exclude<RecordKinds, 'seasons'>,
  from: string,
  into: string,
): Promise<boolean> => {
  const rows = await readRows(tx, table, [from, into])
  const [former, stored] = [from, into].map((id) => rows.find((row) => row.id === id))
  if (former === undefined || stored === undefined) throw new RangeError('both records are stored')
  await execute(tx, sql`delete from ${sql.raw(table)} where id = ${from}`)
  const joined = { ...joinRows(former, stored), ...joinAliases(former, stored) }
  const columns = Object.entries({
    ...joined,
    ...(table !== 'competitions' && { search: searchVector(joined.name) }),
  }).filter(([name]) => name !== 'id')
  const assignments = columns.map(([name, value]) => sql`${sql.identifier(name)} = ${toParameter(value)}`)
  await execute(tx, sql`update ${sql.raw(table)} set ${sql.join(assignments, sql`, `)} where id = ${into}`)
  return joined.name !== stored.name
}

const mergeTeams = async (tx: Database, from: string, into: string): Promise<Merged> => {
  const [between] = await selectIds(
    tx,
    sql`select id from games where home_team_id = ${from} and away_team_id = ${into}
        or home_team_id = ${into} and away_team_id = ${from} order by id limit 1`,
  )
  if (between !== undefined) throw new Refusal(`${from} and ${into} play each other in ${between}: they are two teams`)
  const isOfTeam = sql`(home_team_id = ${from} or away_team_id = ${from})`
  const games = await selectIds(tx, sql`select id from games where ${isOfTeam}`)
  const seasons = await selectIds(tx, sql`select distinct season_id as id from games where ${within(sql`id`, games)}`)
  const players = await selectIds(tx, sql`select distinct player_id as id from box_lines where team_id = ${from}`)
  for (const table of ['games', 'forecasts'])
    await execute(
      tx,
      sql`update ${sql.raw(table)} set home_team_id = case home_team_id when ${from} then ${into} else home_team_id end,
            away_team_id = case away_team_id when ${from} then ${into} else away_team_id end
          where ${isOfTeam}`,
    )
  for (const table of ['team_boxes', 'box_lines', 'fives'])
    await execute(tx, sql`update ${sql.raw(table)} set team_id = ${into} where team_id = ${from}`)
  await execute(tx, sql`delete from standings where team_id = ${from}`)
  await refreshCounts(tx, seasons)
  await refreshPlayerSeasons(tx, { players, seasons })
  await recountTrends(
    tx,
    seasons.flatMap((season_id) => [from, into].map((team_id) => ({ team_id, season_id }))),
  )
  await markStandingsStale(tx, { seasons, competitions: [], teams: [] })
  const isRenamed = await mergeRows(tx, 'teams', from, into)
  if (!isRenamed) return { games }
  await markStandingsStale(tx, { seasons: [], competitions: [], teams: [into] })
  return { games: await selectGamesWithName(tx, { competitions: [], seasons: [], teams: [into], players: [] }) }
}

/** Replaces a player in a stored document of events or shots. Only the field has this text: quotes in others are escaped. */
const renamePlayer = (column: 'events' | 'shots', type: 'json' | 'jsonb', from: string, into: string): SQL =>
  sql`regexp_replace(${sql.raw(column)}::text, ${`"player_id": ?"${from}"`}, ${`"player_id": "${into}"`}, 'g')::${sql.raw(type)}`

const mergePlayers = async (tx: Database, from: string, into: string): Promise<Merged> => {
  const [together] = await selectIds(
    tx,
    sql`select a.game_id as id from box_lines a join box_lines b on b.game_id = a.game_id
        where a.player_id = ${from} and b.player_id = ${into} order by 1 limit 1`,
  )
  if (together !== undefined)
    throw new Refusal(`${from} and ${into} are both on the sheet of ${together}: they are two players`)
  const games = await selectIds(
    tx,
    sql`select game_id as id from box_lines where player_id = ${from}
        union select game_id from players_without_line where player_id = ${from}`,
  )
  const seasons = await selectIds(tx, sql`select distinct season_id as id from box_lines where player_id = ${from}`)
  await execute(tx, sql`update box_lines set player_id = ${into} where player_id = ${from}`)
  for (const table of [sql.raw('players_without_line'), sql.raw('listed_players')]) {
    await execute(
      tx,
      sql`insert into ${table} (player_id, game_id)
          select ${into}, game_id from ${table} where player_id = ${from} on conflict do nothing`,
    )
    await execute(
      tx,
      sql`delete from ${table} w where player_id = ${from} or player_id = ${into}
            and exists (select from box_lines l where l.game_id = w.game_id and l.player_id = ${into})`,
    )
  }
  for (const [table, column, type] of [
    ['play_by_plays', 'events', 'json'],
    ['shot_charts', 'shots', 'jsonb'],
  ] as const)
    await execute(
      tx,
      sql`update ${sql.raw(table)} set ${sql.raw(column)} = ${renamePlayer(column, type, from, into)}
          where ${within(sql`game_id`, games)}`,
    )
  await execute(
    tx,
    sql`update warnings set message = replace(message, ${from}, ${into}) where ${within(sql`game_id`, games)}`,
  )
  await execute(
    tx,
    sql`update games set live = replace(live::text, ${from}, ${into})::json where live is not null and ${within(sql`id`, games)}`,
  )
  await deriveLineUpsAgain(tx, games)
  await refreshPlayerSeasons(tx, { players: [from, into], seasons })
  await mergeRows(tx, 'players', from, into)
  return { games: [], players: [into] }
}

/** Makes the games of a season those of another season of the same competition. */
const mergeSeasons = async (tx: Database, from: string, into: string): Promise<Merged> => {
  const rows = await tx
    .select()
    .from(seasonTable)
    .where(inArray(seasonTable.id, [from, into]))
  if (new Set(rows.map(({ competition_id }) => competition_id)).size > 1)
    throw new Refusal(`${from} and ${into} are seasons of two competitions: merge these first`)
  const games = await selectIds(tx, sql`select id from games where season_id = ${from}`)
  const players = await selectIds(tx, sql`select distinct player_id as id from box_lines where season_id = ${from}`)
  const teams = await selectIds(tx, sql`select team_id as id from team_trends where season_id = ${from}`)
  for (const table of ['games', 'box_lines', 'fives'])
    await execute(tx, sql`update ${sql.raw(table)} set season_id = ${into} where season_id = ${from}`)
  await execute(tx, sql`delete from standings where season_id = ${from}`)
  await refreshCounts(tx, [from, into])
  await refreshPlayerSeasons(tx, { players, seasons: [from, into] })
  await recountTrends(
    tx,
    teams.flatMap((team_id) => [from, into].map((season_id) => ({ team_id, season_id }))),
  )
  await markStandingsStale(tx, { seasons: [into], competitions: [], teams: [] })
  await execute(tx, sql`delete from seasons where id = ${from}`)
  return { games }
}

const mergeCompetitions = async (tx: Database, from: string, into: string): Promise<Merged> => {
  const games = await selectIds(tx, sql`select id from games where competition_id = ${from}`)
  const seasons = await tx.select().from(seasonTable).where(eq(seasonTable.competition_id, from))
  const others = await tx.select().from(seasonTable).where(eq(seasonTable.competition_id, into))
  await execute(tx, sql`update games set competition_id = ${into} where competition_id = ${from}`)
  await execute(tx, sql`update seasons set competition_id = ${into} where competition_id = ${from}`)
  for (const { id, name, start_year } of seasons) {
    const same = others.find((other) => other.name === name && other.start_year === start_year)
    if (same !== undefined) await mergeInto(tx, 'season', id, same.id)
  }
  await execute(tx, sql`update webhooks set competitions = array_replace(competitions, ${from}, ${into})`)
  const isRenamed = await mergeRows(tx, 'competitions', from, into)
  await deriveLineUpsAgain(tx, games) // they depend on the rules of the competition
  await markStandingsStale(tx, { seasons: [], competitions: [into], teams: [] })
  if (!isRenamed) return { games }
  return { games: await selectGamesWithName(tx, { competitions: [into], seasons: [], teams: [], players: [] }) }
}

const MERGE: Record<Exclude<RecordKind, 'game'>, (tx: Database, from: string, into: string) => Promise<Merged>> = {
  competition: mergeCompetitions,
  season: mergeSeasons,
  team: mergeTeams,
  player: mergePlayers,
}

const mergeInto = async (
  tx: Database,
  kind: Exclude<RecordKind, 'game'>,
  from: string,
  into: string,
): Promise<Merged> => {
  const merged = await MERGE[kind](tx, from, into)
  await execute(tx, sql`update external_ids set id = ${into} where id = ${from}`)
  await keepFormerId(tx, from, { into })
  return merged
}

/**
 * Merges a stored record into another of its kind: its games, names and identifiers become those of the one that stays. Returns what
 * the receivers of a game that stays are to be told.
 * @throws Refusal when the data shows that they are two
 */
export const mergeStored = async (
  tx: Database,
  kind: RecordKind,
  from: string,
  into: string,
  options: { notify: boolean; now: Date },
): Promise<Transitions> => {
  if (kind === 'game') return mergeGames(tx, from, into, options)
  const { games, players = [] } = await mergeInto(tx, kind, from, into)
  const naming = await selectNaming(tx, { competitions: [], seasons: [], teams: [], players })
  const whole = { before: 0, after: 0, edited: [], isWhole: true }
  const withPlays = await selectIds(
    tx,
    sql`select id from games where has_playbyplay and (${within(sql`id`, games)} or ${within(sql`id`, [...naming.keys()])})`,
  )
  await recordChanges(tx, {
    games: naming,
    wholeGames: games,
    records: [],
    plays: new Map(withPlays.map((id) => [id, whole])),
  })
  // Whatever has counted one of the two is made anew.
  await recordUnknownChange(tx)
  return { written: [], numbers: new Map() }
}

const MERGED_KINDS = ['competition', 'season', 'team', 'player', 'game'] as const satisfies RecordKind[]

const getKind = (id: string): RecordKind | undefined => MERGED_KINDS.find((kind) => id.startsWith(ID_PREFIX[kind]))

const isStored = async (tx: Database, id: string): Promise<boolean> =>
  (await execute(tx, sql`select 1 from external_ids where id = ${id} limit 1`)).length > 0

/** The name of a stored record that has one; empty for a game. */
export const selectName = async (tx: Database, id: string): Promise<string> => {
  const named = (['competitions', 'seasons', 'teams', 'players'] as const).map(
    (table) => sql`select name from ${sql.raw(table)} where id = ${id}`,
  )
  const [record] = await selectRows(tx, z.object({ name: z.string() }), sql`${sql.join(named, sql` union all `)}`)
  return record?.name ?? ''
}

/**
 * Merges a competition, season, team, player or game into another, in a transaction that has locked the games: the id of the first one
 * answers with the second from then on. Returns whether there was anything to do.
 * @throws ServiceError not_found, or bad_request when they are of two kinds or the data shows that they are two
 */
export const mergeRecords = async (tx: Database, from: string, into: string, now: Date): Promise<boolean> => {
  const kind = getKind(from)
  if (kind === undefined || kind !== getKind(into))
    throw badRequest(`${from} and ${into} are not the ids of two records of one kind, such as two teams (tm_…).`)
  if (!(await isStored(tx, into))) throw notFound(kind, into)
  const merged = await execute(tx, sql`select 1 from former_ids where id = ${from} and record_id = ${into}`)
  if (from === into || merged.length > 0) return false
  if (!(await isStored(tx, from))) throw notFound(kind, from)
  try {
    await mergeAndNotify(tx, kind, from, into, now)
  } catch (error) {
    throw error instanceof Refusal ? badRequest(`${error.message}.`) : error
  }
  return true
}

/** Merges two stored records, and enqueues what the receivers of games are to be told. @throws Refusal when the data shows that they are two */
export const mergeAndNotify = async (
  tx: Database,
  kind: RecordKind,
  from: string,
  into: string,
  now: Date,
): Promise<void> => {
  await enqueueEvents(tx, await mergeStored(tx, kind, from, into, { notify: true, now }), now)
}
