import type { CourtChoice } from './shot-queries.ts'
import { coordinate as n } from './svg.ts'

/**
 * A half court in feet, as shots have them: the basket's centre is 0,0, x is to the right of a shooter who faces it, y is
 * away from the baseline.
 */
export type CourtLines = {
  /** Half the width, and where the baseline is. */
  side: number
  baseline: number
  /** Half the width of the lane, and where the free-throw line is; the radius of its circle. */
  lane: number
  freeThrow: number
  circle: number
  /** Radius of the three-point line, and how far its straight parts are from the middle. */
  arc: number
  corner: number
  /** Radius of the area without charges, and where the board is. */
  noCharge: number
  board: number
}

/** FIBA's court. Source: official basketball rules, article 2; 1 m is 3.2808 ft. */
export const FIBA_LINES: CourtLines = {
  side: 24.61,
  baseline: -5.17,
  lane: 8.04,
  freeThrow: 13.86,
  circle: 5.91,
  arc: 22.15,
  corner: 21.65,
  noCharge: 4.1,
  board: -1.23,
}

/** The NBA's court. Source: official rules, rule 1. */
export const NBA_LINES: CourtLines = {
  side: 25,
  baseline: -5.25,
  lane: 8,
  freeThrow: 13.75,
  circle: 6,
  arc: 23.75,
  corner: 22,
  noCharge: 4,
  board: -1.25,
}

/** The WNBA's court: the NBA's with a nearer line. */
export const WNBA_LINES: CourtLines = { ...NBA_LINES, arc: 22.15 }

/** The court of a competition: leagues that break ties as the NBA or the WNBA does play on theirs, all others on FIBA's. */
export const getCourtLines = ({ regulation_minutes, tie_break }: CourtChoice): CourtLines => {
  switch (tie_break) {
    case 'nba':
      return regulation_minutes === 40 ? WNBA_LINES : NBA_LINES
    case 'wnba':
      return WNBA_LINES
    case 'euroleague':
    case 'fiba':
    case 'simple':
      return FIBA_LINES
  }
}

/** Feet from the basket at which a chart ends. Few shots are longer, and hardly one of them is a choice. */
export const CHART_END = 32

/** Where a shot is from, as box scores and broadcasts divide the court. */
export type Zone = 'rim' | 'paint' | 'midRange' | 'corner' | 'arc'

/** Where the straight parts of the three-point line meet its arc. */
const getBend = ({ arc, corner }: CourtLines): number => Math.sqrt(arc ** 2 - corner ** 2)

/** The zone of a shot. Whether it is a three is what the feed says, since locations are exact to a foot at best. */
export const getZone = (
  court: CourtLines,
  { x_ft, y_ft, value }: { x_ft: number; y_ft: number; value: number | null },
): Zone => {
  if (value === 3) return y_ft <= getBend(court) ? 'corner' : 'arc'
  if (Math.hypot(x_ft, y_ft) <= court.noCharge) return 'rim'
  return Math.abs(x_ft) <= court.lane && y_ft <= court.freeThrow ? 'paint' : 'midRange'
}

/** The lines of a court as the data of an SVG path. */
export const drawPath = (court: CourtLines): string => {
  const { side, baseline, lane, freeThrow, circle, arc, corner, noCharge, board } = court
  const bend = getBend(court)
  return [
    `M${n(-side)} ${CHART_END}V${n(baseline)}H${n(side)}V${CHART_END}`,
    `M${n(-lane)} ${n(baseline)}V${n(freeThrow)}H${n(lane)}V${n(baseline)}`,
    `M${n(-circle)} ${n(freeThrow)}A${n(circle)} ${n(circle)} 0 0 0 ${n(circle)} ${n(freeThrow)}`,
    `M${n(-corner)} ${n(baseline)}V${n(bend)}A${n(arc)} ${n(arc)} 0 0 0 ${n(corner)} ${n(bend)}V${n(baseline)}`,
    `M${n(-noCharge)} ${n(board)}V0A${n(noCharge)} ${n(noCharge)} 0 0 0 ${n(noCharge)} 0V${n(board)}`,
    `M-3 ${n(board)}H3M-.75 0a.75 .75 0 1 0 1.5 0a.75 .75 0 1 0-1.5 0`,
  ].join('')
}
