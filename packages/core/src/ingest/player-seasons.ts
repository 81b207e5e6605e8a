import { sql, type SQL } from 'drizzle-orm'
import { StatLine } from '../contract/index.ts'
import { execute, type Database } from '../store/index.ts'
import { within } from './counts.ts'

const STATS = Object.keys(StatLine.shape)
const list = (names: readonly string[], each: (name: string) => string): SQL => sql.raw(names.map(each).join(', '))

const DATA_COLUMNS = [
  'appearances',
  'first_date',
  'last_date',
  'games',
  'last_game',
  'starts',
  'seconds',
  ...STATS,
  'number',
]

/** Players and seasons by id; undefined means all of them. */
export type PlayerScope = { players: readonly string[]; seasons: readonly string[] } | undefined

/** Brings the season totals of players up to date with their box lines. */
export const refreshPlayerSeasons = async (tx: Database, scope: PlayerScope): Promise<void> => {
  if (scope?.players.length === 0) return
  const touched = (table: 'l' | 'ps'): SQL =>
    sql`${within(sql.raw(`${table}.player_id`), scope?.players)} and ${within(sql.raw(`${table}.season_id`), scope?.seasons)}`
  const counts = sql`filter (where l.counted)`
  await Promise.all([
    execute(
      tx,
      sql`insert into player_seasons (player_id, season_id, team_id, ${list(DATA_COLUMNS, (name) => name)})
          select l.player_id, l.season_id, l.team_id,
            count(*), min(l.date), max(l.date),
            count(*) ${counts}, max(l.date) ${counts}, count(*) filter (where l.counted and l.starter), sum(l.seconds) ${counts},
            ${list(STATS, (name) => `sum(l.${name}) filter (where l.counted)`)},
            (array_agg(l.number order by l.date desc, l.tip_off_order desc, l.game_id) filter (where l.number is not null))[1]
          from box_lines l
          where l.played and l.final and ${touched('l')}
          group by l.player_id, l.season_id, l.team_id
          on conflict (player_id, season_id, team_id) do update
          set (${list(DATA_COLUMNS, (name) => name)}) = row (${list(DATA_COLUMNS, (name) => `excluded.${name}`)})`,
    ),
    execute(
      tx,
      sql`delete from player_seasons ps where ${touched('ps')} and not exists (
            select 1 from box_lines l
            where l.player_id = ps.player_id and l.season_id = ps.season_id and l.team_id = ps.team_id and l.played and l.final)`,
    ),
  ])
}
