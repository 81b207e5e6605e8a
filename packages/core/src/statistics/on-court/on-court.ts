import type { Side } from '../../contract/index.ts'
import { getOpponent, type CountedPossession } from './possessions/possession.ts'
import { countPossessions, type GamePossessions } from './possessions/possessions.ts'
import type { CourtGame } from './court-rules.ts'
import { stints, type GameStints, type Stint } from './stints.ts'

/** Who was on court, and the possessions of the game. */
export type OnCourt = GameStints & GamePossessions

/** The stint in which an event lies; undefined if the team's five are not known. */
const stintAt = (ofTeam: readonly Stint[], index: number): Stint | undefined =>
  ofTeam.find(({ from, to }) => index >= from && index < to)

/**
 * The event whose ten a possession counts for: the one that ended it. Where free throws count for those at the foul, so
 * does a possession that ended with one (pbpstats, `event_for_efficiency_stats`), as its points do.
 */
const countedAt = ({ events, rules }: CourtGame, { ended, end_by }: CountedPossession): number => {
  if (rules.free_throws === 'at_free_throw' || end_by !== 'made_free_throw') return ended
  const foul = events.findLastIndex(({ type }, index) => index < ended && type.endsWith('foul'))
  return foul === -1 ? ended : foul
}

/** Counts a possession of a side for the five of each team that were on court at an event. */
const countPossession = (game: GameStints, side: Side, index: number): void => {
  const [own, opponent] = [stintAt(game[side].stints, index), stintAt(game[getOpponent(side)].stints, index)]
  if (own !== undefined) own.own.possessions += 1
  if (opponent !== undefined) opponent.opponent.possessions += 1
}

/**
 * Everything that the play-by-play tells of who was on court. A possession counts for the ten who were on court when it
 * ended, but for free throws by the rule of the competition.
 */
export const onCourt = (game: CourtGame): OnCourt => {
  const [found, counted] = [stints(game), countPossessions(game)]
  for (const possession of counted.possessions) countPossession(found, possession.side, countedAt(game, possession))
  return { ...found, ...counted }
}
