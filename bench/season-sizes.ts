import type { Core, GameBundle } from '@basketball-data/core'

/** A season in which every team plays the same number of games. */
export type SeasonSize = { games: number; teams: number }

/** Players of a team; all of them have a line in each of its games. */
const PLAYERS = 12

const STATS = `two_made, two_attempted, three_made, three_attempted, free_throws_made, free_throws_attempted,
  offensive_rebounds, defensive_rebounds, rebounds, assists, steals, turnovers, blocks, blocks_received, fouls, fouls_drawn`
const LINE = '2, 4, 1, 3, 1, 2, 1, 2, 3, 2, 1, 1, 0, 0, 2, 1'

/** The teams of game `g`, so that all of them play equally often. */
const home = ({ teams }: SeasonSize, g: string) => `(${g} % ${teams})`
const away = ({ teams }: SeasonSize, g: string) => `((${g} % ${teams} + 1 + ${g} / ${teams} % ${teams - 1}) % ${teams})`

const id = (prefix: string, number: string) => `'${prefix}_' || lpad((${number})::text, 8, '0')`
const externalIds = (kind: string, prefix: string, count: number) =>
  `insert into external_ids (kind, source, external_id, id)
   select '${kind}', 'bench', n::text, ${id(prefix, 'n')} from generate_series(0, ${count - 1}) as n`

/** The statements that write a season with the box scores of all games directly. */
const statements = (size: SeasonSize): string[] => {
  const { games, teams } = size
  const date = `date '2025-10-01' + (g * 200 / ${games})`
  return [
    externalIds('competition', 'cp', 1),
    externalIds('season', 'ss', 1),
    externalIds('team', 'tm', teams),
    externalIds('player', 'pl', teams * PLAYERS),
    externalIds('game', 'gm', games),
    `insert into competitions (id, name, sort_name, slug, gender, kind, regulation_minutes, tie_break, described_on)
     values (${id('cp', '0')}, 'League', 'league', 'league', 'men', 'league', 40, 'euroleague', '2026-06-01')`,
    `insert into seasons (id, competition_id, name, start_year) values (${id('ss', '0')}, ${id('cp', '0')}, '2025-26', 2025)`,
    `insert into teams (id, name, sort_name, search, described_on)
     select ${id('tm', 't')}, 'Team ' || t, 'team ' || t, '''team'''::tsvector, '2026-06-01' from generate_series(0, ${teams - 1}) as t`,
    `insert into players (id, name, sort_name, search, described_on)
     select ${id('pl', 'p')}, 'Player ' || p, 'player ' || p, '''player'''::tsvector, '2026-06-01'
     from generate_series(0, ${teams * PLAYERS - 1}) as p`,
    `insert into games (id, competition_id, season_id, stage, date, status, home_team_id, away_team_id, home_score, away_score,
       has_boxscore, bundle_hash)
     select ${id('gm', 'g')}, ${id('cp', '0')}, ${id('ss', '0')}, 'regular', ${date}, 'final', ${id('tm', home(size, 'g'))},
       ${id('tm', away(size, 'g'))}, 70 + g % 37, 70 + g % 31 + (g % 37 = g % 31)::integer, true, '\\x00'
     from generate_series(0, ${games - 1}) as g`,
    `insert into team_boxes (game_id, side, team_id, date, has_totals)
     select g.id, side.side, side.team_id, g.date, false
     from games g cross join lateral (values ('home', g.home_team_id), ('away', g.away_team_id)) as side (side, team_id)`,
    `insert into box_lines (game_id, player_id, team_id, season_id, date, tip_off_order, final, counted, side, position, number, starter,
       played, seconds, points, field_goals_made, field_goals_attempted, performance_index, ${STATS})
     select g.id, ${id('pl', `right(side.team_id, 8)::integer * ${PLAYERS} + n`)}, side.team_id, g.season_id, g.date, g.tip_off_order,
       true, true, side.side, n, n::text, n < 5, true, 1000, 8, 3, 7, 10, ${LINE}
     from games g cross join lateral (values ('home', g.home_team_id), ('away', g.away_team_id)) as side (side, team_id)
     cross join generate_series(0, ${PLAYERS - 1}) as n`,
  ]
}

/** Writes a season directly and computes everything derived from it. */
export const writeSeason = async (core: Core, size: SeasonSize): Promise<void> => {
  for (const statement of statements(size)) await core.store.driver.rows(statement, [])
  await core.rebuildStatistics()
  await core.store.driver.rows('vacuum analyze', [])
}

/** Game `g` of the season with a final score and points that depend on `version`, so that each version changes it. */
export const changedGame = (size: SeasonSize, g: number, version: number): GameBundle => {
  const teams = [g % size.teams, ((g % size.teams) + 1 + (Math.floor(g / size.teams) % (size.teams - 1))) % size.teams]
  const points = 2 + (version % 40)
  const zeros = { three_made: 0, three_attempted: 0, free_throws_made: 0, free_throws_attempted: 0 }
  const others = { offensive_rebounds: 1, defensive_rebounds: 2, rebounds: 3, assists: 2, steals: 1, turnovers: 1 }
  const stats = { ...zeros, ...others, blocks: 0, blocks_received: 0, fouls: 2, fouls_drawn: 1 }
  const side = (team: number): GameBundle['home'] => ({
    team: { external_id: String(team), name: `Team ${team}` },
    players: Array.from({ length: PLAYERS }, (_, n) => ({
      player: String(team * PLAYERS + n),
      number: String(n),
      starter: n < 5,
      played: true,
      seconds: 1000 + version,
      plus_minus: null,
      stats: { ...stats, points: 2 * points, two_made: points, two_attempted: points + 3 },
    })),
  })
  const [home = 0, away = 0] = teams
  const day = new Date(Date.UTC(2025, 9, 1 + Math.floor((g * 200) / size.games))).toISOString().slice(0, 10)
  return {
    source: 'bench',
    competition: {
      external_id: '0',
      name: 'League',
      slug: 'league',
      gender: 'men',
      kind: 'league',
      tie_break: 'euroleague',
    },
    season: { external_id: '0', name: '2025-26', start_year: 2025 },
    game: {
      external_id: String(g),
      date: day,
      stage: 'regular',
      status: 'final',
      home_score: 60 + (version % 50),
      away_score: 59 + (version % 7),
    },
    home: side(home),
    away: side(away),
    players: teams.flatMap((team) =>
      Array.from({ length: PLAYERS }, (_, n) => {
        const player = team * PLAYERS + n
        return { external_id: String(player), name: `Player ${player}` }
      }),
    ),
  }
}
