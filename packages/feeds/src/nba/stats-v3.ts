import { z } from 'zod'
import { Flag, listSchema, Numeral, Padded } from '../schemas.ts'
import { Id, LiveColumns, ScheduleTeam } from './live-schemas.ts'
import type { BoxRow, LineRow, StatsColumns, Summary, TeamRow } from './stats-schemas.ts'

// The responses of stats.nba.com that have objects instead of result sets, as the rows of their second versions.

const Statistics = LiveColumns.extend({
  minutes: Padded,
  fieldGoalsMade: Numeral,
  fieldGoalsAttempted: Numeral,
  reboundsTotal: Numeral,
  plusMinusPoints: Numeral,
})

const BoxTeam = z.object({
  teamId: Id,
  teamCity: Padded,
  teamName: Padded,
  players: listSchema(
    z.object({
      personId: Id,
      firstName: Padded,
      familyName: Padded,
      position: Padded,
      jerseyNum: Padded,
      statistics: Statistics,
    }),
  ),
  statistics: Statistics.nullish(),
})

const toColumns = (of: z.output<typeof Statistics>): StatsColumns => ({
  PTS: of.points,
  FGM: of.fieldGoalsMade,
  FGA: of.fieldGoalsAttempted,
  FG3M: of.threePointersMade,
  FG3A: of.threePointersAttempted,
  FTM: of.freeThrowsMade,
  FTA: of.freeThrowsAttempted,
  OREB: of.reboundsOffensive,
  DREB: of.reboundsDefensive,
  REB: of.reboundsTotal,
  AST: of.assists,
  STL: of.steals,
  BLK: of.blocks,
  TO: of.turnovers,
  TOV: null,
  PF: of.foulsPersonal,
})

/** The game of boxscoretraditionalv3, as rows of PlayerStats and TeamStats. */
export const BoxV3 = z
  .object({ gameId: z.string(), homeTeam: BoxTeam, awayTeam: BoxTeam })
  .transform(({ gameId, homeTeam, awayTeam }) => {
    const both = [homeTeam, awayTeam]
    return {
      game: gameId,
      sides: { home: homeTeam.teamId, away: awayTeam.teamId },
      players: both.flatMap(({ teamId, players }) =>
        players.map((player): BoxRow => ({
          ...toColumns(player.statistics),
          GAME_ID: gameId,
          TEAM_ID: teamId,
          PLAYER_ID: player.personId,
          PLAYER_NAME: `${player.firstName} ${player.familyName}`.trim(),
          START_POSITION: player.position,
          JERSEY_NUM: player.jerseyNum,
          MIN: player.statistics.minutes,
          PLUS_MINUS: player.statistics.plusMinusPoints,
        })),
      ),
      teams: both.flatMap(({ teamId, teamCity, teamName, statistics }): TeamRow[] =>
        statistics
          ? [{ ...toColumns(statistics), GAME_ID: gameId, TEAM_ID: teamId, TEAM_CITY: teamCity, TEAM_NAME: teamName }]
          : [],
      ),
    }
  })

const GameTeam = ScheduleTeam.extend({ periods: listSchema(z.object({ period: Numeral, score: Numeral })) })

const ChartTeam = z.object({ statistics: z.object({ turnoversTotal: Numeral }).nullish() }).nullish()

const toLine = (gameId: string, { teamId, teamCity, teamName, score, periods }: z.output<typeof GameTeam>): LineRow => {
  const points = periods.toSorted((a, b) => (a.period ?? 0) - (b.period ?? 0)).map((period) => period.score)
  const [quarters, overtimes] = [points.slice(0, 4), points.slice(4)]
  return { GAME_ID: gameId, TEAM_ID: teamId, city: teamCity, nickname: teamName, PTS: score, quarters, overtimes }
}

/** The game of boxscoresummaryv3, or one of scoreboardv3, which has less. */
export const GameV3 = z
  .object({
    gameId: z.string(),
    gameStatus: Numeral,
    gameStatusText: Padded,
    gameTimeUTC: Padded,
    // Ends in Z but is Eastern time.
    gameEt: Padded,
    isNeutral: Flag,
    homeTeam: GameTeam,
    awayTeam: GameTeam,
    arena: z.object({ arenaName: Padded }).nullish(),
    attendance: Numeral,
    officials: listSchema(z.object({ firstName: Padded, familyName: Padded, assignment: Padded })),
    postgameCharts: z.object({ homeTeam: ChartTeam, awayTeam: ChartTeam }).nullish(),
  })
  .transform(({ gameId, homeTeam, awayTeam, ...of }): Summary => {
    const turnovers = (team: 'homeTeam' | 'awayTeam') => of.postgameCharts?.[team]?.statistics?.turnoversTotal ?? null
    return {
      header: {
        GAME_ID: gameId,
        GAME_DATE_EST: of.gameEt,
        GAME_STATUS_ID: of.gameStatus,
        GAME_STATUS_TEXT: of.gameStatusText,
        HOME_TEAM_ID: homeTeam.teamId,
        VISITOR_TEAM_ID: awayTeam.teamId,
        ARENA_NAME: of.arena?.arenaName ?? '',
        tip_off: of.gameTimeUTC,
        neutral: of.isNeutral,
      },
      lines: [toLine(gameId, homeTeam), toLine(gameId, awayTeam)],
      officials: of.officials
        .toSorted((a, b) => (a.assignment < b.assignment ? -1 : 1))
        .map(({ firstName, familyName }) => ({ FIRST_NAME: firstName, LAST_NAME: familyName })),
      info: of.attendance === null ? null : { ATTENDANCE: of.attendance },
      other: [
        { TEAM_ID: homeTeam.teamId, TOTAL_TURNOVERS: turnovers('homeTeam') },
        { TEAM_ID: awayTeam.teamId, TOTAL_TURNOVERS: turnovers('awayTeam') },
      ],
    }
  })
