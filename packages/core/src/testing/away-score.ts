import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { NoParameters } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { read } from '../trpc.ts'
import { callProcedure } from './call-procedure.ts'
import { selectRows } from '../store/index.ts'

const AwayScore = z.object({ score: z.number(), replica: z.boolean() })

/** The away score of the game that has the highest, and whether a replica answers. */
const getAwayScore = read
  .meta({
    plan: 'free',
    openapi: {
      operationId: 'getAwayScore',
      method: 'GET',
      path: '/away-score',
      tags: ['Test'],
      summary: 'Away score',
      description: 'The highest away score.',
    },
  })
  .input(NoParameters)
  .output(AwayScore)
  .query(async ({ ctx }) => {
    const [row] = await selectRows(
      ctx.store.db,
      AwayScore,
      sql`select coalesce(max(away_score), 0) as score, pg_is_in_recovery() as replica from games`,
    )
    if (row === undefined) throw new Error('no row')
    return row
  })

/** Calls a test operation with a key: the highest away score, and whether a replica answered. */
export const awayScore = async (core: Core, key: string): Promise<z.infer<typeof AwayScore>> =>
  AwayScore.parse(await callProcedure(core, getAwayScore, { key }))
