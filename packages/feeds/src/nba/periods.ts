import type { BundleEvent, Periods } from '@basketball-data/core/contract'
import { periodsThatAddUp, runningPeriods } from '../periods.ts'
import type { LiveTeam } from './live-schemas.ts'
import type { NbaResponses } from './responses.ts'
import type { LineRow, Summary } from './stats-schemas.ts'

const ofLive = ({ periods }: LiveTeam): number[] =>
  periods.toSorted((a, b) => (a.period ?? 0) - (b.period ?? 0)).flatMap(({ score }) => score ?? [])

/** Rows have ten overtimes. Those after the last one with points were not played. */
const ofLines = (home: LineRow, away: LineRow): Periods => {
  const last = Math.max(...[home, away].map(({ overtimes }) => overtimes.findLastIndex((points) => (points ?? 0) > 0)))
  const getPoints = ({ quarters, overtimes }: LineRow) =>
    [...quarters, ...overtimes.slice(0, last + 1)].flatMap((points) => points ?? [])
  return { home: getPoints(home), away: getPoints(away) }
}

/** The periods of a summary or a scoreboard; null if one of the teams has no line. */
const ofSummary = (summary: Summary | undefined): Periods | null => {
  const findLine = (team: string | undefined) => summary?.lines.find(({ TEAM_ID }) => TEAM_ID === team)
  const home = findLine(summary?.header.HOME_TEAM_ID)
  const away = findLine(summary?.header.VISITOR_TEAM_ID)
  return home && away ? ofLines(home, away) : null
}

/** The points per period of a game that ended `home`-`away`, by the first response whose periods add up to that score. */
export const readPeriods = (
  { liveBox, summary, scoreboard }: NbaResponses,
  events: BundleEvent[],
  home: number,
  away: number,
) =>
  periodsThatAddUp(
    [
      liveBox && { home: ofLive(liveBox.box.homeTeam), away: ofLive(liveBox.box.awayTeam) },
      ofSummary(summary?.summary),
      ofSummary(scoreboard?.summary),
      runningPeriods(events),
    ],
    home,
    away,
  )
