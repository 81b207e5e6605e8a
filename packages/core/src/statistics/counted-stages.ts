/** Stages that no statistic counts. */
export const UNCOUNTED_STAGES = ['preseason', 'all-star'] as const

/** The one stage that standings count, where the competition names its stages. */
export const REGULAR_STAGE = 'regular'

/**
 * Whether statistics count games of this stage: every one but preseason and all-star, so also a stage of the
 * competition's own name and null, where none is named.
 */
export const countsForStatistics = (stage: string | null): boolean =>
  UNCOUNTED_STAGES.every((uncounted) => uncounted !== stage)

/**
 * Whether standings count games of this stage: the regular season; null only where the competition names no stages,
 * because there every game is of its one table.
 *
 * @param stages_named whether any game of the competition has a stage
 */
export const countsForStandings = (stage: string | null, stages_named: boolean): boolean =>
  stage === REGULAR_STAGE || (stage === null && !stages_named)
