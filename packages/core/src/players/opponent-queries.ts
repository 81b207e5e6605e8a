import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { boxLines, games, teams } from '../store/index.ts'

/** The other team of the game of a line. */
export const opponent = alias(teams, 'opponent')

/** What joins it to a line and its game. */
export const isOpponent = eq(
  opponent.id,
  sql`case ${boxLines.side} when 'home' then ${games.away_team_id} else ${games.home_team_id} end`,
)
