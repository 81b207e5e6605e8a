import { eq, sql } from 'drizzle-orm'
import { recordChanges, recordUnknownChange } from '../../changes/record-queries.ts'
import { enqueueEvents, type Transitions } from '../../deliveries/outbox-queries.ts'
import { markStandingsStale } from '../../standings/stale-queries.ts'
import { competitions, execute, lockGamesExclusive, type Database, type Store } from '../../store/index.ts'
import { findChangedParts } from '../changes.ts'
import { refreshCounts } from '../derive/counts.ts'
import { noRecords } from '../identify/known-records.ts'
import { collectWarnings, selectWarnings, type Warning } from '../warn/warnings.ts'
import { boxRow, copiedFrom, listPlayers } from '../write/part-rows.ts'
import { Side } from '../../contract/index.ts'
import { deleteScoredEvents, EVERY_PART, exchangeParts, NO_PARTS, readParts, type Parts } from '../write/game-parts.ts'
import {
  exchangeSides,
  getGameFormat,
  hasSameTeams,
  isExchanged,
  requireGameRow,
  type GameRow,
  type WrittenGame,
} from '../write/game-row.ts'
import { deriveLineUps, withPlusMinus } from '../derive/line-ups.ts'
import { deriveLive } from '../derive/live.ts'
import { refreshTrends } from '../derive/team-trends.ts'
import { exchangeQuotes, refreshClosing } from '../prices/write-quotes.ts'
import { Refusal } from '../refusals.ts'
import { selectSharedRecords, type WriteScope } from '../scope.ts'
import { noMergedRecords } from '../write/merge-records.ts'
import { writeGames } from '../write-games.ts'
import {
  deleteWarningsAbout,
  describeFormerGame,
  forgetRecords,
  keepFormerId,
  redescribe,
  type NamedRecords,
} from './forget.ts'

type StoredGame = { stored: GameRow; former: Parts }

/** The hash of no bundle: the next one is applied, whatever it has. */
const NO_BUNDLE: Uint8Array<ArrayBuffer> = new Uint8Array()

const namedRecords = (game: GameRow, { lines, events, shots, listed }: Parts): NamedRecords => ({
  competitions: [game.competition_id],
  seasons: [game.season_id],
  teams: [game.home_team_id, game.away_team_id],
  players: [...new Set([...listPlayers([...lines, ...events, ...shots]), ...listed])],
})

/** Writes a game and its parts in the place of those that are stored; it keeps the warnings `kept`. Returns what was written. */
const rewrite = async (
  tx: Database,
  row: WrittenGame,
  { stored, former }: StoredGame,
  merged: Parts,
  isKept: (warning: Warning) => boolean,
  now: Date,
) => {
  const [competition] = await tx.select().from(competitions).where(eq(competitions.id, row.competition_id))
  if (competition === undefined) throw new RangeError(`there is no competition ${row.competition_id}`)
  const { time_zone, periods, tie_break } = competition
  const source = { ...row, competition: { ...getGameFormat(row, competition), tie_break } }
  const lineUps = deriveLineUps(source, merged)
  const parts = { ...merged, lines: withPlusMinus(merged.lines, lineUps) }
  const game = { ...row, live: deriveLive(source, parts, row.live?.given ?? null) }
  const kept = (await selectWarnings(tx, [game.id])).get(game.id)?.filter(isKept) ?? []
  const write = {
    game,
    stored,
    former,
    parts,
    replaced: new Set(EVERY_PART),
    warnings: [...kept, ...collectWarnings({ game, ...parts }, { now, time_zone })],
    lineUps,
    records: noMergedRecords(),
    quotes: undefined,
    rules: { periods },
  }
  return { write, numbers: await writeGames(tx, [write], noRecords(), now) }
}

/** A box score that a bundle deletes. */
const NO_BOX = { coach: null, totals: null }

/** Whether a game has nothing that must be cleared before it is deleted. */
const isOpen = ({ status, has_boxscore, has_playbyplay, has_shots, periods }: GameRow): boolean =>
  status === 'scheduled' && !has_boxscore && !has_playbyplay && !has_shots && periods === null

/**
 * Makes a stored game scheduled again, without its score and parts. Its day, teams and prices stay. Returns what its receivers
 * are to be told.
 * @param removed whether it is deleted next
 */
const clear = async (
  tx: Database,
  { stored, former }: StoredGame,
  now: Date,
  { removed }: { removed: boolean },
): Promise<Transitions> => {
  const { tip_off_order: _order, running: _running, ...columns } = stored
  const game = {
    ...columns,
    status: 'scheduled' as const,
    home_score: null,
    away_score: null,
    forfeit_winner: null,
    periods: null,
    has_boxscore: false,
    has_playbyplay: false,
    has_shots: false,
    counts_in_standings: true,
    ended_periods: 0,
    started: false,
    live: null,
    bundle_hash: NO_BUNDLE,
  }
  const parts = {
    ...NO_PARTS,
    listed: former.listed,
    boxes: Side.options.map((side) =>
      boxRow({ game_id: game.id, side, team_id: game[`${side}_team_id`], date: game.date }, NO_BOX, [], undefined),
    ),
  }
  const { write, numbers } = await rewrite(
    tx,
    game,
    { stored, former },
    parts,
    ({ code }) => code === 'duplicate_game',
    now,
  )
  await deleteScoredEvents(tx, [game.id])
  return { written: [{ ...write, changed: new Set(), removed }], numbers }
}

const requireStored = async (tx: Database, id: string): Promise<StoredGame> => {
  const stored = await requireGameRow(tx, id)
  return { stored, former: (await readParts(tx, [id]))(id) }
}

/** Runs a change of games in one transaction, which is the only one that writes games meanwhile. */
export const inWriteTransaction = <Result>(store: Store, run: (tx: Database) => Promise<Result>): Promise<Result> =>
  store.transaction(async (tx) => {
    await lockGamesExclusive(tx)
    return run(tx)
  })

/**
 * Sets anew when records were described, after a game of theirs is gone; not of those that a writer of one competition does not
 * change. Then deletes those that no game names any longer.
 */
const releaseRecords = async (
  tx: Database,
  game: GameRow,
  parts: Parts,
  scope: WriteScope | undefined,
): Promise<void> => {
  const { competitions, teams, players, ...named } = namedRecords(game, parts)
  const fixed = await selectSharedRecords(tx, scope, game, players)
  const changed = (ids: readonly string[]): string[] => ids.filter((id) => !fixed.has(id))
  await redescribe(tx, { ...named, competitions, teams: changed(teams), players: changed(players) })
  await forgetRecords(tx, { ...named, competitions, teams, players }, scope)
}

/**
 * Lets a final game, or one without a result, be scheduled again, in a transaction that has locked the games: its score, periods, box
 * score, events and shots go. Players whom no game names or lists any longer go with them. Returns what to send to the
 * receivers of the game; null if it is scheduled or running, so that a late repeat deletes nothing that was scored since.
 * @param scope what the writer may write, if there is one
 * @throws ServiceError not_found
 */
export const reopenStored = async (
  tx: Database,
  id: string,
  now: Date,
  scope?: WriteScope,
): Promise<Transitions | null> => {
  const { stored, former } = await requireStored(tx, id)
  if (stored.status === 'scheduled') return null
  const transitions = await clear(tx, { stored, former }, now, { removed: false })
  await releaseRecords(tx, stored, former, scope)
  return transitions
}

/**
 * Deletes a game whose score and parts are gone, with its prices and names, and records that it is.
 * @param into the game that its id stands for from now on; null: none
 */
export const deleteGame = async (tx: Database, game: GameRow, into: string | null): Promise<void> => {
  await keepFormerId(tx, game.id, { into, game: await describeFormerGame(tx, game) })
  await execute(tx, sql`delete from games where id = ${game.id}`)
  await execute(tx, sql`delete from external_ids where id = ${game.id}`)
  await deleteWarningsAbout(tx, game.id)
  await refreshCounts(tx, [game.season_id])
  await markStandingsStale(tx, { seasons: [game.season_id], competitions: [], teams: [] })
  // Whatever shows the game, or has counted it, is made anew.
  await execute(tx, sql`delete from changes where record_id = ${game.id}`)
  await recordChanges(tx, { games: new Map([[game.id, new Set(['deleted'])]]), records: [] })
  await recordUnknownChange(tx)
}

/**
 * Removes a game as if it had never been imported, in a transaction that has locked the games: with its parts and prices, and with the
 * records that no other game names. A bundle under the same identifier creates it again, with the same id.
 * @throws ServiceError not_found
 */
export const removeStored = async (tx: Database, id: string, now: Date, scope?: WriteScope): Promise<void> => {
  const { stored, former } = await requireStored(tx, id)
  if (!isOpen(stored)) await enqueueEvents(tx, await clear(tx, { stored, former }, now, { removed: true }), now)
  await deleteGame(tx, stored, null)
  await releaseRecords(tx, stored, former, scope)
}

/** Gives a game the home team of another one between the same teams. @throws Refusal for other teams, or another season */
const alignSides = (game: GameRow, { stored, former }: StoredGame): StoredGame => {
  if (stored.season_id !== game.season_id)
    throw new Refusal(`${stored.id} and ${game.id} are games of two seasons: merge these, or their competitions, first`)
  if (hasSameTeams(game, stored)) return { stored, former }
  if (isExchanged(game, stored)) {
    const scores = { home_score: stored.away_score, away_score: stored.home_score }
    return { stored: { ...exchangeSides(stored), ...scores }, former: exchangeParts(former) }
  }
  throw new Refusal(`${game.id} and the other game are of different teams: merge the teams first`)
}

/** The parts of a merged game, each from the other one if it has none. */
const joinParts = (game: WrittenGame, own: Parts, other: Parts): Parts => {
  const adopt = <Row extends { game_id: string }>(rows: readonly Row[]): Row[] =>
    rows.map((row) => ({ ...row, ...copiedFrom(game), game_id: game.id }))
  const hasBox = own.lines.length > 0 || own.boxes.some(({ has_totals }) => has_totals)
  const lines = adopt((hasBox ? own : other).lines)
  const events = own.events.length > 0 ? own.events : other.events
  const shots = own.shots.length > 0 ? own.shots : other.shots
  const named = new Set(listPlayers([...lines, ...events, ...shots]))
  return {
    boxes: (hasBox ? own : other).boxes.map((box) => ({ ...box, game_id: game.id, date: game.date })),
    lines,
    events,
    shots,
    listed: [...new Set([...own.listed, ...other.listed])].filter((id) => !named.has(id)),
  }
}

/** Whether a game has a final score, or was decided by forfeit. */
const isDecided = ({ status, forfeit_winner }: GameRow): boolean => status === 'final' || forfeit_winner !== null
/** Moves the live scoring of a merged game to the game that gets its play-by-play, unless that has the other team at home. */
const moveScoring = async (
  tx: Database,
  events: Parts['events'],
  own: StoredGame,
  other: StoredGame,
): Promise<void> => {
  if (events.length === 0 || events === own.former.events) return
  await deleteScoredEvents(tx, [own.stored.id])
  if (events === other.former.events)
    await execute(tx, sql`update scored_events set game_id = ${own.stored.id} where game_id = ${other.stored.id}`)
}

/**
 * Merges a game into another one, which gets what it lacks: a final score or the winner of a forfeit, parts, prices and single fields. What both have stays as
 * the second one has it. Returns what the receivers of the second one are to be told.
 * @throws Refusal when they are of different teams or seasons
 */
export const mergeGames = async (
  tx: Database,
  from: string,
  into: string,
  { notify, now }: { notify: boolean; now: Date },
): Promise<Transitions> => {
  const { stored, former } = await requireStored(tx, into)
  const source = await requireStored(tx, from)
  const other = alignSides(stored, source)
  const isScored = isDecided(stored) || !isDecided(other.stored)
  const [best, rest] = isScored ? [stored, other.stored] : [other.stored, stored]
  const [own, added] = isScored ? [former, other.former] : [other.former, former]
  const { tip_off_order: _order, running: _running, ...columns } = stored
  const sameScore = best.home_score === rest.home_score && best.away_score === rest.away_score
  const joined = {
    ...columns,
    stage: stored.stage ?? other.stored.stage,
    round: stored.round ?? other.stored.round,
    tip_off: stored.tip_off ?? other.stored.tip_off,
    attendance: stored.attendance ?? other.stored.attendance,
    venue: stored.venue ?? other.stored.venue,
    officials: stored.officials ?? other.stored.officials,
    home_group: stored.home_group ?? other.stored.home_group,
    home_division: stored.home_division ?? other.stored.home_division,
    away_group: stored.away_group ?? other.stored.away_group,
    away_division: stored.away_division ?? other.stored.away_division,
    status: best.status,
    home_score: best.home_score,
    away_score: best.away_score,
    forfeit_winner: best.forfeit_winner,
    periods: best.periods ?? (sameScore ? rest.periods : null),
    counts_in_standings: best.counts_in_standings,
    counts_in_statistics: best.counts_in_statistics,
    neutral: best.neutral,
    period_minutes: best.period_minutes ?? rest.period_minutes,
    has_boxscore: best.has_boxscore || rest.has_boxscore,
    has_playbyplay: best.has_playbyplay || rest.has_playbyplay,
    has_shots: best.has_shots || rest.has_shots,
    started: stored.started || other.stored.started,
    bundle_hash: NO_BUNDLE,
  }
  const parts = joinParts(joined, own, added)
  await moveScoring(tx, parts.events, { stored, former }, source)
  if (isExchanged(stored, source.stored)) await exchangeQuotes(tx, from)
  await execute(
    tx,
    sql`insert into quotes (game_id, market, bookmaker, side, line, price, set_at, read_at)
        select ${into}, market, bookmaker, side, line, price, set_at, read_at from quotes where game_id = ${from} on conflict do nothing`,
  )
  await execute(
    tx,
    sql`insert into quoted_tip_offs as known (game_id, tip_off, read_at)
        select ${into}, tip_off, read_at from quoted_tip_offs where game_id = ${from}
        on conflict (game_id) do update set tip_off = excluded.tip_off, read_at = excluded.read_at
        where excluded.read_at > known.read_at`,
  )
  if (!isOpen(source.stored)) {
    const cleared = await clear(tx, source, now, { removed: true })
    if (notify) await enqueueEvents(tx, cleared, now)
  }
  const { write, numbers } = await rewrite(tx, joined, { stored, former }, parts, ({ part }) => part !== undefined, now)
  const changed = findChangedParts({ after: write, before: { game: stored, parts: former } })
  await refreshClosing(tx, [into])
  await refreshTrends(tx, [joined], new Set([into]))
  await execute(tx, sql`update external_ids set id = ${into} where id = ${from}`)
  await deleteGame(tx, source.stored, into)
  return { written: [{ ...write, changed }], numbers }
}
