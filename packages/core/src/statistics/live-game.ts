import { Side, type BundleEvent, type LiveFacts, type Periods } from '../contract/index.ts'

type Play = Pick<BundleEvent, 'period' | 'clock' | 'side' | 'type' | 'home_score' | 'away_score'>

/** Points of both teams. */
export type Points = Record<Side, number>

const TEAM_FOULS = new Set(['foul', 'offensive_foul', 'unsportsmanlike_foul', 'disqualifying_foul'])

/** The points of each period up to the latest, from the running score after its last play. */
const getPeriods = (plays: readonly Play[]): Periods => {
  const ends = new Map(plays.map((play) => [play.period, play]))
  const periods: Periods = { home: [], away: [] }
  const before: Points = { home: 0, away: 0 }
  for (let period = 1; period <= Math.max(...ends.keys()); period++) {
    const end = ends.get(period)
    for (const side of Side.options) {
      const score = end?.[`${side}_score`] ?? before[side]
      periods[side].push(Math.max(0, score - before[side])) // a feed that corrects an earlier score can lower a later one
      before[side] = score
    }
  }
  return periods
}

/** What the plays of a game show; null without any. */
export const describePlays = (plays: readonly Play[]): LiveFacts | null => {
  const last = plays.at(-1)
  if (last === undefined) return null
  const { period, clock, home_score, away_score } = last
  const ofPeriod = plays.filter((play) => play.period === period)
  const has = (type: Play['type']) => ofPeriod.some((play) => play.type === type)
  const countFouls = (side: Side) => ofPeriod.filter((play) => play.side === side && TEAM_FOULS.has(play.type)).length
  return {
    state: has('game_end') ? 'ended' : has('period_end') ? 'break' : 'running',
    period,
    clock,
    home_score,
    away_score,
    periods: getPeriods(plays),
    fouls: { home: countFouls('home'), away: countFouls('away') },
  }
}

const sum = (points: readonly number[]): number => points.reduce((total, each) => total + each, 0)

/**
 * What a game without plays shows: the highest of the sum of its periods and its other scores. What a score has beyond the periods
 * that have ended belongs to the one after them. Null if nobody has a point.
 */
export const describeScores = (periods: Periods | null, scores: readonly Points[]): LiveFacts | null => {
  const { home, away } = periods ?? { home: [], away: [] }
  const ended: Points = { home: sum(home), away: sum(away) }
  const [best = ended] = [ended, ...scores].toSorted((a, b) => b.home + b.away - a.home - a.away)
  if (best.home + best.away === 0) return null
  const more: Points = { home: best.home - ended.home, away: best.away - ended.away }
  const isInNext = home.length > 0 && more.home >= 0 && more.away >= 0 && more.home + more.away > 0
  const shown = isInNext ? { home: [...home, more.home], away: [...away, more.away] } : { home, away }
  return {
    state: 'running',
    period: shown.home.length > 0 ? shown.home.length : null,
    clock: null,
    home_score: best.home,
    away_score: best.away,
    periods: shown,
    fouls: null,
  }
}
