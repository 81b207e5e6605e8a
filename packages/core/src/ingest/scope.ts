import { sql, type SQL } from 'drizzle-orm'
import type { CheckedBundle, ErrorDetail, RecordKind } from '../contract/index.ts'
import { badRequest, notFound } from '../errors.ts'
import { execute, within, type Database, selectIds } from '../store/index.ts'
import { sourceRecords, type StoredGames } from './identify/identify-bundle.ts'
import type { KnownRecords } from './identify/known-records.ts'
import { nameKey } from './identify/resolve-ids.ts'
import { Refusal } from './refusals.ts'
import type { GameIds } from './write/game-row.ts'

/** What may be written: records of a source, or only games of one of its competitions, by its external id there. */
export type WriteScope = { source: string; competition: string | null }

/** A bundle that is outside of what may be written. */
class OutOfScope extends Refusal {
  constructor(details: ErrorDetail[]) {
    super(details.map(({ pointer, message }) => `${pointer} ${message}`).join('; '), details)
  }
}

/** A game of another competition than the one that may be written: for its writer there is none. */
class NoSuchGame extends Refusal {
  override readonly code = 'not_found'
}

/** Checks what a bundle says by itself. @throws Refusal if it names another source or competition */
export const requireNamesInScope = (scope: WriteScope, { source, competition }: CheckedBundle): void => {
  if (source !== scope.source)
    throw new OutOfScope([{ pointer: '/source', message: `must be ${scope.source}, or be left out` }])
  if (scope.competition !== null && competition.external_id !== scope.competition)
    throw new OutOfScope([{ pointer: '/competition/external_id', message: `must be ${scope.competition}` }])
}

/** Where `sourceRecords` finds the records of a bundle. */
const POINTERS = ['/competition', '/season', '/home/team', '/away/team', '/game']
const toPointer = (index: number): string => POINTERS[index] ?? `/players/${index - POINTERS.length}`

const CLAIMED =
  'is no identifier of this record yet. A key of one competition adds only an identifier (in a sheet: an alias) that no record has, to a team or player without games elsewhere. POST /records/merge joins two records of the competition, and only an operator those of several sources or competitions'

/** Kinds of records that a key of one competition can give new names. A new name of any other could take what another key will write. */
const NAMED_ANEW: ReadonlySet<RecordKind> = new Set(['team', 'player'])

/** A name in `same_as` that its record does not have. `isAlias`: it may become one of a record of that competition alone. */
type Claim = { pointer: string; own: string | undefined; isAlias: boolean }

/** Names in `same_as` that would claim a record outside of the scope, or a name that such a record will have. */
const listClaims = ({ source, competition }: WriteScope, { ids }: KnownRecords, bundle: CheckedBundle): Claim[] =>
  sourceRecords(bundle).flatMap(({ kind, names: [first, ...others] }, index) => {
    const own = first && ids.get(nameKey(kind, first.source, first.external_id))
    return others.flatMap((name, at) => {
      const id = ids.get(nameKey(kind, name.source, name.external_id))
      const isFree = name.source === source && competition === null
      const isSame = own !== undefined && id === own
      const isAlias = name.source === source && id === undefined && NAMED_ANEW.has(kind)
      return isFree || isSame ? [] : [{ pointer: `${toPointer(index)}/same_as/${at}`, own, isAlias }]
    })
  })

/** The teams and players of a bundle that have games elsewhere, or names of other sources. */
const selectForeign = async (
  tx: Database,
  scope: WriteScope,
  { ids }: KnownRecords,
  bundle: CheckedBundle,
): Promise<ReadonlySet<string>> => {
  const [competition_id = '', , home_team_id = '', away_team_id = '', , ...playerIds] = sourceRecords(bundle).map(
    ({ kind, names: [own] }) => (own && ids.get(nameKey(kind, own.source, own.external_id))) ?? '',
  )
  const shared = await selectSharedRecords(tx, scope, { competition_id, home_team_id, away_team_id }, playerIds)
  const isOwn = within(sql`id`, [home_team_id, away_team_id, ...playerIds])
  const ofOthers = sql`select distinct id from external_ids where ${isOwn} and source <> ${scope.source}`
  return new Set([...shared, ...(await selectIds(tx, ofOthers))])
}

/**
 * Refuses names that a bundle claims. Who may write one competition adds one that no record has, to a team or a player of that
 * competition alone: a game there with another team of that name, merged into this one, would do the same.
 * @throws Refusal
 */
const requireNoClaims = async (
  tx: Database,
  scope: WriteScope,
  known: KnownRecords,
  bundle: CheckedBundle,
): Promise<void> => {
  const claims = listClaims(scope, known, bundle)
  const foreign: ReadonlySet<string | undefined> = claims.some(({ isAlias }) => isAlias)
    ? await selectForeign(tx, scope, known, bundle)
    : new Set()
  const refused = claims.filter(({ own, isAlias }) => !isAlias || foreign.has(own))
  if (refused.length > 0) throw new OutOfScope(refused.map(({ pointer }) => ({ pointer, message: CLAIMED })))
}

/**
 * Checks what a bundle would write.
 * @throws Refusal if it claims records outside of the scope, or writes a game of another competition
 */
export const requireRecordsInScope = async (
  tx: Database,
  scope: WriteScope,
  { known, games }: { known: KnownRecords; games: StoredGames },
  bundle: CheckedBundle,
): Promise<void> => {
  await requireNoClaims(tx, scope, known, bundle)
  const { source, competition } = scope
  const id = known.ids.get(nameKey('game', source, bundle.game.external_id))
  const stored = id === undefined ? undefined : games.byId.get(id)
  if (stored === undefined || competition === null) return
  if (stored.competition_id !== known.ids.get(nameKey('competition', source, competition)))
    throw new NoSuchGame(`There is no game ${bundle.game.external_id} in competition ${competition}`)
}

/** SQL: the players whom games name or list without a line in the box score, each with the game. */
export const WITHOUT_LINE = sql.raw('(table players_without_line union all table listed_players)')

/** SQL: the id of a competition of a source; null if it has none. */
const competitionId = ({ source, competition }: WriteScope): SQL =>
  sql`(select c.id from external_ids c where c.kind = 'competition' and c.source = ${source} and c.external_id = ${competition})`

/**
 * Teams and players of a bundle that have games in other competitions: who may write only one competition does not change their
 * names and other values.
 */
export const selectSharedRecords = async (
  tx: Database,
  scope: WriteScope | undefined,
  { competition_id, home_team_id, away_team_id }: Pick<GameIds, 'competition_id' | 'home_team_id' | 'away_team_id'>,
  playerIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (scope === undefined || scope.competition === null) return new Set()
  const elsewhere = sql`join seasons s on s.id = r.season_id and s.competition_id <> ${competition_id}`
  const shared = await selectIds(
    tx,
    sql`select t.id from teams t where ${within(sql`t.id`, [home_team_id, away_team_id])}
          and exists (select from team_seasons r ${elsewhere} where r.team_id = t.id)
        union all
        select p.id from players p where ${within(sql`p.id`, playerIds)}
          and (exists (select from box_lines r ${elsewhere} where r.player_id = p.id)
            or exists (select from ${WITHOUT_LINE} w join games r on r.id = w.game_id
                       where w.player_id = p.id and r.competition_id <> ${competition_id}))`,
  )
  return new Set(shared)
}

/**
 * The id of a game that may be written, by its external id.
 * @throws ServiceError not_found, also for a game of another competition
 */
export const requireGameInScope = async (tx: Database, scope: WriteScope, external_id: string): Promise<string> => {
  const isInCompetition =
    scope.competition === null ? sql`true` : sql`g.competition_id is not distinct from ${competitionId(scope)}`
  const [game] = await selectIds(
    tx,
    sql`select g.id from external_ids e join games g on g.id = e.id
        where e.kind = 'game' and e.source = ${scope.source} and e.external_id = ${external_id} and ${isInCompetition}`,
  )
  if (game === undefined) throw notFound('game', external_id)
  return game
}

const TABLES = {
  competition: 'competitions',
  season: 'seasons',
  team: 'teams',
  player: 'players',
  game: 'games',
} satisfies Record<RecordKind, string>

/** The id of a record by its external id in the source of a writer; undefined without one. */
export const findRecord = async (
  tx: Database,
  { source }: WriteScope,
  kind: RecordKind,
  external_id: string,
): Promise<string | undefined> => {
  const [record] = await selectIds(
    tx,
    sql`select r.id from external_ids e join ${sql.raw(TABLES[kind])} r on r.id = e.id
        where e.kind = ${kind} and e.source = ${source} and e.external_id = ${external_id}`,
  )
  return record
}

/** Whether one of the records has an identifier of another source. */
export const hasOtherSources = async (tx: Database, { source }: WriteScope, ids: readonly string[]): Promise<boolean> =>
  (await execute(tx, sql`select 1 from external_ids where ${within(sql`id`, ids)} and source <> ${source} limit 1`))
    .length > 0

/** @throws ServiceError bad_request for a game that is one of other sources too: a writer does not undo what they have */
export const requireOwnGame = async (tx: Database, scope: WriteScope, id: string, name: string): Promise<void> => {
  if (await hasOtherSources(tx, scope, [id]))
    throw badRequest(`Game ${name} is one of another source too: only an operator removes or reopens it.`)
}

/** SQL: whether a game `g` names one of the records. */
const names = (kind: RecordKind, ids: readonly string[]): SQL => {
  switch (kind) {
    case 'game':
      return within(sql`g.id`, ids)
    case 'competition':
      return within(sql`g.competition_id`, ids)
    case 'season':
      return within(sql`g.season_id`, ids)
    case 'team':
      return sql`(${within(sql`g.home_team_id`, ids)} or ${within(sql`g.away_team_id`, ids)})`
    case 'player':
      return sql`g.id = any (array(select game_id from box_lines where ${within(sql`player_id`, ids)}
          union select game_id from ${WITHOUT_LINE} w where ${within(sql`player_id`, ids)}))`
  }
}

/**
 * Checks that two records may be merged: no game outside of the scope names one of them, and neither is one of another source.
 * @throws Refusal
 */
export const requireMergeInScope = async (
  tx: Database,
  scope: WriteScope,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> => {
  const isOutside = sql`(not exists (select from external_ids e where e.id = g.id and e.source = ${scope.source})
      or ${scope.competition !== null} and g.competition_id is distinct from ${competitionId(scope)})`
  const outside = await execute(tx, sql`select 1 from games g where ${names(kind, ids)} and ${isOutside} limit 1`)
  if (outside.length > 0 || (await hasOtherSources(tx, scope, ids)))
    throw new Refusal(`one of them is a ${kind} of other sources or competitions too: an operator merges them`)
}
