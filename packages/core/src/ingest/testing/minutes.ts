import type { BundleEvent, GameBundle } from '../../contract/index.ts'
import { scheduledGame, ZERO_STATS, type BundleChanges } from '../../testing/index.ts'

/** A line of a score sheet; its points are free throws. */
export type Line = { seconds: number | null; points?: number; played?: boolean }

const buildSheet = (team: string, lines: Line[]): NonNullable<GameBundle['home']['players']> =>
  lines.map(({ seconds, points = 0, played = true }, at) => ({
    player: `${team}${at + 1}`,
    number: null,
    starter: at < 5,
    played,
    seconds,
    stats: { ...ZERO_STATS, points, free_throws_made: points, free_throws_attempted: points },
    plus_minus: null,
  }))

/** A final game with a score sheet per side, one line per entry. */
export const withSheets = (
  score: [number, number],
  home: Line[],
  away: Line[],
  changes: BundleChanges = {},
): GameBundle =>
  scheduledGame({
    ...changes,
    game: { stage: 'regular', status: 'final', home_score: score[0], away_score: score[1], ...changes.game },
    home: { players: buildSheet('A', home) },
    away: { players: buildSheet('B', away) },
    players: ['A', 'B'].flatMap((team) =>
      Array.from({ length: 12 }, (_, at) => ({ external_id: `${team}${at + 1}`, name: `Player ${team}${at + 1}` })),
    ),
  })

/** Five such lines. */
export const five = (line: Line): Line[] => Array.from({ length: 5 }, () => line)

/** An event of no side in the first period, at 0–0 without a clock, except for `fields`. */
export const event = (type: BundleEvent['type'], fields: Partial<BundleEvent>): BundleEvent => ({
  period: 1,
  clock: null,
  side: null,
  player: null,
  type,
  description: type,
  distance_ft: null,
  home_score: 0,
  away_score: 0,
  ...fields,
})
