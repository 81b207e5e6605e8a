import type { GameBundle } from '@basketball-data/core/contract'
import type { IngestResult } from '@basketball-data/core'
import type { Claimed } from './claim-queries.ts'
import type { Fetched } from './fetch-response.ts'
import type { NewResponse, StoredGame } from './game-queries.ts'
import type { FollowedGame } from './plan.ts'
import { readGame, Unreadable } from './read-game.ts'
import { readSchedule } from './read-schedule.ts'
import { resourceDelay } from './retry.ts'
import type { FollowedSeason } from './season.ts'

/** Milliseconds after which a schedule of which not everything was written is requested again. */
const INCOMPLETE = 60_000

/** What a response leads to. */
export type ReadResponse = {
  outcome: Fetched['outcome']
  /** Why there is no usable response; null if there is one. */
  reason: string | null
  /** What became of the games of a schedule, which are ingested while it is read. */
  results: readonly IngestResult[]
  /** The game as it was read, to be ingested; null for the schedule, and if nothing has changed. */
  bundle: GameBundle | null
  next: FollowedGame
  response: NewResponse
  host: Extract<Fetched, { outcome: 'failed' }>['host']
  /** Milliseconds after which to request the resource again, whatever is planned; null if the plan counts. */
  again: number | null
}

/** A new response with the claim under which it was requested, and what is stored of its game. */
type ReceivedResponse = { claimed: Claimed; stored: StoredGame; fetched: Fetched }

const read = async (
  season: FollowedSeason,
  { claimed, stored, fetched }: ReceivedResponse,
  now: () => Date,
): Promise<ReadResponse> => {
  const { game, kind } = claimed
  const nothing = { reason: null, results: [], bundle: null, next: stored, host: null, again: null }
  const usable = (changed: NewResponse['changed']) => ({ kind, received_at: now(), failures: 0, changed })
  switch (fetched.outcome) {
    case 'unchanged':
      return { ...nothing, outcome: 'unchanged', response: usable(null) }
    case 'missing': {
      const { outcome, reason } = fetched
      if (game === '') throw new Unreadable(`no schedule of ${season.season}: ${reason}`)
      return { ...nothing, outcome, reason, response: usable(null) }
    }
    case 'failed': {
      const { outcome, reason, host } = fetched
      const failures = claimed.failures + 1
      const response = { kind, received_at: null, failures, changed: null }
      return { ...nothing, outcome, reason, host, response, again: resourceDelay(failures) * 1000 }
    }
    case 'changed': {
      const { outcome, json, body, ...validators } = fetched
      if (game === '') {
        const { results, complete } = await readSchedule(season, claimed, json, now)
        if (complete) return { ...nothing, outcome, results, response: usable({ body: '', ...validators }) }
        // It is not received yet, so that a follower that starts meanwhile, and plans everything anew, requests it too.
        const unread = { body: '', hash: null, etag: null, last_modified: null }
        return { ...nothing, outcome, results, response: { ...usable(unread), received_at: null }, again: INCOMPLETE }
      }
      const { bundle, next } = readGame(season.feed, stored, { [kind]: json }, now())
      return { ...nothing, outcome, bundle, next, response: usable({ body, ...validators }) }
    }
  }
}

/** Reads a response, and ingests what is new in a schedule. A response that cannot be read counts as a failed request. */
export const readResponse = async (
  season: FollowedSeason,
  received: ReceivedResponse,
  now: () => Date,
): Promise<ReadResponse> => {
  try {
    return await read(season, received, now)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return read(season, { ...received, fetched: { outcome: 'failed', reason: error.message, host: null } }, now)
  }
}
