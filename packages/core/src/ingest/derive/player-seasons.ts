import { and, sql, type SQL } from 'drizzle-orm'
import { execute, playerSeasons, RANKED, strictSum, within, type Database } from '../../store/index.ts'
import { allSettledOrThrow, jsonRows } from '../write/statements.ts'
import { SUMMED, totalsAfter, type BoxScoreChange, type Totals } from './player-season-totals.ts'

const list = (names: readonly string[], each: (name: string) => string = (name) => name): SQL =>
  sql.raw(names.map(each).join(', '))
const sums = (names: readonly string[], table: 'l' | 'ps', which?: SQL): SQL =>
  sql.join(
    names.map((name) => strictSum(sql.raw(`${table}.${name}`), which)),
    sql`, `,
  )

const DATA_COLUMNS = ['appearances', 'first_date', 'last_date', 'games', 'last_game', 'starts', ...SUMMED, 'number']

const TOTAL_COLUMNS = ['team_id', 'games', ...RANKED]

/** Players and seasons by id; undefined means all of them. */
export type PlayerScope = { players: readonly string[]; seasons: readonly string[] } | undefined

const touchedIn = (scope: PlayerScope, table: 'l' | 'ps' | 'pst'): SQL =>
  sql`${within(sql.raw(`${table}.player_id`), scope?.players)} and ${within(sql.raw(`${table}.season_id`), scope?.seasons)}`

/** The totals of players for each team, of which `games` and the sums are those of the games that count. */
const refreshTeams = (tx: Database, scope: PlayerScope): Promise<unknown>[] => {
  const counted = sql`l.counted`
  const counts = sql`filter (where ${counted})`
  return [
    execute(
      tx,
      sql`insert into player_seasons (player_id, season_id, team_id, ${list(DATA_COLUMNS)})
          select l.player_id, l.season_id, l.team_id,
            count(*), min(l.date), max(l.date),
            count(*) ${counts}, max(l.date) ${counts}, count(*) filter (where l.counted and l.starter),
            ${sums(SUMMED, 'l', counted)},
            (array_agg(l.number order by l.date desc, l.tip_off_order desc, l.game_id) filter (where l.number is not null))[1]
          from box_lines l
          where l.played and l.final and ${touchedIn(scope, 'l')}
          group by l.player_id, l.season_id, l.team_id
          on conflict (player_id, season_id, team_id) do update
          set (${list(DATA_COLUMNS)}) = row (${list(DATA_COLUMNS, (name) => `excluded.${name}`)})
          where (${list(DATA_COLUMNS, (name) => `player_seasons.${name}`)})
            is distinct from (${list(DATA_COLUMNS, (name) => `excluded.${name}`)})`,
    ),
    execute(
      tx,
      sql`delete from player_seasons ps where ${touchedIn(scope, 'ps')} and not exists (
            select 1 from box_lines l
            where l.player_id = ps.player_id and l.season_id = ps.season_id and l.team_id = ps.team_id and l.played and l.final)`,
    ),
  ]
}

/** The totals of players over all teams, sorted by season, so that rows which are read together are stored together. */
const refreshTotals = (tx: Database, scope: PlayerScope): Promise<unknown>[] => [
  execute(
    tx,
    sql`insert into player_season_totals (season_id, player_id, ${list(TOTAL_COLUMNS)})
        select ps.season_id, ps.player_id, (array_agg(ps.team_id order by ps.last_game desc, ps.team_id))[1],
          sum(ps.games), ${sums(RANKED, 'ps')}
        from player_seasons ps
        where ps.games > 0 and ${touchedIn(scope, 'ps')}
        group by ps.season_id, ps.player_id
        order by ps.season_id, ps.player_id
        on conflict (season_id, player_id) do update
        set (${list(TOTAL_COLUMNS)}) = row (${list(TOTAL_COLUMNS, (name) => `excluded.${name}`)})
        where (${list(TOTAL_COLUMNS, (name) => `player_season_totals.${name}`)})
          is distinct from (${list(TOTAL_COLUMNS, (name) => `excluded.${name}`)})`,
  ),
  execute(
    tx,
    sql`delete from player_season_totals pst where ${touchedIn(scope, 'pst')} and not exists (
          select 1 from player_seasons ps
          where ps.season_id = pst.season_id and ps.player_id = pst.player_id and ps.games > 0)`,
  ),
]

/** Counts the season totals of players again from their box lines, for each team and over all teams. */
export const refreshPlayerSeasons = async (tx: Database, scope: PlayerScope): Promise<void> => {
  if (scope?.players.length === 0) return
  // All statements are sent without waiting; the database runs them in this order.
  await allSettledOrThrow(...refreshTeams(tx, scope), ...refreshTotals(tx, scope))
}

const writeTeams = (tx: Database, changed: readonly Totals[]): Promise<unknown> =>
  execute(
    tx,
    sql`insert into player_seasons (player_id, season_id, team_id, ${list(DATA_COLUMNS)})
        select player_id, season_id, team_id, ${list(DATA_COLUMNS)} from ${jsonRows(playerSeasons, changed)}
        on conflict (player_id, season_id, team_id) do update
        set (${list(DATA_COLUMNS)}) = row (${list(DATA_COLUMNS, (name) => `excluded.${name}`)})
        where (${list(DATA_COLUMNS, (name) => `player_seasons.${name}`)})
          is distinct from (${list(DATA_COLUMNS, (name) => `excluded.${name}`)})`,
  )

/** Updates the season totals of the players of games, in most cases without reading their other games. */
export const updatePlayerSeasons = async (tx: Database, written: readonly BoxScoreChange[]): Promise<void> => {
  const final = written
    .flatMap(({ after, before }) => (before === undefined ? [after] : [after, before]))
    .filter(({ game }) => game.status === 'final')
  const players = final.flatMap(({ parts }) => parts.lines.map(({ player_id }) => player_id))
  if (players.length === 0) return
  const seasons = final.map(({ game }) => game.season_id)
  const { player_id, season_id } = playerSeasons
  const stored = await tx
    .select()
    .from(playerSeasons)
    .where(and(within(sql`${player_id}`, players), within(sql`${season_id}`, seasons)))
  const { changed, recount } = totalsAfter(stored, written)
  await allSettledOrThrow(
    ...(changed.length > 0 ? [writeTeams(tx, changed)] : []),
    ...(recount.length > 0 ? refreshTeams(tx, { players: recount, seasons }) : []),
    ...refreshTotals(tx, { players, seasons }),
  )
}
