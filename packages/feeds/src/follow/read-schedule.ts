import { createHash } from 'node:crypto'
import { ClaimLost, type Database, type IngestResult } from '@basketball-data/core'
import { holdsClaims, lockBudget, type Claim } from './claim-queries.ts'
import { deleteGames, leaseGames, renewLease, selectHashes, writeGames } from './game-queries.ts'
import { FOLLOWED, isFollowed } from './plan.ts'
import { ENTRY, planGame, readGame, readOrExplain, getReceived, Unreadable } from './read-game.ts'
import type { FollowedSeason } from './season.ts'

/** Games that are leased, ingested and released together. */
const CHUNK = 100
/** Milliseconds after its tip-off from which a game that is found for the first time is no news: webhooks and streams get no final score. */
const NEWS = 24 * 3_600_000

/** What became of a schedule. */
export type ReadSchedule = {
  results: IngestResult[]
  /** Why games of the schedule could not be read, as their teams are not known yet. */
  unreadable: string[]
  /** Whether all changed games were written. Others were leased by another follower, or the claim was lost. */
  complete: boolean
}

const toChunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, at) => items.slice(at * CHUNK, (at + 1) * CHUNK))

/**
 * Reads the schedule of a season, and ingests and plans the games whose entries have changed, each in one transaction.
 *
 * @param claim of the schedule; its lease is renewed
 * @throws Unreadable
 */
export const readSchedule = async (
  context: FollowedSeason,
  claim: Claim,
  schedule: unknown,
  now: () => Date,
): Promise<ReadSchedule> => {
  const { store, id, season, feed, ingest } = context
  const listed = new Map(readOrExplain(() => feed.readSchedule(season, schedule)).map((game) => [game.game, game]))
  const known = await selectHashes(store, id, ENTRY)
  const changed = [...listed.values()].flatMap((game) => {
    const body = JSON.stringify(game.entry)
    const hash = createHash('sha256').update(body).digest()
    const isKnown = known.get(game.game)?.toString() === hash.toString()
    return isFollowed(game.tip_off, now()) && !isKnown ? { ...game, body, hash } : []
  })
  const read: ReadSchedule = { results: [], unreadable: [], complete: true }

  /** Ingests and records an entry, unless another follower has claimed the game or the schedule. @returns whether it did */
  const update = async (
    { game, entry, tip_off, body, hash }: (typeof changed)[number],
    { isNew, ...stored }: Awaited<ReturnType<typeof leaseGames>>[number],
    perMinute: number,
  ): Promise<boolean> => {
    const at = now()
    const response = {
      kind: ENTRY,
      received_at: at,
      failures: 0,
      changed: { body, hash, etag: null, last_modified: null },
    }
    const entryPlan = { kind: ENTRY, url: null, due_at: null, urgency: 0 }
    const moved = { ...stored, tip_off }
    const check = async (tx: Database): Promise<boolean> => {
      await lockBudget(tx, id)
      return holdsClaims(tx, id, [stored, claim])
    }
    try {
      const { bundle, next } = readGame(feed, moved, { [ENTRY]: entry }, at)
      const isNews = !isNew || tip_off === null || at.getTime() - tip_off.getTime() < NEWS
      const followed = { ...next, game, claim_number: stored.claim_number }
      const plans = planGame(feed, followed, getReceived(stored), at, perMinute)
      const record = async (tx: Database): Promise<void> => {
        await writeGames(tx, id, [{ ...followed, plans: [entryPlan, ...plans], response }])
      }
      read.results.push(await ingest(bundle, { notify: isNews, fence: { check, record } }))
      return true
    } catch (error) {
      if (error instanceof ClaimLost) return false
      if (!(error instanceof Unreadable)) throw error
      read.unreadable.push(error.message)
      return store.transaction(async (tx) => {
        const isHeld = await check(tx)
        if (isHeld) await writeGames(tx, id, [{ ...moved, plans: [entryPlan], response }])
        return isHeld
      })
    }
  }

  for (const chunk of toChunks(changed)) {
    const { leased, perMinute } = await store.transaction(async (tx) => {
      const { per_minute: perMinute } = await lockBudget(tx, id)
      return { leased: await leaseGames(tx, id, chunk), perMinute }
    })
    const byName = new Map(leased.map((game) => [game.game, game]))
    // Not one after the other: games that wait together share a transaction.
    const written = await Promise.all(
      chunk.map(async (scheduled) => {
        const game = byName.get(scheduled.game)
        return game !== undefined && update(scheduled, game, perMinute)
      }),
    )
    read.complete &&= written.every(Boolean)
    if (await renewLease(store, id, claim)) continue
    read.complete = false
    break
  }
  await store.transaction(async (tx) => {
    await lockBudget(tx, id)
    await deleteGames(tx, id, new Date(now().getTime() - FOLLOWED))
  })
  return read
}
