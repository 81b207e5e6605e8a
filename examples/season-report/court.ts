/** A half court in feet. Lengths towards half court are measured from the centre of the basket unless they say otherwise. */
export type Court = {
  name: string
  /** Side line to side line. */
  width: number
  /** From the end line to the half-way line. */
  length: number
  /** From the end line to the centre of the basket. */
  basket: number
  /** From the end line to the face of the backboard. */
  backboard: number
  backboard_width: number
  ring_radius: number
  /** Side to side of the lane, from the end line to the free-throw line. */
  lane_width: number
  free_throw_line: number
  circle_radius: number
  /** Three-point line: radius of the arc, and how far to the side its straight parts lie. */
  arc: number
  corner: number
  no_charge_radius: number
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
  ring_radius: feet(0.225),
  lane_width: feet(4.9),
  free_throw_line: feet(5.8),
  circle_radius: feet(1.8),
  arc: feet(6.75),
  corner: feet(6.6),
  no_charge_radius: feet(1.25),
}

/** Source: NBA, Official Rules, Rule 1 and the court's diagram. */
export const NBA: Court = {
  name: 'NBA',
  width: 50,
  length: 47,
  basket: 5.25,
  backboard: 4,
  backboard_width: 6,
  ring_radius: 0.75,
  lane_width: 16,
  free_throw_line: 19,
  circle_radius: 6,
  arc: 23.75,
  corner: 22,
  no_charge_radius: 4,
}

/** A shot whose place and value are known; feet across and out from the centre of the basket. */
export type Spot = { x_ft: number; y_ft: number; value: number | null }

/** How far out the straight parts of the three-point line end. */
export const cornerDepth = ({ arc, corner }: Court): number => Math.sqrt(arc ** 2 - corner ** 2)

const isThree = (court: Court, { x_ft, y_ft }: Spot): boolean =>
  y_ft <= cornerDepth(court) ? Math.abs(x_ft) >= court.corner : Math.hypot(x_ft, y_ft) >= court.arc

const contradictions = (court: Court, spots: readonly Spot[]): number =>
  spots.filter((spot) => spot.value !== null && isThree(court, spot) !== (spot.value === 3)).length

/** The court that the values of the shots fit better: the service does not say which one was played on. */
export const courtOf = (spots: readonly Spot[]): Court =>
  contradictions(NBA, spots) < contradictions(FIBA, spots) ? NBA : FIBA
