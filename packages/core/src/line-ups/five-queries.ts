import { and, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { PlayerRef } from '../contract/index.ts'
import { COURT_COLUMNS } from '../statistics/on-court/columns.ts'
import { fives, isCounted, preparedSelect, selectRows, within, type Store } from '../store/index.ts'
import { lineUpSums, type GameFive } from './line-up-sums.ts'

const Sums = z.record(z.enum(COURT_COLUMNS), z.number())
/** What a team and its opponents did in some of its time. */
export type Sums = z.output<typeof Sums>

const toSums = (values: readonly number[]): Sums =>
  Sums.parse(Object.fromEntries(COURT_COLUMNS.map((name, at) => [name, values[at]])))

/** Nothing, in every column. */
export const NO_SUMS: Sums = toSums(COURT_COLUMNS.map(() => 0))

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
    (select count(*)::integer from fives f where f.team_id = t.id and f.season_id = s.id) as games
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

/** The fives of a team in a season, game by game. */
const fivesOfSeason = preparedSelect((db) =>
  db
    .select({ game: fives.game_id, fives: fives.fives })
    .from(fives)
    .where(and(eq(fives.team_id, sql.placeholder('team')), eq(fives.season_id, sql.placeholder('season'))))
    .orderBy(fives.game_id),
)

const selectFives = async (store: Store, team: string, season: string): Promise<GameFive[]> => {
  const rows = await fivesOfSeason(store)({ team, season })
  return rows.flatMap(({ game, fives }) => fives.map(([players, ...values]) => ({ game, players, values })))
}

const selectPlayerRefs = async ({ db }: Store, ids: readonly string[]): Promise<Map<string, PlayerRef>> => {
  const rows = await selectRows(db, Ref, sql`select id, name from players where ${within(sql`id`, ids)} order by id`)
  return new Map(rows.map((player) => [player.id, player]))
}

/** A line-up of a team, and what both teams did in its time. */
export type LineUp = Sums & { players: PlayerRef[]; games: number }

/** Line-ups of a size, those with the most time first. */
export const selectLineUps = async (
  store: Store,
  { team, season, ...which }: { team: string; season: string; size: number; minSeconds: number; top: number },
): Promise<LineUp[]> => {
  const found = lineUpSums(await selectFives(store, team, season), which)
  const refs = await selectPlayerRefs(store, [...new Set(found.flatMap(({ players }) => players))])
  return found.map(({ players, games, values }) => ({
    ...toSums(values),
    players: players.flatMap((id) => refs.get(id) ?? []),
    games,
  }))
}

/** What a team did in a season with a player on court, and without. */
export const selectOnOff = async (
  store: Store,
  team: string,
  season: string,
  player: string,
): Promise<Record<'on' | 'off', Sums>> => {
  const found = await selectFives(store, team, season)
  const add = (some: readonly GameFive[]): Sums =>
    toSums(COURT_COLUMNS.map((_, at) => some.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)))
  const isOn = ({ players }: GameFive): boolean => players.includes(player)
  return { on: add(found.filter(isOn)), off: add(found.filter((five) => !isOn(five))) }
}
