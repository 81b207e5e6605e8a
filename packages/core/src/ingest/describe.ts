import { arrayContains, eq, sql, type SQL } from 'drizzle-orm'
import {
  competitions,
  countAccents,
  normalizeName,
  players,
  searchVector,
  seasons,
  compressedResponses,
  teams,
  type Database,
} from '../store/index.ts'
import type { BundlePlayer, CheckedBundle } from '../contract/index.ts'
import { Refusal } from './refusal.ts'
import type { StoredRecords } from './stored-records.ts'
import type { GamePlace } from './write-game.ts'

/** Values a bundle gives; undefined says nothing. */
type Given = Record<string, string | number | null | undefined>

/** Whether a value takes the place of what is stored; one of a newer game does, unless it is a spelling that lost accents. */
const replaces = (column: string, value: Given[string], before: Given[string], newer: boolean): boolean => {
  if (value === undefined || value === before) return false
  if (typeof value !== 'string' || typeof before !== 'string') return newer || before === null
  if (!/^(original_)?name$/.test(column) || normalizeName(value) !== normalizeName(before)) return newer
  const gained = countAccents(value) - countAccents(before)
  return gained === 0 ? newer : gained > 0
}

/**
 * The stored row with what the bundle says laid over it; undefined when nothing changes. A bundle of an older game
 * than the one that described the record last only fills in what is not known yet, accents of its name included.
 */
const described = <Row extends { described_on: string }>(stored: Row, given: Given, date: string): Row | undefined => {
  const newer = date >= stored.described_on
  const known: Given = { ...stored }
  const changes = Object.entries(given).filter(([column, value]) => replaces(column, value, known[column], newer))
  if (changes.length === 0) return undefined
  return { ...stored, ...Object.fromEntries(changes), described_on: newer ? date : stored.described_on }
}

/** Drops the stored answers that name a record: its name has changed. */
const forget = async (tx: Database, id: string): Promise<void> => {
  await tx.delete(compressedResponses).where(arrayContains(compressedResponses.record_ids, [id]))
}

const names = (name: string) => ({ name, sort_name: normalizeName(name) })
const searchable = (name: string) => ({ ...names(name), search: searchVector(name) })

/** Gives whether the competition has another rule for its tables now. */
const describeCompetition = async (
  tx: Database,
  id: string,
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<boolean> => {
  const { external_id: _external, same_as: _same, name, ...rest } = bundle.competition
  const given = { ...names(name), ...rest }
  if (rows.competitions.some((row) => row.id !== id && row.slug === given.slug))
    throw new Refusal(`slug ${given.slug} belongs to another competition already`)
  const stored = rows.competitions.find((row) => row.id === id)
  if (stored === undefined) {
    await tx.insert(competitions).values({ id, described_on: bundle.game.date, ...given })
    return false
  }
  const changed = described(stored, given, bundle.game.date)
  if (changed === undefined) return false
  await tx.update(competitions).set(changed).where(eq(competitions.id, id))
  await forget(tx, id)
  return changed.tie_break !== stored.tie_break
}

const describeSeason = async (
  tx: Database,
  place: GamePlace,
  { season }: CheckedBundle,
  [stored]: StoredRecords['seasons'],
) => {
  const { season_id: id, competition_id } = place
  const { name, start_year } = season
  if (stored === undefined) {
    await tx.insert(seasons).values({ id, competition_id, name, start_year })
    return
  }
  if (stored.competition_id !== competition_id)
    throw new Refusal(`season ${season.external_id} belongs to another competition`)
  if (stored.name === name && stored.start_year === start_year) return
  await tx.update(seasons).set({ name, start_year }).where(eq(seasons.id, id))
  await forget(tx, id)
}

/** Gives whether the team has another name now. */
const describeTeam = async (
  tx: Database,
  id: string,
  side: 'home' | 'away',
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<boolean> => {
  const { external_id: _external, same_as: _same, name, ...rest } = bundle[side].team
  const stored = rows.teams.find((row) => row.id === id)
  if (stored === undefined) {
    await tx.insert(teams).values({ id, described_on: bundle.game.date, ...searchable(name), ...rest })
    return false
  }
  const changed = described(stored, { name, ...rest }, bundle.game.date)
  if (changed === undefined) return false
  await tx
    .update(teams)
    .set({ ...changed, ...searchable(changed.name) })
    .where(eq(teams.id, id))
  if (changed.name === stored.name) return false
  await forget(tx, id)
  return true
}

const playerValues = ({ external_id: _external, same_as: _same, ...given }: BundlePlayer) => given

const describePlayers = async (
  tx: Database,
  ids: string[],
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<void> => {
  const { date } = bundle.game
  const byId = new Map(rows.players.map((row) => [row.id, row]))
  const fresh: (typeof players.$inferInsert)[] = []
  for (const [place, player] of bundle.players.entries()) {
    const id = ids[place]
    if (id === undefined) continue
    const given = playerValues(player)
    const known = byId.get(id)
    if (known === undefined) {
      fresh.push({ id, described_on: date, ...searchable(given.name), ...given })
      continue
    }
    const changed = described(known, given, date)
    if (changed === undefined) continue
    await tx
      .update(players)
      .set({ ...changed, ...searchable(changed.name) })
      .where(eq(players.id, id))
    if (changed.name !== known.name) await forget(tx, id)
  }
  if (fresh.length > 0) await tx.insert(players).values(fresh)
}

const oneOf = (ids: readonly string[]): SQL => sql`id = any (${`{${ids.join(',')}}`}::text[])`

/** What keeps the day of the newest game that described the records, also where it said nothing new. */
export const newestChanges = (rows: StoredRecords, date: string): SQL[] =>
  (['competitions', 'teams', 'players'] as const).flatMap((table) => {
    const older = rows[table].filter(({ described_on }) => described_on < date).map(({ id }) => id)
    return older.length === 0
      ? []
      : [sql`update ${sql.raw(table)} set described_on = ${date}::date where ${oneOf(older)}`]
  })

/** Records, by id, whose tables may stand in another order: competitions with another rule, teams with another name. */
export type Reordered = { competitions: string[]; teams: string[] }

/**
 * Writes what the bundle says of its competition, season, teams and players.
 * @param rows what is stored of them
 * @throws Refusal when the slug or the season belongs to another competition.
 */
export const describeAll = async (
  tx: Database,
  place: GamePlace,
  playerIds: string[],
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<Reordered> => {
  const { competition_id, home_team_id, away_team_id } = place
  const ruled = await describeCompetition(tx, competition_id, bundle, rows)
  await describeSeason(tx, place, bundle, rows.seasons)
  const renamedHome = await describeTeam(tx, home_team_id, 'home', bundle, rows)
  const renamedAway = await describeTeam(tx, away_team_id, 'away', bundle, rows)
  await describePlayers(tx, playerIds, bundle, rows)
  const renamed = [...(renamedHome ? [home_team_id] : []), ...(renamedAway ? [away_team_id] : [])]
  return { competitions: ruled ? [competition_id] : [], teams: renamed }
}
