import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { TeamRatings } from '../statistics/index.ts'
import { isInCountedStage, selectRows, type Database } from '../store/index.ts'

/** SQL: a game `g` as ratings see it. */
export const RATED_COLUMNS = sql`g.date::text, g.home_team_id as home, g.away_team_id as away, g.neutral`
export const Rated = z.object({ date: z.string(), home: z.string(), away: z.string(), neutral: z.boolean() })
const Minutes = z.object({ regulation_minutes: z.number() })

/** The strengths of the teams of a competition from its results before a day. */
export const readRatings = async (db: Database, competition: string, before: string | SQL): Promise<TeamRatings> => {
  const [rules] = await selectRows(
    db,
    Minutes,
    sql`select regulation_minutes from competitions where id = ${competition}`,
  )
  if (rules === undefined) throw new TypeError(`There is no competition ${competition}.`)
  const results = await selectRows(
    db,
    Rated.extend({ home_score: z.number(), away_score: z.number() }),
    sql`select ${RATED_COLUMNS}, g.home_score, g.away_score from games g
        where g.competition_id = ${competition} and g.date < ${before}::date and g.status = 'final' and ${isInCountedStage}
        order by g.date, g.tip_off_order, g.id`,
  )
  const ratings = new TeamRatings(rules.regulation_minutes)
  for (const result of results) ratings.add(result)
  return ratings
}
