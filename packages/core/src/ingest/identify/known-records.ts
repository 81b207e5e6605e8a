import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { CompetitionKind, Gender, type RecordKind, TieBreak } from '../../contract/index.ts'
import { selectRows, type Database } from '../../store/index.ts'
import { candidateId, KnownId, nameKey, type ResolvedIds, type SourceRecord } from './resolve-ids.ts'

const text = z.string().nullable()
const whole = z.number().nullable()
const record = { id: z.string(), name: z.string() }
const described = { ...record, described_on: z.string() }

const RECORDS = {
  competitions: z.object({
    ...described,
    sort_name: z.string(),
    slug: z.string(),
    country: text,
    gender: Gender,
    kind: CompetitionKind,
    time_zone: text,
    regulation_minutes: z.number(),
    periods: z.number(),
    overtime_minutes: z.number(),
    tie_break: TieBreak,
    table_stages: z.array(z.string()).nullable(),
    points_win: whole,
    points_loss: whole,
    points_forfeit: whole,
  }),
  seasons: z.object({ ...record, competition_id: z.string(), start_year: z.number() }),
  teams: z.object({
    ...described,
    aliases: z.array(z.string()),
    country: text,
    city: text,
    arena: text,
    arena_capacity: whole,
    founded: whole,
  }),
  players: z.object({
    ...described,
    original_name: text,
    country: text,
    position: text,
    height_cm: whole,
    birth_date: text,
  }),
}

/** The tables of records. */
export type RecordKinds = keyof typeof RECORDS
/** A row of a table of records, without its derived columns. */
export type RecordRow<Kind extends RecordKinds> = z.infer<(typeof RECORDS)[Kind]>

/** Rows of one table as the bundles of a batch leave them, by id. */
export type KnownRows<Row> = {
  rows: Map<string, Row>
  /** The ids of new and changed rows. */
  written: Set<string>
  /** The ids of rows that a newer game describes. */
  advanced: Set<string>
}

/**
 * The records that the bundles of a batch refer to: read once as stored, then kept up to date with each bundle that is
 * accepted, so that the next one finds them as if the one before had been written.
 */
export type KnownRecords = { [Kind in RecordKinds]: KnownRows<RecordRow<Kind>> } & {
  /** Identifiers by `nameKey` of an external identifier. */
  ids: Map<string, string>
  /** Candidates for new identifiers that are in use, and all candidates whose use is known. */
  usedIds: Set<string>
  lookedUp: Set<string>
  /** The last revisions of games that are gone, by the candidates that were their ids. */
  formerRevisions: Map<string, number>
  /** The external identifiers to store. */
  newNames: KnownId[]
}

const CandidateUse = z.object({
  used_ids: z.array(z.string()),
  former_revisions: z.record(z.string(), z.number()),
})

const Stored = CandidateUse.extend({
  known_ids: z.array(KnownId),
  competitions: z.array(RECORDS.competitions),
  seasons: z.array(RECORDS.seasons),
  teams: z.array(RECORDS.teams),
  players: z.array(RECORDS.players),
})

/** The columns of a table of records, without its derived ones. */
export const listColumns = (table: RecordKinds): string[] => Object.keys(RECORDS[table].shape)

/** SQL: rows of a table as a JSON array. */
const rowsAsJson = (table: RecordKinds, where: SQL) =>
  sql`(select coalesce(json_agg(r), '[]') from (select ${sql.raw(listColumns(table).join(', '))} from ${sql.raw(table)} where ${where}) r) as ${sql.raw(table)}`

/** Reads some records of a table. */
export const readRows = async <Table extends RecordKinds>(
  tx: Database,
  table: Table,
  some: readonly string[],
): Promise<RecordRow<Table>[]> => {
  const [row] = await selectRows(
    tx,
    z.object({ rows: z.array(RECORDS[table]) }),
    sql`select json_agg(r) as rows from (
          select ${sql.raw(listColumns(table).join(', '))} from ${sql.raw(table)} where id = any (${ids(some)})) r`,
  )
  return row?.rows ?? []
}

const isKnown = (kind: RecordKind) => sql`id = any (array(select id from known where kind = ${sql.raw(`'${kind}'`)}))`

/**
 * SQL: the identifiers known for external identifiers. A lateral join per name: the plan, made once while the table is
 * small, must still use the index when it is large.
 */
export const knownIds = (names: readonly Omit<KnownId, 'id'>[]): SQL =>
  sql`select e.kind, e.source, e.external_id, e.id
      from json_to_recordset(${JSON.stringify(names)}::json) as n (kind text, source text, external_id text)
      cross join lateral (
        select * from external_ids e
        where e.kind = n.kind and e.source = n.source and e.external_id = n.external_id limit 1) e`

/** The external identifiers of records, each once. */
export const listNames = (records: readonly SourceRecord[]): Omit<KnownId, 'id'>[] => {
  const names = new Map<string, Omit<KnownId, 'id'>>()
  for (const { kind, names: ofRecord } of records)
    for (const { source, external_id } of ofRecord)
      names.set(nameKey(kind, source, external_id), { kind, source, external_id })
  return [...names.values()]
}

/** The first candidates for the identifiers of records, each once. */
const listCandidates = (records: readonly SourceRecord[]): string[] => {
  const candidates = new Map<string, string>()
  for (const {
    kind,
    names: [first],
  } of records) {
    if (first === undefined) continue
    const key = nameKey(kind, first.source, first.external_id)
    if (!candidates.has(key)) candidates.set(key, candidateId(kind, first.source, first.external_id, 0))
  }
  return [...candidates.values()]
}

const ids = (list: readonly string[]): SQL => sql`${`{${list.join(',')}}`}::text[]`

/** SQL: which of the identifiers belong to records, and the last revisions of those that belonged to games. */
const candidateUse = (candidates: readonly string[]): SQL =>
  sql`(select coalesce(json_agg(distinct id), '[]') from external_ids where id = any (${ids(candidates)})) as used_ids,
      (select coalesce(json_object_agg(id, game -> 'revision'), '{}') from former_ids
        where id = any (${ids(candidates)}) and game is not null) as former_revisions`

const byId = <Row extends { id: string }>(rows: readonly Row[]): KnownRows<Row> => ({
  rows: new Map(rows.map((row) => [row.id, row])),
  written: new Set(),
  advanced: new Set(),
})

/** The records of a write that changes none. */
export const noRecords = (): KnownRecords => ({
  ids: new Map(),
  usedIds: new Set(),
  lookedUp: new Set(),
  formerRevisions: new Map(),
  newNames: [],
  competitions: byId<RecordRow<'competitions'>>([]),
  seasons: byId<RecordRow<'seasons'>>([]),
  teams: byId<RecordRow<'teams'>>([]),
  players: byId<RecordRow<'players'>>([]),
})

/** Reads the stored records that bundles refer to, and the competitions that have their slugs. */
export const readRecords = async (
  tx: Database,
  records: readonly SourceRecord[],
  slugs: readonly string[],
): Promise<KnownRecords> => {
  const candidates = listCandidates(records)
  const [row] = await selectRows(
    tx,
    Stored,
    sql`with known as materialized (${knownIds(listNames(records))})
        select (select coalesce(json_agg(known), '[]') from known) as known_ids,
          ${candidateUse(candidates)},
          ${rowsAsJson('competitions', sql`${isKnown('competition')} or slug = any (${ids(slugs)})`)},
          ${rowsAsJson('seasons', isKnown('season'))},
          ${rowsAsJson('teams', isKnown('team'))},
          ${rowsAsJson('players', isKnown('player'))}`,
  )
  if (row === undefined) throw new RangeError('the query of the stored records returned no row')
  return {
    ids: new Map(row.known_ids.map(({ kind, source, external_id, id }) => [nameKey(kind, source, external_id), id])),
    usedIds: new Set(row.used_ids),
    lookedUp: new Set(candidates),
    formerRevisions: new Map(Object.entries(row.former_revisions)),
    newNames: [],
    competitions: byId(row.competitions),
    seasons: byId(row.seasons),
    teams: byId(row.teams),
    players: byId(row.players),
  }
}

/** Finds out whether candidates are in use that have not been looked up; returns whether there were any. */
export const lookUpCandidates = async (
  tx: Database,
  { lookedUp, usedIds, formerRevisions }: KnownRecords,
  candidates: ReadonlySet<string>,
): Promise<boolean> => {
  const further = [...candidates].filter((id) => !lookedUp.has(id))
  if (further.length === 0) return false
  for (const id of further) lookedUp.add(id)
  const [use] = await selectRows(tx, CandidateUse, sql`select ${candidateUse(further)}`)
  for (const id of use?.used_ids ?? []) usedIds.add(id)
  for (const [id, revision] of Object.entries(use?.former_revisions ?? {})) formerRevisions.set(id, revision)
  return true
}

/** Keeps the identifiers of a bundle that is accepted. */
export const addIds = (known: KnownRecords, { newIds, newNames }: Pick<ResolvedIds, 'newIds' | 'newNames'>): void => {
  for (const name of newNames) {
    known.newNames.push(name)
    known.ids.set(nameKey(name.kind, name.source, name.external_id), name.id)
  }
  for (const id of newIds) known.usedIds.add(id)
}
