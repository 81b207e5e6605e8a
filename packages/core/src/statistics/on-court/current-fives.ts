import type { Side } from '../../contract/index.ts'
import type { CourtGame } from './court-rules.ts'
import { isFromBench, seenAtStart } from './infer-period-starters.ts'
import { periodSpans } from './period-spans.ts'
import { replay } from './replay.ts'
import { findSubstitutions } from './substitutions.ts'

/** The five of a side after the latest play; null if they are not certain. */
const findFive = (game: CourtGame, side: Side): readonly string[] | null => {
  const { events, rules } = game
  const lines = game[side]
  const spans = periodSpans(game)
  const current = spans.at(-1)
  const starters = lines.filter(({ starter }) => starter).map(({ player }) => player)
  if (current === undefined || starters.length !== 5) return null
  const changes = findSubstitutions(events, side, spans)
  const own = new Set(lines.map(({ player }) => player))
  // Without the minutes of a whole game, only those who have been seen are known to have begun a later period.
  const isListed = rules.period_starters === 'listed' || spans.length === 1
  const { fives } = isListed
    ? replay(
        spans,
        changes,
        spans.map((_, at) => (at === 0 ? starters : null)),
      )
    : replay(
        [current],
        changes.filter(({ period }) => period === current.period),
        [[...seenAtStart(events, side, current, own).began]],
      )
  const five = fives?.at(-1)
  if (five === undefined || five.players.length !== 5) return null
  const isContradicted = events
    .slice(five.from)
    .some(
      (event) =>
        event.side === side &&
        event.player !== null &&
        own.has(event.player) &&
        !isFromBench(event) &&
        !five.players.includes(event.player),
    )
  return isContradicted ? null : five.players
}

/**
 * The players on court after the latest play of a game in progress, from the starters and the substitutions so far. Null unless both
 * teams have had five at all times, and no other player has an event since the last substitution.
 */
export const currentFives = (game: CourtGame): Record<Side, readonly string[]> | null => {
  const home = findFive(game, 'home')
  const away = home === null ? null : findFive(game, 'away')
  return home === null || away === null ? null : { home, away }
}
