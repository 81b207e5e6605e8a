import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { InexactReason, MendedNote } from '../contract/index.ts'
import { isCounted, selectRows, within, type Store } from '../store/index.ts'

const Ref = z.object({ id: z.string(), name: z.string() })
const SeasonRow = z.object({ season: Ref, competition: Ref })

/** Every season with its competition, by the name of the competition and the year. */
export const selectSeasons = ({ db }: Store) =>
  selectRows(
    db,
    SeasonRow,
    sql`select json_build_object('id', s.id, 'name', s.name) as season, json_build_object('id', c.id, 'name', c.name) as competition
        from seasons s join competitions c on c.id = s.competition_id order by c.name, s.start_year, s.id`,
  )

const Stints = z.array(
  z.object({
    start: z.number(),
    end: z.number(),
    players: z.array(z.string()),
    points_for: z.number(),
    points_against: z.number(),
  }),
)

const GameRow = z.object({
  id: z.string(),
  date: z.string(),
  home: z.string(),
  away: z.string(),
  exact: z.boolean(),
  reasons: z.array(InexactReason),
  notes: z.array(MendedNote),
  stints: z.object({ home: Stints, away: Stints }),
  possessions: z.array(z.object({ period: z.number(), side: z.enum(['home', 'away']) })),
  alternating: z.boolean(),
  doubtful_periods: z.array(z.number()),
})
export type GameRow = z.output<typeof GameRow>

const Line = z.object({
  game_id: z.string(),
  player_id: z.string(),
  name: z.string(),
  seconds: z.number().nullable(),
  plus_minus: z.number().nullable(),
})
export type Line = z.output<typeof Line>

/** How many games of a season count, and how many of them have a play-by-play. */
export const countGames = async ({ db }: Store, season: string): Promise<{ games: number; with_events: number }> => {
  const [row] = await selectRows(
    db,
    z.object({ games: z.number(), with_events: z.number() }),
    sql`select count(*)::integer as games, count(*) filter (where g.has_playbyplay)::integer as with_events
        from games g where g.season_id = ${season} and ${isCounted}`,
  )
  return row ?? { games: 0, with_events: 0 }
}

/** The ids of the games of a season that count and have line-ups, oldest first. */
export const selectGameIds = async ({ db }: Store, season: string): Promise<string[]> =>
  (
    await selectRows(
      db,
      z.object({ id: z.string() }),
      sql`select g.id from games g join line_ups l on l.game_id = g.id
          where g.season_id = ${season} and ${isCounted} order by g.date, g.tip_off_order, g.id`,
    )
  ).map(({ id }) => id)

/** The line-ups of games, oldest first, and the lines of those who played in them. */
export const selectGames = async (
  { db }: Store,
  ids: readonly string[],
): Promise<{ games: GameRow[]; lines: Line[] }> => {
  const games = await selectRows(
    db,
    GameRow,
    sql`select g.id, g.date::text as date, h.name as home, a.name as away, l.exact, l.reasons, l.notes, l.stints,
          l.possessions, l.alternating, to_json(l.doubtful_periods) as doubtful_periods
        from games g join line_ups l on l.game_id = g.id
        join teams h on h.id = g.home_team_id join teams a on a.id = g.away_team_id
        where ${within(sql`g.id`, ids)} order by g.date, g.tip_off_order, g.id`,
  )
  const lines = await selectRows(
    db,
    Line,
    sql`select l.game_id, l.player_id, p.name, l.seconds, l.plus_minus from box_lines l join players p on p.id = l.player_id
        where l.played and ${within(sql`l.game_id`, ids)}`,
  )
  return { games, lines }
}
