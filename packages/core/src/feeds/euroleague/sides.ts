import type { Side } from '../../contract/index.ts'

/** The team codes of a game. */
export interface Teams {
  home: string
  away: string
}

/** The side of a team code; null for neither. */
export const sideOf = (code: string, teams: Teams): Side | null => {
  if (code === '') return null
  if (code === teams.home) return 'home'
  return code === teams.away ? 'away' : null
}

/** CO_A, CO_B (head coach), AC_A, AC_B (assistants): a place on the bench of one side, never a person. */
export const benchSide = (id: string): Side | null => {
  const [, side] = /^(?:CO|AC)_([AB])$/.exec(id) ?? []
  if (side === undefined) return null
  return side === 'A' ? 'home' : 'away'
}
