import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { competitions, games, sideSeconds, teamBoxes, teams, type Store } from '../store/index.ts'

const home = alias(teams, 'home')
const away = alias(teams, 'away')
const homeBox = alias(teamBoxes, 'home_box')
const awayBox = alias(teamBoxes, 'away_box')

/** What a team form is computed from, of the games given. */
export const selectFormGames = ({ db }: Store, ids: string[]) =>
  db
    .select({
      id: games.id,
      date: games.date,
      competition: { id: competitions.id, name: competitions.name },
      regulation_minutes: competitions.regulation_minutes,
      home: { id: home.id, name: home.name },
      away: { id: away.id, name: away.name },
      home_score: games.home_score,
      away_score: games.away_score,
      home_box: getTableColumns(homeBox),
      away_box: getTableColumns(awayBox),
      home_seconds: sideSeconds(games.id, 'home'),
      away_seconds: sideSeconds(games.id, 'away'),
    })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(home, eq(home.id, games.home_team_id))
    .innerJoin(away, eq(away.id, games.away_team_id))
    .leftJoin(homeBox, and(eq(homeBox.game_id, games.id), eq(homeBox.side, 'home'), eq(homeBox.has_totals, true)))
    .leftJoin(awayBox, and(eq(awayBox.game_id, games.id), eq(awayBox.side, 'away'), eq(awayBox.has_totals, true)))
    .where(inArray(games.id, ids))

/** One of these games. */
export type FormRow = Awaited<ReturnType<typeof selectFormGames>>[number]
