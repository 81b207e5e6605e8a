import type { CourtEvent } from '../../court-rules.ts'

/** A row: its clock, side (h or a, - for neither), type and points. */
export type Row = [clock: string | null, side: 'h' | 'a' | '-', type: CourtEvent['type'], points?: number]

const SIDES = { h: 'home', a: 'away', '-': null } as const

/** The events of a play-by-play from its rows, with the running score. */
export const buildEvents = (rows: readonly Row[], period = 4): CourtEvent[] => {
  const score = { home: 0, away: 0 }
  return rows.map(([clock, short, type, points = 0]) => {
    const side = SIDES[short]
    if (side !== null) score[side] += points
    const running = { home_score: score.home, away_score: score.away }
    return { period, clock, side, player: side === null ? null : `${side} player`, type, description: '', ...running }
  })
}
