import type { Random } from '../random.ts'

/** The lines of a court, in feet from the center of the basket. */
export type Court = {
  /** Radius of the three-point arc. */
  arc: number
  /** Distance to the straight part of the three-point line in the corners. */
  corner: number
  halfWidth: number
  /** Distance to the baseline behind the basket. */
  baseline: number
}

/** The arc is at 6.75 m. Source: FIBA, Official Basketball Rules, Article 2. */
export const FIBA_COURT: Court = { arc: 22.15, corner: 21.65, halfWidth: 24.6, baseline: 5.17 }

/** The arc is at 23.75 feet, and at 22 feet in the corners. Source: NBA, Official Rules, Rule 1. */
export const NBA_COURT: Court = { arc: 23.75, corner: 22, halfWidth: 24.9, baseline: 5.25 }

/** Where a shot is taken, in feet from the center of the basket, rounded to hundredths. */
export type ShotLocation = { x: number; y: number; distance: number }

const roundFeet = (feet: number): number => Math.round(feet * 100) / 100

const getDistance = (x: number, y: number): number => Math.sqrt(x * x + y * y)

/** How far from the basket, towards half court, the straight part of the three-point line ends. */
const cornerDepth = (court: Court): number => Math.sqrt(court.arc * court.arc - court.corner * court.corner)

/** Whether a shot from a location is worth three points. */
export const isThree = (court: Court, x: number, y: number): boolean =>
  y <= cornerDepth(court) ? Math.abs(x) >= court.corner : getDistance(x, y) >= court.arc

const isOnCourt = (court: Court, x: number, y: number): boolean =>
  Math.abs(x) <= court.halfWidth && y >= -court.baseline

/**
 * A point at a distance in a uniformly random direction. Rejection sampling avoids trigonometric functions, whose
 * results differ between machines.
 */
const pointAt = (random: Random, distance: number): [number, number] => {
  for (;;) {
    const x = 2 * random.next() - 1
    const y = 2 * random.next() - 1
    const length = getDistance(x, y)
    if (length <= 1 && length > 0.01) return [roundFeet((distance * x) / length), roundFeet((distance * y) / length)]
  }
}

/** At the rim, in the paint or from mid-range; fast breaks end at the rim or in the paint. */
const twoPointDistance = (random: Random, court: Court, fastbreak: boolean): number => {
  const draw = random.next() * (fastbreak ? 0.6 : 1)
  if (draw < 0.54) return 0.2 + 4 * random.next()
  if (draw < 0.78) return 4.2 + 6.5 * random.next()
  return 10.7 + (court.arc - 10.7) * random.next()
}

const CORNER_SHARE = 0.24
const HEAVE_SHARE = 0.3

const threePointLocation = (random: Random, court: Court, rushed: boolean): [number, number] => {
  if (rushed && random.chance(HEAVE_SHARE)) return pointAt(random, court.arc + 4 + 26 * random.next())
  if (!random.chance(CORNER_SHARE)) return pointAt(random, court.arc + 0.1 + Math.abs(1.4 * random.normal()))
  const x = court.corner + 0.1 + (court.halfWidth - court.corner - 0.5) * random.next()
  const y = -3 + (cornerDepth(court) + 3) * random.next()
  return [roundFeet(random.chance(0.5) ? x : -x), roundFeet(y)]
}

/** A random location on the court, on the side of the three-point line that fits the value of the shot. */
export const randomShotLocation = (
  random: Random,
  court: Court,
  { value, rushed, fastbreak }: { value: 2 | 3; rushed: boolean; fastbreak: boolean },
): ShotLocation => {
  for (;;) {
    const [x, y] =
      value === 3
        ? threePointLocation(random, court, rushed)
        : pointAt(random, twoPointDistance(random, court, fastbreak))
    if (isOnCourt(court, x, y) && isThree(court, x, y) === (value === 3))
      return { x, y, distance: roundFeet(getDistance(x, y)) }
  }
}
