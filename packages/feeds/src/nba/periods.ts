import type { BundleEvent, Periods } from '@basketball-data/core/contract'
import { periodsThatAddUp, runningPeriods } from '../periods.ts'
import type { LiveTeam } from './live-schemas.ts'
import type { NbaResponses } from './responses.ts'
import type { LineRow } from './stats-schemas.ts'

const ofLive = ({ periods }: LiveTeam): number[] =>
  periods.toSorted((a, b) => (a.period ?? 0) - (b.period ?? 0)).flatMap(({ score }) => score ?? [])

/** Rows have ten overtimes. Those after the last one with points were not played. */
const ofLines = (home: LineRow, away: LineRow): Periods => {
  const last = Math.max(...[home, away].map(({ overtimes }) => overtimes.findLastIndex((points) => (points ?? 0) > 0)))
  const getPoints = ({ quarters, overtimes }: LineRow) =>
    [...quarters, ...overtimes.slice(0, last + 1)].flatMap((points) => points ?? [])
  return { home: getPoints(home), away: getPoints(away) }
}

/** The points per period of a game that ended `home`-`away`, by the first response whose periods add up to that score. */
export const readPeriods = ({ liveBox, summary }: NbaResponses, events: BundleEvent[], home: number, away: number) => {
  const lines = summary?.summary.lines ?? []
  const findLine = (team: string | undefined) => lines.find(({ TEAM_ID }) => TEAM_ID === team)
  const homeLine = findLine(summary?.summary.header.HOME_TEAM_ID)
  const awayLine = findLine(summary?.summary.header.VISITOR_TEAM_ID)
  return periodsThatAddUp(
    [
      liveBox && { home: ofLive(liveBox.box.homeTeam), away: ofLive(liveBox.box.awayTeam) },
      homeLine && awayLine && ofLines(homeLine, awayLine),
      runningPeriods(events),
    ],
    home,
    away,
  )
}
