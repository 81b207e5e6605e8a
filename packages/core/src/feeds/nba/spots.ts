/** A place on the court in feet from the basket: x across (left of the shooter below zero), y out to half court. */
export interface Spot {
  x: number
  y: number
}

/** From tenths of a foot, in which both layouts measure; null where there is no place. */
export const spotOf = (x: number | null, y: number | null): Spot | null =>
  x === null || y === null ? null : { x: x / 10, y: y / 10 }

/** Feet from the basket; null where there is no place. */
export const distanceFt = (spot: Spot | null): number | null => spot && Math.hypot(spot.x, spot.y)

const twoDecimals = (value: number): number => Math.round(value * 100) / 100 + 0

/** The fields of a shot that say where it was taken. */
export const placed = (spot: Spot | null) => {
  const distance = distanceFt(spot)
  return {
    x_ft: spot && twoDecimals(spot.x),
    y_ft: spot && twoDecimals(spot.y),
    distance_ft: distance === null ? null : twoDecimals(distance),
  }
}
