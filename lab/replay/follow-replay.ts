import { onTestFinished } from 'vitest'
import { storedEvents } from '../../packages/feeds/src/follow/test-support/event-queries.ts'
import {
  FOLLOW_TABLES,
  openFollower,
  runUntil,
  startClock,
} from '../../packages/feeds/src/follow/test-support/night.ts'
import {
  ingestOrThrow,
  LOCAL_WEBHOOKS,
  openTestCore,
  tableContents,
} from '../../packages/feeds/src/test-support/core.ts'
import { createReplayHost, startReplayServer } from '../../packages/feeds/src/replay/host.ts'
import type { RecordedFeed, RecordedGame } from '../../packages/feeds/src/replay/recorded-game.ts'
import { bundleAt, planReplay } from '../../packages/feeds/src/replay/replay.ts'
import { createFaultyHost, type FaultOptions } from './faulty-host.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** An hour after its end, a game is checked for the last time on that day. */
const LAST_CHECK = HOUR + 10 * MINUTE

type Options = Partial<FaultOptions> & {
  followers?: number
  /** The budget of the followers. */
  budget?: number
}

/**
 * What is stored, without what depends on the order in which games were written: which of two games at the same time warns of the
 * other, and the number of corrections.
 */
const comparedContents = async ({ store }: Awaited<ReturnType<typeof openTestCore>>) => {
  const { games = [], warnings = [], ...tables } = await tableContents(store, [...FOLLOW_TABLES, 'webhook_events'])
  const others = warnings.filter((row) => !row.includes('"duplicate_game"'))
  return {
    ...tables,
    games: games.map((row) => row.replace(/"revision": \d+/, '')),
    warnings: others.map((row) => row.replace(/"position": \d+/, '')),
  }
}

/**
 * Lets followers follow games that begin together, from a host that replays them in real time by a clock of its own.
 *
 * @param start the first tip-off, of which the clock is two hours ahead
 */
export const followReplay = async (
  feed: RecordedFeed,
  recorded: readonly RecordedGame[],
  { start, followers: count = 1, budget, ...faults }: Options & { start: number },
) => {
  const options = { ...LOCAL_WEBHOOKS, now: () => new Date(start - 30 * 24 * HOUR) }
  const core = await openTestCore('Postgres', options)
  const clock = await startClock(core, new Date(start - 2 * HOUR))
  const replay = planReplay(feed, recorded, { start, speed: 1, atOnce: true })
  const host = createFaultyHost(createReplayHost(replay), {
    faults: 0,
    stale: 0,
    perMinute: null,
    seed: '1',
    ...faults,
  })
  const server = await startReplayServer(host.respond, 0, clock.now)
  onTestFinished(server.close)
  const failures: { kind: string; reason: string | null }[] = []
  const errors: unknown[] = []
  const shown = new Map<string, number[]>()
  const open = () =>
    openFollower(core, feed.live, clock, {
      season: recorded[0]?.season,
      api: `http://127.0.0.1:${server.port}`,
      perMinute: budget,
      onResponse: ({ game, kind, outcome, reason }) => {
        if (outcome === 'failed') failures.push({ kind, reason })
        const isScore = feed.live.listResources(game ?? '').some((resource) => resource.kind === kind && resource.live)
        if (game !== null && isScore) shown.set(game, [...(shown.get(game) ?? []), clock.now()])
      },
      onError: (error) => errors.push(error),
    })
  const followers = await Promise.all(Array.from({ length: count }, open))
  const end = Math.max(...recorded.map((game) => game.end))
  await runUntil(start + end + LAST_CHECK, clock, followers)

  /** Seconds since the score of a running game was requested last, at every second of all games, ascending. */
  const ages = (): number[] =>
    replay.games
      .flatMap(({ recorded: { game, end } }) =>
        Array.from({ length: Math.trunc((end - 2 * MINUTE) / 1000) }, (_, second) => {
          const at = start + 2 * MINUTE + second * 1000
          return (at - (shown.get(game)?.findLast((moment) => moment <= at) ?? 0)) / 1000
        }),
      )
      .toSorted((a, b) => a - b)

  /** What is stored, and what one import of the last responses stores. */
  const contents = async () => {
    const imported = await openTestCore('Postgres', options)
    for (const game of replay.games) await ingestOrThrow(imported, bundleAt(feed, game, clock.now()))
    return [await comparedContents(core), await comparedContents(imported)]
  }
  /** For each final game, how many periods it has, and what it sent to webhooks. */
  const sent = async () => {
    const events = await storedEvents(core)
    const { data } = await core.caller().games.list({ status: 'final', per_page: 100 })
    return Promise.all(
      data.map(async ({ id }) => {
        const { periods } = (await core.caller().games.get({ id })).data
        return { periods: periods?.home.length ?? 0, events: events.get(id) ?? [] }
      }),
    )
  }
  return { counts: host.counts(), failures, errors, ages, contents, sent }
}
