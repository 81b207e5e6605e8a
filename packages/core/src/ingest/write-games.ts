import type { CheckedBundle } from '../contract/index.ts'
import { recordChanges } from '../changes/record-queries.ts'
import { sql } from 'drizzle-orm'
import { execute, externalIds, gameRevisions, within, type Database } from '../store/index.ts'
import { findChanges } from './changes.ts'
import { deleteLineUps, insertLineUps, updatePlusMinus, type DerivedLineUps } from './derive/line-ups.ts'
import { changesResult, refreshDerived } from './derive/refresh.ts'
import { refreshTrends } from './derive/team-trends.ts'
import type { KnownRecords } from './identify/known-records.ts'
import { updateQuotes } from './prices/write-quotes.ts'
import { findRevision } from './revisions.ts'
import type { WriteScope } from './scope.ts'
import { deleteReplaced, insertBoxScores, insertPlays, type GameWrite, type Parts } from './write/game-parts.ts'
import { writeGameRows, type GameRow } from './write/game-row.ts'
import { writeRecords, writtenRecords, type MergedRecords } from './write/merge-records.ts'
import { allSettledOrThrow, insertRows, runInOneStatement } from './write/statements.ts'

/** A game to write, and the game and parts that it replaces; undefined if it is new. */
export type Write = GameWrite & {
  stored: GameRow | undefined
  former: Parts
  lineUps: DerivedLineUps | null
  records: MergedRecords
  /** Quotes to add; null deletes the stored ones. */
  quotes: CheckedBundle['quotes']
  /** What the writer may write, if there is one. */
  scope?: WriteScope | undefined
}

/** Stored lines that a write leaves as they are, but for a computed plus/minus that differs now. */
const keptLines = ({ replaced, parts, former }: Write) =>
  parts.lines.filter(({ side, player_id, computed_plus_minus = null }) => {
    if (replaced.has(side)) return false
    const before = former.lines.find((line) => line.player_id === player_id)
    return (before?.computed_plus_minus ?? null) !== computed_plus_minus
  })

/**
 * Writes games with everything derived from them, in few statements, which are sent without waiting for each other, and
 * records what has changed, and the revisions of games that are corrected.
 * @returns the number of the change of each changed game
 */
export const writeGames = async (
  tx: Database,
  given: readonly Write[],
  known: KnownRecords,
  now: Date,
): Promise<ReadonlyMap<string, number>> => {
  const changes = given.map(({ game, stored, parts, former }) => ({
    after: { game, parts },
    before: stored && { game: stored, parts: former },
  }))
  const revisions = changes.map((change) => findRevision(change, now))
  const writes = given.map((write, index) => ({
    ...write,
    game: { ...write.game, revision: revisions[index]?.revision ?? write.game.revision },
  }))
  const corrections = writes.filter(({ stored }) => stored !== undefined)
  const records = writtenRecords(writes.map((write) => write.records))
  const corrected = corrections.map(({ game }) => game.id)
  const named = known.newNames.map(({ id }) => id)
  await allSettledOrThrow(
    ...(corrections.length === 0
      ? []
      : [runInOneStatement(tx, [...deleteReplaced(corrections), ...deleteLineUps(corrected)])]),
    runInOneStatement(tx, [
      ...insertRows(externalIds, known.newNames),
      // Of a game that was there before, the change log shows what it was.
      ...(named.length > 0 ? [sql`delete from former_ids where game is null and ${within(sql`id`, named)}`] : []),
      ...writeRecords(known),
      writeGameRows(writes.map(({ game }) => game)),
      ...insertBoxScores(writes),
      ...insertRows(
        gameRevisions,
        revisions.filter((revision) => revision !== null),
      ),
    ]),
    ...insertPlays(writes).map((insert) => execute(tx, insert)),
    ...insertLineUps(writes.map(({ lineUps }) => lineUps)).map((insert) => execute(tx, insert)),
    ...updatePlusMinus(corrections.flatMap(keptLines)).map((update) => execute(tx, update)),
    refreshDerived(tx, changes, records),
  )
  const repriced = new Set<string>()
  for (const write of writes) for (const id of await updateQuotes(tx, write.game, write.stored, write)) repriced.add(id)
  const states = changes
    .filter(({ after, before }) => repriced.has(after.game.id) || changesResult(after.game, before?.game))
    .flatMap(({ after, before }) => (before === undefined ? [after.game] : [after.game, before.game]))
  await refreshTrends(tx, states, repriced)
  return recordChanges(tx, await findChanges(tx, changes, records, repriced))
}
