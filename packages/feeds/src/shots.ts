import type { BundleShot } from '@basketball-data/core/contract'
import type { Note } from './notes.ts'

/** The field-goal attempts of a game; `people` as the feed names them. */
export type Shots<Person> = { shots: BundleShot[]; people: Person[]; notes: Note[] }

/** Where an event ended up: its seq (place from 1) and period. */
export type Place = { seq: number; period: number }

/** A place on the court in feet from the basket: x across (left of the shooter below zero), y out to half court. */
export type Spot = { x: number; y: number }

/** Feet from the basket; null where there is no place. */
export const distanceFt = (spot: Spot | null): number | null => spot && Math.hypot(spot.x, spot.y)

/** Without the sign of a zero. */
const twoDecimals = (value: number): number => Math.round(value * 100) / 100 + 0

/** The fields of a shot that say where it was taken. */
export const placed = (spot: Spot | null): Pick<BundleShot, 'x_ft' | 'y_ft' | 'distance_ft'> => {
  const distance = distanceFt(spot)
  return {
    x_ft: spot && twoDecimals(spot.x),
    y_ft: spot && twoDecimals(spot.y),
    distance_ft: distance === null ? null : twoDecimals(distance),
  }
}
