type Fields = Record<string, unknown>

/** The ids of the sample teams: Harbour Lions at home, Hill Foxes away. */
export const HOME = 1610000001
export const AWAY = 1610000002

/** The team and name of a sample player: 1 to 5 play at home, 11 to 15 away. */
const getTeam = (player: number): number => (player < 10 ? HOME : AWAY)

/** An action of a live play-by-play; `fields` replace those of a stoppage at the beginning, 0-0. */
export const action = (orderNumber: number, actionType: string, fields: Fields = {}): Fields => ({
  actionNumber: orderNumber,
  orderNumber,
  clock: 'PT12M00.00S',
  timeActual: '2025-11-08T00:40:00.0Z',
  period: 1,
  actionType,
  qualifiers: [],
  personId: 0,
  x: null,
  y: null,
  xLegacy: null,
  yLegacy: null,
  scoreHome: '0',
  scoreAway: '0',
  ...fields,
})

/** An action of a player. */
export const by = (player: number, orderNumber: number, actionType: string, fields: Fields = {}): Fields =>
  action(orderNumber, actionType, { teamId: getTeam(player), personId: player, playerNameI: `N. ${player}`, ...fields })

/** A live play-by-play, 3-2: a three with its assist, a blocked two, a two after a steal. */
export const livePlays = (actions: Fields[] = sampleResponsesActions(), gameId = '0022500061'): Fields => ({
  meta: {},
  game: { gameId, actions },
})

const sampleResponsesActions = (): Fields[] => [
  action(1, 'period', { subType: 'start', description: 'Period Start' }),
  by(1, 2, '3pt', {
    clock: 'PT11M40.50S',
    subType: 'Jump Shot',
    shotResult: 'Made',
    xLegacy: -220,
    yLegacy: 50,
    qualifiers: ['fastbreak'],
    scoreHome: '3',
    description: "N. 1 22' 3PT (3 PTS) (N. 2 1 AST)",
    assistPersonId: 2,
  }),
  by(11, 3, '2pt', {
    clock: 'PT11M20.00S',
    shotResult: 'Missed',
    xLegacy: 0,
    yLegacy: 15,
    scoreHome: '3',
    description: 'MISS N. 11 Layup - blocked',
    blockPersonId: 3,
  }),
  by(3, 4, 'block', { clock: 'PT11M20.00S', scoreHome: '3', description: 'N. 3 BLOCK (1 BLK)' }),
  by(12, 5, '2pt', {
    clock: 'PT00M01.00S',
    period: 4,
    shotResult: 'Made',
    xLegacy: 12,
    yLegacy: -5,
    qualifiers: ['2ndchance', 'fromturnover'],
    scoreHome: '3',
    scoreAway: '2',
    description: 'N. 12 Layup (2 PTS)',
  }),
  action(6, 'period', { clock: 'PT00M00.00S', period: 4, subType: 'end', scoreHome: '3', scoreAway: '2' }),
  action(7, 'game', { clock: 'PT00M00.00S', period: 4, subType: 'end', scoreHome: '3', scoreAway: '2' }),
]

const NOTHING = {
  points: 0,
  twoPointersMade: 0,
  twoPointersAttempted: 0,
  threePointersMade: 0,
  threePointersAttempted: 0,
  freeThrowsMade: 0,
  freeThrowsAttempted: 0,
  reboundsOffensive: 0,
  reboundsDefensive: 0,
  reboundsTotal: 0,
  assists: 0,
  steals: 0,
  turnovers: 0,
  blocks: 0,
  blocksReceived: 0,
  foulsPersonal: 0,
  foulsDrawn: 0,
}

/** A starter of the live box score who played all the time and did nothing, except for `statistics`. */
export const livePlayer = (player: number, statistics: Fields = {}, fields: Fields = {}): Fields => ({
  status: 'ACTIVE',
  personId: player,
  jerseyNum: player === 1 ? '00' : String(player),
  starter: '1',
  oncourt: '1',
  played: '1',
  name: `Name ${player}`,
  statistics: { ...NOTHING, minutes: 'PT48M00.00S', plusMinusPoints: 0, ...statistics },
  ...fields,
})

const liveTeam = (teamId: number, city: string, name: string, score: number, periods: number[], players: Fields[]) => ({
  teamId,
  teamCity: city,
  teamName: name,
  score,
  periods: periods.map((points, at) => ({ period: at + 1, periodType: 'REGULAR', score: points })),
  players,
})

const HOME_SQUAD = [
  livePlayer(1, { points: 3, threePointersMade: 1, threePointersAttempted: 1 }),
  livePlayer(2, { assists: 1 }),
  livePlayer(3, { blocks: 1 }),
  livePlayer(4),
  livePlayer(5),
]
const AWAY_SQUAD = [
  livePlayer(11, { twoPointersAttempted: 1, blocksReceived: 1 }),
  livePlayer(12, { points: 2, twoPointersMade: 1, twoPointersAttempted: 1 }),
  livePlayer(13),
  livePlayer(14),
  livePlayer(15),
]

/**
 * The live box score of the sample game: 7 November 2025, 19:30 in Denver, 3-2.
 *
 * @param totals replace those of the home team
 */
export const liveBox = (fields: Fields = {}, squad: Fields[] = HOME_SQUAD, totals: Fields = {}): Fields => ({
  meta: {},
  game: {
    gameId: '0022500061',
    gameTimeLocal: '2025-11-07T19:30:00-07:00',
    gameTimeUTC: '2025-11-08T02:30:00Z',
    gameStatus: 3,
    gameStatusText: 'Final',
    attendance: 18000,
    arena: { arenaName: 'Hall of the Harbour', arenaTimezone: 'America/Denver' },
    officials: [
      { name: 'Second Referee', assignment: 'OFFICIAL2' },
      { name: 'Crew Chief', assignment: 'OFFICIAL1' },
    ],
    homeTeam: {
      ...liveTeam(HOME, 'Harbour', 'Lions', 3, [3, 0, 0, 0], squad),
      statistics: {
        ...NOTHING,
        points: 3,
        threePointersMade: 1,
        threePointersAttempted: 1,
        assists: 1,
        blocks: 1,
        turnovers: 4,
        turnoversTotal: 5,
        reboundsOffensive: 1,
        reboundsDefensive: 2,
        reboundsTeam: 7,
        reboundsTotal: 10,
        ...totals,
      },
    },
    awayTeam: liveTeam(AWAY, 'Hill', 'Foxes', 2, [0, 0, 0, 2], AWAY_SQUAD),
    ...fields,
  },
})

/** A league schedule of these games. */
export const leagueSchedule = (...games: Fields[]): Fields => ({
  leagueSchedule: { seasonYear: '2025-26', gameDates: [{ gameDate: '11/07/2025 00:00:00', games }] },
})

/** The made-up game in the schedule, before it is played; its gameDateTimeEst ends in Z but is Eastern time. */
export const scheduled = (fields: Fields = {}): Fields => ({
  gameId: '0022500061',
  gameCode: '20251107/HILHRB',
  gameStatus: 1,
  gameStatusText: '9:30 pm ET',
  gameDateEst: '2025-11-07T00:00:00Z',
  gameTimeUTC: '1900-01-01T02:30:00Z',
  gameDateTimeEst: '2025-11-07T21:30:00Z',
  gameDateTimeUTC: '2025-11-08T02:30:00Z',
  seriesText: '',
  postponedStatus: 'A',
  arenaName: 'Hall of the Harbour',
  homeTeam: { teamId: HOME, teamCity: 'Harbour', teamName: 'Lions', score: 0 },
  awayTeam: { teamId: AWAY, teamCity: 'Hill', teamName: 'Foxes', score: 0 },
  ...fields,
})

/** A response of stats.nba.com with the rows of each table, whose columns are those of its first row. */
export const resultSets = (resource: string, tables: Record<string, Fields[]>, parameters: Fields = {}): Fields => ({
  resource,
  parameters,
  resultSets: Object.entries(tables).map(([name, rows]) => {
    const headers = Object.keys(rows[0] ?? {})
    return { name, headers, rowSet: rows.map((row) => headers.map((header) => row[header])) }
  }),
})

const person = (number: number, player: number | null) => ({
  [`PERSON${number}TYPE`]: player === null ? 0 : player < 10 ? 4 : 5,
  [`PLAYER${number}_ID`]: player ?? 0,
  [`PLAYER${number}_NAME`]: player === null ? null : `Name ${player}`,
  [`PLAYER${number}_TEAM_ID`]: player === null ? null : getTeam(player),
})

/** A row of PlayByPlay; `fields` replace those of a row without words at the beginning of the game. */
export const playRow = (EVENTNUM: number, code: [number, number], people: (number | null)[], fields: Fields = {}) => ({
  GAME_ID: '0022500061',
  EVENTNUM,
  EVENTMSGTYPE: code[0],
  EVENTMSGACTIONTYPE: code[1],
  PERIOD: 1,
  PCTIMESTRING: '12:00',
  HOMEDESCRIPTION: null,
  NEUTRALDESCRIPTION: null,
  VISITORDESCRIPTION: null,
  SCORE: null,
  ...person(1, people[0] ?? null),
  ...person(2, people[1] ?? null),
  ...person(3, people[2] ?? null),
  ...fields,
})

/** A play-by-play of stats.nba.com. */
export const statsPlays = (...rows: Fields[]): Fields => resultSets('playbyplay', { PlayByPlay: rows })

const lineScore = (TEAM_ID: number, city: string, nickname: string, points: number[], overtimes: number[]) => ({
  GAME_ID: '0022500061',
  TEAM_ID,
  TEAM_CITY_NAME: city,
  TEAM_NICKNAME: nickname,
  ...Object.fromEntries(points.map((some, at) => [`PTS_QTR${at + 1}`, some])),
  ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`PTS_OT${at + 1}`, overtimes[at] ?? 0])),
  PTS: [...points, ...overtimes].reduce((sum, some) => sum + some, 0),
})

/** The summary of the sample game, the visitor's line first; 3-2 unless there are `overtimes`. */
export const summary = (fields: Fields = {}, overtimes: { home: number[]; away: number[] } = { home: [], away: [] }) =>
  resultSets('boxscoresummary', {
    GameSummary: [
      {
        GAME_DATE_EST: '2025-11-07T00:00:00',
        GAME_ID: '0022500061',
        GAME_STATUS_ID: 3,
        GAME_STATUS_TEXT: 'Final',
        HOME_TEAM_ID: HOME,
        VISITOR_TEAM_ID: AWAY,
        ...fields,
      },
    ],
    OtherStats: [{ TEAM_ID: HOME, TOTAL_TURNOVERS: 5 }],
    Officials: [{ FIRST_NAME: 'Crew', LAST_NAME: 'Chief', JERSEY_NUM: '6   ' }],
    GameInfo: [{ GAME_DATE: 'FRIDAY, NOVEMBER 7, 2025', ATTENDANCE: 18000 }],
    LineScore: [
      lineScore(AWAY, 'Hill', 'Foxes', [0, 0, 0, 2], overtimes.away),
      lineScore(HOME, 'Harbour', 'Lions', [3, 0, 0, 0], overtimes.home),
    ],
  })

/** A row of PlayerStats who played the whole game, except for `fields`. */
export const boxRow = (player: number, fields: Fields = {}): Fields => ({
  GAME_ID: '0022500061',
  TEAM_ID: getTeam(player),
  PLAYER_ID: player,
  PLAYER_NAME: `Name ${player}`,
  START_POSITION: 'F',
  COMMENT: '',
  MIN: '48:00',
  FGM: 1,
  FGA: 3,
  FG3M: 1,
  FG3A: 1,
  FTM: 0,
  FTA: 0,
  OREB: 0,
  DREB: 1,
  REB: 1,
  AST: 0,
  STL: 0,
  BLK: 0,
  TO: 2,
  PF: 1,
  PTS: 3,
  PLUS_MINUS: 1.0,
  ...fields,
})

/** A box score of stats.nba.com. */
export const statsBox = (players: Fields[], teams: Fields[] = [], parameters: Fields = {}): Fields =>
  resultSets('boxscore', { PlayerStats: players, TeamStats: teams }, parameters)

/** A row of a shot chart. */
export const chartRow = (GAME_EVENT_ID: number, player: number, fields: Fields = {}): Fields => ({
  GRID_TYPE: 'Shot Chart Detail',
  GAME_ID: '0022500061',
  GAME_EVENT_ID,
  PLAYER_ID: player,
  PLAYER_NAME: `Name ${player}`,
  TEAM_ID: getTeam(player),
  TEAM_NAME: player < 10 ? 'Harbour Lions' : 'Hill Foxes',
  PERIOD: 1,
  MINUTES_REMAINING: 11,
  SECONDS_REMAINING: 30,
  SHOT_TYPE: '2PT Field Goal',
  LOC_X: 30,
  LOC_Y: 40,
  SHOT_ATTEMPTED_FLAG: 1,
  SHOT_MADE_FLAG: 0,
  GAME_DATE: '20251107',
  ...fields,
})

/** A shot chart. */
export const shotChart = (...rows: Fields[]): Fields => resultSets('shotchartdetail', { Shot_Chart_Detail: rows })

/** A team's row of a game log. */
export const logRow = (TEAM_ID: number, MATCHUP: string, PTS: number, fields: Fields = {}): Fields => ({
  TEAM_ID,
  TEAM_NAME: TEAM_ID === HOME ? 'Harbour Lions' : 'Hill Foxes',
  GAME_ID: '0022500061',
  GAME_DATE: '2025-11-07',
  MATCHUP,
  WL: PTS > 2 ? 'W' : 'L',
  PTS,
  FGM: 1,
  FGA: 2,
  FG3M: PTS - 2,
  FG3A: 1,
  TOV: 4,
  ...fields,
})
