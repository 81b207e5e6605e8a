/**
 * What teams are called elsewhere: a row per team, every name and abbreviation that feeds write. A name that stands in
 * no row is known as it is written alone.
 */
const TEAMS: readonly (readonly string[])[] = [
  ['Atlanta Hawks', 'ATL'],
  ['Boston Celtics', 'BOS'],
  ['Brooklyn Nets', 'New Jersey Nets', 'BKN', 'BRK', 'NJN'],
  ['Charlotte Hornets', 'Charlotte Bobcats', 'CHA', 'CHO'],
  ['Chicago Bulls', 'CHI'],
  ['Cleveland Cavaliers', 'CLE'],
  ['Dallas Mavericks', 'DAL'],
  ['Denver Nuggets', 'DEN'],
  ['Detroit Pistons', 'DET'],
  ['Golden State Warriors', 'GSW'],
  ['Houston Rockets', 'HOU'],
  ['Indiana Pacers', 'IND'],
  ['LA Clippers', 'Los Angeles Clippers', 'L.A. Clippers', 'LAC'],
  ['Los Angeles Lakers', 'LA Lakers', 'L.A. Lakers', 'LAL'],
  ['Memphis Grizzlies', 'MEM'],
  ['Miami Heat', 'MIA'],
  ['Milwaukee Bucks', 'MIL'],
  ['Minnesota Timberwolves', 'MIN'],
  ['New Orleans Pelicans', 'New Orleans Hornets', 'NOP', 'NOH'],
  ['New York Knicks', 'NYK'],
  ['Oklahoma City Thunder', 'Seattle SuperSonics', 'OKC', 'SEA'],
  ['Orlando Magic', 'ORL'],
  ['Philadelphia 76ers', 'PHI'],
  ['Phoenix Suns', 'PHX', 'PHO'],
  ['Portland Trail Blazers', 'POR'],
  ['Sacramento Kings', 'SAC'],
  ['San Antonio Spurs', 'SAS'],
  ['Toronto Raptors', 'TOR'],
  ['Utah Jazz', 'UTA'],
  ['Washington Wizards', 'WAS'],
]

const BY_NAME = new Map(TEAMS.flatMap((names) => names.map((name) => [name.toLowerCase(), names] as const)))

/** Every name of a team, the given one first. */
export const namesOf = (name: string): string[] => [
  name,
  ...(BY_NAME.get(name.toLowerCase())?.filter((other) => other !== name) ?? []),
]
