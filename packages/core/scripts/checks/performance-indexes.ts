import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Core } from '@basketball-data/core'
import type { StatLine } from '@basketball-data/core/contract'
import { performanceIndex } from '@basketball-data/core/statistics'
import { boxLines, games, seasons, teamBoxes } from '../../src/store/index.ts'
import type { Check } from './check.ts'

/** The statistics of a player or a team in a game. */
type Rated = StatLine & { game_id: string; id: string }

const readLines = ({ store: { db } }: Core, season: string): Promise<Rated[]> =>
  db
    .select({ ...getTableColumns(boxLines), id: boxLines.player_id })
    .from(boxLines)
    .where(eq(boxLines.season_id, season))

const readTotals = ({ store: { db } }: Core, season: string): Promise<Rated[]> =>
  db
    .select({ ...getTableColumns(teamBoxes), id: teamBoxes.team_id })
    .from(teamBoxes)
    .innerJoin(games, eq(games.id, teamBoxes.game_id))
    .where(and(eq(games.season_id, season), eq(teamBoxes.has_totals, true)))

/** The numbers of right and of unknown indexes, and a list of the wrong ones. */
type Tally = { right: number; unknown: number; wrong: string[] }

const count = (tally: Tally, { game_id, id, performance_index: stored, ...terms }: Rated): void => {
  const computed = performanceIndex(terms)
  if (stored === null || computed === null) tally.unknown += 1
  else if (stored === computed) tally.right += 1
  else tally.wrong.push(`${game_id} ${id} ${stored}, by the formula ${computed}`)
}

const KINDS = { 'player lines': readLines, 'team totals': readTotals }

/** Compares every stored performance index with the formula, season by season. */
export const checkPerformanceIndexes = async (core: Core, check: Check): Promise<void> => {
  const all = await core.store.db.select({ id: seasons.id }).from(seasons)
  for (const [kind, read] of Object.entries(KINDS)) {
    const tally: Tally = { right: 0, unknown: 0, wrong: [] }
    for (const { id } of all) for (const rated of await read(core, id)) count(tally, rated)
    check(`performance index of ${kind}`, tally, { ...tally, wrong: [] })
  }
}
