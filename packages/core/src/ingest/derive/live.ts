import { sql, type SQL } from 'drizzle-orm'
import type { CheckedBundle, Side } from '../../contract/index.ts'
import { currentFives, describePlays, describeScores, type Points } from '../../statistics/index.ts'
import { execute, type Database, type StoredLive } from '../../store/index.ts'
import type { Parts } from '../write/game-parts.ts'
import type { GameRow } from '../write/game-row.ts'
import { readGamesWithParts, toCourtGame, type LineUpGame } from './line-ups.ts'

/** The score that a bundle has of a running game; the stored one if it leaves it out. */
export const getGiven = ({ game }: CheckedBundle, stored: Pick<GameRow, 'live'> | undefined): Points | null => {
  const { home_score: home, away_score: away } = game
  if (home === undefined || away === undefined) return stored?.live?.given ?? null
  return home === null || away === null ? null : { home, away }
}

const sumPoints = ({ boxes, lines }: Parts, side: Side): number =>
  boxes.find((box) => box.side === side)?.points ??
  lines.reduce((sum, line) => sum + (line.side === side ? (line.points ?? 0) : 0), 0)

/**
 * What the live board shows of a game: the plays; before the first of a running game its periods, its box score and the score that
 * bundles have of it. Null if there is nothing to show.
 */
export const deriveLive = (
  game: LineUpGame & Pick<GameRow, 'periods'>,
  parts: Parts,
  score: Points | null,
): StoredLive | null => {
  const isScheduled = game.status === 'scheduled'
  const given = isScheduled ? score : null
  const inBox = { home: sumPoints(parts, 'home'), away: sumPoints(parts, 'away') }
  const facts =
    describePlays(parts.events) ??
    (isScheduled ? describeScores(game.periods, given === null ? [inBox] : [inBox, given]) : null)
  if (facts === null) return null
  const isPlayed = isScheduled && facts.state === 'running'
  const on_court = isPlayed ? currentFives(toCourtGame(game, parts)) : null
  return { ...facts, last_event: parts.events.at(-1) ?? null, on_court, given }
}

/**
 * Whether a game has started and is not over, as the column `running`. Only the data decides, not the clock: games start late, and
 * feeds show periods of 0–0 before tip-off.
 */
export const isRunning = ({ status, live }: Pick<GameRow, 'status' | 'live'>): boolean =>
  status === 'scheduled' && live !== null

/** Derives what the board shows of the games that a condition on `g` selects. */
export const deriveLiveWhere = async (tx: Database, condition: SQL): Promise<void> => {
  for await (const games of readGamesWithParts(tx, condition)) {
    const rows = games.map(({ game, parts, given }) => ({ id: game.id, live: deriveLive(game, parts, given) }))
    await execute(
      tx,
      sql`update games g set live = row.live from json_to_recordset(${JSON.stringify(rows)}::json) as row (id text, live json)
          where g.id = row.id`,
    )
  }
}

/** SQL: games `g` with a play-by-play of which the board shows nothing: an earlier version has written them. */
export const LACKS_LIVE = sql`g.has_playbyplay and g.live is null`
