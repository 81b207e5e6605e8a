import { UNCOUNTED_STAGES } from '../contract/index.ts'

/**
 * Whether statistics count games of this stage: all except preseason and all-star. A stage that only this competition has
 * counts, and so does an unnamed stage (null).
 */
export const countsForStatistics = (stage: string | null): boolean =>
  UNCOUNTED_STAGES.every((uncounted) => uncounted !== stage)

/**
 * Whether standings count games of this stage: the regular season. In a season that names no stages, all games count.
 *
 * @param namesStages whether any game of the season has a stage; a competition can introduce them from one season on
 */
export const countsForStandings = (stage: string | null, namesStages: boolean): boolean =>
  stage === 'regular' || (stage === null && !namesStages)
