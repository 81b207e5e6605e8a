import { sql, type SQL } from 'drizzle-orm'

/** SQL: whether statistics count a game `g`: final, and of a stage that counts (see statistics/counted-stages.ts). */
export const isCounted: SQL = sql`(g.status = 'final' and coalesce(g.stage, '') not in ('preseason', 'all-star'))`
