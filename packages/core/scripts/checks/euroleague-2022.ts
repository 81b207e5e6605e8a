import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Core } from '@basketball-data/core'
import type { Check } from './check.ts'

type Scope = { competition: string; season: string }
type Codes = ReadonlyMap<string, string>

const checkStandings = async (core: Core, scope: Scope, codes: Codes, published: string, check: Check) => {
  const { data } = await core.caller().standings.get(scope)
  const table = data.table.map(({ team, won, lost }) => [codes.get(team.id), won, lost])
  // The published list prints the three teams of 11-23 without applying its own tie-break.
  const tied = (row: unknown[]) => row[1] === 11
  if (existsSync(published)) {
    const [, ...lines] = readFileSync(published, 'utf8').trim().split('\n')
    const rows = lines.map((line) => line.split(',')).map(([, code, won, lost]) => [code, Number(won), Number(lost)])
    check(
      'standings',
      table.filter((row) => !tied(row)),
      rows.filter((row) => !tied(row)),
    )
  } else console.log(`The standings are not checked: there is no published table ${published}.`)
  check(
    'ranks 15 to 17, by head-to-head',
    table.filter(tied).map(([code]) => code),
    ['BER', 'MUN', 'PAN'],
  )
  const order = table.map(([code]) => code)
  check('BAR above MAD', order.indexOf('BAR') < order.indexOf('MAD'), true)
  check('games in the table', data.games, 306)
}

const LEADERS = [
  { stat: 'points', name: 'Sasha Vezenkov', total: 703, games: 40, per_game: 17.575 },
  { stat: 'performance_index', name: 'Sasha Vezenkov', total: 859, games: 40, per_game: 21.475 },
  { stat: 'rebounds', name: 'Mathias Lessort', total: 268, games: 38, per_game: 268 / 38 },
  { stat: 'assists', name: 'Darius Thompson', total: 227, games: 34, per_game: 227 / 34 },
] as const

const checkLeaders = async (core: Core, scope: Scope, check: Check) => {
  for (const { stat, ...published } of LEADERS) {
    const { data } = await core.caller().leaders.get({ ...scope, stat })
    const [first] = data.leaders
    const leader = first && {
      name: first.player.name,
      total: first.total,
      games: first.games,
      per_game: first.per_game,
    }
    check(`${stat} leader`, leader, published)
  }
}

const listGames = async (core: Core, season: string) => {
  const api = core.caller()
  const games = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, meta } = await api.games.list({ season, per_page: 200, ...(cursor === undefined ? {} : { cursor }) })
    games.push(...data)
    cursor = meta.next_cursor
  }
  return games
}

type Games = Awaited<ReturnType<typeof listGames>>

const checkRecords = (all: Games, codes: Codes, check: Check) => {
  const games = all.map((game) => ({
    line: `${codes.get(game.home.id)} ${game.home_score}-${game.away_score} ${codes.get(game.away.id)} ${game.date}`,
    margin: (game.home_score ?? 0) - (game.away_score ?? 0),
    points: (game.home_score ?? 0) + (game.away_score ?? 0),
    attendance: game.attendance ?? 0,
  }))
  const highest = (value: (game: (typeof games)[number]) => number) =>
    games.toSorted((a, b) => value(b) - value(a))[0]?.line
  check('games', games.length, 328)
  check(
    'biggest home win',
    highest(({ margin }) => margin),
    'OLY 117-71 VIR 2022-12-09',
  )
  check(
    'biggest away win',
    highest(({ margin }) => -margin),
    'BER 60-93 OLY 2023-02-08',
  )
  check(
    'highest score',
    highest(({ points }) => points),
    'BAS 114-111 IST 2023-01-27',
  )
  check(
    'highest attendance',
    highest(({ attendance }) => attendance),
    'PAR 80-82 MAD 2023-05-02',
  )
  check(
    'attendance of the games that report it',
    games.reduce((all, game) => all + game.attendance, 0),
    2_867_656,
  )
}

/** Checks the play-off pairings; the team that was first at home is named first. */
const checkPlayoffs = (newestFirst: Games, codes: Codes, check: Check) => {
  const pairs = newestFirst
    .filter(({ stage }) => stage === 'playoffs')
    .toReversed()
    .map(({ home, away }) => [codes.get(home.id), codes.get(away.id)])
  const first = pairs.filter(
    (pair, index) => pairs.findIndex((other) => pair.every((code) => other.includes(code))) === index,
  )
  check('play-off pairings', first.map((pair) => pair.join('-')).toSorted(), [
    'BAR-ZAL',
    'MAD-PAR',
    'MCO-TEL',
    'OLY-ULK',
  ])
}

/**
 * Compares the service's data on the EuroLeague season 2022-23 with published data.
 *
 * @param published the folder of the published standings (CSV)
 * @returns whether the season is in the database
 */
export const checkEuroleague2022 = async (core: Core, published: string, check: Check): Promise<boolean> => {
  const seasons = await core.externalIds('season', 'euroleague')
  const season = [...seasons].find(([, code]) => code === 'E2022')?.[0]
  if (season === undefined) return false
  const games = await listGames(core, season)
  const competition = games[0]?.competition.id
  if (competition === undefined) return false
  const codes = await core.externalIds('team', 'euroleague')
  const scope = { competition, season }
  await checkStandings(core, scope, codes, join(published, 'euroleague-2022-standings-published.csv'), check)
  await checkLeaders(core, scope, check)
  check('teams', (await core.caller().teams.list({ season, per_page: 200 })).data.length, 18)
  checkRecords(games, codes, check)
  checkPlayoffs(games, codes, check)
  return true
}
