// Holds what the service answers about an imported EuroLeague season 2022-23 against what was published about it.
// Usage: node packages/core/scripts/check-euroleague-2022.ts <database> [folder of the published tables]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore, type Core } from '@basketball-data/core'

const [database = '.data', truth = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'truth')] =
  process.argv.slice(2)

const failures: string[] = []
const check = (fact: string, found: unknown, published: unknown): void => {
  const agrees = JSON.stringify(found) === JSON.stringify(published)
  console.log(`${agrees ? 'ok  ' : 'NOT '} ${fact}: ${JSON.stringify(found)}`)
  if (!agrees) failures.push(`${fact}: published ${JSON.stringify(published)}`)
}

type Api = ReturnType<Core['caller']>

const seasonOf = async (api: Api) => {
  const { data } = await api.competitions.list({ per_page: 200 })
  const competition = data.find(({ slug }) => slug === 'euroleague')
  if (competition === undefined) throw new Error('The EuroLeague is not imported.')
  const { data: seasons } = await api.seasons.list({ competition: competition.id, per_page: 200 })
  const season = seasons.find(({ start_year }) => start_year === 2022)
  if (season === undefined) throw new Error('The season 2022-23 is not imported.')
  return { competition: competition.id, season: season.id }
}

const checkStandings = async (core: Core, scope: { competition: string; season: string }) => {
  const { data } = await core.caller().standings.get(scope)
  const [, ...rows] = readFileSync(join(truth, 'euroleague-2022-standings-published.csv'), 'utf8').trim().split('\n')
  const published = rows.map((row) => row.split(',')).map(([, code, won, lost]) => [code, Number(won), Number(lost)])
  const codes = await core.externalIds('team', 'euroleague')
  const found = data.table.map(({ team, won, lost }) => [codes.get(team.id), won, lost])
  // The published list prints the three teams of 11-23 without applying its own tie-break.
  const tied = (row: unknown[]) => row[1] === 11
  check(
    'standings',
    found.filter((row) => !tied(row)),
    published.filter((row) => !tied(row)),
  )
  check(
    'places 15 to 17, by head-to-head',
    found.filter(tied).map(([code]) => code),
    ['BER', 'MUN', 'PAN'],
  )
  const places = found.map(([code]) => code)
  check('BAR above MAD', places.indexOf('BAR') < places.indexOf('MAD'), true)
  check('games in the table', data.games, 306)
}

const LEADERS = [
  { stat: 'points', name: 'Sasha Vezenkov', total: 703, games: 40, per_game: 17.575 },
  { stat: 'performance_index', name: 'Sasha Vezenkov', total: 859, games: 40, per_game: 21.475 },
  { stat: 'rebounds', name: 'Mathias Lessort', total: 268, games: 38, per_game: 268 / 38 },
  { stat: 'assists', name: 'Darius Thompson', total: 227, games: 34, per_game: 227 / 34 },
] as const

const checkLeaders = async (api: Api, scope: { competition: string; season: string }) => {
  for (const { stat, ...published } of LEADERS) {
    const { data } = await api.leaders.get({ ...scope, stat })
    const [first] = data.leaders
    const found = first && { name: first.player.name, total: first.total, games: first.games, per_game: first.per_game }
    check(`${stat} leader`, found, published)
  }
}

const allGames = async (api: Api, season: string) => {
  const games = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, meta } = await api.games.list({ season, per_page: 200, ...(cursor === undefined ? {} : { cursor }) })
    games.push(...data)
    cursor = meta.next_cursor
  }
  return games
}

const checkGames = async (core: Core, season: string) => {
  const codes = await core.externalIds('team', 'euroleague')
  const games = (await allGames(core.caller(), season)).map((game) => ({
    line: `${codes.get(game.home.id)} ${game.home_score}-${game.away_score} ${codes.get(game.away.id)} ${game.date}`,
    margin: (game.home_score ?? 0) - (game.away_score ?? 0),
    points: (game.home_score ?? 0) + (game.away_score ?? 0),
    attendance: game.attendance ?? 0,
  }))
  const most = (value: (game: (typeof games)[number]) => number) =>
    games.toSorted((a, b) => value(b) - value(a))[0]?.line
  check('games', games.length, 328)
  check(
    'biggest home win',
    most(({ margin }) => margin),
    'OLY 117-71 VIR 2022-12-09',
  )
  check(
    'biggest away win',
    most(({ margin }) => -margin),
    'BER 60-93 OLY 2023-02-08',
  )
  check(
    'highest score',
    most(({ points }) => points),
    'BAS 114-111 IST 2023-01-27',
  )
  check(
    'highest attendance',
    most(({ attendance }) => attendance),
    'PAR 80-82 MAD 2023-05-02',
  )
  check(
    'attendance of the games that report it',
    games.reduce((all, game) => all + game.attendance, 0),
    2_867_656,
  )
}

const core = await createCore({ database })
try {
  const scope = await seasonOf(core.caller())
  await checkStandings(core, scope)
  await checkLeaders(core.caller(), scope)
  await checkGames(core, scope.season)
} finally {
  await core.close()
}
if (failures.length > 0) {
  console.error(`\n${failures.length} facts are not as published:\n${failures.join('\n')}`)
  process.exitCode = 1
}
