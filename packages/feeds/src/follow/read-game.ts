import type { GameBundle, GameProgress, LiveFeed } from '@basketball-data/core/contract'
import type { PlannedResource, StoredGame } from './game-queries.ts'
import { advance, planRequest, planSchedule, type FollowedGame } from './plan.ts'

/** The kind under which the entry of a game in the schedule is stored with its responses. */
export const ENTRY = 'entry'

/** A response that cannot be read: the message says why. Nothing of it is stored. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Calls a function of a feed; what it throws becomes an Unreadable. */
export const readOrExplain = <Result>(read: () => Result): Result => {
  try {
    return read()
  } catch (cause) {
    throw new Unreadable(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** What the responses about a game say. */
export type ReadGame = { bundle: GameBundle; progress: GameProgress; next: FollowedGame }

/**
 * Reads a game from its stored responses and a new one.
 *
 * @param fresh the new response as parsed JSON, by its kind
 * @throws Unreadable
 */
export const readGame = (feed: LiveFeed, stored: StoredGame, fresh: Record<string, unknown>, now: Date): ReadGame => {
  const responses: Record<string, unknown> = {}
  for (const { kind, body } of stored.resources)
    if (body !== null && !(kind in fresh)) responses[kind] = JSON.parse(body)
  Object.assign(responses, fresh)
  const { [ENTRY]: entry, ...others } = responses
  const { bundle, progress } = readOrExplain(() => feed.readGame(stored.game, entry, others))
  return { bundle, progress, next: advance(stored, { progress, periods: bundle.game.periods?.home.length ?? 0 }, now) }
}

/** When the latest response of each resource came. */
export type ReceivedTimes = ReadonlyMap<string, Date | null>

/** When the latest response of each resource of a game came, with a new one. */
export const getReceived = ({ resources }: Pick<StoredGame, 'resources'>, kind?: string, at?: Date): ReceivedTimes => {
  const received = new Map(resources.map((resource) => [resource.kind, resource.received_at]))
  if (kind !== undefined && at !== undefined) received.set(kind, at)
  return received
}

/** Plans the resources of a game. */
export const planGame = (
  feed: LiveFeed,
  game: FollowedGame & { game: string },
  received: ReceivedTimes,
  now: Date,
  perMinute: number,
): PlannedResource[] =>
  feed.listResources(game.game).map(({ kind, url, live }) => ({
    kind,
    url,
    ...planRequest(game, { live, received: received.get(kind) ?? null }, now, perMinute),
  }))

/** The kind of the only resource of a schedule. */
export const SCHEDULE = 'schedule'

/** Plans the schedule of a season. */
export const planScheduleRequest = (
  feed: LiveFeed,
  season: string,
  received: ReceivedTimes,
  now: Date,
): PlannedResource[] => [
  { kind: SCHEDULE, url: feed.scheduleUrl(season), ...planSchedule(received.get(SCHEDULE) ?? null, now) },
]
