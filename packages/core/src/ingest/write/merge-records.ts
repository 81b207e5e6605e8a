import { arrayContains, eq, sql, type SQL } from 'drizzle-orm'
import type { BundlePlayer, CheckedBundle } from '../../contract/index.ts'
import {
  competitions,
  compressedResponses,
  countAccents,
  normalizeName,
  players,
  searchVector,
  seasons,
  teams,
  type Database,
} from '../../store/index.ts'
import type { StoredRecords } from '../identify/stored-records.ts'
import { Refusal } from '../refusals.ts'
import type { GameIds } from './game-row.ts'

/** Values of a bundle by column; undefined: left out. */
type Values = Record<string, string | number | null | undefined>

/** Whether a name is another one with an initial for the given name: "T. Charles" for Tina Charles. */
const abbreviates = (short: string, long: string): boolean => {
  const [, initial, rest] = /^(\p{L})\. (.+)$/u.exec(short) ?? []
  return (
    initial !== undefined &&
    rest !== undefined &&
    long !== short &&
    long.startsWith(initial) &&
    long.endsWith(` ${rest}`)
  )
}

/** The value of the newer game wins, except a spelling of the same name with fewer accents or an initial. */
const replaces = (column: string, value: Values[string], stored: Values[string], newer: boolean): boolean => {
  if (value === undefined || value === stored) return false
  if (typeof value !== 'string' || typeof stored !== 'string') return newer || stored === null
  if (!/^(original_)?name$/.test(column)) return newer
  const [spelling, storedSpelling] = [normalizeName(value), normalizeName(stored)]
  if (abbreviates(spelling, storedSpelling)) return false
  if (abbreviates(storedSpelling, spelling)) return true
  if (spelling !== storedSpelling) return newer
  const gained = countAccents(value) - countAccents(stored)
  return gained === 0 ? newer : gained > 0
}

/**
 * Applies the values of a bundle to a stored row; undefined if nothing changes. The bundle of a game older than
 * `described_on` only replaces nulls and adds accents to a name.
 */
const mergeRow = <Row extends { described_on: string }>(stored: Row, values: Values, date: string): Row | undefined => {
  const newer = date >= stored.described_on
  const current: Values = { ...stored }
  const changes = Object.entries(values).filter(([column, value]) => replaces(column, value, current[column], newer))
  if (changes.length === 0) return undefined
  return { ...stored, ...Object.fromEntries(changes), described_on: newer ? date : stored.described_on }
}

/** Deletes the compressed responses that contain the name of a record. */
const invalidateResponses = async (tx: Database, id: string): Promise<void> => {
  await tx.delete(compressedResponses).where(arrayContains(compressedResponses.record_ids, [id]))
}

const names = (name: string) => ({ name, sort_name: normalizeName(name) })
const searchable = (name: string) => ({ ...names(name), search: searchVector(name) })

/** Returns whether the tie-break of the competition has changed. */
const upsertCompetition = async (
  tx: Database,
  id: string,
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<boolean> => {
  const { external_id: _external, same_as: _same, name, ...rest } = bundle.competition
  const values = { ...names(name), ...rest }
  if (rows.competitions.some((row) => row.id !== id && row.slug === values.slug))
    throw new Refusal(`slug ${values.slug} belongs to another competition already`)
  const stored = rows.competitions.find((row) => row.id === id)
  if (stored === undefined) {
    await tx.insert(competitions).values({ id, described_on: bundle.game.date, ...values })
    return false
  }
  const changed = mergeRow(stored, values, bundle.game.date)
  if (changed === undefined) return false
  await tx.update(competitions).set(changed).where(eq(competitions.id, id))
  await invalidateResponses(tx, id)
  return changed.tie_break !== stored.tie_break
}

const upsertSeason = async (
  tx: Database,
  ids: GameIds,
  { season }: CheckedBundle,
  [stored]: StoredRecords['seasons'],
) => {
  const { season_id: id, competition_id } = ids
  const { name, start_year } = season
  if (stored === undefined) {
    await tx.insert(seasons).values({ id, competition_id, name, start_year })
    return
  }
  if (stored.competition_id !== competition_id)
    throw new Refusal(`season ${season.external_id} belongs to another competition`)
  if (stored.name === name && stored.start_year === start_year) return
  await tx.update(seasons).set({ name, start_year }).where(eq(seasons.id, id))
  await invalidateResponses(tx, id)
}

/** Returns whether the name of the team has changed. */
const upsertTeam = async (
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
  const changed = mergeRow(stored, { name, ...rest }, bundle.game.date)
  if (changed === undefined) return false
  await tx
    .update(teams)
    .set({ ...changed, ...searchable(changed.name) })
    .where(eq(teams.id, id))
  if (changed.name === stored.name) return false
  await invalidateResponses(tx, id)
  return true
}

const playerValues = ({ external_id: _external, same_as: _same, ...values }: BundlePlayer) => values

const upsertPlayers = async (
  tx: Database,
  ids: string[],
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<void> => {
  const { date } = bundle.game
  const byId = new Map(rows.players.map((row) => [row.id, row]))
  const inserted: (typeof players.$inferInsert)[] = []
  for (const [index, player] of bundle.players.entries()) {
    const id = ids[index]
    if (id === undefined) continue
    const values = playerValues(player)
    const stored = byId.get(id)
    if (stored === undefined) {
      inserted.push({ id, described_on: date, ...searchable(values.name), ...values })
      continue
    }
    const changed = mergeRow(stored, values, date)
    if (changed === undefined) continue
    await tx
      .update(players)
      .set({ ...changed, ...searchable(changed.name) })
      .where(eq(players.id, id))
    if (changed.name !== stored.name) await invalidateResponses(tx, id)
  }
  if (inserted.length > 0) await tx.insert(players).values(inserted)
}

const oneOf = (ids: readonly string[]): SQL => sql`id = any (${`{${ids.join(',')}}`}::text[])`

/** The statements that advance `described_on` of the records to the day of a newer game. */
export const advanceDescribedOn = (rows: StoredRecords, date: string): SQL[] =>
  (['competitions', 'teams', 'players'] as const).flatMap((table) => {
    const older = rows[table].filter(({ described_on }) => described_on < date).map(({ id }) => id)
    return older.length === 0
      ? []
      : [sql`update ${sql.raw(table)} set described_on = ${date}::date where ${oneOf(older)}`]
  })

/** Records whose standings may change their order: competitions whose tie-break changed, and renamed teams. */
export type Reordered = { competitions: string[]; teams: string[] }

/**
 * Inserts or updates the competition, season, teams and players of a bundle.
 * @param rows the stored rows of these records
 * @throws Refusal when the slug or the season belongs to another competition.
 */
export const upsertRecords = async (
  tx: Database,
  ids: GameIds,
  playerIds: string[],
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<Reordered> => {
  const { competition_id, home_team_id, away_team_id } = ids
  const ruled = await upsertCompetition(tx, competition_id, bundle, rows)
  await upsertSeason(tx, ids, bundle, rows.seasons)
  const renamedHome = await upsertTeam(tx, home_team_id, 'home', bundle, rows)
  const renamedAway = await upsertTeam(tx, away_team_id, 'away', bundle, rows)
  await upsertPlayers(tx, playerIds, bundle, rows)
  const renamed = [...(renamedHome ? [home_team_id] : []), ...(renamedAway ? [away_team_id] : [])]
  return { competitions: ruled ? [competition_id] : [], teams: renamed }
}
