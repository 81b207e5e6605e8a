import { noteIf, type Note } from '../notes.ts'
import type { Teams } from '../game-parts.ts'
import type { BoxscoreResponse, PlayResponse, PlayRow, PointsResponse, TeamSheet } from './schemas.ts'

/** The codes of the teams by player; the sheets are in the order home, away. A player on both has no team. */
const teamByPlayer = ({ Stats: [home, away] }: BoxscoreResponse, teams: Teams): Map<string, string> => {
  const listIds = ({ PlayersStats }: TeamSheet) => PlayersStats.map((row) => row.Player_ID)
  const [ofHome, ofAway] = [listIds(home), listIds(away)]
  return new Map([
    ...ofHome.filter((id) => !ofAway.includes(id)).map((id) => [id, teams.home] as const),
    ...ofAway.filter((id) => !ofHome.includes(id)).map((id) => [id, teams.away] as const),
  ])
}

type Responses = { box: BoxscoreResponse | null; play: PlayResponse | null; points: PointsResponse | null }

/**
 * Completes events and shots of a player without the code of the team from the score sheets. In two games of 2008-09 the
 * code is "N/D" everywhere but in the Header.
 */
export const withTeamCodes = <Given extends Responses>(
  { box, play, points, ...others }: Given,
  teams: Teams,
): { responses: Omit<Given, keyof Responses> & Responses; notes: Note[] } => {
  const known = box ? teamByPlayer(box, teams) : new Map<string, string>()
  let completed = 0
  const findTeamCode = (code: string, player: string): string => {
    const team = code === '' && player !== '' ? known.get(player) : undefined
    if (team !== undefined) completed += 1
    return team ?? code
  }
  const complete = (rows: PlayRow[]) =>
    rows.map((row) => ({ ...row, CODETEAM: findTeamCode(row.CODETEAM, row.PLAYER_ID) }))
  const responses = {
    ...others,
    box,
    play: play && {
      ...play,
      FirstQuarter: complete(play.FirstQuarter),
      SecondQuarter: complete(play.SecondQuarter),
      ThirdQuarter: complete(play.ThirdQuarter),
      ForthQuarter: complete(play.ForthQuarter),
      ExtraTime: complete(play.ExtraTime),
    },
    points: points && {
      ...points,
      Rows: points.Rows.map((row) => ({ ...row, TEAM: findTeamCode(row.TEAM, row.ID_PLAYER) })),
    },
  }
  return {
    responses,
    notes: noteIf(
      completed,
      'team_code_missing',
      `Events and shots without the code of their team, taken from the player's score sheet: ${completed}.`,
    ),
  }
}
