import type { Spot } from '../shots.ts'
import type { ShotRow } from './schemas.ts'

const CENTIMETRES_PER_FOOT = 30.48

/** The place of a shot, in centimetres from the basket centre as the feed has it; null where the feed has no place: (-1, -1), while (0, 0) is one. */
export const spotOf = (row: ShotRow): Spot | null => {
  const { COORD_X, COORD_Y } = row
  if (COORD_X === null || COORD_Y === null || (COORD_X === -1 && COORD_Y === -1)) return null
  return { x: COORD_X / CENTIMETRES_PER_FOOT, y: COORD_Y / CENTIMETRES_PER_FOOT }
}
