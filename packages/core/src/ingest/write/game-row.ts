import { eq, sql, type SQL } from 'drizzle-orm'
import { inferPeriodMinutes, total } from '../../statistics/index.ts'
import { PLAYERS_ON_COURT } from '../../statistics/game-length.ts'
import { type BundleSide, type CheckedBundle, type ForfeitWinner, type NotedPart } from '../../contract/index.ts'
import { games, type Database, type PeriodFormat, type Store } from '../../store/index.ts'
import { notFound } from '../../errors.ts'
import { Refusal } from '../refusals.ts'
import { insertSome, writableColumns } from './statements.ts'

/** A stored game. */
export type GameRow = typeof games.$inferSelect

/** The statuses that each status can change to. A final game is not played again, but a league can annul its result. */
const NEXT: Record<GameRow['status'], readonly GameRow['status'][]> = {
  scheduled: ['scheduled', 'final', 'no_result'],
  no_result: ['no_result', 'final'],
  final: ['final', 'no_result'],
}

const OTHER_WINNER: Record<ForfeitWinner, ForfeitWinner> = { home: 'away', away: 'home', neither: 'neither' }

/** The same game with the other team at home. Its scores stay where they are: a bundle has both. */
export const exchangeSides = (game: GameRow): GameRow => ({
  ...game,
  home_team_id: game.away_team_id,
  away_team_id: game.home_team_id,
  home_group: game.away_group,
  away_group: game.home_group,
  home_division: game.away_division,
  away_division: game.home_division,
  periods: game.periods && { home: game.periods.away, away: game.periods.home },
  forfeit_winner: game.forfeit_winner && OTHER_WINNER[game.forfeit_winner],
})

/** The identifiers of a game and of the records it refers to. */
export type GameIds = {
  id: string
  competition_id: string
  season_id: string
  home_team_id: string
  away_team_id: string
}

const listSheets = ({ home, away }: CheckedBundle) => [home.players, away.players, home.totals, away.totals]

/** The parts that a bundle leaves as they are stored. */
export const listOmitted = (bundle: CheckedBundle): Record<NotedPart, boolean> => ({
  boxscore: listSheets(bundle).every((part) => part === undefined),
  playbyplay: bundle.events === undefined,
  shots: bundle.shots === undefined,
})

/** Which parts the game has after the bundle; a part that the bundle omits does not change. */
const availableParts = (bundle: CheckedBundle, stored: GameRow | undefined) => {
  const { events, shots } = bundle
  const has_boxscore = listOmitted(bundle).boxscore
    ? (stored?.has_boxscore ?? false)
    : listSheets(bundle).some((part) => (Array.isArray(part) ? part.length > 0 : part != null))
  const isFilled = (part: unknown[] | null | undefined, before: boolean | undefined) =>
    part === undefined ? (before ?? false) : part !== null && part.length > 0
  return {
    has_boxscore,
    has_playbyplay: isFilled(events, stored?.has_playbyplay),
    has_shots: isFilled(shots, stored?.has_shots),
  }
}

/** The value of the bundle, or the stored one if the bundle leaves it out. */
const valueOr = <Value>(value: Value | undefined, stored: Value | null | undefined): Value | null => {
  if (value === undefined) return stored ?? null
  return value
}

/**
 * The groups and divisions of both teams. The stored values are those of the stored teams: a side that changes its team
 * has none until a bundle names them.
 */
const getSideGroups = (ids: GameIds, { home, away }: CheckedBundle, stored: GameRow | undefined) => {
  const sameHome = stored?.home_team_id === ids.home_team_id
  const sameAway = stored?.away_team_id === ids.away_team_id
  return {
    home_group: valueOr(home.group, sameHome ? stored.home_group : null),
    home_division: valueOr(home.division, sameHome ? stored.home_division : null),
    away_group: valueOr(away.group, sameAway ? stored.away_group : null),
    away_division: valueOr(away.division, sameAway ? stored.away_division : null),
  }
}

/** The form of a game: that of its competition, with its own periods if they have another length. */
export const getGameFormat = <Format extends PeriodFormat>(
  { period_minutes }: Pick<GameRow, 'period_minutes'>,
  format: Format,
): Format => (period_minutes === null ? format : { ...format, regulation_minutes: period_minutes * format.periods })

/** The minutes of a period of this game as the bundle gives them, or as its box score tells them; see `inferPeriodMinutes`. */
const getPeriodMinutes = (
  { game, home, away }: CheckedBundle,
  periods: GameRow['periods'],
  stored: GameRow | undefined,
  format: PeriodFormat,
): number | null => {
  if (game.period_minutes !== undefined) return game.period_minutes
  if (!home.players || !away.players) return stored?.period_minutes ?? null
  const sumSeconds = (lines: NonNullable<BundleSide['players']>) => {
    const played = lines.filter((line) => line.played)
    // Of a team of three, the times tell nothing: they are read as those of five.
    return played.length < PLAYERS_ON_COURT ? null : total(played.map(({ seconds }) => seconds))
  }
  return inferPeriodMinutes({
    regulation_minutes: format.regulation_minutes,
    regulation_periods: format.periods,
    overtime_minutes: format.overtime_minutes,
    periods: periods?.home.length ?? null,
    home_seconds: sumSeconds(home.players),
    away_seconds: sumSeconds(away.players),
  })
}

type TeamIds = Pick<GameIds, 'home_team_id' | 'away_team_id'>

/** Whether two games have the same home and the same away team. */
export const hasSameTeams = (ids: TeamIds, stored: TeamIds): boolean =>
  ids.home_team_id === stored.home_team_id && ids.away_team_id === stored.away_team_id

/** Whether the bundle has the teams of the stored game, with the other one at home. */
export const isExchanged = <Game extends TeamIds>(ids: TeamIds, stored: Game | undefined): stored is Game =>
  ids.home_team_id === stored?.away_team_id && ids.away_team_id === stored.home_team_id

/**
 * Applies a bundle to the stored game.
 * @param stored with home and away as in the bundle, if it has the same teams
 * @throws Refusal when the stored status cannot change to the bundle's
 */
export const mergeGame = (
  ids: GameIds,
  bundle: CheckedBundle,
  stored: GameRow | undefined,
  bundle_hash: Uint8Array<ArrayBuffer>,
  format: PeriodFormat,
) => {
  const { game } = bundle
  if (stored !== undefined && !NEXT[stored.status].includes(game.status))
    throw new Refusal(`a ${stored.status} game cannot become ${game.status}, only ${NEXT[stored.status].join(' or ')}`)
  const periods = valueOr(game.periods, stored?.periods)
  const available = availableParts(bundle, stored)
  const tip_off = game.tip_off == null ? game.tip_off : new Date(game.tip_off)
  return {
    ...ids,
    stage: valueOr(game.stage, stored?.stage),
    round: valueOr(game.round, stored?.round),
    date: game.date,
    tip_off: valueOr(tip_off, stored?.tip_off),
    status: game.status,
    // The score of a running game is not that of its record.
    home_score: game.status === 'final' ? (game.home_score ?? null) : null,
    away_score: game.status === 'final' ? (game.away_score ?? null) : null,
    forfeit_winner: game.forfeit_winner ?? null,
    attendance: valueOr(game.attendance, stored?.attendance),
    venue: valueOr(game.venue, stored?.venue),
    periods,
    period_minutes: getPeriodMinutes(bundle, periods, stored, format),
    officials: valueOr(game.officials, stored?.officials),
    counts_in_standings: game.counts_in_standings ?? stored?.counts_in_standings ?? true,
    counts_in_statistics: game.counts_in_statistics ?? stored?.counts_in_statistics ?? true,
    neutral: game.neutral ?? stored?.neutral ?? false,
    ...getSideGroups(ids, bundle, stored),
    ...available,
    ended_periods: Math.max(stored?.ended_periods ?? 0, periods?.home.length ?? 0),
    started: stored?.started === true,
    bundle_hash,
  }
}

/** The columns of a game to write. */
export type WrittenGame = ReturnType<typeof mergeGame> & Pick<GameRow, 'live' | 'revision'>

/** The stored game with an id; undefined if it does not exist. */
export const selectGameRow = async (tx: Database, id: string): Promise<GameRow | undefined> => {
  const [stored] = await tx.select().from(games).where(eq(games.id, id))
  return stored
}

/** A stored game. @throws ServiceError not_found */
export const requireGameRow = async (tx: Database, id: string): Promise<GameRow> => {
  const stored = await selectGameRow(tx, id)
  if (stored === undefined) throw notFound('game', id)
  return stored
}

/** The statement that inserts or updates games, without their parts. */
export const writeGameRows = (written: readonly WrittenGame[]): SQL => {
  const rows = written.map((game) => ({ ...game, bundle_hash: `\\x${Buffer.from(game.bundle_hash).toString('hex')}` }))
  const excluded = writableColumns(games, 'excluded')
  return sql`${insertSome(games, rows)} on conflict (id) do update set (${writableColumns(games)}) = row (${excluded})`
}

const clearSide = ({ coach = null, totals = null, players = null, ...side }: BundleSide): BundleSide => ({
  ...side,
  coach,
  totals,
  players,
})

/**
 * If a league annuls the result of a stored final game, everything that the bundle omits is cleared: undefined
 * becomes null. Any other bundle is returned unchanged.
 */
export const clearIfAnnulled = (bundle: CheckedBundle, stored: Pick<GameRow, 'status'> | undefined): CheckedBundle => {
  const { game, home, away, events = null, shots = null } = bundle
  if (stored?.status !== 'final' || game.status !== 'no_result') return bundle
  const { periods = null } = game
  return { ...bundle, game: { ...game, periods }, home: clearSide(home), away: clearSide(away), events, shots }
}

/** Whether the database contains no game. */
export const hasNoGames = async ({ db }: Store): Promise<boolean> =>
  (await db.select({ id: games.id }).from(games).limit(1)).length === 0
