import { RevisedPart } from '../contract/index.ts'
import { diff } from '../records/json-patch.ts'
import { toVersion } from '../records/read-version.ts'
import type { gameRevisions } from '../store/index.ts'
import { findChangedParts, type WrittenWithParts } from './changes.ts'

/**
 * The revision that a write of a game makes, with what undoes it: the first final score, and from then on every change of a part. A game
 * that was removed continues the numbers of its revisions. Null if it makes none.
 */
export const findRevision = (write: WrittenWithParts, at: Date): typeof gameRevisions.$inferInsert | null => {
  const { after, before } = write
  const { game } = after
  const last = before?.game.revision ?? game.revision
  const revision = { game_id: game.id, revision: last + 1, at }
  const has = { game: true, boxscore: game.has_boxscore, playbyplay: game.has_playbyplay, shots: game.has_shots }
  if (before === undefined || last === 0)
    return game.status === 'final' || last > 0
      ? { ...revision, parts: RevisedPart.options.filter((part) => has[part]), undo: [] }
      : null
  const changed = findChangedParts(write)
  if (!RevisedPart.options.some((part) => changed.has(part))) return null
  const undo = diff(toVersion({ game, ...after.parts }), toVersion({ game: before.game, ...before.parts }))
  return {
    ...revision,
    parts: RevisedPart.options.filter((part) => changed.has(part)),
    undo: undo.filter(({ op }) => op !== 'test'),
  }
}
