import type { BundleEvent } from '@basketball-data/core/contract'
import { periodsThatAddUp, runningPeriods, steps } from '../periods.ts'
import { getPeriodOfMinute, lastMinute } from './clock.ts'
import type {
  BoxscoreResponse,
  HeaderResponse,
  PlayResponse,
  PlayRow,
  ScheduleResponse,
  ScheduleSide,
} from './schemas.ts'

/** A row of the play-by-play and its period: quarters are 1 to 4, overtimes start at 5. */
export type PeriodRow = {
  row: PlayRow
  period: number
}

const overtimes = (rows: PlayRow[]): PeriodRow[] => {
  const amount = (code: string) => rows.filter((row) => row.PLAYTYPE === code).length
  // A period ends with EP, not with the next BP: substitutions for the next overtime may come before its BP. Only EG
  // follows the last EP. Where one is missing, the minutes show the next overtime.
  const last = 4 + Math.max(amount('EP'), amount('BP'), 1)
  let period = 5
  return rows.map((row) => {
    const isEnd = row.PLAYTYPE === 'EP' || row.PLAYTYPE === 'EG'
    if (!isEnd) period = Math.max(period, getPeriodOfMinute(row.MINUTE) ?? period)
    const timed = { row, period }
    if (row.PLAYTYPE === 'EP') period = Math.min(period + 1, last)
    return timed
  })
}

/** Every row with its period, in the order of the response. */
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

/** The values before the first missing one. */
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

type PeriodSources = {
  box: BoxscoreResponse | null
  schedule: ScheduleResponse | null
  header: HeaderResponse | null
  events: BundleEvent[]
}

/**
 * The points per period of a game that ended `home`-`away`, by the first response whose periods add up to that score.
 *
 * The running totals of the Boxscore come first, because some games have a second overtime only there. The Header comes
 * last, because it has all overtimes as one.
 */
export const readPeriods = ({ box, schedule, header, events }: PeriodSources, home: number, away: number) =>
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
