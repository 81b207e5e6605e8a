import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { GameBundle } from '../contract/index.ts'
import { badRequest, notFound } from '../errors.ts'
import { readRows } from '../ingest/identify/known-records.ts'
import { reopenIfClosed } from '../ingest/settle-status.ts'
import type { WriteScope } from '../ingest/scope.ts'
import { selectWarnings } from '../ingest/warn/warnings.ts'
import { selectGameRow, type GameRow } from '../ingest/write/game-row.ts'
import { selectRows, within, type Database } from '../store/index.ts'

/** A stored game, and the bundle that leaves it as it is: what a bundle must have, and nothing more. */
export type StoredGame = { row: GameRow; bundle: GameBundle }

const Named = z.object({ id: z.string(), external_id: z.string() })

/** Reads the external ids that a source has for records; of several of one record the preferred one, else the first. */
const selectNames = async (
  tx: Database,
  { source, competition: preferred }: WriteScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await selectRows(
    tx,
    Named,
    sql`select id, coalesce(min(external_id) filter (where external_id = ${preferred}), min(external_id)) as external_id
        from external_ids where source = ${source} and ${within(sql`id`, ids)} group by id`,
  )
  return new Map(rows.map(({ id, external_id }) => [id, external_id]))
}

const GameName = z.object({ source: z.string(), external_id: z.string() })

/** The name of a game in the source that names most of its competition, season and teams, too. @throws ServiceError not_found */
export const selectGameName = async (tx: Database, id: string): Promise<z.infer<typeof GameName>> => {
  const [name] = await selectRows(
    tx,
    GameName,
    sql`select e.source, e.external_id from games g join external_ids e on e.id = g.id
        where g.id = ${id}
        order by (select count(distinct n.id) from external_ids n where n.source = e.source
          and n.id in (g.competition_id, g.season_id, g.home_team_id, g.away_team_id)) desc, e.source, e.external_id limit 1`,
  )
  if (name === undefined) throw notFound('game', id)
  return name
}

/** The score that bundles have of a game, or the winner of a forfeit; a game in progress has its score only on the live board. */
const getResult = ({ status, home_score, away_score, forfeit_winner, live }: GameRow) => {
  if (status === 'final') return { home_score, away_score }
  if (status === 'no_result') return { forfeit_winner }
  return live?.given == null ? {} : { home_score: live.given.home, away_score: live.given.away }
}

/**
 * Reads a stored game as a bundle of a source, with the name of its competition that its writer may write.
 * @throws ServiceError not_found, or bad_request if the source does not name the teams of the game
 */
export const readStoredGame = async (
  tx: Database,
  { id, external_id, ...scope }: { id: string; external_id: string } & WriteScope,
): Promise<StoredGame> => {
  const stored = await selectGameRow(tx, id)
  if (stored === undefined) throw notFound('game', external_id)
  const teamIds = [stored.home_team_id, stored.away_team_id]
  const [names, [competition], [season], teams, warnings] = await Promise.all([
    selectNames(tx, scope, [stored.competition_id, stored.season_id, ...teamIds]),
    readRows(tx, 'competitions', [stored.competition_id]),
    readRows(tx, 'seasons', [stored.season_id]),
    readRows(tx, 'teams', teamIds),
    selectWarnings(tx, [id]),
  ])
  if (competition === undefined || season === undefined) throw new RangeError(`game ${id} has no competition`)
  const { source } = scope
  const nameRecord = ({ id, name }: { id: string; name: string }) => {
    const named = names.get(id)
    if (named !== undefined) return { external_id: named, name }
    throw badRequest(`${source} has game ${external_id}, but not its teams: write it with PUT first.`)
  }
  const nameTeam = (id: string) => {
    const team = teams.find((team) => team.id === id)
    if (team === undefined) throw new RangeError(`there is no team ${id}`)
    return { team: nameRecord(team) }
  }
  const row = reopenIfClosed(stored, warnings.get(id) ?? []) ?? stored
  const { slug, gender, kind } = competition
  return {
    row,
    bundle: {
      source,
      competition: { ...nameRecord(competition), slug, gender, kind },
      season: { ...nameRecord(season), start_year: season.start_year },
      game: { external_id, date: row.date, status: row.status, ...getResult(row) },
      home: nameTeam(row.home_team_id),
      away: nameTeam(row.away_team_id),
    },
  }
}
