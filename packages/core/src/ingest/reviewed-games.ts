import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { addDays, CalendarDate, dayIn, GameStatus, Periods } from '../contract/index.ts'
import { InvalidValue, notFound } from '../errors.ts'
import { selectRows, type Database } from '../store/index.ts'

const Moment = z
  .string()
  .transform((at) => new Date(at))
  .nullable()

const PARTS = { boxscore: 'box score', playbyplay: 'play-by-play', shots: 'shots' } as const

const HasParts = z.object({ boxscore: z.boolean(), playbyplay: z.boolean(), shots: z.boolean() })

const Row = z.object({
  id: z.string(),
  competition: z.string(),
  season: z.string(),
  time_zone: z.string().nullable(),
  stage: z.string().nullable(),
  round: z.string().nullable(),
  date: z.string(),
  tip_off: Moment,
  status: GameStatus,
  running: z.boolean(),
  home: z.string(),
  away: z.string(),
  home_score: z.number().nullable(),
  away_score: z.number().nullable(),
  forfeit_winner: z.string().nullable(),
  periods: Periods.nullable(),
  has: HasParts,
  usual: HasParts,
  version: z.number(),
  changed_at: Moment,
  warning_count: z.number(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  names: z.array(z.object({ source: z.string(), external_id: z.string() })),
  refusals: z.array(z.object({ source: z.string(), message: z.string(), refused_at: Moment })),
})

/**
 * A stored game with what is missing or doubtful, in sentences. `usual` says which parts final games of its season have; `version` is
 * the number of its latest change and `changed_at` when that was, null if the change log does not know. `warnings` are the first of
 * `warning_count`; `refusals` are bundles of this game that were refused after what is stored; `names` are its identifiers in sources.
 */
export type ReviewedGame = z.infer<typeof Row> & { doubts: string[] }

/** The games of a day, and the days with games before and after it; null if there is none. */
export type ReviewedDay = { date: string; previous: string | null; next: string | null; games: ReviewedGame[] }

/** Hours after which a game that should have begun, or should go on, is doubtful. */
const MAX_DELAY = 4

const listDoubts = (game: z.infer<typeof Row>, now: Date): string[] => {
  const { status, running, date, tip_off, time_zone, changed_at, has, usual } = game
  const past = addDays(now, -MAX_DELAY / 24)
  if (running)
    return changed_at !== null && changed_at < past
      ? [`In progress, but nothing has changed for more than ${MAX_DELAY} hours.`]
      : []
  switch (status) {
    case 'scheduled':
      return (tip_off === null ? date < dayIn(past, time_zone) : tip_off < past)
        ? ['Should have been played by now, but has no score.']
        : []
    case 'final': {
      const missing = (['boxscore', 'playbyplay', 'shots'] as const).filter((part) => usual[part] && !has[part])
      return missing.map((part) => `No ${PARTS[part]}, although other games of the season have it.`)
    }
    case 'no_result':
      return []
  }
}

const MAX_NAMES = 20

/** SQL: whether a final game of a season has a part; with a limit, since `exists` can be planned to read the games of all seasons. */
const isUsual = (part: keyof typeof PARTS): SQL =>
  sql`coalesce((select true from games o where o.season_id = p.season_id and o.status = 'final' and o.${sql.raw(`has_${part}`)} limit 1), false)`

/** Games by tip-off: those that `condition` says of `g`. */
const selectReviewed = async (
  db: Database,
  now: Date,
  condition: SQL,
  { offset = 0, limit = 1, warnings = 100 }: { offset?: number; limit?: number; warnings?: number } = {},
): Promise<ReviewedGame[]> => {
  const rows = await selectRows(
    db,
    Row,
    sql`with page as materialized (
          select g.* from games g where ${condition}
          order by g.tip_off_order, g.id offset ${offset}::integer limit ${limit}::integer
        ), usual as (
          select p.season_id, json_build_object('boxscore', ${isUsual('boxscore')}, 'playbyplay', ${isUsual('playbyplay')},
            'shots', ${isUsual('shots')}) as parts
          from (select distinct season_id from page) p
        )
        select g.id, c.name as competition, s.name as season, c.time_zone, g.stage, g.round, g.date::text as date,
          to_json(g.tip_off) #>> '{}' as tip_off, g.status, g.running, h.name as home, a.name as away, g.home_score, g.away_score,
          g.forfeit_winner, g.periods,
          json_build_object('boxscore', g.has_boxscore, 'playbyplay', g.has_playbyplay, 'shots', g.has_shots) as has, u.parts as usual,
          l.version, to_json(l.at) #>> '{}' as changed_at,
          (select count(*)::integer from warnings w where w.game_id = g.id) as warning_count,
          coalesce((select json_agg(json_build_object('code', w.code, 'message', left(w.message, 1000)) order by w.position)
            from (select * from warnings w where w.game_id = g.id order by w.position limit ${warnings}::integer) w), '[]') as warnings,
          coalesce((select json_agg(json_build_object('source', e.source, 'external_id', e.external_id) order by e.source, e.external_id)
            from (select * from external_ids e where e.id = g.id limit ${MAX_NAMES}) e), '[]') as names,
          coalesce((select json_agg(json_build_object('source', r.source, 'message', r.reason,
              'refused_at', to_json(r.refused_at) #>> '{}') order by r.refused_at desc)
            from (select e.* from external_ids e where e.id = g.id limit ${MAX_NAMES}) e
            join refusals r on r.source = e.source and r.external_id = e.external_id), '[]') as refusals
        from page g join usual u on u.season_id = g.season_id
        join competitions c on c.id = g.competition_id join seasons s on s.id = g.season_id
        join teams h on h.id = g.home_team_id join teams a on a.id = g.away_team_id
        cross join lateral (select coalesce(max(number), 0)::double precision as version, max(at) as at from changes
          where record_id = g.id) l
        order by g.tip_off_order, g.id`,
  )
  return rows.map((row) => ({ ...row, doubts: listDoubts(row, now) }))
}

/** Warnings of a game in the list of a day. */
const FIRST_WARNINGS = 3

const Days = z.object({ previous: z.string().nullable(), next: z.string().nullable(), latest: z.string().nullable() })

export const selectReviewedDay = async (
  db: Database,
  now: Date,
  date: string | undefined,
  page: { offset: number; limit: number },
): Promise<ReviewedDay> => {
  if (date !== undefined && !CalendarDate.safeParse(date).success)
    throw new InvalidValue('date', 'must be a day written YYYY-MM-DD, such as 2026-11-20.')
  const today = dayIn(now, null)
  const latest = sql`(select max(date) from games where date <= ${today}::date)`
  const day = date === undefined ? sql`coalesce(${latest}, ${today}::date)` : sql`${date}::date`
  const [days] = await selectRows(
    db,
    Days,
    sql`select ${day}::text as latest, (select max(date)::text from games where date < ${day}) as previous,
          (select min(date)::text from games where date > ${day}) as next`,
  )
  const shown = days?.latest ?? today
  const games = await selectReviewed(db, now, sql`g.date = ${shown}::date`, { ...page, warnings: FIRST_WARNINGS })
  return { date: shown, previous: days?.previous ?? null, next: days?.next ?? null, games }
}

export const requireReviewedGame = async (db: Database, now: Date, id: string): Promise<ReviewedGame> => {
  const [game] = await selectReviewed(db, now, sql`g.id = ${id}`)
  if (game === undefined) throw notFound('game', id)
  return game
}
