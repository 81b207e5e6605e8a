import { Side } from '../../contract/index.ts'
import { boxWarnings } from './box-warnings.ts'
import { playWarnings } from './play-warnings.ts'
import type { GameRows } from '../write/part-rows.ts'
import { drawWarnings, scoreWarnings } from './score-warnings.ts'
import type { Warning } from './warning.ts'

/** The inconsistencies of a game. They do not prevent it from being stored. */
export const warningsOf = (rows: GameRows): Warning[] => [
  ...drawWarnings(rows),
  ...Side.options.flatMap((side) => [...boxWarnings(rows, side), ...scoreWarnings(rows, side)]),
  ...playWarnings(rows),
]
