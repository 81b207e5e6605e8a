import { isDeepStrictEqual } from 'node:util'
import { sql, type SQL } from 'drizzle-orm'
import {
  DEFAULT_OVERTIME_MINUTES,
  DEFAULT_PERIODS,
  DEFAULT_REGULATION_MINUTES,
  explainMinutes,
  type BundlePlayer,
  type CheckedBundle,
  Side,
} from '../../contract/index.ts'
import {
  competitions,
  countAccents,
  normalizeName,
  players,
  searchVector,
  seasons,
  selectRows,
  teams,
  type Database,
} from '../../store/index.ts'
import {
  listColumns,
  type KnownRecords,
  type KnownRows,
  type RecordKinds,
  type RecordRow,
} from '../identify/known-records.ts'
import { KnownId } from '../identify/resolve-ids.ts'
import type { Renamed } from '../../changes/record-queries.ts'
import { Refusal } from '../refusals.ts'
import type { GameIds } from './game-row.ts'
import { jsonRows } from './statements.ts'

/** Values of a bundle by column; undefined: omitted. */
type Values = Record<string, string | number | readonly string[] | null | undefined>

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
  if (value === undefined || isDeepStrictEqual(value, stored)) return false
  if (typeof value !== 'string' || typeof stored !== 'string') return newer || stored === null
  if (!/^(original_)?name$/.test(column)) return newer
  const [spelling, storedSpelling] = [normalizeName(value), normalizeName(stored)]
  if (abbreviates(spelling, storedSpelling)) return false
  if (abbreviates(storedSpelling, spelling)) return true
  if (spelling !== storedSpelling) return newer
  const gained = countAccents(value) - countAccents(stored)
  return gained === 0 ? newer : gained > 0
}

/** Before the first final game that describes a record. */
const NEVER = '-infinity'

/** The day on which the bundle of a game describes its records: a game that is not played says what they were called when it was planned. */
const getDescribedOn = ({ status, date }: Pick<CheckedBundle['game'], 'status' | 'date'>): string =>
  status === 'final' ? date : NEVER

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

/**
 * The row of a record that another one is merged into: the values of the one that was described later, and those of the other
 * where it has none, as if both had been one from the beginning.
 */
export const joinRows = <Row extends { id: string; name: string; described_on: string }>(former: Row, stored: Row) => {
  const [older, newer] = former.described_on > stored.described_on ? [stored, former] : [former, stored]
  const values = Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== null))
  const joined = mergeRow(older, values, newer.described_on) ?? older
  return { ...joined, ...names(joined.name), id: stored.id, described_on: newer.described_on }
}

const names = (name: string) => ({ name, sort_name: normalizeName(name) })
const searchable = <Row extends { name: string }>(row: Row) => ({
  ...row,
  ...names(row.name),
  search: searchVector(row.name),
})

/** The rows that a bundle adds or changes. */
export type MergedRecords = { [Kind in RecordKinds]: RecordRow<Kind>[] } & {
  renamed: Record<RecordKinds, string[]>
  /** Competitions whose rules of the table differ. */
  ruled: string[]
}

/** No change in any record. */
export const noMergedRecords = (): MergedRecords => ({
  competitions: [],
  seasons: [],
  teams: [],
  players: [],
  renamed: { competitions: [], seasons: [], teams: [], players: [] },
  ruled: [],
})

/** What bundles have changed in the records that their games name. */
export type WrittenRecords = {
  /** Ids of records that are new or have a changed field. */
  described: string[]
  renamed: Renamed
  /** Competitions whose rules of the table differ. */
  ruled: string[]
}

/** The tables of the records that games name. */
export const KINDS = ['competitions', 'seasons', 'teams', 'players'] as const

/** What several bundles have changed together. */
export const writtenRecords = (merged: readonly MergedRecords[]): WrittenRecords => {
  const unique = (list: readonly string[]): string[] => [...new Set(list)]
  const renamed = (kind: RecordKinds) => unique(merged.flatMap((each) => each.renamed[kind]))
  return {
    described: unique(merged.flatMap((each) => KINDS.flatMap((kind) => each[kind].map(({ id }) => id)))),
    renamed: {
      competitions: renamed('competitions'),
      seasons: renamed('seasons'),
      teams: renamed('teams'),
      players: renamed('players'),
    },
    ruled: unique(merged.flatMap(({ ruled }) => ruled)),
  }
}

/**
 * The form of the games of a competition, and its tie-break: as a bundle has them, or as they are stored, or those of a new competition.
 * @throws Refusal when the bundle has another length of a game than that of the stored periods
 */
export const getRules = (
  { period_minutes, regulation_minutes, ...given }: CheckedBundle['competition'],
  stored: RecordRow<'competitions'> | undefined,
) => {
  const periods = given.periods ?? stored?.periods ?? DEFAULT_PERIODS
  const message = explainMinutes({ period_minutes, regulation_minutes }, periods)
  if (message !== undefined)
    throw new Refusal(`competition.regulation_minutes ${message}`, [
      { pointer: '/competition/regulation_minutes', message },
    ])
  const minutes = period_minutes === undefined ? regulation_minutes : periods * period_minutes
  return {
    regulation_minutes: minutes ?? stored?.regulation_minutes ?? DEFAULT_REGULATION_MINUTES,
    periods,
    overtime_minutes: given.overtime_minutes ?? stored?.overtime_minutes ?? DEFAULT_OVERTIME_MINUTES,
    tie_break: given.tie_break ?? stored?.tie_break ?? 'simple',
  }
}

/** The columns of a competition that its standings depend on; the number of periods, because some ties leave overtimes out. */
const TABLE_RULES = ['table_stages', 'tie_break', 'periods', 'points_win', 'points_loss', 'points_forfeit'] as const

const pickRules = (row: RecordRow<'competitions'>) => TABLE_RULES.map((rule) => row[rule])

/** @throws Refusal when the slug of a bundle is that of another competition than the one of this id */
export const requireOwnSlug = async (
  tx: Database,
  id: string,
  { competition: { slug } }: CheckedBundle,
  { competitions: { rows }, newNames }: KnownRecords,
): Promise<void> => {
  const other = [...rows.values()].find((row) => row.id !== id && row.slug === slug)
  if (other === undefined) return
  const [stored] = await selectRows(
    tx,
    KnownId.pick({ source: true }),
    sql`select source from external_ids where id = ${other.id} order by source limit 1`,
  )
  const { source = '' } = stored ?? newNames.find((name) => name.id === other.id) ?? {}
  const taken = `the slug ${slug} is that of ${other.name}`
  throw new Refusal(
    `${taken} (source ${source}) already; if it is the same competition, import it with the source ${source}, else give this one another name or slug`,
    [{ pointer: '/competition/slug', message: `${taken} already; give this competition another name or slug` }],
  )
}

const mergeCompetition = (
  id: string,
  { competition, game }: CheckedBundle,
  known: KnownRecords,
  into: MergedRecords,
) => {
  const { external_id: _external, same_as: _same, period_minutes: _minutes, name, ...rest } = competition
  const stored = known.competitions.rows.get(id)
  const values = { ...names(name), ...rest, ...getRules(competition, stored) }
  if (stored === undefined) {
    const { country = null, time_zone = null, table_stages = null } = rest
    const { points_win = null, points_loss = null, points_forfeit = null } = rest
    const rules = { table_stages, points_win, points_loss, points_forfeit }
    into.competitions.push({
      id,
      described_on: getDescribedOn(game),
      ...values,
      ...rules,
      country,
      time_zone,
    })
    return
  }
  const changed = mergeRow(stored, values, getDescribedOn(game))
  if (changed === undefined) return
  into.competitions.push(changed)
  if (changed.name !== stored.name) into.renamed.competitions.push(id)
  if (!isDeepStrictEqual(pickRules(changed), pickRules(stored))) into.ruled.push(id)
}

const mergeSeason = (
  { season_id: id, competition_id }: GameIds,
  { season }: CheckedBundle,
  known: KnownRecords,
  into: MergedRecords,
) => {
  const { name, start_year } = season
  const stored = known.seasons.rows.get(id)
  if (stored !== undefined && stored.competition_id !== competition_id)
    throw new Refusal(`season ${season.external_id} belongs to another competition`)
  if (stored?.name === name && stored.start_year === start_year) return
  into.seasons.push({ id, competition_id, name, start_year })
  if (stored !== undefined && stored.name !== name) into.renamed.seasons.push(id)
}

/** Aliases are added, so that responses of a feed that have fewer of them lose none. */
const mergeAliases = (given: readonly string[] | null | undefined, stored: readonly string[]): string[] =>
  given === null ? [] : [...new Set([...stored, ...(given ?? []).map(normalizeName)])]

const mergeTeam = (id: string, side: Side, bundle: CheckedBundle, known: KnownRecords, into: MergedRecords) => {
  const { external_id: _external, same_as: _same, aliases: given, ...values } = bundle[side].team
  const date = getDescribedOn(bundle.game)
  const stored = known.teams.rows.get(id)
  const aliases = mergeAliases(given, stored?.aliases ?? [])
  if (stored === undefined) {
    const { name, country = null, city = null, arena = null, arena_capacity = null, founded = null } = values
    into.teams.push({ id, name, described_on: date, aliases, country, city, arena, arena_capacity, founded })
    return
  }
  const changed = mergeRow(stored, values, date)
  if (changed === undefined && aliases.length === stored.aliases.length) return
  into.teams.push({ ...(changed ?? stored), aliases })
  if (changed !== undefined && changed.name !== stored.name) into.renamed.teams.push(id)
}

const mergePlayer = (id: string, player: BundlePlayer, date: string, known: KnownRecords, into: MergedRecords) => {
  const { external_id: _external, same_as: _same, ...values } = player
  const stored = known.players.rows.get(id)
  if (stored === undefined) {
    const { name, original_name = null, country = null, position = null, height_cm = null, birth_date = null } = values
    into.players.push({ id, name, described_on: date, original_name, country, position, height_cm, birth_date })
    return
  }
  const changed = mergeRow(stored, values, date)
  if (changed === undefined) return
  into.players.push(changed)
  if (changed.name !== stored.name) into.renamed.players.push(id)
}

/**
 * Applies a bundle to the competition, season, teams and players that it names.
 * @param fixed ids of teams and players that it does not change
 * @throws Refusal when the season belongs to another competition.
 */
export const mergeRecords = (
  ids: GameIds,
  playerIds: readonly string[],
  bundle: CheckedBundle,
  known: KnownRecords,
  fixed: ReadonlySet<string>,
): MergedRecords => {
  const merged = noMergedRecords()
  mergeCompetition(ids.competition_id, bundle, known, merged)
  mergeSeason(ids, bundle, known, merged)
  for (const side of Side.options) {
    const id = ids[`${side}_team_id`]
    if (!fixed.has(id)) mergeTeam(id, side, bundle, known, merged)
  }
  for (const [index, player] of bundle.players.entries()) {
    const id = playerIds[index]
    if (id !== undefined && !fixed.has(id)) mergePlayer(id, player, getDescribedOn(bundle.game), known, merged)
  }
  return merged
}

const keep = <Row extends { id: string }>({ rows, written }: KnownRows<Row>, changed: readonly Row[]): void => {
  for (const row of changed) {
    rows.set(row.id, row)
    written.add(row.id)
  }
}

const advance = <Row extends { described_on: string }>(
  { rows, advanced }: KnownRows<Row>,
  ids: readonly string[],
  date: string,
): void => {
  for (const id of ids) {
    const row = rows.get(id)
    if (row === undefined || row.described_on >= date) continue
    rows.set(id, { ...row, described_on: date })
    advanced.add(id)
  }
}

/**
 * Keeps the rows of a bundle that is accepted, and advances `described_on` of all its records but those that it does not change to the
 * day of its final game.
 */
export const keepRecords = (
  known: KnownRecords,
  merged: MergedRecords,
  { competition_id, home_team_id, away_team_id }: GameIds,
  playerIds: readonly string[],
  game: Pick<CheckedBundle['game'], 'status' | 'date'>,
  fixed: ReadonlySet<string>,
): void => {
  const isChanged = (id: string): boolean => !fixed.has(id)
  const date = getDescribedOn(game)
  keep(known.competitions, merged.competitions)
  keep(known.seasons, merged.seasons)
  keep(known.teams, merged.teams)
  keep(known.players, merged.players)
  advance(known.competitions, [competition_id], date)
  advance(known.teams, [home_team_id, away_team_id].filter(isChanged), date)
  advance(known.players, playerIds.filter(isChanged), date)
}

const pickRows = <Row>({ rows }: KnownRows<Row>, ids: Iterable<string>): Row[] =>
  [...ids].flatMap((id) => rows.get(id) ?? [])

const TABLES = { competitions, seasons, teams, players }
const FURTHER_COLUMNS = {
  competitions: [],
  seasons: [],
  teams: ['sort_name', 'search'],
  players: ['sort_name', 'search'],
}

const writeRows = (table: keyof typeof TABLES, rows: readonly object[]): SQL[] => {
  if (rows.length === 0) return []
  const columns = [...listColumns(table), ...FURTHER_COLUMNS[table]]
  const list = (prefix: string) => sql.raw(columns.map((name) => prefix + name).join(', '))
  return [
    sql`insert into ${sql.raw(table)} (${list('')}) select ${list('')} from ${jsonRows(TABLES[table], rows)}
        on conflict (id) do update set (${list('')}) = row (${list('excluded.')})`,
  ]
}

const writeDays = (table: 'competitions' | 'teams' | 'players', known: KnownRows<{ described_on: string }>): SQL[] => {
  const days = [...known.advanced].flatMap((id) => {
    const row = known.written.has(id) ? undefined : known.rows.get(id)
    return row === undefined ? [] : [{ id, day: row.described_on }]
  })
  if (days.length === 0) return []
  return [
    sql`update ${sql.raw(table)} r set described_on = d.day
        from json_to_recordset(${JSON.stringify(days)}::json) as d (id text, day date) where r.id = d.id`,
  ]
}

/** The statements that write the records as the bundles of a batch leave them. */
export const writeRecords = ({ competitions, seasons, teams, players }: KnownRecords): SQL[] => [
  ...writeRows('competitions', pickRows(competitions, competitions.written)),
  ...writeRows('seasons', pickRows(seasons, seasons.written)),
  ...writeRows('teams', pickRows(teams, teams.written).map(searchable)),
  ...writeRows('players', pickRows(players, players.written).map(searchable)),
  ...writeDays('competitions', competitions),
  ...writeDays('teams', teams),
  ...writeDays('players', players),
]
