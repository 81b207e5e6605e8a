// A follower as in production, whose clock runs faster. Sends a message after each request for a game.
import { speedUpClock } from './fast-clock.ts'

/** What became of a request, for the parent process; `duration` is in milliseconds of the fast clock. */
export type FollowedRequest = {
  game: string | null
  kind: string
  outcome: string
  /** Why there was no usable response, or why a game was refused. */
  reason: string | null
  duration: number
}

const [, , database = '', api = '', season = '', perMinute = '', speed = ''] = process.argv
speedUpClock(Number(speed))
const { createCore } = await import('@basketball-data/core')
const { euroleagueLive } = await import('@basketball-data/feeds/euroleague')

const core = await createCore({ database })
await core.startFollower(euroleagueLive, {
  api,
  season,
  perMinute: Number(perMinute),
  onResponse: ({ game, kind, outcome, reason, duration, results }) => {
    const refused = results.flatMap((result) => (result.outcome === 'refused' ? result.reason : []))
    const request: FollowedRequest = { game, kind, outcome, reason: refused[0] ?? reason, duration }
    process.send?.(JSON.stringify(request))
  },
  onError: (error) => console.error(error),
})
process.on('disconnect', () => process.exit())
