import { AWAY, HOME } from './sample-game.ts'

type Fields = Record<string, unknown>

/** A row of playbyplayv3 without a person or a team; `fields` replace those of the beginning of the game. */
export const actionV3 = (actionNumber: number, actionType: string, fields: Fields = {}): Fields => ({
  actionNumber,
  clock: 'PT12M00.00S',
  period: 1,
  teamId: 0,
  personId: 0,
  playerName: '',
  playerNameI: '',
  xLegacy: 0,
  yLegacy: 0,
  shotDistance: 0,
  shotResult: '',
  isFieldGoal: 0,
  scoreHome: '',
  scoreAway: '',
  location: '',
  description: '',
  actionType,
  subType: '',
  shotValue: 0,
  actionId: actionNumber,
  ...fields,
})

/** A row of a player: 1 to 5 play at home, 11 to 15 away. Player 1 is "Name1". */
export const byV3 = (player: number, actionNumber: number, actionType: string, fields: Fields = {}): Fields =>
  actionV3(actionNumber, actionType, {
    teamId: player < 10 ? HOME : AWAY,
    personId: player,
    playerName: `Name${player}`,
    playerNameI: `A. Name${player}`,
    location: player < 10 ? 'h' : 'v',
    ...fields,
  })

/** A shot of a player from the basket, missed unless `fields` say otherwise. */
export const shotV3 = (player: number, actionNumber: number, fields: Fields = {}): Fields =>
  byV3(player, actionNumber, fields.shotResult === 'Made' ? 'Made Shot' : 'Missed Shot', {
    subType: 'Layup Shot',
    isFieldGoal: 1,
    shotResult: 'Missed',
    shotValue: 2,
    description: `MISS Name${player} Layup`,
    ...fields,
  })

/** A response of playbyplayv3. */
export const playsV3 = (...actions: Fields[]): Fields => ({
  meta: { version: 1 },
  game: { gameId: '0022500061', videoAvailable: 1, actions },
})

const statisticsV3 = (fields: Fields) => ({
  minutes: '48:00',
  fieldGoalsMade: 0,
  fieldGoalsAttempted: 0,
  threePointersMade: 0,
  threePointersAttempted: 0,
  freeThrowsMade: 0,
  freeThrowsAttempted: 0,
  reboundsOffensive: 0,
  reboundsDefensive: 0,
  reboundsTotal: 0,
  assists: 0,
  steals: 0,
  blocks: 0,
  turnovers: 0,
  foulsPersonal: 0,
  points: 0,
  plusMinusPoints: 0,
  ...fields,
})

/** A starter of boxscoretraditionalv3 who played all the time and did nothing, except for `statistics`. */
export const playerV3 = (player: number, statistics: Fields = {}, fields: Fields = {}): Fields => ({
  personId: player,
  firstName: 'Given',
  familyName: `Name${player}`,
  nameI: `G. Name${player}`,
  position: 'F',
  comment: '',
  jerseyNum: '',
  statistics: statisticsV3(statistics),
  ...fields,
})

/** boxscoretraditionalv3 of the sample game, 3-2. */
export const boxV3 = (home: Fields[], away: Fields[], request = 'http://nba.cloud/games/0022500061/box'): Fields => ({
  meta: { version: 1, request },
  boxScoreTraditional: {
    gameId: '0022500061',
    homeTeamId: HOME,
    awayTeamId: AWAY,
    homeTeam: {
      teamId: HOME,
      teamCity: 'Harbour',
      teamName: 'Lions',
      players: home,
      statistics: statisticsV3({ minutes: '240:00', points: 3, turnovers: 4 }),
    },
    awayTeam: {
      teamId: AWAY,
      teamCity: 'Hill',
      teamName: 'Foxes',
      players: away,
      statistics: statisticsV3({ minutes: '240:00', points: 2 }),
    },
  },
})

/** The sample game as boxscoresummaryv3 and scoreboardv3 both have it: 3-2, at home the winners. */
export const gameV3 = (fields: Fields = {}): Fields => ({
  gameId: '0022500061',
  gameStatus: 3,
  gameStatusText: 'Final',
  gameTimeUTC: '2025-11-08T02:30:00Z',
  gameEt: '2025-11-07T21:30:00Z',
  homeTeam: {
    teamId: HOME,
    teamCity: 'Harbour',
    teamName: 'Lions',
    score: 3,
    periods: [3, 0, 0, 0].map((score, at) => ({ period: at + 1, periodType: 'REGULAR', score })),
  },
  awayTeam: {
    teamId: AWAY,
    teamCity: 'Hill',
    teamName: 'Foxes',
    score: 2,
    periods: [0, 0, 0, 2].map((score, at) => ({ period: at + 1, periodType: 'REGULAR', score })),
  },
  ...fields,
})

/** A response of boxscoresummaryv3. */
export const summaryV3 = (fields: Fields = {}): Fields => ({
  meta: { version: 1 },
  boxScoreSummary: gameV3({
    attendance: 18_000,
    arena: { arenaName: 'Hall of the Harbour' },
    officials: [
      { firstName: 'Second', familyName: 'Referee', assignment: 'OFFICIAL2' },
      { firstName: 'Crew', familyName: 'Chief', assignment: 'OFFICIAL1' },
    ],
    postgameCharts: {
      homeTeam: { statistics: { turnoversTotal: 5 } },
      awayTeam: { statistics: { turnoversTotal: 0 } },
    },
    ...fields,
  }),
})

/** A response of scoreboardv3. */
export const scoreboardV3 = (...games: Fields[]): Fields => ({ meta: { version: 1 }, scoreboard: { games } })
