import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { TieBreak } from '../contract/index.ts'
import { isCounted, periodColumns, PeriodFormat, selectRows, type Database } from '../store/index.ts'

const CourtChoice = z.object({
  regulation_minutes: z.number(),
  tie_break: TieBreak,
})
/** What decides which court a competition is played on. */
export type CourtChoice = z.output<typeof CourtChoice>

/** What decides on which court the games of a competition are played. @throws TypeError if there is none */
export const selectCourt = async (db: Database, competition: string): Promise<CourtChoice> => {
  const [row] = await selectRows(
    db,
    CourtChoice,
    sql`select regulation_minutes, tie_break from competitions where id = ${competition}`,
  )
  if (row === undefined) throw new TypeError(`There is no competition ${competition}.`)
  return row
}

/** The number of periods of a game, and how long they are. @throws TypeError if there is no such game */
export const selectPeriods = async (db: Database, game: string): Promise<PeriodFormat> => {
  const [row] = await selectRows(
    db,
    PeriodFormat,
    sql`select ${periodColumns} from games g join competitions c on c.id = g.competition_id where g.id = ${game}`,
  )
  if (row === undefined) throw new TypeError(`There is no game ${game}.`)
  return row
}

const ShotRow = z.object({
  x_ft: z.number().nullable(),
  y_ft: z.number().nullable(),
  made: z.boolean(),
  value: z.int().nullable(),
})
export type ShotRow = z.output<typeof ShotRow>

/** Shots of the games of a season that statistics count, always in the same order, because it shows in a picture. */
const selectShots = (db: Database, season: string, condition: SQL): Promise<ShotRow[]> =>
  selectRows(
    db,
    ShotRow,
    sql`select shot.x_ft, shot.y_ft, shot.made, shot.value
        from games g join shot_charts chart on chart.game_id = g.id
        cross join lateral jsonb_to_recordset(chart.shots)
          as shot (seq integer, side text, player_id text, x_ft float8, y_ft float8, made boolean, value integer)
        where g.season_id = ${season} and ${isCounted} and ${condition}
        order by g.id, shot.seq`,
  )

/** The shots of a player in a season, for whichever team. */
export const selectPlayerShots = (db: Database, season: string, player: string): Promise<ShotRow[]> =>
  selectShots(
    db,
    season,
    sql`shot.player_id = ${player}
        and exists (select from box_lines line where line.game_id = g.id and line.player_id = ${player})`,
  )

/** The shots of a team in a season. */
export const selectTeamShots = (db: Database, season: string, team: string): Promise<ShotRow[]> =>
  selectShots(
    db,
    season,
    sql`${team} in (g.home_team_id, g.away_team_id)
        and shot.side = case when g.home_team_id = ${team} then 'home' else 'away' end`,
  )

const LeagueShots = z.object({
  x_ft: z.int(),
  y_ft: z.int(),
  value: z.int().nullable(),
  shots: z.int(),
  made: z.int(),
})
/** Shots of all teams of a season from one square foot, of one value. */
export type LeagueShots = z.output<typeof LeagueShots>

/** Games that stand for the league: their shots, about 20,000, tell its rates to a few per mille. */
const LEAGUE_GAMES = 150

/** The shots of the latest counted games of a season, by the square foot. */
export const selectLeagueShots = (db: Database, season: string): Promise<LeagueShots[]> =>
  selectRows(
    db,
    LeagueShots,
    sql`select round(shot.x_ft)::integer as x_ft, round(shot.y_ft)::integer as y_ft, shot.value, count(*)::integer as shots,
          (count(*) filter (where shot.made))::integer as made
        from (
          select chart.shots from games g join shot_charts chart on chart.game_id = g.id
          where g.season_id = ${season} and ${isCounted} order by g.date desc, g.id limit ${LEAGUE_GAMES}) game
        cross join lateral jsonb_to_recordset(game.shots) as shot (x_ft float8, y_ft float8, made boolean, value integer)
        where shot.x_ft is not null and shot.y_ft is not null group by 1, 2, 3 order by 1, 2, 3`,
  )
