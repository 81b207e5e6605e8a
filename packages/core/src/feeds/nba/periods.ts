import type { BundleEvent } from '../../ingest/game-bundle.ts'
import { noteIf, type Note } from '../notes.ts'
import type { Answers } from './answers.ts'
import type { LiveTeam } from './live-schemas.ts'
import type { LineRow } from './result-sets.ts'

/** Points in each period, home and away. */
export interface Periods {
  home: number[]
  away: number[]
}

const sum = (points: number[]): number => points.reduce((total, some) => total + some, 0)

const ofLive = ({ periods }: LiveTeam): number[] =>
  periods.toSorted((a, b) => (a.period ?? 0) - (b.period ?? 0)).flatMap(({ score }) => score ?? [])

/** Ten overtimes are listed; those after the last in which somebody scored were not played. */
const ofLines = (home: LineRow, away: LineRow): Periods => {
  const last = Math.max(...[home, away].map(({ overtimes }) => overtimes.findLastIndex((points) => (points ?? 0) > 0)))
  const pointsOf = ({ quarters, overtimes }: LineRow) =>
    [...quarters, ...overtimes.slice(0, last + 1)].flatMap((points) => points ?? [])
  return { home: pointsOf(home), away: pointsOf(away) }
}

/** From the running score at the last event of each period; none where a period has no event. */
const ofEvents = (events: BundleEvent[]): Periods => {
  const ends = new Map(events.map((event) => [event.period, event]))
  const whole = Array.from(ends.keys()).every((period, at) => period === at + 1)
  const steps = (score: 'home_score' | 'away_score') =>
    whole ? [...ends].map(([period, end]) => end[score] - (ends.get(period - 1)?.[score] ?? 0)) : []
  return { home: steps('home_score'), away: steps('away_score') }
}

/**
 * The points per period of a game that ended `home`-`away`, from the first answer whose periods add up to it; none
 * does: null, with a note.
 */
export const readPeriods = (
  { liveBox, summary }: Answers,
  events: BundleEvent[],
  home: number,
  away: number,
): { periods: Periods | null | undefined; notes: Note[] } => {
  const lines = summary?.summary.lines ?? []
  const lineOf = (team: string | undefined) => lines.find(({ TEAM_ID }) => TEAM_ID === team)
  const homeLine = lineOf(summary?.summary.header.HOME_TEAM_ID)
  const awayLine = lineOf(summary?.summary.header.VISITOR_TEAM_ID)
  const candidates = [
    liveBox && { home: ofLive(liveBox.box.homeTeam), away: ofLive(liveBox.box.awayTeam) },
    homeLine && awayLine && ofLines(homeLine, awayLine),
    ofEvents(events),
  ].flatMap((periods) => (periods && periods.home.length > 0 ? [periods] : []))
  const periods = candidates.find(
    (some) => some.home.length === some.away.length && sum(some.home) === home && sum(some.away) === away,
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
  const { home, away } = ofEvents(events)
  return ended === 0 ? null : { home: home.slice(0, ended), away: away.slice(0, ended) }
}
