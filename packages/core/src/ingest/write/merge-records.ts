import { eq, sql, type SQL } from 'drizzle-orm'
import type { BundlePlayer, CheckedBundle } from '../../contract/index.ts'
import {
  competitions,
  countAccents,
  normalizeName,
  players,
  searchVector,
  seasons,
  teams,
  type Database,
} from '../../store/index.ts'
import type { StoredRecords } from '../identify/stored-records.ts'
import type { Renamed } from '../../changes/record-queries.ts'
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

/** What a bundle has changed in a record: it is new, only its other fields differ, or its name as well. */
type RecordWrite = 'unchanged' | 'new' | 'described' | 'renamed'

const names = (name: string) => ({ name, sort_name: normalizeName(name) })
const searchable = (name: string) => ({ ...names(name), search: searchVector(name) })

const upsertCompetition = async (
  tx: Database,
  id: string,
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<{ write: RecordWrite; ruled: boolean }> => {
  const { external_id: _external, same_as: _same, name, ...rest } = bundle.competition
  const values = { ...names(name), ...rest }
  if (rows.competitions.some((row) => row.id !== id && row.slug === values.slug))
    throw new Refusal(`slug ${values.slug} belongs to another competition already`)
  const stored = rows.competitions.find((row) => row.id === id)
  if (stored === undefined) {
    await tx.insert(competitions).values({ id, described_on: bundle.game.date, ...values })
    return { write: 'new', ruled: false }
  }
  const changed = mergeRow(stored, values, bundle.game.date)
  if (changed === undefined) return { write: 'unchanged', ruled: false }
  await tx.update(competitions).set(changed).where(eq(competitions.id, id))
  const write = changed.name === stored.name ? 'described' : 'renamed'
  return { write, ruled: changed.tie_break !== stored.tie_break }
}

const upsertSeason = async (
  tx: Database,
  ids: GameIds,
  { season }: CheckedBundle,
  [stored]: StoredRecords['seasons'],
): Promise<RecordWrite> => {
  const { season_id: id, competition_id } = ids
  const { name, start_year } = season
  if (stored === undefined) {
    await tx.insert(seasons).values({ id, competition_id, name, start_year })
    return 'new'
  }
  if (stored.competition_id !== competition_id)
    throw new Refusal(`season ${season.external_id} belongs to another competition`)
  if (stored.name === name && stored.start_year === start_year) return 'unchanged'
  await tx.update(seasons).set({ name, start_year }).where(eq(seasons.id, id))
  return stored.name === name ? 'described' : 'renamed'
}

const upsertTeam = async (
  tx: Database,
  id: string,
  side: 'home' | 'away',
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<RecordWrite> => {
  const { external_id: _external, same_as: _same, name, ...rest } = bundle[side].team
  const stored = rows.teams.find((row) => row.id === id)
  if (stored === undefined) {
    await tx.insert(teams).values({ id, described_on: bundle.game.date, ...searchable(name), ...rest })
    return 'new'
  }
  const changed = mergeRow(stored, { name, ...rest }, bundle.game.date)
  if (changed === undefined) return 'unchanged'
  await tx
    .update(teams)
    .set({ ...changed, ...searchable(changed.name) })
    .where(eq(teams.id, id))
  return changed.name === stored.name ? 'described' : 'renamed'
}

const playerValues = ({ external_id: _external, same_as: _same, ...values }: BundlePlayer) => values

const upsertPlayers = async (
  tx: Database,
  ids: string[],
  bundle: CheckedBundle,
  rows: StoredRecords,
): Promise<Map<string, RecordWrite>> => {
  const { date } = bundle.game
  const byId = new Map(rows.players.map((row) => [row.id, row]))
  const inserted: (typeof players.$inferInsert)[] = []
  const writes = new Map<string, RecordWrite>()
  for (const [index, player] of bundle.players.entries()) {
    const id = ids[index]
    if (id === undefined) continue
    const values = playerValues(player)
    const stored = byId.get(id)
    if (stored === undefined) {
      inserted.push({ id, described_on: date, ...searchable(values.name), ...values })
      writes.set(id, 'new')
      continue
    }
    const changed = mergeRow(stored, values, date)
    if (changed === undefined) continue
    await tx
      .update(players)
      .set({ ...changed, ...searchable(changed.name) })
      .where(eq(players.id, id))
    writes.set(id, changed.name === stored.name ? 'described' : 'renamed')
  }
  if (inserted.length > 0) await tx.insert(players).values(inserted)
  return writes
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

/** What a bundle has changed in the records that its game names. */
export type WrittenRecords = {
  /** Ids of records that are new, or of which a field differs. */
  described: string[]
  renamed: Renamed
  /** Competitions whose tie-break rules differ. */
  ruled: string[]
}

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
): Promise<WrittenRecords> => {
  const { competition_id, season_id, home_team_id, away_team_id } = ids
  const { write, ruled } = await upsertCompetition(tx, competition_id, bundle, rows)
  const ofCompetition = new Map([[competition_id, write]])
  const ofSeason = new Map([[season_id, await upsertSeason(tx, ids, bundle, rows.seasons)]])
  const ofTeams = new Map([
    [home_team_id, await upsertTeam(tx, home_team_id, 'home', bundle, rows)],
    [away_team_id, await upsertTeam(tx, away_team_id, 'away', bundle, rows)],
  ])
  const ofPlayers = await upsertPlayers(tx, playerIds, bundle, rows)
  const renamedOf = (writes: Map<string, RecordWrite>): string[] =>
    [...writes].flatMap(([id, each]) => (each === 'renamed' ? [id] : []))
  return {
    described: [ofCompetition, ofSeason, ofTeams, ofPlayers].flatMap((writes) =>
      [...writes].flatMap(([id, each]) => (each === 'unchanged' ? [] : [id])),
    ),
    renamed: {
      competitions: renamedOf(ofCompetition),
      seasons: renamedOf(ofSeason),
      teams: renamedOf(ofTeams),
      players: renamedOf(ofPlayers),
    },
    ruled: ruled ? [competition_id] : [],
  }
}
