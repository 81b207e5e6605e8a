import { eq, getTableColumns } from 'drizzle-orm'
import { formatClock, StatLine, type BoxScore, type Game, type PlayerLine, type Side } from '../contract/index.ts'
import { boxLines, players, teamBoxes, type Database } from '../store/index.ts'

const selectLines = (db: Database, game: string) =>
  db
    .select({ ...getTableColumns(boxLines), name: players.name })
    .from(boxLines)
    .innerJoin(players, eq(players.id, boxLines.player_id))
    .where(eq(boxLines.game_id, game))
    .orderBy(boxLines.side, boxLines.position)

type LineRow = Awaited<ReturnType<typeof selectLines>>[number]

/** What a row says the player did, in the contract's fields; the rest of it says which game and whose line. */
export const lineFieldsOf = (row: typeof boxLines.$inferSelect): Omit<PlayerLine, 'player'> => {
  const { number, starter, played, seconds, plus_minus } = row
  const minutes = seconds === null ? null : formatClock(seconds)
  return { number, starter, played, minutes, seconds, ...StatLine.parse(row), plus_minus }
}

const toPlayerLine = ({ name, ...row }: LineRow): PlayerLine => ({
  player: { id: row.player_id, name },
  ...lineFieldsOf(row),
})

const selectTeamBoxes = (db: Database, game: string) => db.select().from(teamBoxes).where(eq(teamBoxes.game_id, game))

const totalsOf = (box: typeof teamBoxes.$inferSelect): StatLine | null => (box.has_totals ? StatLine.parse(box) : null)

/** The box score of a game; without lines and totals where none is known. */
export const readBoxScore = async (db: Database, game: Game): Promise<BoxScore> => {
  const lines = await selectLines(db, game.id)
  const boxes = await selectTeamBoxes(db, game.id)
  const teamBox = (side: Side) => {
    const box = boxes.find((found) => found.side === side)
    return {
      team: game[side],
      coach: box?.coach ?? null,
      totals: box === undefined ? null : totalsOf(box),
      players: lines.filter((line) => line.side === side).map(toPlayerLine),
    }
  }
  return { game, home: teamBox('home'), away: teamBox('away') }
}
