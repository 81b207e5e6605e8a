import type { BundleEvent } from '@basketball-data/core/contract'
import { periodsThatAddUp, runningPeriods, steps } from '../periods.ts'
import { lastMinute } from './clock.ts'
import type {
  BoxscoreResponse,
  HeaderResponse,
  PlayResponse,
  PlayRow,
  ScheduleResponse,
  ScheduleSide,
} from './schemas.ts'

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
export const inPeriods = (play: PlayResponse): PeriodRow[] => [
  ...[play.FirstQuarter, play.SecondQuarter, play.ThirdQuarter, play.ForthQuarter].flatMap((rows, at) =>
    rows.map((row) => ({ row, period: at + 1 })),
  ),
  ...overtimes(play.ExtraTime),
]

/** Whether a row ends the game before the last minute of its period. */
export const brokenOff = ({ row, period }: PeriodRow): boolean =>
  row.PLAYTYPE === 'EG' && row.MINUTE !== null && row.MINUTE < lastMinute(period)

const QUARTERS = [1, 2, 3, 4] as const

const overtimeKeys = (row: Record<string, number | null>, name: RegExp): string[] =>
  Object.keys(row)
    .filter((key) => name.test(key) && row[key] != null)
    .toSorted((a, b) => Number(a.replace(/\D/g, '')) - Number(b.replace(/\D/g, '')))

/** The values as they stand up to the first that is missing. */
const upToGap = (values: (number | null | undefined)[]): number[] => {
  const gap = values.findIndex((value) => value == null)
  return values.slice(0, gap === -1 ? undefined : gap).filter((value) => value != null)
}

const quarterRow = (row: Record<string, number | null> | undefined): number[] =>
  row === undefined
    ? []
    : upToGap([
        ...QUARTERS.map((quarter) => row[`Quarter${quarter}`]),
        ...overtimeKeys(row, /^Extra\d+$/).map((key) => row[key]),
      ])

const ofSchedule = ({ partials }: ScheduleSide): number[] => {
  if (!partials) return []
  const extra = partials.extraPeriods ?? {}
  return upToGap([
    ...QUARTERS.map((quarter) => partials[`partials${quarter}`]),
    ...overtimeKeys(extra, /^\d+$/).map((key) => extra[key]),
  ])
}

const ofHeader = (header: HeaderResponse, team: 'A' | 'B'): number[] => {
  const extra = header[`ScoreExtraTime${team}`] ?? 0
  const totals = QUARTERS.map((quarter) => header[`ScoreQuarter${quarter}${team}`])
  return steps(upToGap([...totals, ...(extra > 0 ? [extra] : [])]))
}

type Answers = {
  box: BoxscoreResponse | null
  schedule: ScheduleResponse | null
  header: HeaderResponse | null
  events: BundleEvent[]
}

/**
 * The points per period of a game that ended `home`-`away`, from the first answer whose periods add up to it.
 *
 * The running totals of the Boxscore come first: some games have a second overtime only there. The Header lumps all
 * overtimes into one and comes last.
 */
export const readPeriods = ({ box, schedule, header, events }: Answers, home: number, away: number) =>
  periodsThatAddUp(
    [
      box && { home: steps(quarterRow(box.EndOfQuarter[0])), away: steps(quarterRow(box.EndOfQuarter[1])) },
      box && { home: quarterRow(box.ByQuarter[0]), away: quarterRow(box.ByQuarter[1]) },
      schedule && { home: ofSchedule(schedule.local), away: ofSchedule(schedule.road) },
      runningPeriods(events),
      header && { home: ofHeader(header, 'A'), away: ofHeader(header, 'B') },
    ],
    home,
    away,
  )
