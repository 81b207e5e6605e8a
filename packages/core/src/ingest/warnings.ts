import { Side } from '../contract/index.ts'
import { boxWarnings } from './box-warnings.ts'
import { playWarnings } from './play-warnings.ts'
import type { GameRows } from './rows.ts'
import { scoreWarnings } from './score-warnings.ts'
import type { Warning } from './warning.ts'

/** What does not agree within a game: nothing is dropped for it, it is said. */
export const warningsOf = (rows: GameRows): Warning[] => [
  ...Side.options.flatMap((side) => [...boxWarnings(rows, side), ...scoreWarnings(rows, side)]),
  ...playWarnings(rows),
]
