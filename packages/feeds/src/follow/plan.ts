import type { GameProgress } from '@basketball-data/core/contract'

/** How urgent a request is; smaller is more urgent. */
export const URGENCY = {
  /** The score of a game that runs. */
  live: 0,
  /** What else there is about a game when it begins, a period ends, or it ends. */
  detail: 1,
  /** The schedule, and games that are about to start. */
  soon: 2,
  /** A game that has ended, for corrections. */
  check: 3,
  /** What else there is about a running game, in between: only if no other request is due. */
  spare: 4,
} as const

/** What followers know about a game. */
export type FollowedGame = {
  tip_off: Date | null
  progress: GameProgress
  /** Since when. */
  progress_at: Date
  /** How many periods have ended. */
  periods: number
  /** When the last of them ended; null before. */
  period_at: Date | null
}

/** When to send a request; null: not before something changes. */
export type RequestPlan = { due_at: Date | null; urgency: number }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long before the tip-off a game is about to start. */
const ABOUT_TO_START = 30 * MINUTE
/** When a game that is over is requested again for corrections, after its end. */
const CHECKS = [3 * MINUTE, HOUR, DAY, 7 * DAY]
/** Milliseconds after its tip-off for which a game is followed. */
export const FOLLOWED = 9 * DAY

/** Between two requests of a schedule. */
const SCHEDULE_INTERVAL = HOUR
/** Between two requests of what else there is about a running game, while requests are left. */
const SPARE_INTERVAL = MINUTE
/** The bounds of the time between two requests of a live score, and the share of a budget that it takes at most. */
const MIN_LIVE_INTERVAL = SECOND
const MAX_LIVE_INTERVAL = 15 * SECOND
const MAX_LIVE_SHARE = 0.4

/** Milliseconds between two requests of the live score of one game, if the budget has enough for all games. */
const liveInterval = (perMinute: number): number =>
  Math.min(MAX_LIVE_INTERVAL, Math.max(MIN_LIVE_INTERVAL, MINUTE / perMinute / MAX_LIVE_SHARE))

/** Intervals that grow with the time that something has been awaited; from the last one on it is no longer awaited. */
const AWAITED_START: [number, number][] = [
  [30 * MINUTE, 0],
  [3 * HOUR, 2 * MINUTE],
  [DAY, 30 * MINUTE],
]
const AWAITED_END: [number, number][] = [
  [6 * HOUR, 0],
  [DAY, 10 * MINUTE],
  [FOLLOWED, 6 * HOUR],
]

const awaited = (steps: [number, number][], since: number, now: number, shortest: number): number | null => {
  const [, interval] = steps.find(([until]) => now - since < until) ?? []
  return interval === undefined ? null : Math.max(interval, shortest)
}

/** Moments in milliseconds; those in the future were read before the clock was set back, and count as now. */
type Moments = { now: number; received: number; progress: number; period: number }

const planned = (due: number | null, urgency: keyof typeof URGENCY): RequestPlan => ({
  due_at: due === null ? null : new Date(due),
  urgency: URGENCY[urgency],
})

const planToCome = (
  tipOff: number | null,
  live: boolean,
  { now, received }: Moments,
  perMinute: number,
): RequestPlan => {
  if (tipOff === null) return planned(null, 'soon')
  if (!live) {
    const due = tipOff - ABOUT_TO_START
    return planned(received >= due || now >= tipOff + DAY ? null : due, 'soon')
  }
  const interval = awaited(AWAITED_START, tipOff, now, liveInterval(perMinute))
  return planned(interval === null ? null : Math.max(tipOff, received + interval), 'live')
}

const planLive = (live: boolean, { now, received, progress, period }: Moments, perMinute: number): RequestPlan => {
  if (live) {
    const interval = awaited(AWAITED_END, progress, now, liveInterval(perMinute))
    return planned(interval === null ? null : Math.max(progress, received + interval), 'live')
  }
  const changed = Math.max(progress, period)
  if (received < changed) return planned(changed, 'detail')
  return planned(now - progress < DAY ? received + SPARE_INTERVAL : null, 'spare')
}

const planOver = ({ received, progress }: Moments): RequestPlan => {
  if (received < progress) return planned(progress, 'detail')
  const check = CHECKS.map((after) => progress + after).find((moment) => moment > received)
  return planned(check ?? null, 'check')
}

/**
 * Plans the next request of a resource of a game.
 *
 * @param live whether it is the resource that shows the score of a running game
 * @param received when its latest response came; null before the first
 * @param perMinute requests of the budget
 */
export const planRequest = (
  game: FollowedGame,
  { live, received }: { live: boolean; received: Date | null },
  now: Date,
  perMinute: number,
): RequestPlan => {
  const upToNow = (moment: Date | null) => (moment === null ? -Infinity : Math.min(moment.getTime(), now.getTime()))
  const moments = {
    now: now.getTime(),
    received: upToNow(received),
    progress: upToNow(game.progress_at),
    period: upToNow(game.period_at),
  }
  switch (game.progress) {
    case 'to come':
      return planToCome(game.tip_off?.getTime() ?? null, live, moments, perMinute)
    case 'live':
      return planLive(live, moments, perMinute)
    case 'over':
      return planOver(moments)
  }
}

/** Plans the next request of a schedule. @param received when its latest response came; null before the first */
export const planSchedule = (received: Date | null, now: Date): RequestPlan =>
  planned(received === null ? now.getTime() : Math.min(received.getTime(), now.getTime()) + SCHEDULE_INTERVAL, 'soon')

/** Whether a game in the schedule is followed: not if its tip-off is long past. */
export const isFollowed = (tipOff: Date | null, now: Date): boolean =>
  tipOff === null || now.getTime() - tipOff.getTime() < FOLLOWED

/** How long a game takes, from tip-off to the end, if nobody has seen its end. */
const USUAL_DURATION = 2 * HOUR + 15 * MINUTE

/** The game after a response was read. Nobody has seen the end of a game that is over when it is first read. */
export const advance = (
  game: FollowedGame,
  { progress, periods }: { progress: GameProgress; periods: number },
  now: Date,
): FollowedGame => {
  const unseen = game.progress === 'to come' && progress === 'over' && game.tip_off !== null
  const since = unseen ? new Date(Math.min(now.getTime(), (game.tip_off?.getTime() ?? 0) + USUAL_DURATION)) : now
  return {
    tip_off: game.tip_off,
    progress,
    progress_at: progress === game.progress ? game.progress_at : since,
    periods,
    period_at: periods > game.periods ? now : game.period_at,
  }
}
