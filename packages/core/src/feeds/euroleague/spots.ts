import type { ShotRow } from './schemas.ts'

const CENTIMETRES_PER_FOOT = 30.48

/** Feet across and out from the basket centre; null where the feed has no place: (-1, -1), while (0, 0) is one. */
export const spotOf = (row: ShotRow): { x: number; y: number } | null => {
  const { COORD_X, COORD_Y } = row
  if (COORD_X === null || COORD_Y === null || (COORD_X === -1 && COORD_Y === -1)) return null
  return { x: COORD_X / CENTIMETRES_PER_FOOT, y: COORD_Y / CENTIMETRES_PER_FOOT }
}

/** Feet from the basket centre; null where the feed has no place. */
export const distanceFt = (row: ShotRow): number | null => {
  const spot = spotOf(row)
  return spot && Math.hypot(spot.x, spot.y)
}
