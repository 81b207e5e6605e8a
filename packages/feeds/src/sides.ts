import type { Side } from '@basketball-data/core/contract'

/** The teams of a game, as the feed identifies them. */
export type Teams = { home: string; away: string }

/** The side of a team; null for neither, and for ''. */
export const sideOf = (team: string, teams: Teams): Side | null => {
  if (team === '') return null
  if (team === teams.home) return 'home'
  return team === teams.away ? 'away' : null
}

/** The side that plays against a side. */
export const opponentOf = (side: Side | null): Side | null => {
  if (side === null) return null
  return side === 'home' ? 'away' : 'home'
}
