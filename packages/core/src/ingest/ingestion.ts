import { recordUnknownChange } from '../changes/record-queries.ts'
import type { GameBundle, PricedEvent, RecordKind, SourceSeason } from '../contract/index.ts'
import { limitRows } from '../paging.ts'
import { storeStaleStandings } from '../standings/stale-queries.ts'
import { lockGamesExclusive, type Store } from '../store/index.ts'
import { closeUnplayed } from './close-unplayed.ts'
import { rebuildDerived } from './derive/refresh.ts'
import { selectExternalIds } from './identify/resolve-ids.ts'
import { selectSourceRecords } from './identify/source-records.ts'
import { createIngest, ingestAll, type IngestAllOptions } from './ingest.ts'
import { ingestEvent } from './prices/ingest-event.ts'
import { selectProblems, selectSeasonsWithProblems } from './problems.ts'
import { clearRefusals, listRefusals, recordRefusal, refuseInput } from './refusals.ts'
import { requireReviewedGame, selectReviewedDay } from './reviewed-games.ts'
import { listWarnings } from './warn/warnings.ts'
import { hasNoGames } from './write/game-row.ts'

const rebuildStatistics = (store: Store, signal?: AbortSignal): Promise<void> =>
  store.transaction(async (tx) => {
    await lockGamesExclusive(tx)
    await rebuildDerived(tx, signal)
    await recordUnknownChange(tx)
  })

/**
 * What writes games and prices, and what it has refused and warned of: the members of a core.
 *
 * @param callStore the same database with the deadline of calls
 */
export const createIngestion = (store: Store, callStore: Store, now: () => Date) => ({
  /**
   * Writes everything a bundle has about one game, in one transaction, and enqueues its events for webhooks and streams. The outcome is
   * `created`, `updated`, `unchanged`, or `refused` with the reason. It throws only if the database cannot be used. Calls
   * that wait for each other share a transaction, so do not wait for one running game before you write the next.
   */
  ingest: createIngest(store, now),
  /**
   * Ingests any number of games, several in one transaction, while the next ones are read: for imports. It yields an
   * outcome for each bundle in their order, once it is stored; what is stored is the same as by `ingest` one by one.
   * @example for await (const { outcome } of core.ingestAll(bundles, { notify: false })) count(outcome)
   */
  ingestAll: (bundles: Iterable<GameBundle> | AsyncIterable<GameBundle>, options?: IngestAllOptions) =>
    ingestAll(store, now, bundles, options),
  /**
   * Gives no result to every game that is still scheduled 30 days after its day, and returns their number. The worker
   * does so every hour. A late report still makes such a game final.
   */
  closeUnplayed: () => closeUnplayed(store, now()),
  /**
   * Finds the game of one event of a price feed and writes its prices. The outcome is `matched` with the game, or
   * `unmatched` with the reason, which is added to the list of refusals.
   */
  ingestQuotes: (event: PricedEvent) => ingestEvent(store, event),
  /** Adds a game that could not be read from its feed to the list of refusals. */
  refuse: (source: string, external_id: string, reason: string) =>
    recordRefusal(store, { source, external_id, reason }),
  /** Adds input that could not be read to the list of refusals, by its location, e.g. `games.ndjson line 4`. */
  refuseInput: (location: string, reason: string) => refuseInput(store, location, reason),
  /** Deletes the refusals whose location begins with `prefix`, e.g. `games.ndjson line `: before importing them again. */
  clearRefusals: (prefix: string) => clearRefusals(store, prefix),
  /** Warnings of all games, or those with a code, by date and game. */
  warnings: (filter: { code?: string | undefined } = {}) => listWarnings(store, filter),
  /** Refused bundles and unmatched events with the reasons, by source and external id. */
  refusals: () => listRefusals(store),
  /** The identifiers of a source for records of one kind, by our identifier. Records without one are missing. */
  externalIds: (kind: RecordKind, source: string) => selectExternalIds(store, kind, source),
  /**
   * What a source has named so far, by its own identifiers: teams and players, one competition, and the games of one season. A
   * reader of names asks about one that is nearly a known one.
   */
  sourceRecords: (source: string, season: SourceSeason) => selectSourceRecords(callStore, source, season),
  /**
   * Rebuilds every derived row from games and box lines; ingest maintains the same rows. If the signal is aborted, everything stays
   * as it was, and it throws the reason.
   */
  rebuildStatistics: ({ signal }: { signal?: AbortSignal } = {}) => rebuildStatistics(store, signal),
  /**
   * Stores the standings of every season whose games have changed; call it after an import. Otherwise the next call for
   * the standings of a season computes them.
   */
  refreshStandings: () => storeStaleStandings(store),
  /** Whether the database contains no game. */
  isEmpty: () => hasNoGames(store),
  /** What imports have refused or warned of, for those who run the service. */
  imports: {
    /** The seasons with refusals and warnings, and how many; refused input whose season is unknown first. */
    seasons: () => selectSeasonsWithProblems(callStore),
    /**
     * Refusals and warnings of a season, or of input without one (null), from `offset` on: `limit` of them, by default 100, at
     * most 500.
     */
    problems: (season: string | null, { offset = 0, limit }: { offset?: number; limit?: number } = {}) =>
      selectProblems(callStore, season, { offset, limit: limitRows(limit) }),
  },
  /** The stored games with what is missing or doubtful, for those who run the service. */
  games: {
    /**
     * The games of a day of all competitions by tip-off, from `offset` on: `limit` of them, by default 100, at most 500. The default
     * day is the latest one with games up to today, in UTC.
     * @throws ServiceError bad_request for a date that is none
     */
    day: (date?: string, { offset = 0, limit }: { offset?: number; limit?: number } = {}) =>
      selectReviewedDay(callStore.db, now(), date, { offset, limit: limitRows(limit) }),
    /** One game. @throws ServiceError not_found */
    get: (id: string) => requireReviewedGame(callStore.db, now(), id),
  },
})
