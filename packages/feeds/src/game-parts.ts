import type { BundleSide, GameBundle } from '@basketball-data/core/contract'
import type { Note } from './notes.ts'

type SheetFields = Pick<BundleSide, 'totals' | 'players'>

/** How far a game is, and its score. */
export type Outcome = {
  game: Pick<GameBundle['game'], 'status' | 'home_score' | 'away_score' | 'periods'>
  notes: Note[]
}

/** The parts of a game beside the game itself; what no answer has is left out. */
export type Sections = {
  home: SheetFields
  away: SheetFields
  players: NonNullable<GameBundle['players']>
  events: GameBundle['events']
  shots: GameBundle['shots']
  notes: Note[]
}
