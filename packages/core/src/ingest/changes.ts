import { isDeepStrictEqual } from 'node:util'
import { getTableColumns } from 'drizzle-orm'
import {
  selectGamesWithName,
  selectNaming,
  type ChangedPlays,
  type RecordChange,
  type RecordedChanges,
} from '../changes/record-queries.ts'
import { EVERYTHING, getScore, Side, type GamePart } from '../contract/index.ts'
import { RECORD_COLUMNS } from '../records/read-version.ts'
import { boxLines, teamBoxes, type Database, type StoredEvent } from '../store/index.ts'
import { isRunning } from './derive/live.ts'
import { NO_PARTS, type Parts } from './write/game-parts.ts'
import type { GameRow, WrittenGame } from './write/game-row.ts'
import type { WrittenRecords } from './write/merge-records.ts'

/** A game as it is now, and as it was; undefined if it is new. */
export type WrittenWithParts = {
  after: { game: WrittenGame; parts: Parts }
  before: { game: GameRow; parts: Parts } | undefined
}

type ChangedGames = RecordedChanges['games']

type Row = { readonly [column: string]: unknown }

/** Whether rows differ in one of these columns; an omitted column is null. */
export const differIn = (columns: readonly string[], after: Row, before: Row): boolean =>
  columns.some((column) => !isDeepStrictEqual(after[column] ?? null, before[column] ?? null))

/** Columns of a line, or of the totals of a team, that are copied from the game. */
const COPIED = new Set(['game_id', 'season_id', 'date', 'tip_off_order', 'final', 'counted', 'team_id'])
const lineColumns = Object.keys(getTableColumns(boxLines)).filter((column) => !COPIED.has(column))
const boxColumns = Object.keys(getTableColumns(teamBoxes)).filter((column) => column !== 'date')

const bySide = (rows: readonly { side: string; position?: number }[]): Row[] =>
  rows.toSorted((a, b) => (a.side === b.side ? (a.position ?? 0) - (b.position ?? 0) : a.side < b.side ? -1 : 1))

const rowsDiffer = (columns: readonly string[], after: Row[], before: Row[]): boolean =>
  after.length !== before.length || after.some((row, index) => differIn(columns, row, before[index] ?? {}))

/** What differs between two versions of a play-by-play; undefined if nothing does. */
const differentPlays = (
  after: readonly StoredEvent[],
  before: readonly StoredEvent[],
): Omit<ChangedPlays, 'isWhole'> | undefined => {
  if (after === before) return undefined
  const edited = before
    .slice(0, after.length)
    .flatMap((event, index) => (isDeepStrictEqual(event, after[index]) ? [] : index + 1))
  if (after.length === before.length && edited.length === 0) return undefined
  return { before: before.length, after: after.length, edited }
}

/** The columns of a game that its plays name. */
const TEAMS = ['home_team_id', 'away_team_id'] as const

/**
 * What has changed in the play-by-plays of games.
 * @param naming the parts of games, of these and of others, that contain a name which has changed
 */
const changedPlays = (written: readonly WrittenWithParts[], naming: ChangedGames): Map<string, ChangedPlays> => {
  const none = { before: 0, after: 0, edited: [] }
  const plays = new Map<string, ChangedPlays>()
  for (const [id, parts] of naming) if (parts.has('playbyplay')) plays.set(id, { ...none, isWhole: true })
  for (const { after, before } of written) {
    const { id } = after.game
    const { events } = after.parts
    const isWhole =
      plays.has(id) || (before !== undefined && events.length > 0 && differIn(TEAMS, after.game, before.game))
    const different = differentPlays(events, before?.parts.events ?? [])
    if (isWhole || different !== undefined) plays.set(id, { ...(different ?? none), isWhole })
  }
  return plays
}

/** Whether streams of scores have something to show; not that a game is over which they have not shown before. */
const scoreDiffers = ({ after: { game }, before }: WrittenWithParts): boolean => {
  const score = getScore(game, game.live)
  if (before === undefined) return isRunning(game)
  return !isDeepStrictEqual(score, getScore(before.game, before.game.live))
}

const listCoaches = ({ boxes }: Parts) =>
  Side.options.map((side) => boxes.find((box) => box.side === side)?.coach ?? null)

/** Whether a side has another coach, whom box scores have also without lines and totals. */
const coachesDiffer = (after: Parts, before: Parts): boolean =>
  !isDeepStrictEqual(listCoaches(after), listCoaches(before))

/** The parts of a game that differ from the stored ones, without prices. */
const changedParts = (write: WrittenWithParts, plays: ChangedPlays | undefined): Set<GamePart | 'score'> => {
  const { after, before } = write
  const changed = new Set<GamePart | 'score'>(scoreDiffers(write) ? ['score'] : [])
  const {
    bundle_hash: _hash,
    ended_periods: _ended,
    started: _started,
    live: _live,
    revision: _revision,
    ...served
  } = after.game
  if (before === undefined || differIn(Object.keys(served), served, before.game)) changed.add('game')
  const stored = before?.parts ?? NO_PARTS
  const { boxes, lines, shots } = after.parts
  const hadBox = before?.game.has_boxscore ?? false
  const sheetDiffers =
    (after.game.has_boxscore || hadBox) &&
    (rowsDiffer(lineColumns, bySide(lines), bySide(stored.lines)) ||
      rowsDiffer(boxColumns, bySide(boxes), bySide(stored.boxes)))
  if (sheetDiffers || coachesDiffer(after.parts, stored)) changed.add('boxscore')
  if (plays !== undefined) changed.add('playbyplay')
  if (!isDeepStrictEqual(shots, stored.shots)) changed.add('shots')
  return changed
}

/** The parts of a game that a write changes by itself, not by the new name of a player: empty if it leaves them as they are. */
export const findChangedParts = (write: WrittenWithParts): ReadonlySet<GamePart | 'score'> =>
  changedParts(write, changedPlays([write], new Map()).get(write.after.game.id))

/** Whether the record of a game differs, not only its detail. */
const recordDiffers = ({ after, before }: WrittenWithParts): boolean =>
  before !== undefined && differIn([...RECORD_COLUMNS, 'tip_off'], after.game, before.game)

/** The columns of a game that are copied to its box lines. */
export const COPIED_TO_LINES = [
  'season_id',
  'date',
  'tip_off',
  'status',
  'stage',
  'counts_in_statistics',
  'home_team_id',
  'away_team_id',
] as const

/** The columns of a game by which lists find and order it, and on which standings depend before it is final and after. */
export const LISTED_BY = [
  ...COPIED_TO_LINES,
  'competition_id',
  'counts_in_standings',
  'forfeit_winner',
  'neutral',
  'home_group',
  'home_division',
  'away_group',
  'away_division',
] as const

/**
 * Whether lists of games, or statistics, can differ after the write. Statistics are of final games only, so an update of a
 * game in progress affects no other records.
 */
const concernsOthers = ({ after, before }: WrittenWithParts, parts: ReadonlySet<string>): boolean => {
  if (before === undefined || differIn(LISTED_BY, after.game, before.game)) return true
  if (isRunning(after.game) !== isRunning(before.game)) return true // the live board lists it from now on, or no longer
  if (coachesDiffer(after.parts, before.parts)) return true // a team shows the coaches of all its games
  return after.game.status === 'final' && (parts.has('game') || parts.has('boxscore') || parts.has('playbyplay'))
}

type PlacedGame = Pick<GameRow, 'id' | 'competition_id' | 'season_id' | 'home_team_id' | 'away_team_id'>

/** The records whose lists and statistics a game is part of, besides its players. */
export const recordsAround = (games: readonly PlacedGame[]): string[] => [
  EVERYTHING,
  ...new Set(
    games.flatMap(({ competition_id, season_id, home_team_id, away_team_id }) => [
      competition_id,
      season_id,
      home_team_id,
      away_team_id,
    ]),
  ),
]

/** The changes of the `games` of records. */
export const listGameChanges = (records: Iterable<string>): RecordChange[] =>
  [...records].map((record_id) => ({ record_id, part: 'games' }))

const mergeParts = (...changed: ChangedGames[]): ChangedGames => {
  const merged = new Map<string, ReadonlySet<GamePart | 'score'>>()
  for (const [id, parts] of changed.flatMap((games) => [...games]))
    if (parts.size > 0) merged.set(id, new Set([...(merged.get(id) ?? []), ...parts]))
  return merged
}

/** The changes of the prices of a game and of the records around it. */
export const priceChanges = (game: PlacedGame, repriced: ReadonlySet<string>): RecordChange[] =>
  repriced.has(game.id) ? recordsAround([game]).map((record_id) => ({ record_id, part: 'prices' })) : []

/**
 * What the writes of games have changed, for the change log.
 * @param repriced the games whose prices they have changed
 */
export const findChanges = async (
  tx: Database,
  written: readonly WrittenWithParts[],
  { described, renamed }: WrittenRecords,
  repriced: ReadonlySet<string>,
): Promise<RecordedChanges> => {
  const naming = await selectNaming(tx, renamed)
  const plays = changedPlays(written, naming)
  const changed = written.map((game) => ({ game, parts: changedParts(game, plays.get(game.after.game.id)) }))
  const around = changed
    .filter(({ game, parts }) => concernsOthers(game, parts))
    .flatMap(({ game: { after, before } }) => (before === undefined ? [after] : [after, before]))
  const players = around.flatMap((state) => state.parts.lines.map(({ player_id }) => player_id))
  return {
    games: mergeParts(
      naming,
      new Map([...repriced].map((game) => [game, new Set(['prices'])])),
      new Map(changed.map(({ game, parts }) => [game.after.game.id, parts])),
    ),
    plays,
    wholeGames: [
      ...(await selectGamesWithName(tx, renamed)),
      ...written.filter(recordDiffers).map(({ after }) => after.game.id),
    ],
    records: [
      ...(around.length > 0
        ? listGameChanges(new Set([...recordsAround(around.map(({ game }) => game)), ...players]))
        : []),
      ...written.flatMap(({ after }) => priceChanges(after.game, repriced)),
      ...(described.length > 0
        ? [EVERYTHING, ...described].map((record_id) => ({ record_id, part: 'description' as const }))
        : []),
    ],
  }
}
