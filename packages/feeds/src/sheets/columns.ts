import { date, time } from './dates.ts'
import type { Column } from './table.ts'
import {
  between,
  column,
  count,
  crowd,
  difference,
  height,
  leaguePoints,
  list,
  minutes,
  name,
  readChoice,
  score,
  scores,
  shots,
  text,
  timeZone,
  yesNo,
} from './values.ts'

// The tables of a league and their columns, each with the ways to write its name: in lower case, without blanks and marks.

/** Minutes of a period, of all games of a league or of one. */
const periodMinutes = column('periodminutes minutesperperiod quarterminutes quarterlength periodlength', between(1, 60))

/** The competition, in one row. */
export const COMPETITION = {
  name: column('name competition league tournament', name),
  id: column('id externalid code', text(40)),
  source: column('source', text(50)),
  season: column('season', text(20)),
  country: column('country', text(200)),
  gender: column(
    'gender sex',
    readChoice({ men: 'man, male, m, boys', women: 'woman, female, w, f, girls', mixed: 'mix, both' }),
  ),
  kind: column(
    'kind type',
    readChoice({ league: 'championship', cup: 'tournament', international: 'national teams', friendly: 'friendlies' }),
  ),
  time_zone: column('timezone tz zone', timeZone),
  periods: column('periods numberofperiods', between(1, 10)),
  period_minutes: periodMinutes,
  overtime_minutes: column('overtimeminutes overtimelength', between(1, 60)),
  points_win: column('pointswin winpoints pointsforawin', leaguePoints),
  points_loss: column('pointsloss losspoints pointsforaloss', leaguePoints),
  points_forfeit: column('pointsforfeit forfeitpoints pointsforaforfeit', leaguePoints),
  table_stages: column('tablestages tables stageswithtables', list),
  tie_break: column('tiebreak tiebreaker', readChoice({ fiba: '', euroleague: '', nba: '', wnba: '', simple: '' })),
}

/** A team in each row. */
export const TEAMS = {
  name: column('name team teamname club clubname', name),
  id: column('id externalid teamid code', text(100)),
  aliases: column('aliases alias othernames othername aka alsoknownas formername formernames', list),
  country: column('country', text(200)),
  city: column('city town', text(200)),
  arena: column('arena venue gym hall homecourt', text(200)),
  arena_capacity: column('capacity arenacapacity seats', crowd),
  founded: column('founded foundingyear since', between(1800, 2200)),
  group: column('group pool conference', text(200)),
  division: column('division', text(200)),
}

const PERSON = {
  first_name: column('firstname givenname forename', name),
  last_name: column('lastname surname familyname', name),
}

/** A player in each row. */
export const PLAYERS = {
  ...PERSON,
  name: column('name player playername fullname', name),
  id: column('id externalid playerid licence license licencenumber licensenumber', text(100)),
  aliases: column('aliases alias othernames othername aka alsoknownas formername formernames', list),
  team: column('team club teamname', name),
  country: column('country nationality', text(200)),
  position: column('position pos', text(200)),
  height_cm: column('height heightcm', height),
  birth_date: column('birthdate dateofbirth dob born birthday', date),
}

/** Periods by their number, and overtimes by theirs, that have a column of their own. */
export const [MAX_PERIODS, MAX_OVERTIMES] = [10, 6]

const periodNames = (period: number): string[] =>
  ['q', 'quarter', 'h', 'half', 'p', 'period'].map((word) => `${word}${period}`)

const overtimeNames = (overtime: number): string[] => [
  ...['ot', 'overtime'].map((word) => `${word}${overtime}`),
  ...(overtime === 1 ? ['ot', 'overtime'] : [`${overtime}ot`]),
]

/** The columns of the periods, then those of the overtimes. */
const periodColumns = <Value>(prefix: string, parse: Column<Value>['parse']): Column<Value>[] =>
  [
    ...Array.from({ length: MAX_PERIODS }, (_, at) => periodNames(at + 1)),
    ...Array.from({ length: MAX_OVERTIMES }, (_, at) => overtimeNames(at + 1)),
  ].map((names) => column(names.map((name) => `${prefix}${name}`).join(' '), parse))

/** A game in each row. */
export const GAMES = {
  id: column('id game gameid gameno gamenumber gamenr no nr number externalid matchid match', text(60)),
  date: column('date day gamedate matchdate', date),
  time: column('time tipoff start starttime tipofftime', time),
  home: column('home hometeam host', name),
  away: column('away awayteam visitor visitors visitingteam guest guests road', name),
  home_score: column('homescore homepoints homepts scorehome pointshome', count),
  away_score: column('awayscore awaypoints awaypts scoreaway pointsaway visitorscore guestscore', count),
  score: column('score result finalscore', score),
  periods: column('periods quarters periodscores quarterscores scorebyperiods scorebyquarters', scores),
  period_minutes: periodMinutes,
  stage: column('stage phase', text(200)),
  round: column('round matchday week', text(200)),
  venue: column('venue arena gym hall court location', text(200)),
  attendance: column('attendance spectators crowd', crowd),
  referees: column('referees referee officials', list),
  neutral: column('neutral neutralcourt neutralsite neutralvenue', yesNo),
  home_coach: column('homecoach coachhome', name),
  away_coach: column('awaycoach coachaway', name),
  status: column(
    'status state',
    readChoice({
      scheduled: 'planned, upcoming, postponed, open',
      final: 'finished, played, ended, finale, f',
      no_result: 'cancelled, canceled, called off, annulled, abandoned',
      forfeit: 'forfeited, walkover, default',
    }),
  ),
  winner: column('winner forfeitwinner wonbyforfeit', name),
}

/** The points of each period: both in one column, or one for each side. */
export const PERIODS = {
  both: periodColumns('', score),
  home: periodColumns('home', count),
  away: periodColumns('away', count),
}

/** Reads a value, or that the player did not play. */
const orDnp =
  <Value>(parse: Column<Value>['parse']): Column<Value | 'dnp'>['parse'] =>
  (cell) =>
    typeof cell === 'string' && /^dnp\b/i.test(cell) ? 'dnp' : parse(cell)

const counts = (names: string) => column(names, orDnp(count))
const shotColumn = (names: string) => column(names, orDnp(shots))

/** The game, team and player of a line. */
export const LINES = {
  ...PERSON,
  game: column('game gameid gameno gamenumber gamenr match matchid', text(60)),
  date: column('date day gamedate matchdate', date),
  home: column('home hometeam host', name),
  away: column('away awayteam visitor guest', name),
  team: column('team club teamname', name),
  opponent: column('opponent opp vs against', name),
  player: column('player name playername fullname', name),
  player_id: column('playerid externalid licence license licencenumber licensenumber', text(100)),
  number: column('number no nr jersey jerseynumber shirt shirtnumber', text(10)),
  starter: column('starter starters started start starting startingfive s5 gs', yesNo),
  played: column('played', yesNo),
  minutes: column('minutes minute min mins mp timeplayed playingtime', minutes),
  plus_minus: column('plusminus + pm', orDnp(difference)),
}

/** The statistics of a line. */
export const STATS = {
  points: counts('points pts p tp'),
  offensive_rebounds: counts('offensiverebounds offrebounds oreb orb or offreb off'),
  defensive_rebounds: counts('defensiverebounds defrebounds dreb drb dr defreb def'),
  rebounds: counts('rebounds totalrebounds reb rebs trb tot totreb r'),
  assists: counts('assists assist ast as a'),
  steals: counts('steals steal stl st'),
  turnovers: counts('turnovers turnover to tov tos'),
  blocks: counts('blocks block blk blks bs blocksfavour blocksinfavour'),
  blocks_received: counts('blocksreceived blocksagainst blkr blka blkag bla ba blocksrec'),
  fouls: counts('fouls personalfouls foulscommitted pf fls foul f fc'),
  fouls_drawn: counts('foulsdrawn foulsreceived fd pfd rf foulson'),
  performance_index: column(
    'performanceindex performanceindexrating pir index valuation val ranking',
    orDnp(difference),
  ),
}

/** Shots of a kind: both numbers in one column, or each in its own. */
export const SHOTS = {
  two: {
    both: shotColumn('2p 2pt 2pts 2fg 2pfg 2ptfg 2pma 2ptma 2fgma 2pm2pa 2pmatt twopoints twopointers twos'),
    made: counts('2pm 2ptm 2ptsm 2fgm 2pmade 2ptmade fg2m twomade twosmade twopointsmade'),
    attempted: counts(
      '2pa 2pta 2ptsa 2fga 2patt 2pattempted 2ptattempted fg2a twoattempted twosattempted twopointsattempted',
    ),
  },
  three: {
    both: shotColumn('3p 3pt 3pts 3fg 3pfg 3ptfg 3pma 3ptma 3fgma 3pm3pa 3pmatt threepoints threepointers threes'),
    made: counts('3pm 3ptm 3ptsm 3fgm 3pmade 3ptmade fg3m threemade threesmade threepointsmade'),
    attempted: counts(
      '3pa 3pta 3ptsa 3fga 3patt 3pattempted 3ptattempted fg3a threeattempted threesattempted threepointsattempted',
    ),
  },
  free_throws: {
    both: shotColumn('ft ftma ftmfta ftmatt freethrows'),
    made: counts('ftm ftmade freethrowsmade 1pm'),
    attempted: counts('fta ftatt ftattempted freethrowsattempted 1pa'),
  },
  field_goals: {
    both: shotColumn('fg fgma fgmfga fgmatt fieldgoals'),
    made: counts('fgm fgmade fieldgoalsmade'),
    attempted: counts('fga fgatt fgattempted fieldgoalsattempted'),
  },
}

/** The tables of a league by the names of their sheets, with all of their columns. */
export const TABLES = {
  competition: { names: ['competition', 'league', 'tournament'], columns: Object.values(COMPETITION) },
  teams: { names: ['teams', 'team', 'clubs'], columns: Object.values(TEAMS) },
  players: { names: ['players', 'player', 'roster', 'rosters'], columns: Object.values(PLAYERS) },
  games: {
    names: ['games', 'game', 'schedule', 'results', 'fixtures', 'matches'],
    columns: [...Object.values(GAMES), ...PERIODS.both, ...PERIODS.home, ...PERIODS.away],
  },
  lines: {
    names: ['lines', 'line', 'boxscores', 'boxscore', 'box', 'playerlines', 'stats', 'statistics', 'playerstats'],
    columns: [
      ...Object.values(LINES),
      ...Object.values(STATS),
      ...Object.values(SHOTS).flatMap(({ both, made, attempted }) => [both, made, attempted]),
    ],
  },
} satisfies Record<string, { names: string[]; columns: Column<unknown>[] }>

/** A kind of table. */
export type TableName = keyof typeof TABLES
