import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { NoParameters } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { invoke } from '../invoke.ts'
import { operation } from '../operation.ts'
import { selectRows } from '../store/index.ts'

const AwayScore = z.object({ score: z.number(), replica: z.boolean() })

/** The away score of the game that has the highest, and whether a replica answers. */
const getAwayScore = operation(
  {
    plan: 'free',
    path: '/away-score',
    tag: 'Test',
    summary: 'Away score',
    description: 'The highest away score.',
    input: NoParameters,
    output: AwayScore,
  },
  async ({ ctx }) => {
    const [row] = await selectRows(
      ctx.store.db,
      AwayScore,
      sql`select coalesce(max(away_score), 0) as score, pg_is_in_recovery() as replica from games`,
    )
    if (row === undefined) throw new Error('no row')
    return row
  },
)

/** Calls a test operation with a key: the highest away score, and whether a replica answered. */
export const awayScore = (core: Core, key: string): Promise<z.infer<typeof AwayScore>> => {
  const count = () => core.countCall(key, { counts: true })
  const refund = async () => {}
  const write = (output: unknown) => AwayScore.parse(output)
  return invoke(core.context({ counter: { count, refund } }), getAwayScore, { read: () => ({}), write })
}
