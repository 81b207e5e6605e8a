import type { EventType, Side } from '@basketball-data/core/contract'
import type { PlayRow } from './result-sets.ts'

const MISSED_SHOT = 2
const FREE_THROW = 3
const REBOUND = 4

/**
 * Offensive or defensive, which rows of rebounds do not say: a player's by the running totals in its words
 * "(Off:1 Def:2)", since a rebound may stand before its miss; a team's, which has none, by who missed last.
 */
export const reboundTypes = (
  rows: PlayRow[],
  sideOfFirst: (row: PlayRow) => Side | null,
  wordsOf: (row: PlayRow) => string,
): Map<PlayRow, EventType> => {
  const types = new Map<PlayRow, EventType>()
  const totals = new Map<string, { off: number; def: number }>()
  let missedBy: Side | null = null
  for (const row of rows) {
    const side = sideOfFirst(row)
    const missed =
      row.EVENTMSGTYPE === MISSED_SHOT || (row.EVENTMSGTYPE === FREE_THROW && wordsOf(row).startsWith('MISS'))
    if (missed) missedBy = side
    if (row.EVENTMSGTYPE !== REBOUND) continue
    const [, off, def] = /\(Off:(\d+) Def:(\d+)\)/.exec(wordsOf(row)) ?? []
    const player = row.persons[0]?.id ?? ''
    const before = totals.get(player) ?? { off: 0, def: 0 }
    const now = off === undefined ? before : { off: Number(off), def: Number(def) }
    totals.set(player, now)
    if (now.off > before.off) types.set(row, 'offensive_rebound')
    else if (now.def > before.def) types.set(row, 'defensive_rebound')
    else if (side === null || missedBy === null) types.set(row, 'rebound')
    else types.set(row, side === missedBy ? 'offensive_rebound' : 'defensive_rebound')
  }
  return types
}
