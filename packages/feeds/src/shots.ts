import type { BundleShot } from '@basketball-data/core/contract'
import type { Person } from './game-parts.ts'
import { counted, noteIf, type Note } from './notes.ts'

/** The field-goal attempts of a game. */
export type Shots = { shots: BundleShot[]; people: Person[]; notes: Note[] }

/** Which event a row of the feed became: its seq, from 1, and its period. */
export type EventPosition = { seq: number; period: number }

/** A location on the court in feet from the basket: x across (negative to the left of the shooter), y towards half court. */
export type Spot = { x: number; y: number }

/** Feet that no place on a court is away from the basket, which is 94 feet long. */
const OFF_COURT = 100

/** The location of coordinates in another unit; null if one of them is missing or off the court. */
export const spotAt = (x: number | null, y: number | null, unitsPerFoot: number): Spot | null => {
  if (x === null || y === null) return null
  const spot = { x: x / unitsPerFoot, y: y / unitsPerFoot }
  return Math.max(Math.abs(spot.x), Math.abs(spot.y)) < OFF_COURT ? spot : null
}

/** Notes shots whose location is damaged. */
export const missingLocations = (shots: number): Note[] =>
  noteIf(
    shots,
    'shot_location_missing',
    `${counted(shots, 'shot')} without two coordinates on the court, stored without a location.`,
  )

/** The distance from the basket in feet; null without a location. */
export const distanceFt = (spot: Spot | null): number | null => spot && Math.hypot(spot.x, spot.y)

/** Adding 0 turns -0 into 0. */
const twoDecimals = (value: number): number => Math.round(value * 100) / 100 + 0

/** The fields of a shot for its location. */
export const spotFields = (spot: Spot | null): Pick<BundleShot, 'x_ft' | 'y_ft' | 'distance_ft'> => {
  const distance = distanceFt(spot)
  return {
    x_ft: spot && twoDecimals(spot.x),
    y_ft: spot && twoDecimals(spot.y),
    distance_ft: distance === null ? null : twoDecimals(distance),
  }
}

/** A shot before it has a seq; `event` is undefined if the play-by-play does not have it. */
export type UnnumberedShot = Omit<BundleShot, 'seq' | 'period'> & {
  event: EventPosition | undefined
  /** The period by the shot's own data. */
  period: number | null
}

/** Gives every shot the seq of its event; those without one are numbered after the last event of the game. */
export const numberShots = (
  shots: readonly UnnumberedShot[],
  positions: ReadonlyMap<unknown, EventPosition>,
): Pick<Shots, 'shots' | 'notes'> => {
  const lastSeq = Math.max(0, ...Array.from(positions.values(), ({ seq }) => seq))
  let withoutEvent = 0
  const numbered = shots.map(({ event, period, ...shot }): BundleShot => {
    if (event) return { ...event, ...shot }
    withoutEvent += 1
    return { seq: lastSeq + withoutEvent, period, ...shot }
  })
  return {
    shots: numbered.toSorted((a, b) => a.seq - b.seq),
    notes: noteIf(
      positions.size > 0 && withoutEvent,
      'shot_without_event',
      `${counted(withoutEvent, 'shot')} without an event, numbered after the last event.`,
    ),
  }
}
