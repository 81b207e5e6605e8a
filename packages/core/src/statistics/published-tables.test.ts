import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { performanceIndex, type PerformanceTerms } from './performance-index.ts'
import type { FinalGame } from './records.ts'
import { standings } from './standings.ts'

const DATA = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))
const absent = !existsSync(DATA)
const skipped = '(skipped without the folder ../shared/data)'

const responses = <Response>(feed: string): Response[] =>
  gunzipSync(readFileSync(`${DATA}euroleague-2022/${feed}.ndjson.gz`))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).data)

const csv = (file: string): Record<string, string>[] => {
  const [head = '', ...lines] = readFileSync(`${DATA}${file}`, 'utf8').trim().split('\n')
  const names = head.trim().split(',')
  return lines.map((line) => {
    const cells = line.trim().split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

type Header = Record<'Phase' | 'Round' | 'Date' | 'CodeTeamA' | 'CodeTeamB' | 'ScoreA' | 'ScoreB', string> &
  Record<'ScoreQuarter4A' | 'ScoreQuarter4B', number>

const regularSeason = (): FinalGame[] =>
  responses<Header>('Header')
    .filter(({ Phase }) => Phase === 'REGULAR SEASON')
    .map((header) => ({
      id: `${header.CodeTeamA}-${header.CodeTeamB}`,
      date: header.Date.split('/').toReversed().join('-'),
      tip_off: null,
      home: header.CodeTeamA,
      away: header.CodeTeamB,
      home_score: Number(header.ScoreA),
      away_score: Number(header.ScoreB),
      home_regulation_score: header.ScoreQuarter4A,
      away_regulation_score: header.ScoreQuarter4B,
    }))

const computeTable = (games: FinalGame[], rule: 'euroleague' | 'nba') =>
  standings(
    games,
    [...new Set(games.flatMap(({ home, away }) => [home, away]))].map((id) => ({ id, sort_name: id })),
    rule,
  )

describe.skipIf(absent)(`EuroLeague 2022-23 ${skipped}`, () => {
  test('the order equals the published one, except for three 11-23 teams that are published without breaking the tie', () => {
    const games = regularSeason()
    const published = csv('truth/euroleague-2022-standings-published.csv').map((row) => [
      row['team_code'],
      Number(row['wins']),
      Number(row['losses']),
    ])
    const [munich, athens, berlin] = published.splice(14, 3)
    published.splice(14, 0, ...[berlin, munich, athens].map((row) => row ?? []))
    expect(games).toHaveLength(306)
    expect(computeTable(games, 'euroleague').map(({ team_id, won, lost }) => [team_id, won, lost])).toEqual(published)
  })

  test('Barcelona ranks above Madrid because points of overtimes do not count', () => {
    const games = regularSeason()
    const full = games.map((game) => ({ ...game, home_regulation_score: null }))
    const second = (list: FinalGame[]) => computeTable(list, 'euroleague')[1]?.team_id
    expect([second(games), second(full)]).toEqual(['BAR', 'MAD'])
  })

  type Line = Record<string, number> & { Player_ID: string; Minutes: string }
  const lines = () =>
    responses<{ Stats: { PlayersStats: Line[] }[] }>('Boxscore').flatMap(({ Stats }) =>
      Stats.flatMap(({ PlayersStats }) => PlayersStats),
    )
  const terms = (line: Line): PerformanceTerms => ({
    points: line['Points'] ?? null,
    two_made: line['FieldGoalsMade2'] ?? null,
    two_attempted: line['FieldGoalsAttempted2'] ?? null,
    three_made: line['FieldGoalsMade3'] ?? null,
    three_attempted: line['FieldGoalsAttempted3'] ?? null,
    free_throws_made: line['FreeThrowsMade'] ?? null,
    free_throws_attempted: line['FreeThrowsAttempted'] ?? null,
    rebounds: line['TotalRebounds'] ?? null,
    assists: line['Assistances'] ?? null,
    steals: line['Steals'] ?? null,
    turnovers: line['Turnovers'] ?? null,
    blocks: line['BlocksFavour'] ?? null,
    blocks_received: line['BlocksAgainst'] ?? null,
    fouls: line['FoulsCommited'] ?? null,
    fouls_drawn: line['FoulsReceived'] ?? null,
  })

  test('the performance index of every line equals its published Valuation', () => {
    const all = lines()
    expect(all).toHaveLength(7785)
    expect(all.filter((line) => performanceIndex(terms(line)) !== line['Valuation'])).toEqual([])
  })
})

describe.skipIf(absent)(`NBA 2025-26 ${skipped}`, () => {
  test('home, road, last ten and streak of every team equal the published ones', () => {
    const games = csv('nba-2025-26/games.csv').map((row) => ({
      id: row['GAME_ID'] ?? '',
      date: row['GAME_DATE'] ?? '',
      tip_off: null,
      home: row['HOME_TEAM'] ?? '',
      away: row['AWAY_TEAM'] ?? '',
      home_score: Number(row['HOME_PTS']),
      away_score: Number(row['AWAY_PTS']),
      home_regulation_score: null,
      away_regulation_score: null,
    }))
    const code = (row: Record<string, string>) =>
      row['TEAM_NAME'] === 'LA Clippers' ? 'LAC' : (row['TEAM_ABBREVIATION'] ?? '')
    const published = csv('nba-2025-26/standings.csv').map((row) => [
      code(row),
      { home: row['HOME'], away: row['ROAD'], last_ten: row['L10'], streak: row['CURRENT_STREAK']?.replace(' ', '') },
    ])
    const records = computeTable(games, 'nba').map(({ team_id, home, away, last_ten, streak }) => [
      team_id,
      { home, away, last_ten, streak },
    ])
    expect(records).toHaveLength(30)
    expect(Object.fromEntries(records)).toEqual(Object.fromEntries(published))
  })
})
