/** The lines of a half court, in feet. */
export type Court = {
  name: string
  /** From sideline to sideline. */
  width: number
  /** From the baseline to the half-court line. */
  length: number
  /** From the baseline to the centre of the basket. */
  basket: number
  /** From the baseline to the face of the backboard. */
  backboard: number
  backboard_width: number
  rim_radius: number
  lane_width: number
  /** From the baseline to the free-throw line. */
  free_throw_line: number
  circle_radius: number
  /** Radius of the three-point arc. */
  arc: number
  /** From the basket to the straight part of the three-point line in the corner. */
  corner: number
  restricted_area_radius: number
}

const feet = (metres: number): number => metres / 0.3048

/** Source: FIBA, Official Basketball Rules, Article 2 and the court's diagrams. */
export const FIBA: Court = {
  name: 'FIBA',
  width: feet(15),
  length: feet(14),
  basket: feet(1.575),
  backboard: feet(1.2),
  backboard_width: feet(1.8),
  rim_radius: feet(0.225),
  lane_width: feet(4.9),
  free_throw_line: feet(5.8),
  circle_radius: feet(1.8),
  arc: feet(6.75),
  corner: feet(6.6),
  restricted_area_radius: feet(1.25),
}

/** Source: NBA, Official Rules, Rule 1 and the court's diagram. */
export const NBA: Court = {
  name: 'NBA',
  width: 50,
  length: 47,
  basket: 5.25,
  backboard: 4,
  backboard_width: 6,
  rim_radius: 0.75,
  lane_width: 16,
  free_throw_line: 19,
  circle_radius: 6,
  arc: 23.75,
  corner: 22,
  restricted_area_radius: 4,
}

/** Where a shot was taken, in feet from the centre of the basket, and its value (2 or 3). */
export type ShotLocation = { x_ft: number; y_ft: number; value: number | null }

/** How far from the basket, towards half court, the straight parts of the three-point line end. */
export const cornerDepth = ({ arc, corner }: Court): number => Math.sqrt(arc ** 2 - corner ** 2)

const isThree = (court: Court, { x_ft, y_ft }: ShotLocation): boolean =>
  y_ft <= cornerDepth(court) ? Math.abs(x_ft) >= court.corner : Math.hypot(x_ft, y_ft) >= court.arc

const mismatches = (court: Court, shots: readonly ShotLocation[]): number =>
  shots.filter((shot) => shot.value !== null && isThree(court, shot) !== (shot.value === 3)).length

/** Guesses the court from the values of the shots, because the service does not record which court was used. */
export const guessCourt = (shots: readonly ShotLocation[]): Court =>
  mismatches(NBA, shots) < mismatches(FIBA, shots) ? NBA : FIBA
