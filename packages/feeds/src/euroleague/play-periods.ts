import { lastMinute } from './clock.ts'
import type { PlayAnswer, PlayRow } from './schemas.ts'

/** A row of the play-by-play and its period: 1 to 4, then overtimes from 5. */
export type PeriodRow = {
  row: PlayRow
  period: number
}

const overtimes = (rows: PlayRow[]): PeriodRow[] => {
  const amount = (code: string) => rows.filter((row) => row.PLAYTYPE === code).length
  // Substitutions for the next overtime may stand before its BP, so that it is EP that closes a period; the last EP has
  // only EG behind it.
  const last = 4 + Math.max(amount('EP'), amount('BP'), 1)
  let period = 5
  return rows.map((row) => {
    const timed = { row, period }
    if (row.PLAYTYPE === 'EP') period = Math.min(period + 1, last)
    return timed
  })
}

/** Every row in the order of the lists. */
export const inPeriods = (play: PlayAnswer): PeriodRow[] => [
  ...[play.FirstQuarter, play.SecondQuarter, play.ThirdQuarter, play.ForthQuarter].flatMap((rows, at) =>
    rows.map((row) => ({ row, period: at + 1 })),
  ),
  ...overtimes(play.ExtraTime),
]

/** Whether a row ends the game before the last minute of its period. */
export const brokenOff = ({ row, period }: PeriodRow): boolean =>
  row.PLAYTYPE === 'EG' && row.MINUTE !== null && row.MINUTE < lastMinute(period)
