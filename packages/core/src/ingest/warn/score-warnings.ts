import type { Side } from '../../contract/index.ts'
import { total } from '../../statistics/index.ts'
import { fieldPoints } from './box-warnings.ts'
import type { GameRows } from '../write/part-rows.ts'
import type { Warning } from './warning.ts'

/** Points and field-goal points of a side's box score: of the totals, or else of the players; null if unknown. */
const boxPoints = ({ boxes, lines }: GameRows, side: Side) => {
  const totals = boxes.find((box) => box.side === side && box.has_totals)
  const sheet = lines.filter((line) => line.side === side && (line.played || line.points != null))
  const ofPlayers = (points: (number | null | undefined)[]) => (sheet.length === 0 ? null : total(points))
  return {
    points: totals?.points ?? ofPlayers(sheet.map((line) => line.points)),
    field: (totals && fieldPoints(totals)) ?? ofPlayers(sheet.map(fieldPoints)),
  }
}

/** The shots of a side must add up to its field-goal points, or without a box score to at most the score. */
const shotPoints = ({ shots }: GameRows, side: Side, field: number | null, final: number): Warning[] => {
  if (shots.length === 0) return []
  const points = shots.reduce((sum, shot) => (shot.side === side ? sum + shot.points : sum), 0)
  if (field === null ? points <= final : points === field) return []
  const against = field === null ? `the final score is ${final}` : `the box score ${field} from the field`
  return [{ code: 'shot_points', message: `${side}: the shots give ${points} points, ${against}` }]
}

/** A draw is possible only in a two-leg tie; anywhere else the score is wrong or an overtime is missing. */
export const drawWarnings = ({ game }: GameRows): Warning[] => {
  const { status, home_score, away_score } = game
  if (status !== 'final' || home_score == null || home_score !== away_score) return []
  return [
    { code: 'drawn', message: `the final score is ${home_score}-${away_score}, a draw: neither team has won or lost` },
  ]
}

/** Contradictions to the final score of one side; empty for a game without a final score. */
export const scoreWarnings = (rows: GameRows, side: Side): Warning[] => {
  const { game, events } = rows
  const final = game[`${side}_score`]
  if (game.status !== 'final' || final == null) return []
  const { points, field } = boxPoints(rows, side)
  const against = (code: string, source: string, score: number | null | undefined): Warning[] =>
    score == null || score === final
      ? []
      : [{ code, message: `${side}: ${source} ${score}, the final score is ${final}` }]
  return [
    ...against('box_score', 'the box score gives', points),
    ...against('period_sums', 'the periods give', game.periods && total(game.periods[side])),
    ...against('playbyplay_score', 'the play-by-play ends with', events.at(-1)?.[`${side}_score`]),
    ...shotPoints(rows, side, field, final),
  ]
}
