import type { BundleEvent } from '../../ingest/game-bundle.ts'
import { noteIf, type Note } from '../notes.ts'
import type { ScheduleAnswer, ScheduleSide } from './schedule.ts'
import type { BoxscoreAnswer, HeaderAnswer } from './schemas.ts'

/** Points in each period, home and away. */
export interface Periods {
  home: number[]
  away: number[]
}

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

const steps = (totals: number[]): number[] => totals.map((total, at) => total - (totals[at - 1] ?? 0))

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

const ofHeader = (header: HeaderAnswer, team: 'A' | 'B'): number[] => {
  const extra = header[`ScoreExtraTime${team}`] ?? 0
  const totals = QUARTERS.map((quarter) => header[`ScoreQuarter${quarter}${team}`])
  return steps(upToGap([...totals, ...(extra > 0 ? [extra] : [])]))
}

/** From the running score, which is complete at the last event of each period. */
const ofEvents = (events: BundleEvent[], score: 'home_score' | 'away_score'): number[] => {
  const totals: number[] = []
  for (const event of events) totals[event.period - 1] = event[score]
  return steps(Array.from(totals, (total, at) => total ?? totals[at - 1] ?? 0))
}

interface Answers {
  box: BoxscoreAnswer | null
  schedule: ScheduleAnswer | null
  header: HeaderAnswer | null
  events: BundleEvent[]
}

/**
 * The points per period of a game that ended `home`-`away`, from the first answer whose periods add up to it.
 *
 * The running totals of the Boxscore come first: some games have a second overtime only there. The Header lumps all
 * overtimes into one and comes last. None that adds up: null, with a note.
 */
export const readPeriods = (
  answers: Answers,
  home: number,
  away: number,
): { periods: Periods | null | undefined; notes: Note[] } => {
  const { box, schedule, header, events } = answers
  const candidates = [
    box && { home: steps(quarterRow(box.EndOfQuarter[0])), away: steps(quarterRow(box.EndOfQuarter[1])) },
    box && { home: quarterRow(box.ByQuarter[0]), away: quarterRow(box.ByQuarter[1]) },
    schedule && { home: ofSchedule(schedule.local), away: ofSchedule(schedule.road) },
    { home: ofEvents(events, 'home_score'), away: ofEvents(events, 'away_score') },
    header && { home: ofHeader(header, 'A'), away: ofHeader(header, 'B') },
  ]
    .filter((periods) => periods !== null)
    .filter((periods) => periods.home.length > 0 && periods.home.length === periods.away.length)
  const sum = (points: number[]) => points.reduce((total, some) => total + some, 0)
  const whole = (points: number[]) => points.every((some) => Number.isInteger(some) && some >= 0)
  const periods = candidates.find(
    (some) => whole(some.home) && whole(some.away) && sum(some.home) === home && sum(some.away) === away,
  )
  if (candidates.length === 0) return { periods: undefined, notes: [] }
  return {
    periods: periods ?? null,
    notes: noteIf(!periods, 'periods-differ', `No answer has periods that add up to ${home}-${away}; none are kept.`),
  }
}

/** The points of the periods that have ended in a game that is still being played; null before the first has. */
export const endedPeriods = (events: BundleEvent[]): Periods | null => {
  const ended = events.filter(({ type }) => type === 'period_end').length
  const home = ofEvents(events, 'home_score').slice(0, ended)
  const away = ofEvents(events, 'away_score').slice(0, ended)
  return home.length === 0 ? null : { home, away }
}
