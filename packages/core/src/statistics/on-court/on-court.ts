import { opponentOf, type CountedPossession } from './possessions/possession.ts'
import { possessionsOf, type GamePossessions } from './possessions/possessions.ts'
import type { CourtGame } from './court-rules.ts'
import { stints, type GameStints, type Stint } from './stints.ts'

/** Who was on court, and the possessions of the game. */
export type OnCourt = GameStints & GamePossessions

/** The stint in which an event lies; undefined if the team's five are not known. */
const stintAt = (ofTeam: readonly Stint[], index: number): Stint | undefined =>
  ofTeam.find(({ from, to }) => index >= from && index < to)

/** Counts a possession for the ten who were on court when it ended. */
const countPossession = (game: GameStints, { side, last }: CountedPossession): void => {
  const [own, opponent] = [stintAt(game[side].stints, last), stintAt(game[opponentOf(side)].stints, last)]
  if (own !== undefined) own.own.possessions += 1
  if (opponent !== undefined) opponent.opponent.possessions += 1
}

/**
 * Everything that the play-by-play tells of who was on court. A possession counts for the ten who were on court when it
 * ended.
 */
export const onCourt = (game: CourtGame): OnCourt => {
  const [found, counted] = [stints(game), possessionsOf(game)]
  for (const possession of counted.possessions) countPossession(found, possession)
  return { ...found, ...counted }
}
