import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  NullableMoment,
  isInCountedStage,
  isRegular,
  periodColumns,
  PeriodFormat,
  playByPlays,
  selectRows,
  type Database,
  type StoredEvent,
} from '../store/index.ts'
import { Rated, RATED_COLUMNS } from '../standings/rating-queries.ts'
import type { RatedGame } from '../statistics/index.ts'

const Forecast = z.object({
  game: z.string(),
  home_win_probability: z.number(),
  expected_margin: z.number(),
  model: z.string(),
})

const Seal = z.object({ seal: z.string(), sealed_at: NullableMoment })

/** SQL: a moment in milliseconds of Unix time. */
const toMilliseconds = (moment: SQL): SQL => sql`(extract(epoch from ${moment}) * 1000)::float8`

const FORECAST_COLUMNS = sql`f.home_win_probability, f.expected_margin, f.model`
const SEAL_COLUMNS = sql`s.seal, ${toMilliseconds(sql`s.sealed_at`)} as sealed_at`

/** SQL: the id of a record, and those of the records that were merged into it, whose rows stay as they were sealed. */
const listIds = (id: SQL): SQL => sql`(select ${id} union all select id from former_ids where record_id = ${id})`

/** The seal of a day, and its forecasts by game id; undefined if the day is not sealed. */
export const selectSealedDay = async (db: Database, competition: string, date: string) => {
  const id = sql`${competition}::text`
  const [sealed] = await selectRows(
    db,
    Seal.extend({ competition_id: z.string() }),
    sql`select s.competition_id, ${SEAL_COLUMNS} from forecast_seals s
        where s.competition_id in ${listIds(id)} and s.date = ${date}::date
        order by s.competition_id = ${id} desc, s.sealed_at, s.competition_id limit 1`,
  )
  if (sealed === undefined) return undefined
  const { competition_id, ...seal } = sealed
  const forecasts = await selectRows(
    db,
    Forecast,
    sql`select f.game_id as game, ${FORECAST_COLUMNS} from forecasts f
        where f.competition_id = ${competition_id} and f.date = ${date}::date order by f.game_id`,
  )
  return { ...seal, forecasts }
}

/**
 * SQL: the forecast `f` of a game `g`, or of one that was merged into it, from the side of the team that is at home now; no row if it was
 * made for other teams. Its numbers are decimal, as they were sealed.
 */
const FORECAST_OF_GAME = sql`lateral (
  select f.competition_id, f.date, f.model, f.made_at,
    case when f.home_team_id = g.home_team_id then f.home_win_probability
      else (1 - f.home_win_probability::numeric)::float8 end as home_win_probability,
    case when f.home_team_id = g.home_team_id then f.expected_margin else 0 - f.expected_margin end as expected_margin
  from forecasts f
  where f.game_id in ${listIds(sql`g.id`)}
    and (f.home_team_id, f.away_team_id) in ((g.home_team_id, g.away_team_id), (g.away_team_id, g.home_team_id))
  order by f.game_id = g.id desc, f.made_at, f.game_id limit 1
) f`

/** The forecast of a game with its seal; undefined if none was made in time for its teams. */
export const selectForecast = async (db: Database, game: string) => {
  const [forecast] = await selectRows(
    db,
    Forecast.omit({ game: true }).extend({ ...Seal.shape, made_at: NullableMoment }),
    sql`select ${FORECAST_COLUMNS}, ${toMilliseconds(sql`f.made_at`)} as made_at, ${SEAL_COLUMNS}
        from games g cross join ${FORECAST_OF_GAME} join forecast_seals s on s.competition_id = f.competition_id and s.date = f.date
        where g.id = ${game}`,
  )
  return forecast
}

const RulesOfGame = PeriodFormat.extend({ ...Rated.shape, competition: z.string() })

/** A game as ratings see it, and its periods. @throws TypeError if there is no such game */
export const selectRatedGame = async (
  db: Database,
  id: string,
): Promise<RatedGame & PeriodFormat & { competition: string }> => {
  const [game] = await selectRows(
    db,
    RulesOfGame,
    sql`select ${RATED_COLUMNS}, g.competition_id as competition, ${periodColumns}
        from games g join competitions c on c.id = g.competition_id where g.id = ${id}`,
  )
  if (game === undefined) throw new TypeError(`There is no game ${id}.`)
  return game
}

/** The games of a day that are to be forecast: those that have no forecast from a day to which they were scheduled before. */
export const selectGamesToForecast = (db: Database, competition: string, date: string) =>
  selectRows(
    db,
    Rated.extend({ id: z.string(), regulation_minutes: z.number() }),
    sql`select g.id, ${RATED_COLUMNS}, c.regulation_minutes from games g join competitions c on c.id = g.competition_id
        where g.competition_id = ${competition} and g.date = ${date}::date and g.status = 'scheduled' and ${isInCountedStage}
          and not exists (select from forecasts f where f.game_id in ${listIds(sql`g.id`)})
        order by g.id`,
  )

const Day = z.object({ competition: z.string(), date: z.string() })

/**
 * The days without a seal whose first tip-off is between two moments. A game without a tip-off counts from the beginning of its day
 * in the time zone of its competition, and so does one whose tip-off is far from its day: it was moved by its date alone. A day on
 * which a game has begun is none of them.
 */
export const selectDaysBetween = (db: Database, from: Date, to: Date) => {
  const [first, last] = [sql`${from.toISOString()}::timestamptz`, sql`${to.toISOString()}::timestamptz`]
  const day = sql`(g.date::timestamp at time zone coalesce(c.time_zone, 'UTC'))`
  const isOnDay = sql`g.tip_off >= ${day} - interval '24 hours' and g.tip_off < ${day} + interval '48 hours'`
  const start = sql`case when ${isOnDay} then g.tip_off else ${day} end`
  return selectRows(
    db,
    Day,
    sql`select g.competition_id as competition, g.date::text from games g join competitions c on c.id = g.competition_id
        where g.date between (${first} at time zone 'UTC')::date - 2 and (${last} at time zone 'UTC')::date + 2
          and g.status <> 'no_result'
          and not exists (select from forecast_seals s where s.date = g.date and s.competition_id in ${listIds(sql`g.competition_id`)})
        group by g.competition_id, g.date
        having min(${start}) > ${first} and min(${start}) <= ${last} and bool_and(g.status = 'scheduled' and not g.running)
        order by g.date, g.competition_id`,
  )
}

const NamedSeason = z.object({ id: z.string(), name: z.string(), start_year: z.number() })
const Competition = z.object({
  id: z.string(),
  name: z.string(),
  regulation_minutes: z.number(),
  seasons: z.array(NamedSeason),
})

/** All competitions with their seasons, oldest first. */
export const selectCompetitions = (db: Database) =>
  selectRows(
    db,
    Competition,
    sql`select c.id, c.name, c.regulation_minutes,
          json_agg(json_build_object('id', s.id, 'name', s.name, 'start_year', s.start_year) order by s.start_year, s.id) as seasons
        from competitions c join seasons s on s.competition_id = c.id group by c.id order by c.name, c.id`,
  )

const Played = PeriodFormat.extend({
  ...Rated.shape,
  id: z.string(),
  season: z.string(),
  home_score: z.number(),
  away_score: z.number(),
  in_table: z.boolean(),
  home_win_probability: z.number().nullable(),
  expected_margin: z.number().nullable(),
})
/** A result with its forecast; `in_table`: the standings count it. */
export type Played = z.infer<typeof Played>

/** The results that ratings are made from, in their order, each with its sealed forecast if it has one. */
export const selectResults = (db: Database, competition: string) =>
  selectRows(
    db,
    Played,
    sql`select g.id, g.season_id as season, ${RATED_COLUMNS}, ${periodColumns}, g.home_score, g.away_score,
          g.counts_in_standings and ${isRegular} as in_table, f.home_win_probability, f.expected_margin
        from games g join competitions c on c.id = g.competition_id left join ${FORECAST_OF_GAME} on true
        where g.competition_id = ${competition} and g.status = 'final' and ${isInCountedStage}
        order by g.date, g.tip_off_order, g.id`,
  )

/** The events of a game as stored; none without a play-by-play. */
export const selectEvents = async (db: Database, game: string): Promise<readonly StoredEvent[]> => {
  const [row] = await db.select().from(playByPlays).where(eq(playByPlays.game_id, game))
  return row?.events ?? []
}
