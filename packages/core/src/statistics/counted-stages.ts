import { UNCOUNTED_STAGES } from '../contract/index.ts'

/** The one stage that standings count, where the season names stages. */
export const REGULAR_STAGE = 'regular'

/**
 * Whether statistics count games of this stage: every one but preseason and all-star, so also a stage of the
 * competition's own name and null, where none is named.
 */
export const countsForStatistics = (stage: string | null): boolean =>
  UNCOUNTED_STAGES.every((uncounted) => uncounted !== stage)

/**
 * Whether standings count games of this stage: the regular season; null only in a season that names no stages, because
 * there every game is of its one table. Asked per season: a competition may begin to name them.
 *
 * @param stages_named whether any game of the season has a stage
 */
export const countsForStandings = (stage: string | null, stages_named: boolean): boolean =>
  stage === REGULAR_STAGE || (stage === null && !stages_named)
