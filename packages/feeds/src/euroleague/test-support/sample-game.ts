import type { GameResponses } from '../responses.ts'

type Fields = Record<string, unknown>

/** A row of the play-by-play as the feed pads it; `fields` replace those of an unscored event in minute 1. */
export const playRow = (PLAYTYPE: string, fields: Fields = {}): Fields => ({
  TYPE: 0,
  CODETEAM: '          ',
  PLAYER_ID: '          ',
  PLAYTYPE,
  PLAYER: null,
  TEAM: null,
  DORSAL: null,
  MINUTE: 1,
  MARKERTIME: '',
  POINTS_A: null,
  POINTS_B: null,
  COMMENT: '',
  PLAYINFO: '',
  ...fields,
})

/** An event of a player of the sample game: number 1 to 5 at home (HRB), 11 to 15 away (HIL). */
export const byPlayer = (PLAYTYPE: string, number: number, MARKERTIME: string, fields: Fields = {}): Fields =>
  playRow(PLAYTYPE, {
    CODETEAM: number < 10 ? 'HRB       ' : 'HIL       ',
    PLAYER_ID: `P${900000 + number}   `,
    PLAYER: `PLAYER, NUMBER ${number}`,
    MARKERTIME,
    ...fields,
  })

/** A play-by-play of the sample teams; events are numbered in order. */
export const playByPlay = (quarters: Fields[][], extraTime: Fields[] | null = [], fields: Fields = {}): Fields => {
  let number = 0
  const numbered = (rows: Fields[]) => rows.map((row) => ({ NUMBEROFPLAY: (number += 1), ...row }))
  const [first = [], second = [], third = [], fourth = []] = quarters.map(numbered)
  return {
    Live: false,
    TeamA: 'Harbour Lions',
    TeamB: 'Hill Foxes BC',
    CodeTeamA: 'HRB       ',
    CodeTeamB: 'HIL       ',
    ActualQuarter: 4,
    FirstQuarter: first,
    SecondQuarter: second,
    ThirdQuarter: third,
    ForthQuarter: fourth,
    ExtraTime: extraTime && numbered(extraTime),
    ...fields,
  }
}

/** A shot of the sample game. */
export const shotRow = (NUM_ANOT: number, number: number, ID_ACTION: string, fields: Fields = {}): Fields => ({
  NUM_ANOT,
  TEAM: number < 10 ? 'HRB       ' : 'HIL       ',
  ID_PLAYER: `P${900000 + number}   `,
  PLAYER: `PLAYER, NUMBER ${number}`,
  ID_ACTION,
  ACTION: 'Two Pointer ',
  POINTS: 0,
  COORD_X: 0,
  COORD_Y: 610,
  ZONE: 'D',
  FASTBREAK: '0',
  SECOND_CHANCE: '0',
  POINTS_OFF_TURNOVER: '0',
  MINUTE: 1,
  CONSOLE: '09:40',
  POINTS_A: 0,
  POINTS_B: 0,
  UTC: '20221110190100',
  ...fields,
})

const NOTHING = {
  Points: 0,
  FieldGoalsMade2: 0,
  FieldGoalsAttempted2: 0,
  FieldGoalsMade3: 0,
  FieldGoalsAttempted3: 0,
  FreeThrowsMade: 0,
  FreeThrowsAttempted: 0,
  OffensiveRebounds: 0,
  DefensiveRebounds: 0,
  TotalRebounds: 0,
  Assistances: 0,
  Steals: 0,
  Turnovers: 0,
  BlocksFavour: 0,
  BlocksAgainst: 0,
  FoulsCommited: 0,
  FoulsReceived: 0,
  Valuation: 0,
}

/** A row of the box score: a starter who played the whole game and did nothing, except for `fields`. */
export const boxRow = (number: number, fields: Fields = {}): Fields => ({
  Player_ID: `P${900000 + number}   `,
  IsStarter: 1,
  IsPlaying: 1,
  Team: number < 10 ? 'HRB' : 'HIL',
  Dorsal: String(number),
  Player: `PLAYER, NUMBER ${number}`,
  Minutes: '40:00',
  ...NOTHING,
  Plusminus: 0,
  ...fields,
})

const sheet = (Team: string, Coach: string, PlayersStats: Fields[], total: Fields): Fields => ({
  Team,
  Coach,
  PlayersStats,
  tmr: {
    Player_ID: 'Team',
    Player: 'Team',
    Minutes: null,
    ...NOTHING,
    OffensiveRebounds: 1,
    TotalRebounds: 1,
    Valuation: 1,
  },
  totr: { Minutes: '200:00', ...NOTHING, OffensiveRebounds: 1, TotalRebounds: 1, ...total },
})

const HOME = [
  boxRow(1, { Points: 4, FieldGoalsMade2: 2, FieldGoalsAttempted2: 2, Valuation: 4 }),
  boxRow(2, { Points: 3, FieldGoalsMade3: 1, FieldGoalsAttempted3: 2, Assistances: 1, Valuation: 3 }),
  boxRow(3),
  boxRow(4),
  boxRow(5),
]
const AWAY = [
  boxRow(11, { Points: 3, FieldGoalsMade3: 1, FieldGoalsAttempted3: 1, Valuation: 3 }),
  boxRow(12, { Points: 2, FieldGoalsMade2: 1, FieldGoalsAttempted2: 1, Valuation: 2 }),
  boxRow(13),
  boxRow(14),
  boxRow(15),
]

/** The box score of the sample game, with `home` as the rows of the home team. */
export const boxscore = (home: Fields[] = HOME, fields: Fields = {}): Fields => ({
  Live: false,
  Referees: 'FIRST, ANA,SECOND, BO, THIRD, CY',
  Attendance: '1234',
  ByQuarter: [
    { Team: 'HARBOUR LIONS', Quarter1: 2, Quarter2: 0, Quarter3: 3, Quarter4: 2 },
    { Team: 'HILL FOXES BC', Quarter1: 0, Quarter2: 3, Quarter3: 0, Quarter4: 2 },
  ],
  EndOfQuarter: [
    { Team: 'HARBOUR LIONS', Quarter1: 2, Quarter2: 2, Quarter3: 5, Quarter4: 7 },
    { Team: 'HILL FOXES BC', Quarter1: 0, Quarter2: 3, Quarter3: 3, Quarter4: 5 },
  ],
  Stats: [
    sheet('HARBOUR LIONS', 'TRAINER, TJ', home, {
      Points: 7,
      FieldGoalsMade2: 2,
      FieldGoalsAttempted2: 2,
      FieldGoalsMade3: 1,
      FieldGoalsAttempted3: 2,
      Assistances: 1,
      Valuation: 8,
    }),
    sheet('HILL FOXES BC', 'MENTOR, MIA', AWAY, {
      Points: 5,
      FieldGoalsMade2: 1,
      FieldGoalsAttempted2: 1,
      FieldGoalsMade3: 1,
      FieldGoalsAttempted3: 1,
      Valuation: 6,
    }),
  ],
  ...fields,
})

/** The Header of the sample game: 10 November 2022, 20:00 in central Europe, 7-5. */
export const header = (fields: Fields = {}): Fields => ({
  Live: false,
  Round: '7',
  Date: '10/11/2022',
  Hour: '20:00 ',
  Stadium: 'PALACE OF THE HARBOUR',
  Capacity: '1234',
  TeamA: 'HARBOUR LIONS',
  TeamB: 'HILL FOXES BC',
  CodeTeamA: 'HRB',
  CodeTeamB: 'HIL',
  CoachA: 'TRAINER, TJ',
  CoachB: 'MENTOR, MIA',
  ScoreA: '7',
  ScoreB: '5',
  ScoreQuarter1A: 2,
  ScoreQuarter2A: 2,
  ScoreQuarter3A: 5,
  ScoreQuarter4A: 7,
  ScoreExtraTimeA: 0,
  ScoreQuarter1B: 0,
  ScoreQuarter2B: 3,
  ScoreQuarter3B: 3,
  ScoreQuarter4B: 5,
  ScoreExtraTimeB: 0,
  Phase: 'REGULAR SEASON',
  PhaseReducedName: 'R S ',
  CompetitionReducedName: 'E2022     ',
  pcom: 'E2022     ',
  Referee1: 'FIRST, ANA',
  Referee2: 'SECOND, BO',
  Referee3: 'THIRD, CY',
  ...fields,
})

const club = (code: string, name: string, score: number, partials: number[]): Fields => ({
  club: { code, name, abbreviatedName: name, tvCode: code, isVirtual: false },
  score,
  standingsScore: score,
  partials: {
    partials1: partials[0],
    partials2: partials[1],
    partials3: partials[2],
    partials4: partials[3],
    extraPeriods: {},
  },
})

/** The made-up game in the schedule. */
export const schedule = (fields: Fields = {}): Fields => ({
  identifier: 'E2022_61',
  gameCode: 61,
  season: { name: 'EuroLeague 2022-23', code: 'E2022', competitionCode: 'E', year: 2022 },
  phaseType: { code: 'RS', alias: 'REGULAR SEASON', name: 'Regular Season', isGroupPhase: false },
  round: 7,
  played: true,
  date: '2022-11-10T20:00:00',
  localDate: '2022-11-10T21:00:00',
  utcDate: '2022-11-10T19:00:00Z',
  localTimeZone: 2,
  confirmedDate: true,
  confirmedHour: true,
  local: club('HRB', 'Harbour Lions', 7, [2, 0, 3, 2]),
  road: club('HIL', 'Hill Foxes BC', 5, [0, 3, 0, 2]),
  audience: 1234,
  audienceConfirmed: true,
  referee1: { code: 'A', name: 'FIRST, ANA' },
  referee2: { code: 'B', name: 'SECOND, BO ' },
  referee3: { code: 'C', name: 'THIRD, CY' },
  referee4: null,
  venue: { name: 'PALACE OF THE HARBOUR', code: 'HRB', capacity: 5000 },
  gameStatus: 'Confirmed',
  winner: { code: 'HIL' },
  ...fields,
})

/** The play-by-play of the sample game. */
export const plays = (): Fields =>
  playByPlay([
    [
      playRow('BP', { PLAYINFO: 'Begin Period' }),
      playRow('JB', { CODETEAM: 'HRB       ', MARKERTIME: '09:59' }),
      byPlayer('2FGM', 1, '09:40', { POINTS_A: 2, PLAYINFO: 'Two Pointer (1/1 -  2 pt)' }),
      byPlayer('AS', 2, '09:40', { PLAYINFO: 'Assist (1)' }),
      playRow('EP', { MINUTE: 11, PLAYINFO: 'End Period' }),
    ],
    [
      playRow('BP', { MINUTE: 11 }),
      byPlayer('3FGM', 11, '08:30', { MINUTE: 12, POINTS_A: 2, POINTS_B: 3 }),
      playRow('EP', { MINUTE: 21 }),
    ],
    [
      playRow('BP', { MINUTE: 21 }),
      byPlayer('3FGA', 2, '05:05', { MINUTE: 25 }),
      playRow('O', { CODETEAM: 'HRB       ', MINUTE: 25, MARKERTIME: '05:03' }),
      byPlayer('3FGM', 2, '04:50', { MINUTE: 26, POINTS_A: 5, POINTS_B: 3 }),
      playRow('EP', { MINUTE: 31 }),
    ],
    [
      playRow('BP', { MINUTE: 31 }),
      byPlayer('2FGM', 12, '00:20', { MINUTE: 40, POINTS_A: 5, POINTS_B: 5 }),
      byPlayer('2FGM', 1, '00:01', { MINUTE: 40, POINTS_A: 7, POINTS_B: 5 }),
      playRow('EG', { MINUTE: 41, PLAYINFO: 'End Game' }),
    ],
  ])

/** The Points of the sample game. */
export const points = (): Fields => ({
  Rows: [
    shotRow(3, 1, '2FGM'),
    shotRow(7, 11, '3FGM', { MINUTE: 12 }),
    shotRow(10, 2, '3FGA', { MINUTE: 25 }),
    shotRow(12, 2, '3FGM', { MINUTE: 26 }),
    shotRow(15, 12, '2FGM', { MINUTE: 40 }),
    shotRow(16, 1, '2FGM', { MINUTE: 40 }),
  ],
})

/** All responses about a game that Harbour Lions (HRB) win 7-5 against Hill Foxes BC (HIL), without any problem. */
export const sampleResponses = (responses: Partial<GameResponses> = {}): GameResponses => ({
  season_code: 'E2022',
  game_code: 61,
  header: header(),
  boxscore: boxscore(),
  playbyplay: plays(),
  points: points(),
  schedule: schedule(),
  ...responses,
})
