import { sql, type SQL } from 'drizzle-orm'
import { execute, selectRows, within, type Database, type FormerGame, selectIds } from '../../store/index.ts'
import { z } from 'zod'
import { WITHOUT_LINE, type WriteScope } from '../scope.ts'
import type { GameRow } from '../write/game-row.ts'

/** The records that games name, which they may have been the only ones to name. */
export type NamedRecords = {
  competitions: readonly string[]
  seasons: readonly string[]
  teams: readonly string[]
  players: readonly string[]
}

/** Sets the day on which records were described to that of their newest final game, after one of these is gone. */
export const redescribe = async (tx: Database, { competitions, teams, players }: NamedRecords): Promise<void> => {
  const newest = (games: SQL) => sql`(select max(g.date) from games g where g.status = 'final' and ${games})`
  const update = (table: string, ids: readonly string[], day: SQL) =>
    execute(
      tx,
      sql`update ${sql.raw(table)} r set described_on = coalesce(${day}, '-infinity'::date) where ${within(sql`r.id`, ids)}`,
    )
  await update('competitions', competitions, newest(sql`g.competition_id = r.id`))
  await update(
    'teams',
    teams,
    sql`greatest(${newest(sql`g.home_team_id = r.id`)}, ${newest(sql`g.away_team_id = r.id`)})`,
  )
  await update('players', players, sql`(select max(l.date) from box_lines l where l.player_id = r.id and l.final)`)
}

/** Whether a record `r` of a table has a game. */
const HAS_GAME = {
  players: sql`exists (select from box_lines l where l.player_id = r.id)
    or exists (select from ${WITHOUT_LINE} w where w.player_id = r.id)`,
  teams: sql`exists (select from games g where g.home_team_id = r.id) or exists (select from games g where g.away_team_id = r.id)`,
  seasons: sql`exists (select from games g where g.season_id = r.id)`,
  // Its seasons are deleted before it, but those that another source names.
  competitions: sql`exists (select from games g where g.competition_id = r.id) or exists (select from seasons s where s.competition_id = r.id)`,
} as const

/**
 * Deletes those of the records that no game names any longer: only the mistake named them.
 * @param scope what the writer may write, if there is one: it deletes no record that another source names too
 */
export const forgetRecords = async (tx: Database, named: NamedRecords, scope?: WriteScope): Promise<void> => {
  const isKept =
    scope === undefined
      ? sql`false`
      : sql`exists (select from external_ids e where e.id = r.id and e.source <> ${scope.source})`
  for (const table of ['players', 'teams', 'seasons', 'competitions'] as const) {
    const isNamed = within(sql`r.id`, named[table])
    // A competition goes with its seasons, also those that another game has left before.
    const isOfCompetition = sql`r.competition_id in (select c.id from competitions c where ${within(sql`c.id`, named.competitions)}
        and not exists (select from games g where g.competition_id = c.id))`
    const ids = await selectIds(
      tx,
      sql`select r.id from ${sql.raw(table)} r
          where (${table === 'seasons' ? sql`${isNamed} or ${isOfCompetition}` : isNamed}) and not (${HAS_GAME[table]}) and not ${isKept}`,
    )
    if (ids.length === 0) continue
    if (table === 'teams') await execute(tx, sql`delete from standings where ${within(sql`team_id`, ids)}`)
    if (table === 'seasons') await execute(tx, sql`delete from standings where ${within(sql`season_id`, ids)}`)
    await execute(tx, sql`delete from ${sql.raw(table)} where ${within(sql`id`, ids)}`)
    await execute(tx, sql`delete from external_ids where ${within(sql`id`, ids)}`)
    await execute(tx, sql`update former_ids set record_id = null where ${within(sql`record_id`, ids)}`)
  }
}

/** Keeps the id of a record that is gone, and the ids of those that were merged into it before. */
export const keepFormerId = async (
  tx: Database,
  id: string,
  { into, game }: { into: string | null; game?: FormerGame | undefined },
): Promise<void> => {
  const kept = game === undefined ? null : JSON.stringify(game)
  await execute(tx, sql`update former_ids set record_id = ${into} where record_id = ${id}`)
  await execute(
    tx,
    sql`insert into former_ids (id, record_id, game) values (${id}, ${into}, ${kept}::jsonb)
        on conflict (id) do update set record_id = excluded.record_id, game = excluded.game`,
  )
}

const Shown = z.object({ competition: z.string(), season: z.string(), revision: z.number() })

/** A game as the change log goes on to show it. */
export const describeFormerGame = async (tx: Database, game: GameRow): Promise<FormerGame> => {
  const [names] = await selectRows(
    tx,
    Shown,
    sql`select c.name as competition, s.name as season, g.revision
        from games g join competitions c on c.id = g.competition_id join seasons s on s.id = g.season_id where g.id = ${game.id}`,
  )
  return {
    date: game.date,
    competition: { id: game.competition_id, name: names?.competition ?? '' },
    season: { id: game.season_id, name: names?.season ?? '' },
    revision: names?.revision ?? game.revision,
  }
}

/** Deletes the warnings that name a game which is gone. */
export const deleteWarningsAbout = async (tx: Database, game: string): Promise<void> => {
  await execute(tx, sql`delete from warnings where code = 'duplicate_game' and starts_with(message, ${game})`)
}
