import type { Random } from '../random.ts'
import type { Attempt } from './play.ts'
import type { Court } from './rules.ts'

/** Where a shot is taken: feet from the centre of the basket, to hundredths. */
export type Spot = { x: number; y: number; distance: number }

const hundredths = (feet: number): number => Math.round(feet * 100) / 100

const distanceOf = (x: number, y: number): number => Math.sqrt(x * x + y * y)

/** Up to where the three-point line runs straight, measured from the basket towards mid-court. */
const cornerDepth = (court: Court): number => Math.sqrt(court.arc * court.arc - court.corner * court.corner)

/** Whether a shot from there is worth three. */
export const isThree = (court: Court, x: number, y: number): boolean =>
  y <= cornerDepth(court) ? Math.abs(x) >= court.corner : distanceOf(x, y) >= court.arc

const isOnCourt = (court: Court, x: number, y: number): boolean =>
  Math.abs(x) <= court.half_width && y >= -court.end_line

/** A point at a distance in a direction drawn evenly, without trigonometry so that every machine draws the same. */
const pointAt = (random: Random, distance: number): [number, number] => {
  for (;;) {
    const across = 2 * random.next() - 1
    const out = 2 * random.next() - 1
    const length = distanceOf(across, out)
    if (length <= 1 && length > 0.01)
      return [hundredths((distance * across) / length), hundredths((distance * out) / length)]
  }
}

const twoDistance = (random: Random, court: Court, fastbreak: boolean): number => {
  const draw = random.next() * (fastbreak ? 0.6 : 1)
  if (draw < 0.54) return 0.2 + 4 * random.next()
  if (draw < 0.78) return 4.2 + 6.5 * random.next()
  return 10.7 + (court.arc - 10.7) * random.next()
}

const CORNER_SHARE = 0.24
const HEAVE_SHARE = 0.3

const threePoint = (random: Random, court: Court, rushed: boolean): [number, number] => {
  if (rushed && random.chance(HEAVE_SHARE)) return pointAt(random, court.arc + 4 + 26 * random.next())
  if (!random.chance(CORNER_SHARE)) return pointAt(random, court.arc + 0.1 + Math.abs(1.4 * random.normal()))
  const across = court.corner + 0.1 + (court.half_width - court.corner - 0.5) * random.next()
  const out = -3 + (cornerDepth(court) + 3) * random.next()
  return [hundredths(random.chance(0.5) ? across : -across), hundredths(out)]
}

/** A spot that is on the court and on the right side of the three-point line; fast breaks end at the basket. */
export const drawSpot = (random: Random, court: Court, { value, rushed }: Attempt, fastbreak: boolean): Spot => {
  for (;;) {
    const [x, y] =
      value === 3 ? threePoint(random, court, rushed) : pointAt(random, twoDistance(random, court, fastbreak))
    if (isOnCourt(court, x, y) && isThree(court, x, y) === (value === 3))
      return { x, y, distance: hundredths(distanceOf(x, y)) }
  }
}
