import { insertAudit, type Actor, type AuditAction } from '../accounts/audit-queries.ts'
import { MAX_GAMES_TOGETHER, toDateTime, type GameBundle, type GamePatch } from '../contract/index.ts'
import { enqueueEvents } from '../deliveries/outbox-queries.ts'
import { badRequest } from '../errors.ts'
import { ingestTogether } from '../ingest/ingest.ts'
import { rehearse } from '../ingest/rehearse.ts'
import type { IngestResult } from '../ingest/result.ts'
import { requireReviewedGame, type ReviewedGame } from '../ingest/reviewed-games.ts'
import { checkBundle } from '../ingest/validate.ts'
import { inWriteTransaction, removeStored, reopenStored } from '../ingest/undo/games.ts'
import { mergeRecords, selectName } from '../ingest/undo/records.ts'
import { requireGameRow, type GameRow } from '../ingest/write/game-row.ts'
import type { Database, Store } from '../store/index.ts'
import { openWriteStore } from './once.ts'
import { patchStored } from './patch.ts'
import { selectGameName } from './stored-game-queries.ts'

/** Who corrects something, for the audit log; without `by`, the command line or an embedding app. */
export type CorrectionOptions = { by?: Actor }

/** A correction of a game as it was at its `version`: if it has changed since, nothing is done. Without `version` any is corrected. */
export type GameCorrectionOptions = CorrectionOptions & { version?: number | undefined }

const describeGame = ({ id, home, away, date, status, home_score, away_score }: ReviewedGame): string =>
  `${id} ${home} – ${away}, ${date}, ${status}${home_score === null ? '' : ` ${home_score}–${away_score}`}`

/** Characters that the log has of each value of a field. */
const MAX_VALUE = 100

const describeValue = (value: unknown): string =>
  value == null ? 'none' : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_VALUE)

const CHANGEABLE = [
  'status',
  'home_score',
  'away_score',
  'forfeit_winner',
  'periods',
  'date',
  'tip_off',
  'stage',
  'round',
  'venue',
  'attendance',
  'officials',
  'neutral',
  'counts_in_standings',
  'counts_in_statistics',
  'period_minutes',
] as const satisfies (keyof GameRow)[]

const readValues = ({ periods, tip_off, ...row }: GameRow) => ({
  ...row,
  tip_off: tip_off && toDateTime(tip_off),
  periods: periods && `${periods.home.join(' ')} / ${periods.away.join(' ')}`,
})

/** The columns that differ, with their values before and after. */
const describeChanges = (before: GameRow, after: GameRow): string => {
  const [old, changed] = [readValues(before), readValues(after)]
  return CHANGEABLE.map((name) => [name, describeValue(old[name]), describeValue(changed[name])] as const)
    .filter(([, from, to]) => from !== to)
    .map(([name, from, to]) => `${name} ${from} → ${to}`)
    .join(', ')
}

/** @throws ServiceError bad_request for a game that has changed since */
const requireVersion = (game: ReviewedGame, version: number | undefined): void => {
  if (version !== undefined && version !== game.version)
    throw badRequest('The game has changed since you opened it, so nothing was done. Look at it again.')
}

/** How games are imported together. */
export type ImportOptions = CorrectionOptions & {
  /** What the log calls them, such as the name of their file. */
  name: string
  /** Whether to write them, given the outcome of each as it would be. None is written if one is refused. */
  accept: (results: readonly IngestResult[]) => boolean
  /** As for `ingest`; default: true. */
  notify?: boolean
}

const countOutcomes = (results: readonly IngestResult[]): string => {
  const counts = Map.groupBy(results, ({ outcome }) => outcome)
  return [...counts].map(([outcome, { length }]) => `${length} ${outcome}`).join(', ')
}

const isWritten = ({ outcome }: IngestResult): boolean => outcome === 'created' || outcome === 'updated'

/**
 * Correcting stored games and records by hand: members of a core. Each correction is one transaction, with its entry in `auditLog`.
 *
 * @param callStore the same database with the deadline of calls
 */
export const createCorrections = (store: Store, callStore: Store, now: () => Date) => {
  /** Whoever is signed in waits at a page, so not for long; the command line waits for as long as it takes. */
  const correct = <Result>(by: Actor, work: (tx: Database, now: Date) => Promise<Result>): Promise<Result> =>
    inWriteTransaction(by === null ? store : openWriteStore(callStore), (tx) => work(tx, now()))
  const record = (tx: Database, by: Actor, action: AuditAction, detail: string): Promise<void> =>
    insertAudit(tx, { account: null, by, action, detail })

  return {
    /**
     * Imports up to 500 games in one transaction: all of them, or none if one is refused or `accept` returns false. Returns the outcome of
     * each, and whether they were written.
     * @throws ServiceError bad_request for more games
     * @example const { results } = await core.importTogether(bundles, { name: 'league.xlsx', accept: () => false }) // a preview
     */
    importTogether: async (
      bundles: readonly GameBundle[],
      { by = null, name, accept, notify = true }: ImportOptions,
    ): Promise<{ results: IngestResult[]; imported: boolean }> => {
      if (bundles.length > MAX_GAMES_TOGETHER)
        throw badRequest(`These are ${bundles.length} games; at most ${MAX_GAMES_TOGETHER} are imported together.`)
      const entries = bundles.map((bundle) => checkBundle(bundle, undefined))
      let imported = false
      const write = async (inner: Store): Promise<IngestResult[]> => {
        const results = await ingestTogether(inner, { notify, now }, entries)
        imported = results.every(({ outcome }) => outcome !== 'refused') && accept(results)
        const detail = `${name.slice(0, MAX_VALUE)}: ${countOutcomes(results)}`
        if (imported && results.some(isWritten)) await record(inner.db, by, 'games imported', detail)
        return results
      }
      const results = await rehearse(by === null ? store : openWriteStore(callStore), write, () => imported)
      return { results, imported }
    },
    /**
     * Changes fields of a game as a bundle of its source with only these fields would: omitted fields keep their value,
     * null deletes it. The next bundle that has other values changes them again. Returns whether anything has changed.
     * @throws ServiceError not_found, or bad_request with `details` for values that cannot be, or a game that has changed since
     */
    changeGame: (id: string, fields: GamePatch, { by = null, version }: GameCorrectionOptions = {}) =>
      correct(by, async (tx, now) => {
        const game = await requireReviewedGame(tx, now, id)
        const before = await requireGameRow(tx, id)
        const { outcome } = await patchStored(tx, { id, ...(await selectGameName(tx, id)) }, fields, now)
        if (outcome === 'unchanged') return false
        requireVersion(game, version)
        const changes = describeChanges(before, await requireGameRow(tx, id))
        await record(tx, by, 'game changed', `${describeGame(game)}: ${changes}`)
        return true
      }),
    /**
     * Lets a final game, or one without a result, be scheduled again: its score, periods, box score, events and shots are deleted. One
     * that is scheduled or running stays as it is. Returns whether there was anything to undo.
     * @throws ServiceError not_found, or bad_request for a game that has changed since
     */
    reopenGame: (id: string, { by = null, version }: GameCorrectionOptions = {}) =>
      correct(by, async (tx, now) => {
        const game = await requireReviewedGame(tx, now, id)
        const transitions = await reopenStored(tx, id, now)
        if (transitions === null) return false
        requireVersion(game, version)
        await enqueueEvents(tx, transitions, now)
        await record(tx, by, 'game reopened', describeGame(game))
        return true
      }),
    /**
     * Removes a game as if it had never been imported, with the records that no other game names.
     * @throws ServiceError not_found, or bad_request for a game that has changed since
     */
    removeGame: (id: string, { by = null, version }: GameCorrectionOptions = {}) =>
      correct(by, async (tx, now) => {
        const game = await requireReviewedGame(tx, now, id)
        requireVersion(game, version)
        await removeStored(tx, id, now)
        await record(tx, by, 'game removed', describeGame(game))
      }),
    /**
     * Merges a competition, season, team, player or game into another of its kind, by their ids: its games and identifiers become those of
     * the record that stays, and its id answers with that. Returns whether there was anything to do.
     * @throws ServiceError not_found, or bad_request if the data shows that they are two
     */
    mergeRecords: (from: string, into: string, { by = null }: CorrectionOptions = {}) =>
      correct(by, async (tx, now) => {
        const names = [await selectName(tx, from), await selectName(tx, into)]
        if (!(await mergeRecords(tx, from, into, now))) return false
        await record(tx, by, 'records merged', `${from} ${names[0]} into ${into} ${names[1]}`)
        return true
      }),
  }
}
