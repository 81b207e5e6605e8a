import type { Spot } from '../shots.ts'

/** The place of a shot, in tenths of a foot as both layouts have it; null where there is none. */
export const spotOf = (x: number | null, y: number | null): Spot | null =>
  x === null || y === null ? null : { x: x / 10, y: y / 10 }
