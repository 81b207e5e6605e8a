/** The lines of a court, feet from the centre of the basket. */
export type Court = {
  /** Radius of the three-point arc. */
  arc: number
  /** Distance of the straight part of the three-point line in the corners. */
  corner: number
  half_width: number
  /** From the basket back to the end line. */
  end_line: number
}

/** What a game is played by, and how it tends to go. */
export type Rules = {
  regulation_minutes: 40 | 48
  /** Fouls that send a player off. */
  foul_limit: number
  /** Time-outs granted before the periods named by their index from 1, replacing those left. */
  timeouts: Readonly<Record<number, number>>
  court: Court
  /** Mean seconds to the end of an unhurried attack. */
  tempo: number
  /** Added to the chance of every field goal, a fraction. */
  shooting: number
}

/** Overtime lasts five minutes everywhere. */
export const OVERTIME_SECONDS = 300

const FIBA_COURT: Court = { arc: 22.15, corner: 21.65, half_width: 24.6, end_line: 5.17 }

/** Four periods of ten minutes, the arc at 6.75 m. */
export const FORTY_MINUTES: Rules = {
  regulation_minutes: 40,
  foul_limit: 5,
  timeouts: { 1: 2, 3: 3 },
  court: FIBA_COURT,
  tempo: 15.8,
  shooting: 0,
}

/** The women's game on the same court. */
export const WOMEN: Rules = { ...FORTY_MINUTES, tempo: 15.8, shooting: -0.035 }

/** Four periods of twelve minutes, the arc at 23.75 feet and at 22 in the corners. */
export const FORTY_EIGHT_MINUTES: Rules = {
  regulation_minutes: 48,
  foul_limit: 6,
  timeouts: { 1: 7 },
  court: { arc: 23.75, corner: 22, half_width: 24.9, end_line: 5.25 },
  tempo: 13.8,
  shooting: 0.002,
}
