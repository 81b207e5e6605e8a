import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GameBundle, type CheckedBundle } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { nba, responsesByGame } from './files.ts'
import { readGame } from './game.ts'
import { toParts } from './parts.ts'
import { AWAY, HOME, leagueSchedule, logRow, resultSets, scheduled, summary } from './test-support/sample-game.ts'
import { boxV3, byV3, gameV3, playerV3, playsV3, scoreboardV3, shotV3, summaryV3 } from './test-support/sample-v3.ts'

const read = (...responses: unknown[]) =>
  GameBundle.parse(
    readGame(
      '0022500061',
      responses.flatMap((response, at) => toParts(response, `file${at}.json`)),
    ),
  )
const codes = ({ notes }: CheckedBundle) => notes.map(({ code }) => code)

const STARTERS = (first: number) => [0, 1, 2, 3, 4].map((at) => playerV3(first + at))
const BOX = boxV3(
  [
    ...STARTERS(1).slice(1),
    playerV3(1, { points: 3, fieldGoalsMade: 1, fieldGoalsAttempted: 2, threePointersMade: 1, plusMinusPoints: 1 }),
    playerV3(6, { minutes: '' }, { position: '', comment: "DNP - Coach's Decision", jerseyNum: '00' }),
  ],
  STARTERS(11),
)

describe('boxscoresummaryv3', () => {
  test('has day, tip-off, teams, score, periods, arena, attendance and officials', () => {
    expect(read(summaryV3())).toMatchObject({
      game: {
        status: 'final',
        date: '2025-11-07',
        tip_off: '2025-11-08T02:30:00Z',
        home_score: 3,
        away_score: 2,
        venue: 'Hall of the Harbour',
        attendance: 18_000,
        periods: { home: [3, 0, 0, 0], away: [0, 0, 0, 2] },
        officials: [{ name: 'Crew Chief' }, { name: 'Second Referee' }],
      },
      home: { team: { external_id: String(HOME), name: 'Harbour Lions' } },
      away: { team: { external_id: String(AWAY), name: 'Hill Foxes' } },
      notes: [],
    })
  })

  test('without attendance, arena and officials leaves those stored', () => {
    const { game } = read(summaryV3({ attendance: undefined, arena: null, officials: null, postgameCharts: null }))
    expect(game).not.toHaveProperty('attendance', expect.anything())
    expect([game.venue, game.officials, game.attendance]).toEqual([undefined, undefined, undefined])
  })

  test('that is null, as some games have it, is refused', () => {
    expect(() => toParts({ meta: {}, boxScoreSummary: null }, 'file.json')).toThrow('file.json: boxScoreSummary: ')
  })
})

describe('scoreboardv3', () => {
  test('has a game to come without a score, and one that is over with its score and overtimes', () => {
    const overtime = (score: number, points: number[]) => ({
      ...(score === 13 ? { teamId: HOME } : { teamId: AWAY }),
      score,
      periods: points.map((each, at) => ({ period: at + 1, score: each })),
    })
    expect(read(scoreboardV3(gameV3({ gameStatus: 1, gameStatusText: '9:30 pm ET' }))).game).toMatchObject({
      status: 'scheduled',
      tip_off: '2025-11-08T02:30:00Z',
      home_score: null,
    })
    const over = gameV3({ homeTeam: overtime(13, [3, 0, 0, 0, 10]), awayTeam: overtime(12, [1, 0, 0, 2, 9]) })
    expect(read(scoreboardV3(over)).game).toMatchObject({
      status: 'final',
      home_score: 13,
      away_score: 12,
      periods: { home: [3, 0, 0, 0, 10], away: [1, 0, 0, 2, 9] },
    })
  })

  test('beside a summary of the same game changes nothing', () => {
    for (const first of [summaryV3(), summary()]) {
      const expected = read(first)
      expect(read(first, scoreboardV3(gameV3()))).toEqual({
        ...expected,
        game: { ...expected.game, tip_off: '2025-11-08T02:30:00Z' },
      })
    }
  })
})

test('a scoreboard, a summary and the schedule say that a court is neutral', () => {
  const isNeutral = true
  for (const response of [
    scoreboardV3(gameV3({ isNeutral })),
    summaryV3({ isNeutral }),
    leagueSchedule(scheduled({ isNeutral })),
  ])
    expect(read(response).game.neutral).toBe(true)
  expect(read(scoreboardV3(gameV3({ isNeutral: false }))).game.neutral).toBeUndefined()
})

describe('boxscoretraditionalv3', () => {
  test('becomes the box score, with the team turnovers of the summary', () => {
    const { home, players, notes } = read(BOX, summaryV3())
    expect(home.totals).toMatchObject({ points: 3, turnovers: 5, fouls_drawn: null })
    expect(home.players?.map(({ player, starter, played }) => [player, starter, played])).toEqual([
      ['2', true, true],
      ['3', true, true],
      ['4', true, true],
      ['5', true, true],
      ['1', true, true],
      ['6', false, false],
    ])
    expect(home.players?.at(4)).toMatchObject({ seconds: 2880, plus_minus: 1, stats: { points: 3, two_attempted: 2 } })
    expect(home.players?.at(5)).toMatchObject({ number: '00', seconds: null })
    expect(players.find(({ external_id }) => external_id === '1')?.name).toBe('Given Name1')
    expect(notes.map(({ code }) => code)).toEqual(['missing_responses', 'missing_responses'])
  })

  test('says who plays at home; the day comes from any other response', () => {
    const oneTeam = resultSets('leaguegamefinder', { LeagueGameFinderResults: [logRow(HOME, 'HRB vs. HIL', 3)] })
    const bundle = read(BOX, oneTeam)
    expect([bundle.home.team, bundle.away.team]).toMatchObject([
      { external_id: String(HOME), name: 'Harbour Lions' },
      { external_id: String(AWAY), name: 'Hill Foxes' },
    ])
    expect(bundle.game).toMatchObject({ status: 'final', home_score: 3, away_score: 2, date: '2025-11-07' })
  })

  test('joined with playbyplayv3 names players without a row of their own', () => {
    const plays = playsV3(
      shotV3(2, 9, { shotResult: 'Made', description: "Name2 2' Layup (2 PTS) (Name1 1 AST)" }),
      byV3(11, 10, 'Turnover'),
    )
    const { events } = read(BOX, plays, summaryV3())
    expect(events?.map(({ type, player }) => [type, player]).slice(0, 2)).toEqual([
      ['two_made', '2'],
      ['assist', '1'],
    ])
  })

  test('of some periods of its game is refused', () => {
    const part = 'http://nba.cloud/games/0022500061/box?StartPeriod=3&EndPeriod=4&RangeType=1'
    expect(() => toParts(boxV3([], [], part), 'file.json')).toThrow('file.json: a box score of a part of its game')
  })
})

test('leaguegamefinder is read as leaguegamelog is; both together are one log in whatever order', () => {
  const rows = [logRow(HOME, 'HRB vs. HIL', 3), logRow(AWAY, 'HIL @ HRB', 2)]
  const log = resultSets('leaguegamelog', { LeagueGameLog: rows })
  const finder = resultSets('leaguegamefinderparameters', { LeagueGameFinderResults: rows.toReversed() })
  expect(read(finder)).toEqual(read(log))
  expect(codes(read(log, finder))).toEqual([])
})

test('a third version that is not read is refused by name, with those that are', () => {
  expect(() => toParts({ meta: {}, boxScoreAdvanced: { gameId: '0022500061' } }, 'file.json')).toThrow(
    /file.json: boxScoreAdvanced is not read; expected .* boxscoretraditionalv3, boxscoresummaryv3 or scoreboardv3/,
  )
})

const DATA = fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
const SAMPLES = join(DATA, 'nba-stats-v3')

describe.skipIf(!existsSync(SAMPLES))('responses of the season 2025-26 (skipped without ../shared/data)', () => {
  test('all are recognized by their content, except the standings', async () => {
    const counts: Record<string, number> = {}
    const refused: string[] = []
    for await (const { parts, error } of responsesByGame([SAMPLES])) {
      for (const { kind } of parts ?? []) counts[kind] = (counts[kind] ?? 0) + 1
      if (error) refused.push(error.reason.split(';')[0] ?? '')
    }
    expect(counts).toEqual({ box: 1, scoreboard: 11, log: 104 })
    expect(refused).toEqual(['result sets of "leaguestandings" are not read'])
  })

  test('the players of the box score add up to its totals and the score', async () => {
    const parts = []
    for await (const game of responsesByGame([join(SAMPLES, 'boxscoretraditionalv3.json')]))
      parts.push(...(game.parts ?? []))
    const summary = summaryV3({
      gameId: '0022500165',
      homeTeam: { teamId: 1610612761, score: 128 },
      awayTeam: { teamId: 1610612749, score: 100 },
    })
    const { home, away, notes } = GameBundle.parse(
      readGame('0022500165', [...parts, ...toParts(summary, 'summary.json')]),
    )
    expect([home.team.name, away.team.name]).toEqual(['Toronto Raptors', 'Milwaukee Bucks'])
    for (const { players, totals } of [home, away])
      for (const stat of ['points', 'two_attempted', 'three_made', 'rebounds', 'assists', 'fouls'] as const)
        expect(players?.reduce((sum, { stats }) => sum + (stats[stat] ?? 0), 0)).toBe(totals?.[stat])
    expect(home.players?.filter(({ starter }) => starter)).toHaveLength(5)
    expect(home.players?.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)).toBe(14_400)
    expect(notes.map(({ code }) => code)).toEqual(['missing_responses', 'missing_responses'])
  })

  test('the games of a scoreboard are over, with periods that add up', async () => {
    for await (const { game, parts } of responsesByGame([
      join(SAMPLES, 'test_scoreboardv3_Regular_season_game_date_November_5_2025.json'),
    ])) {
      const bundle = GameBundle.parse(readGame(game, parts ?? []))
      expect(bundle.game).toMatchObject({ status: 'final', date: '2025-11-05' })
      expect(bundle.game.periods?.home.reduce((sum, points) => sum + points, 0)).toBe(bundle.game.home_score)
      expect(bundle.notes).toEqual([])
    }
  })

  test('a game log has the games on neutral courts, with or without a host', async () => {
    const sides: unknown[] = []
    for await (const { bundle } of nba.read([
      join(DATA, 'cases/05-nba-log-neutral-courts'),
      join(SAMPLES, 'test_leaguegamefinder_Recent_date_range.json'),
    ]))
      if (bundle?.game.neutral === true)
        sides.push([bundle.game.external_id, bundle.home.team.name, bundle.away.team.name, bundle.notes])
    expect(sides).toEqual([
      ['0022400147', 'Washington Wizards', 'Miami Heat', [expect.objectContaining({ code: 'responses_repeated' })]],
      ['0022500147', 'Dallas Mavericks', 'Detroit Pistons', [expect.objectContaining({ code: 'home_assumed' })]],
    ])
  })
})
