import { requireInWindow, getWindow } from '../accounts/window.ts'
import {
  GameStreamEvent,
  StreamEvent,
  StreamGame,
  StreamGames,
  StreamStart,
  streamSchema,
  type Game,
  type Plan,
} from '../contract/index.ts'
import { read, track } from '../trpc.ts'
import type { OperationContext } from '../calls/context.ts'
import { requireFilters } from '../competitions/queries.ts'

const MINIMUM: Plan = 'live'

const HOUR = 3_600_000
/** Hours after tip-off in which a game ends, overtimes included. */
const HOURS_PLAYED = 3
/** Hours after the beginning of its day by UTC in which a game without a tip-off ends, wherever it is played. */
const HOURS_OF_DAY = 39

/** Whether a game ended more than a day ago. */
const isPast = ({ status, date, tip_off }: Game, now: Date): boolean => {
  const end = tip_off === null ? Date.parse(date) + HOURS_OF_DAY * HOUR : Date.parse(tip_off) + HOURS_PLAYED * HOUR
  return status !== 'scheduled' && end + 24 * HOUR < now.getTime()
}

/** Who opens a stream, and where it goes on. */
const getStreamOptions = ({ caller, plans, now, ending }: OperationContext, after: string | undefined) => ({
  account: caller.account,
  key: caller.call?.key_id ?? null,
  plan: caller.plan,
  limit: plans[caller.plan].streams,
  minimum: MINIMUM,
  at: caller.call?.at ?? now().getTime(),
  after,
  ending,
})

export const streamGame = read
  .meta({
    plan: MINIMUM,
    onPrimary: true,
    events: streamSchema(GameStreamEvent),
    extension: true,
    openapi: {
      enabled: false,
      operationId: 'streamGame',
      method: 'GET',
      path: '/games/{id}/stream',
      tags: ['Streams'],
      summary: 'Stream a game',
      description:
        'Server-sent events of one game: first the game and every play so far, then every change as it happens. Connect again with the id of the last event, and the stream goes on exactly there. A final game has its corrections streamed for 5 minutes; then the stream ends with `retry: 86400000`. Opening a stream counts as one call. An addition of this service.',
    },
  })
  .input(StreamGame)
  .subscription(async ({ ctx, input: { id, after } }) =>
    track(
      await ctx.streams.openGame(id, {
        ...getStreamOptions(ctx, after),
        check: ({ date }) => requireInWindow(ctx, date),
      }),
    ),
  )

export const streamGames = read
  .meta({
    plan: MINIMUM,
    onPrimary: true,
    events: streamSchema(StreamEvent, StreamStart),
    extension: true,
    openapi: {
      enabled: false,
      operationId: 'streamGames',
      method: 'GET',
      path: '/stream',
      tags: ['Streams'],
      summary: 'Stream all games',
      description:
        'Server-sent events of all games, or of those of a competition, a season or a day: the game whenever its record changes, the score whenever the score, the clock or the state of a running game changes, the periods that end, and final scores. It begins with what changes from now on, or exactly after a live board with its `stream_after`; connect again with the id of the last event, and it goes on exactly there. Games outside the days of the plan, and without `backfill=true` those that ended more than a day ago, are left out. Opening a stream counts as one call. An addition of this service.',
    },
  })
  .input(StreamGames)
  .subscription(async ({ ctx, input: { after, competition, season, date, backfill } }) => {
    // Without these checks a mistyped id would be a stream that is silent for ever.
    await requireFilters(ctx.store, { competition, season })
    const stream = await ctx.streams.openAll({
      ...getStreamOptions(ctx, after),
      matches: (game: Game) => {
        const { from } = getWindow(ctx)
        if (from !== null && game.date < from) return false
        if (!backfill && isPast(game, ctx.now())) return false
        if (competition !== undefined && game.competition.id !== competition) return false
        if (season !== undefined && game.season.id !== season) return false
        return date === undefined || game.date === date
      },
    })
    return track(stream)
  })
