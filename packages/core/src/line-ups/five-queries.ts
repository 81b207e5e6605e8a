import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { COUNTED } from '../statistics/on-court/columns.ts'
import { isCounted, selectRows, type Store } from '../store/index.ts'

const Sum = z.number()

/** What a team and its opponents did in some of its time. */
const Sums = z.object({
  seconds: Sum,
  points_for: Sum,
  possessions_for: Sum,
  field_goals_made_for: Sum,
  field_goals_attempted_for: Sum,
  three_made_for: Sum,
  three_attempted_for: Sum,
  free_throws_made_for: Sum,
  free_throws_attempted_for: Sum,
  offensive_rebounds_for: Sum,
  defensive_rebounds_for: Sum,
  assists_for: Sum,
  turnovers_for: Sum,
  points_against: Sum,
  possessions_against: Sum,
  field_goals_made_against: Sum,
  field_goals_attempted_against: Sum,
  three_made_against: Sum,
  three_attempted_against: Sum,
  free_throws_made_against: Sum,
  free_throws_attempted_against: Sum,
  offensive_rebounds_against: Sum,
  defensive_rebounds_against: Sum,
  assists_against: Sum,
  turnovers_against: Sum,
})
export type Sums = z.output<typeof Sums>

const summed = sql.raw(
  ['seconds', ...COUNTED.flatMap((name) => [`${name}_for`, `${name}_against`])]
    .map((column) => `sum(f.${column})::integer as ${column}`)
    .join(', '),
)

const Ref = z.object({ id: z.string(), name: z.string() })

const CourtSeason = z.object({
  team: Ref.nullable(),
  season: Ref.nullable(),
  competition: Ref.nullable(),
  last_date: z.string().nullable(),
  /** Games of the team that statistics count, and those of them with exact line-ups. */
  counted: z.int(),
  games: z.int(),
})
/** A team in a season, as line-ups cover it. */
export type CourtSeason = z.output<typeof CourtSeason>

/** The season of a request, or none to choose the latest. */
export type SeasonChoice = { season?: string | undefined; competition?: string | undefined }

const matches = ({ season, competition }: SeasonChoice): SQL =>
  sql`${season === undefined ? sql`true` : sql`s.id = ${season}`} and
      ${competition === undefined ? sql`true` : sql`s.competition_id = ${competition}`}`

const ref = (table: 't' | 's' | 'c'): SQL =>
  sql.raw(
    `case when ${table}.id is null then null else json_build_object('id', ${table}.id, 'name', ${table}.name) end`,
  )

/** SQL: the team `t` in the season `s`, as line-ups cover it. */
const courtSeason = (from: SQL): SQL => sql`
  select ${ref('t')} as team, ${ref('s')} as season, ${ref('c')} as competition, s.last_date::text as last_date,
    (select count(*)::integer from games g
      where g.season_id = s.id and t.id in (g.home_team_id, g.away_team_id) and ${isCounted}) as counted,
    (select count(distinct f.game_id)::integer from fives f where f.team_id = t.id and f.season_id = s.id) as games
  from ${from} left join competitions c on c.id = s.competition_id`

/** A team in the season of the request, or in its latest with box scores; undefined for an unknown team. */
export const selectTeamSeason = async (
  { db }: Store,
  team: string,
  choice: SeasonChoice,
): Promise<CourtSeason | undefined> => {
  const season =
    choice.season === undefined
      ? sql`select s.* from player_seasons played join seasons s on s.id = played.season_id
            where played.team_id = t.id and played.games > 0 and ${matches(choice)}
            order by played.last_date desc, s.start_year desc, s.id limit 1`
      : sql`select s.* from seasons s where ${matches(choice)}`
  const from = sql`teams t left join lateral (${season}) s on true`
  const [row] = await selectRows(db, CourtSeason, sql`${courtSeason(from)} where t.id = ${team}`)
  return row
}

/** The team of a player's latest game in the season of the request, or in the latest; undefined if there is none. */
export const selectPlayerSeason = async (
  { db }: Store,
  player: string,
  choice: SeasonChoice,
): Promise<CourtSeason | undefined> => {
  const played = sql`(
    select p.team_id, p.season_id from player_seasons p join seasons s on s.id = p.season_id
    where p.player_id = ${player} and p.games > 0 and ${matches(choice)}
    order by p.last_date desc, s.start_year desc, s.id, p.team_id limit 1)`
  const from = sql`${played} latest join teams t on t.id = latest.team_id join seasons s on s.id = latest.season_id`
  const [row] = await selectRows(db, CourtSeason, courtSeason(from))
  return row
}

/** The ways to choose `size` of five positions. */
const choices = (size: number, from = 1): number[][] => {
  if (size === 0) return [[]]
  const ways: number[][] = []
  for (let first = from; first <= 6 - size; first++)
    for (const rest of choices(size - 1, first + 1)) ways.push([first, ...rest])
  return ways
}

const LineUpSums = Sums.extend({ players: z.array(Ref), games: z.int() })
export type LineUpSums = z.output<typeof LineUpSums>

/** SQL: the fives of a team in a season, each with `players` in the place of its five, once for each way to choose them. */
const chosen = (size: number, team: string, season: string): SQL => {
  const ofSeason = sql`f.team_id = ${team} and f.season_id = ${season}`
  if (size === 5) return sql`select f.players as chosen, f.* from fives f where ${ofSeason}`
  const ways = choices(size).map((positions) => `(array[${positions.map((at) => `f.players[${at}]`).join()}])`)
  return sql`
    select way.chosen, f.* from fives f cross join lateral (values ${sql.raw(ways.join(', '))}) as way (chosen)
    where ${ofSeason}`
}

/** Line-ups of a size, those with the most time first. Each game is added up first, which counts games without sorting. */
export const selectLineUps = (
  { db }: Store,
  {
    team,
    season,
    size,
    minSeconds,
    top,
  }: { team: string; season: string; size: number; minSeconds: number; top: number },
): Promise<LineUpSums[]> =>
  selectRows(
    db,
    LineUpSums,
    sql`select line_up.*, (
          select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id)
          from players p where p.id = any (line_up.chosen)) as players
        from (
          select f.chosen, count(*)::integer as games, ${summed}
          from (select f.chosen, ${summed} from (${chosen(size, team, season)}) f group by f.chosen, f.game_id) f
          group by f.chosen having sum(f.seconds) >= ${minSeconds}::integer
          order by sum(f.seconds) desc, f.chosen limit ${top}::integer) line_up
        order by line_up.seconds desc, line_up.chosen`,
  )

const OnOffSums = Sums.extend({ on: z.boolean() })

/** What a team did in a season with a player on court, and without; a part without time is missing. */
export const selectOnOff = ({ db }: Store, team: string, season: string, player: string) =>
  selectRows(
    db,
    OnOffSums,
    sql`select f.players @> array[${player}] as on, ${summed}
        from fives f where f.team_id = ${team} and f.season_id = ${season} group by 1`,
  )
