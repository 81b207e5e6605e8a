import { setTimeout } from 'node:timers/promises'
import { readOrExplain, type ReadGame } from '../feed.ts'
import { bundleAt, nextChange, type Replay } from './replay.ts'

/** Minimum milliseconds between two polls of the games, at any speed. */
const MIN_PAUSE = 250

/**
 * The bundles of replayed games, as they happen: first all of them as they are in the schedule, then each after it has changed.
 * It ends after the last change.
 */
export async function* playedBundles(
  replay: Replay,
  signal: AbortSignal,
  now: () => number = Date.now,
): AsyncGenerator<ReadGame & { game: string }> {
  const due = new Map(replay.games.map((game) => [game, -Infinity]))
  while (due.size > 0 && !signal.aborted) {
    for (const [game, change] of due) {
      const moment = now()
      if (change > moment) continue
      const next = nextChange(game, moment)
      if (next === null) due.delete(game)
      else due.set(game, next)
      yield { game: game.recorded.game, ...readOrExplain(() => bundleAt(replay.feed, game, moment)) }
      if (signal.aborted) return
    }
    const pause = Math.max(MIN_PAUSE, Math.min(...due.values()) - now())
    if (due.size > 0) await setTimeout(Math.min(pause, 2 ** 31 - 1), undefined, { signal }).catch(() => {})
  }
}
