/** A team of the NBA or the WNBA. */
export type NbaTeam = {
  /** The id in every response of the league. */
  id: string
  name: string
  /** Other names in feeds: former names, spellings and abbreviations. */
  also: readonly string[]
}

/** The teams of the NBA by abbreviation, for feeds that name them by nothing else. */
export const NBA_TEAMS: Readonly<Record<string, NbaTeam>> = {
  ATL: { id: '1610612737', name: 'Atlanta Hawks', also: [] },
  BOS: { id: '1610612738', name: 'Boston Celtics', also: [] },
  BKN: { id: '1610612751', name: 'Brooklyn Nets', also: ['New Jersey Nets', 'BRK', 'NJN'] },
  CHA: { id: '1610612766', name: 'Charlotte Hornets', also: ['Charlotte Bobcats', 'CHO'] },
  CHI: { id: '1610612741', name: 'Chicago Bulls', also: [] },
  CLE: { id: '1610612739', name: 'Cleveland Cavaliers', also: [] },
  DAL: { id: '1610612742', name: 'Dallas Mavericks', also: [] },
  DEN: { id: '1610612743', name: 'Denver Nuggets', also: [] },
  DET: { id: '1610612765', name: 'Detroit Pistons', also: [] },
  GSW: { id: '1610612744', name: 'Golden State Warriors', also: [] },
  HOU: { id: '1610612745', name: 'Houston Rockets', also: [] },
  IND: { id: '1610612754', name: 'Indiana Pacers', also: [] },
  LAC: { id: '1610612746', name: 'LA Clippers', also: ['Los Angeles Clippers', 'L.A. Clippers'] },
  LAL: { id: '1610612747', name: 'Los Angeles Lakers', also: ['LA Lakers', 'L.A. Lakers'] },
  MEM: { id: '1610612763', name: 'Memphis Grizzlies', also: [] },
  MIA: { id: '1610612748', name: 'Miami Heat', also: [] },
  MIL: { id: '1610612749', name: 'Milwaukee Bucks', also: [] },
  MIN: { id: '1610612750', name: 'Minnesota Timberwolves', also: [] },
  NOP: { id: '1610612740', name: 'New Orleans Pelicans', also: ['New Orleans Hornets', 'NOH'] },
  NYK: { id: '1610612752', name: 'New York Knicks', also: [] },
  OKC: { id: '1610612760', name: 'Oklahoma City Thunder', also: ['Seattle SuperSonics', 'SEA'] },
  ORL: { id: '1610612753', name: 'Orlando Magic', also: [] },
  PHI: { id: '1610612755', name: 'Philadelphia 76ers', also: [] },
  PHX: { id: '1610612756', name: 'Phoenix Suns', also: ['PHO'] },
  POR: { id: '1610612757', name: 'Portland Trail Blazers', also: [] },
  SAC: { id: '1610612758', name: 'Sacramento Kings', also: [] },
  SAS: { id: '1610612759', name: 'San Antonio Spurs', also: [] },
  TOR: { id: '1610612761', name: 'Toronto Raptors', also: [] },
  UTA: { id: '1610612762', name: 'Utah Jazz', also: [] },
  WAS: { id: '1610612764', name: 'Washington Wizards', also: [] },
}

/** The teams of the WNBA by abbreviation, with the names they have had since 2006. */
export const WNBA_TEAMS: Readonly<Record<string, NbaTeam>> = {
  ATL: { id: '1611661330', name: 'Atlanta Dream', also: [] },
  CHI: { id: '1611661329', name: 'Chicago Sky', also: [] },
  CON: { id: '1611661323', name: 'Connecticut Sun', also: [] },
  DAL: { id: '1611661321', name: 'Dallas Wings', also: ['Tulsa Shock', 'Detroit Shock'] },
  GSV: { id: '1611661331', name: 'Golden State Valkyries', also: [] },
  IND: { id: '1611661325', name: 'Indiana Fever', also: [] },
  LAS: { id: '1611661320', name: 'Los Angeles Sparks', also: [] },
  LVA: { id: '1611661319', name: 'Las Vegas Aces', also: ['San Antonio Stars', 'San Antonio Silver Stars'] },
  MIN: { id: '1611661324', name: 'Minnesota Lynx', also: [] },
  NYL: { id: '1611661313', name: 'New York Liberty', also: [] },
  PDX: { id: '1611661327', name: 'Portland Fire', also: ['POR'] },
  PHX: { id: '1611661317', name: 'Phoenix Mercury', also: ['PHO'] },
  SEA: { id: '1611661328', name: 'Seattle Storm', also: [] },
  TOR: { id: '1611661332', name: 'Toronto Tempo', also: [] },
  WAS: { id: '1611661322', name: 'Washington Mystics', also: [] },
}
