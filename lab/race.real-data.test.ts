// Holds the race against the ends of recorded seasons: the shares of the last rounds against a table for each result, and the best
// and worst ranks against the real end and random ones. RACE=whole compares every third round with more random ends, which takes minutes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { assumeResult, assumeScore, newestFirst, races, standings } from '@basketball-data/core/statistics'
import type { FinalGame, TableTeam, TieBreak } from '@basketball-data/core/statistics'
import { describe, expect, test } from 'vitest'

const DATA = fileURLToPath(new URL('../../shared/data/', import.meta.url))
const isWhole = process.env['RACE'] === 'whole'
/** Rounds between two comparisons, and random ends of the season at each. */
const [STEP, ENDS] = isWhole ? [3, 200] : [16, 7]

type RecordedSeason = { rule: TieBreak; games: FinalGame[]; teams: TableTeam[]; perRound: number }

type Header = Record<'Phase' | 'Date' | 'CodeTeamA' | 'CodeTeamB' | 'ScoreA' | 'ScoreB', string> &
  Record<'ScoreQuarter4A' | 'ScoreQuarter4B', number>

const readEuroleague = (): RecordedSeason => {
  const lines = gunzipSync(readFileSync(join(DATA, 'euroleague-2022/Header.ndjson.gz')))
    .toString()
    .trim()
    .split('\n')
  const headers = lines.map((line): Header => JSON.parse(line).data)
  const games = headers
    .filter(({ Phase }) => Phase === 'REGULAR SEASON')
    .map((header, index) => ({
      id: `${index}`,
      date: header.Date.split('/').toReversed().join('-'),
      tip_off: null,
      home: header.CodeTeamA,
      away: header.CodeTeamB,
      home_score: Number(header.ScoreA),
      away_score: Number(header.ScoreB),
      home_regulation_score: header.ScoreQuarter4A,
      away_regulation_score: header.ScoreQuarter4B,
    }))
  const teams = [...new Set(games.map(({ home }) => home))].map((id) => ({ id, sort_name: id }))
  return { rule: 'euroleague', games: games.toSorted(newestFirst), teams, perRound: 9 }
}

const DIVISIONS = {
  Atlantic: 'BOS BKN NYK PHI TOR',
  Central: 'CHI CLE DET IND MIL',
  Southeast: 'ATL CHA MIA ORL WAS',
  Northwest: 'DEN MIN OKC POR UTA',
  Pacific: 'GSW LAC LAL PHX SAC',
  Southwest: 'DAL HOU MEM NOP SAS',
}

const readNba = (): RecordedSeason => {
  const [, ...lines] = readFileSync(join(DATA, 'nba-2025-26/games.csv'), 'utf8').trim().split('\n')
  const games = lines.map((line) => {
    const [id = '', date = '', home = '', away = '', home_score, away_score] = line.split(',')
    const scores = { home_score: Number(home_score), away_score: Number(away_score) }
    return { id, date, tip_off: null, home, away, ...scores, home_regulation_score: null, away_regulation_score: null }
  })
  const teams = Object.entries(DIVISIONS).flatMap(([division, ids], index) =>
    ids.split(' ').map((id) => ({ id, sort_name: id, division, group: index < 3 ? 'East' : 'West' })),
  )
  return { rule: 'nba', games: games.toSorted(newestFirst), teams, perRound: 15 }
}

/** A season of which the newest games are left. */
const cutSeason = ({ rule, games, teams }: RecordedSeason, left: number) => ({
  played: games.slice(left),
  left: games.slice(0, left),
  found: races(games.slice(left), games.slice(0, left), teams, { tie_break: rule }).flatMap((race) => race.teams),
})

const absent = !existsSync(join(DATA, 'euroleague-2022'))

test.skipIf(absent)(
  'the shares of the last rounds of EuroLeague 2022-23 are those of the tables of all results (skipped without the data)',
  { timeout: 600_000 },
  () => {
    const season = readEuroleague()
    for (const number of isWhole ? [1, 5, 9, 12, 14] : [1, 9, 10]) {
      const { played, left, found } = cutSeason(season, number)
      const score = assumeScore(played)
      const counts = new Map(season.teams.map(({ id }) => [id, season.teams.map(() => 0)]))
      for (let results = 0; results < 2 ** number; results += 1) {
        const ends = left.map((game, bit) => ({
          ...game,
          ...assumeResult(game, (results >> bit) % 2 === 1 ? 'home' : 'away', score),
        }))
        for (const { team_id, rank } of standings([...played, ...ends], season.teams, season.rule)) {
          const count = counts.get(team_id)
          if (count !== undefined) count[rank - 1] = (count[rank - 1] ?? 0) + 1
        }
      }
      for (const { team_id, places } of found)
        expect(places, `${team_id}, ${number} games left`).toEqual(
          counts.get(team_id)?.map((count) => count / 2 ** number),
        )
    }
  },
)

describe.skipIf(absent)('no team ends beyond its best or worst rank (skipped without the data)', () => {
  test.each([
    ['EuroLeague 2022-23', readEuroleague],
    ['NBA 2025-26', readNba],
  ])('%s', { timeout: 3_600_000 }, (_, read) => {
    const season = read()
    const { rule, games, teams, perRound } = season
    const rounds = Array.from(
      { length: Math.ceil(games.length / perRound / STEP) },
      (_, index) => index * STEP * perRound,
    )
    for (const number of new Set([1, isWhole ? 15 : 10, ...rounds])) {
      const { played, left, found } = cutSeason(season, number)
      const ranks = new Map(found.map((team) => [team.team_id, team]))
      const check = (end: FinalGame[]) => {
        for (const { team_id, rank } of standings([...played, ...end], teams, rule)) {
          expect(ranks.get(team_id)?.best_rank, `${team_id}, ${number} games left`).toBeLessThanOrEqual(rank)
          expect(ranks.get(team_id)?.worst_rank, `${team_id}, ${number} games left`).toBeGreaterThanOrEqual(rank)
        }
      }
      check(left)
      const outcome = fc.tuple(fc.boolean(), fc.constantFrom(1, 2, 5, 12, 60))
      fc.assert(
        fc.property(fc.array(outcome, { minLength: left.length, maxLength: left.length }), (outcomes) => {
          check(
            left.map((game, index) => {
              const [homeWins = true, margin = 1] = outcomes[index] ?? []
              return { ...game, ...assumeResult(game, homeWins ? 'home' : 'away', { winner: 70 + margin, loser: 70 }) }
            }),
          )
        }),
        { numRuns: ENDS, endOnFailure: true },
      )
    }
  })
})
