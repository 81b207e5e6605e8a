import { getWindow } from '../accounts/window.ts'
import { envelopeSchema, GetTeamForm, TeamForm, type TeamRef } from '../contract/index.ts'
import { requireFilters } from '../competitions/queries.ts'
import {
  gameSeconds,
  mean,
  toOutcome,
  pace,
  possessions,
  ratings,
  recordInOrder,
  toResultLetter,
} from '../statistics/index.ts'
import { read } from '../trpc.ts'
import { requireTeam } from './queries.ts'
import { selectFormGames, findTeam, type FormRow } from './recent-queries.ts'

type FormGame = TeamForm['games'][number]

/** A game of a team; `result` is null for a draw. */
type PlayedGame = Omit<FormGame, 'result'> & { result: FormGame['result'] | null }

/** A game from the side of the team. */
export const toPlayedGame = (team: string, row: FormRow): PlayedGame => {
  const atHome = row.home.id === team
  const outcome = toOutcome(atHome ? 'home' : 'away', row)
  const { points_for, points_against } = outcome
  const gamePossessions = possessions(row.home_box, row.away_box)
  return {
    game: { id: row.id, date: row.date, competition: row.competition },
    venue: outcome.venue,
    opponent: atHome ? row.away : row.home,
    result: toResultLetter(outcome),
    points_for,
    points_against,
    margin: points_for - points_against,
    possessions: gamePossessions,
    pace: pace(gamePossessions, gameSeconds(row), row.competition_minutes),
    ...ratings(points_for, points_against, gamePossessions),
  }
}

/**
 * The pace is the mean over the games. The ratings use the total points and possessions of the games whose possessions
 * are known.
 */
export const summarize = (games: readonly PlayedGame[]): TeamForm['summary'] => {
  const { won, lost } = recordInOrder(games)
  const withPossessions = games.filter((game) => game.possessions !== null)
  const sum = (value: (game: PlayedGame) => number) => withPossessions.reduce((total, game) => total + value(game), 0)
  const totalPossessions = withPossessions.length === 0 ? null : sum((game) => game.possessions ?? 0)
  return {
    games: games.length,
    won,
    lost,
    average_margin: mean(games.map(({ margin }) => margin)),
    pace: mean(games.flatMap((game) => game.pace ?? [])),
    ...ratings(
      sum((game) => game.points_for),
      sum((game) => game.points_against),
      totalPossessions,
    ),
  }
}

/** The games of a team and what they come to. A draw has no result and is left out. */
const toForm = (team: string, rows: FormRow[]): Pick<TeamForm, 'summary' | 'games'> => {
  const games = rows.flatMap((row): FormGame[] => {
    const game = toPlayedGame(team, row)
    const { result } = game
    return result === null ? [] : [{ ...game, result }]
  })
  return { summary: summarize(games), games }
}

export const getTeamForm = read
  .meta({
    plan: 'complete',
    openapi: {
      operationId: 'getTeamForm',
      method: 'GET',
      path: '/teams/{id}/form',
      tags: ['Teams'],
      summary: 'Team form',
      description:
        "Results, pace and ratings of the team's last games, per game and in total. A drawn game has no result and is left out. Preseason and all-star games do not count.",
    },
  })
  .input(GetTeamForm)
  .output(envelopeSchema(TeamForm))
  .query(async ({ ctx, input: { id, last, venue, competition } }) => {
    const { store } = ctx
    const from = getWindow(ctx).from ?? undefined
    const select = () => selectFormGames(store, id, { venue, competition, from, decided: true }, last)
    const respond = (team: TeamRef, rows: FormRow[]) => ({ data: { team, ...toForm(id, rows) }, meta: {} })
    const rows = await select()
    const team = findTeam(id, rows)
    if (team !== undefined) return respond(team, rows)
    await requireFilters(store, { competition })
    return respond(await requireTeam(store, id), await select())
  })
