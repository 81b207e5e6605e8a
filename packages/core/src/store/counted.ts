import { sql, type SQL } from 'drizzle-orm'
import { UNCOUNTED_STAGES } from '../contract/index.ts'

/** In the text, as a planner that does not know them plans anew at every call. */
const uncounted = sql.raw(UNCOUNTED_STAGES.map((stage) => `'${stage}'`).join(', '))

/** SQL: whether statistics count a game `g`: final, and of a stage that counts. */
export const isCounted: SQL = sql`(g.status = 'final' and coalesce(g.stage, '') not in (${uncounted}))`
