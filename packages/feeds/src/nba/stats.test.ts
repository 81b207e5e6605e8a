import { GameBundle, type BundleEvent } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { readGame } from './game.ts'
import { toParts } from './parts.ts'
import {
  AWAY,
  boxRow,
  chartRow,
  HOME,
  logRow,
  playRow,
  resultSets,
  shotChart,
  statsBox,
  statsPlays,
  summary,
} from './test-support/sample-game.ts'

const ID = '0022500061'
const read = (...responses: unknown[]) =>
  GameBundle.parse(
    readGame(
      ID,
      responses.flatMap((response, at) => toParts(response, `file${at}.json`)),
    ),
  )
const codes = ({ notes }: { notes: { code: string }[] }) => notes.map(({ code }) => code)
const typed = (events: BundleEvent[] | null | undefined) =>
  events?.map(({ type, side, player }) => [type, side, player])
const readEvents = (...rows: Parameters<typeof statsPlays>) => read(summary(), statsPlays(...rows)).events

describe('the summary', () => {
  test('becomes a final game with its HOME_TEAM_ID, not the first line, at home', () => {
    expect(read(summary())).toMatchObject({
      game: {
        status: 'final',
        date: '2025-11-07',
        home_score: 3,
        away_score: 2,
        attendance: 18_000,
        periods: { home: [3, 0, 0, 0], away: [0, 0, 0, 2] },
        officials: [{ name: 'Crew Chief', role: 'referee' }],
      },
      home: { team: { external_id: String(HOME), name: 'Harbour Lions' } },
      notes: [],
    })
  })

  test('overtimes after the last one with points were not played', () => {
    expect(read(summary({}, { home: [10, 0], away: [10, 7] })).game.periods).toEqual({
      home: [3, 0, 0, 0, 10, 0],
      away: [0, 0, 0, 2, 10, 7],
    })
  })
})

describe('the play-by-play', () => {
  test('SCORE has the visitor first and is on scoring rows only; every event has the running score', () => {
    const events = readEvents(
      playRow(1, [12, 0], []),
      playRow(2, [1, 1], [1], { SCORE: '0 - 3', HOMEDESCRIPTION: "Name 24' 3PT Jump Shot (3 PTS)" }),
      playRow(3, [9, 4], []),
      playRow(4, [1, 1], [11], { SCORE: '2 - 3', VISITORDESCRIPTION: "Name 2' Layup (2 PTS)" }),
    )
    expect(events?.map(({ home_score, away_score }) => [home_score, away_score])).toEqual([
      [0, 0],
      [3, 0],
      [3, 0],
      [3, 2],
    ])
    expect(events?.map(({ type }) => type)).toEqual(['period_start', 'three_made', 'timeout', 'two_made'])
  })

  test('rows of several people become several events', () => {
    expect(
      typed(
        readEvents(
          playRow(1, [1, 1], [1, 2], { HOMEDESCRIPTION: "A 2' Layup (2 PTS) (B 1 AST)" }),
          playRow(2, [2, 1], [11, null, 3], { VISITORDESCRIPTION: 'MISS C Layup', HOMEDESCRIPTION: 'D BLOCK (1 BLK)' }),
          playRow(3, [5, 1], [1, 12]),
          playRow(4, [6, 2], [4, 13]),
          playRow(5, [8, 0], [5, 6]),
          playRow(6, [6, 16], [4, 13]),
        ),
      ),
    ).toEqual([
      ['two_made', 'home', '1'],
      ['assist', 'home', '2'],
      ['two_missed', 'away', '11'],
      ['block', 'home', '3'],
      ['shot_blocked', 'away', '11'],
      ['turnover', 'home', '1'],
      ['steal', 'away', '12'],
      ['foul', 'home', '4'],
      ['foul_drawn', 'away', '13'],
      ['substitution_out', 'home', '5'],
      ['substitution_in', 'home', '6'],
      ['technical_foul', 'home', '4'],
      ['technical_foul', 'away', '13'],
    ])
  })

  test.each([
    [1, 'foul'],
    [4, 'offensive_foul'],
    [26, 'offensive_foul'],
    [11, 'technical_foul'],
    [17, 'technical_foul'],
    [14, 'unsportsmanlike_foul'],
    [15, 'disqualifying_foul'],
    [28, 'foul'],
    [32, 'technical_foul'],
    [33, 'technical_foul'],
  ])('a foul with action %j is %s', (foul, type) => {
    expect(readEvents(playRow(1, [6, foul], [1]))?.[0]?.type).toBe(type)
  })

  test.each([
    [7, 'violation'],
    [10, 'jump_ball'],
    [11, 'other'],
    [13, 'period_end'],
    [18, 'review'],
  ])('a row of type %j is %s', (code, type) => {
    expect(readEvents(playRow(1, [code, 0], []))?.[0]?.type).toBe(type)
  })

  test('an unknown type becomes an event of type other, with a note', () => {
    const bundle = read(summary(), statsPlays(playRow(1, [99, 0], [], { NEUTRALDESCRIPTION: 'Fog' })))
    expect(bundle.events?.[0]).toMatchObject({ type: 'other', description: 'Fog' })
    expect(codes(bundle)).toContain('unknown_code')
  })

  test('a miss of a team is a heave, a missed three', () => {
    const team = { PERSON1TYPE: 3, PLAYER1_ID: AWAY, PLAYER1_TEAM_ID: null, VISITORDESCRIPTION: 'MISS Foxes Heave' }
    const bundle = read(summary(), statsPlays(playRow(2, [2, 0], [], team)))
    expect(typed(bundle.events)).toEqual([['three_missed', 'away', null]])
    expect(codes(bundle)).toEqual(['missing_responses', 'missing_responses'])
  })

  test('missed free throws are recognized by their description', () => {
    const row = (words: string) => playRow(1, [3, 11], [1], { HOMEDESCRIPTION: words })
    expect(readEvents(row('MISS A Free Throw 1 of 2'))?.[0]?.type).toBe('free_throw_missed')
    expect(readEvents(row('A Free Throw 1 of 2 (1 PTS)'))?.[0]?.type).toBe('free_throw_made')
  })

  test.each([
    ['0 - 2', false],
    ['0 - 1', true],
  ])(
    'a free throw of the G League is worth the points of its words: that the score is then %s gets a note: %s',
    (SCORE, noted) => {
      const row = playRow(1, [3, 31], [1], { HOMEDESCRIPTION: 'A Free Throw 2PT (2 PTS)', SCORE })
      expect(codes(read(summary(), statsPlays(row))).includes('score_skips')).toBe(noted)
    },
  )

  test("a player's running totals decide whether a rebound is offensive; for a team's rebound the last miss decides", () => {
    const team = { PERSON1TYPE: 2, PLAYER1_ID: HOME, PLAYER1_TEAM_ID: null }
    expect(
      typed(
        readEvents(
          playRow(1, [4, 0], [1], { HOMEDESCRIPTION: 'A REBOUND (Off:1 Def:0)' }),
          playRow(2, [2, 1], [1], { HOMEDESCRIPTION: "MISS A 2' Layup" }),
          playRow(3, [4, 0], [1], { HOMEDESCRIPTION: 'A REBOUND (Off:1 Def:1)' }),
          playRow(4, [4, 0], [], { ...team, HOMEDESCRIPTION: 'LIONS Rebound' }),
          playRow(5, [2, 1], [11], { VISITORDESCRIPTION: "MISS C 2' Layup" }),
          playRow(6, [4, 0], [], { ...team, HOMEDESCRIPTION: 'LIONS Rebound' }),
        ),
      ),
    ).toEqual([
      ['offensive_rebound', 'home', '1'],
      ['two_missed', 'home', '1'],
      ['defensive_rebound', 'home', '1'],
      ['offensive_rebound', 'home', null],
      ['two_missed', 'away', '11'],
      ['defensive_rebound', 'home', null],
    ])
  })

  test('a technical foul before the start of its period gets a note; a substitution does not', () => {
    const late = { PERIOD: 2 }
    const bundle = read(
      summary(),
      statsPlays(
        playRow(1, [13, 0], []),
        playRow(4, [8, 0], [1, 2], late),
        playRow(2, [6, 11], [11], late),
        playRow(3, [12, 0], [], late),
      ),
    )
    expect(bundle.notes).toContainEqual(
      expect.objectContaining({ code: 'before_period_start', message: expect.stringMatching(/^1 event of/) }),
    )
    expect(bundle.events?.map(({ period }) => period)).toEqual([1, 2, 2, 2, 2])
  })

  test('officials, coaches and teams are not players', () => {
    const events = readEvents(
      playRow(1, [18, 0], [], { PERSON1TYPE: null, PLAYER1_ID: 130, PLAYER1_NAME: 'A Referee' }),
      playRow(2, [6, 11], [], { PERSON1TYPE: 6, PLAYER1_ID: 555, PLAYER1_TEAM_ID: HOME }),
      playRow(3, [7, 1], [], { PERSON1TYPE: null, PLAYER1_ID: AWAY }),
    )
    expect(events?.map(({ side, player }) => [side, player])).toEqual([
      [null, null],
      ['home', null],
      ['away', null],
    ])
  })
})

describe('the box score', () => {
  test('twos are field goals minus threes; blocks received and fouls drawn are null', () => {
    const [line] = read(summary(), statsBox([boxRow(1), boxRow(11)])).home.players ?? []
    expect(line).toMatchObject({
      player: '1',
      number: null,
      seconds: 2880,
      plus_minus: 1,
      stats: { two_made: 0, two_attempted: 2, three_made: 1, blocks_received: null, fouls_drawn: null },
    })
  })

  test('field goals of the totals that no player attempted are heaves, which are threes', () => {
    const total = { TEAM_NAME: 'Lions', TEAM_CITY: 'Harbour', FGA: 4 }
    const readTotals = (fields: object) => {
      const { home } = read(summary(), statsBox([boxRow(1), boxRow(11)], [boxRow(1, { ...total, ...fields })]))
      return [home.totals?.two_attempted, home.totals?.three_attempted]
    }
    expect([readTotals({ FG3A: 1 }), readTotals({ FG3A: 2 })]).toEqual([
      [2, 2],
      [2, 2],
    ])
    // A player is missing.
    expect(readTotals({ FG3A: 1, PTS: 5 })).toEqual([3, 1])
  })

  test('empty cells of players who did not play are null, not 0', () => {
    const empty = { START_POSITION: '', COMMENT: "DNP - Coach's Decision", MIN: null, PTS: null, FGM: null, FG3M: null }
    const line = read(summary(), statsBox([boxRow(1), boxRow(2, empty)])).home.players?.[1]
    expect(line).toMatchObject({
      played: false,
      starter: false,
      seconds: null,
      stats: { points: null, two_made: null },
    })
  })

  test("totals have the turnovers of the summary, which include the team's", () => {
    const total = { ...boxRow(1, { TEAM_NAME: 'Lions', TEAM_CITY: 'Harbour', TO: 4 }) }
    expect(read(summary(), statsBox([boxRow(1)], [total])).home.totals?.turnovers).toBe(5)
    expect(read(statsBox([boxRow(1)], [total]), gameLog()).home.totals?.turnovers).toBe(4)
  })

  test.each([
    [{ RangeType: 2, StartRange: 28_800, EndRange: 28_940 }],
    [{ RangeType: 2, StartRange: 0, EndRange: 7200 }],
    [{ RangeType: 1, StartPeriod: 2, EndPeriod: 4 }],
  ])('a box score of a part of a game, %j, is refused', (parameters) => {
    expect(() => toParts(statsBox([boxRow(1)], [], parameters), 'box.json')).toThrow('a part of its game')
  })

  test.each([[{ RangeType: 2, StartRange: 0, EndRange: 55_800 }], [{ RangeType: 0, StartPeriod: 0, EndPeriod: 0 }]])(
    'that of a whole game, %j, is read',
    (parameters) => {
      expect(toParts(statsBox([boxRow(1)], [], parameters), 'box.json')).toHaveLength(1)
    },
  )
})

test('the box score of a whole WNBA game covers 40 minutes', () => {
  const box = (seconds: number) =>
    toParts(statsBox([boxRow(1, { GAME_ID: '1022500282' })], [], { RangeType: 2, EndRange: seconds * 10 }), 'box.json')
  expect(box(2400)).toHaveLength(1)
  expect(() => box(2399)).toThrow('a part of its game')
})

const gameLog = (home = 'HRB vs. HIL', away = 'HIL @ HRB') =>
  resultSets('leaguegamelog', { LeagueGameLog: [logRow(AWAY, away, 2), logRow(HOME, home, 3)] })

describe('the game log', () => {
  test('becomes a final game with the totals of both teams', () => {
    const bundle = read(gameLog())
    expect(bundle.game).toMatchObject({ status: 'final', date: '2025-11-07', home_score: 3, away_score: 2 })
    expect(bundle.home).toMatchObject({ team: { name: 'Harbour Lions' }, totals: { three_made: 1, turnovers: 4 } })
    expect(bundle.home).not.toHaveProperty('players')
  })

  test('the row of one team alone does not say who the other team is', () => {
    const alone = resultSets('leaguegamelog', { LeagueGameLog: [logRow(HOME, 'HRB vs. HIL', 3)] })
    expect(() => read(alone)).toThrow('no response says which teams play at home and away')
  })

  describe('of a game on a neutral court', () => {
    const sides = ({ home, away }: GameBundle) => [home.team.external_id, away.team.external_id].map(Number)
    const neutral = (home: string, away: string, ...others: unknown[]) => read(gameLog(home, away), ...others)
    const abbreviated = (matchup: string) =>
      resultSets('leaguegamelog', {
        LeagueGameLog: [
          logRow(AWAY, matchup, 2, { TEAM_ABBREVIATION: 'HIL' }),
          logRow(HOME, matchup, 3, { TEAM_ABBREVIATION: 'HRB' }),
        ],
      })

    test.each([
      ['HRB @ HIL', 'HIL @ HRB'],
      ['HRB vs. HIL', 'HIL vs. HRB'],
    ])('whose rows say "%s" and "%s", the first row is taken for the home team, with a note', (home, away) => {
      const bundle = neutral(home, away)
      expect(sides(bundle)).toEqual([AWAY, HOME])
      expect(bundle.game).toMatchObject({ status: 'final', neutral: true, home_score: 2, away_score: 3 })
      expect(codes(bundle)).toEqual(['home_assumed'])
    })

    test.each(['HIL @ HRB', 'HRB vs. HIL'])('whose rows both say "%s", the text names the home team', (matchup) => {
      const bundle = read(abbreviated(matchup))
      expect(sides(bundle)).toEqual([HOME, AWAY])
      expect(bundle.game).toMatchObject({ neutral: true, home_score: 3, away_score: 2 })
      expect(codes(bundle)).toEqual([])
    })

    test('another response says who plays at home', () => {
      const plays = statsPlays(playRow(1, [5, 1], [1]), playRow(2, [5, 1], [11]))
      for (const other of [summary(), plays]) {
        const bundle = neutral('HRB @ HIL', 'HIL @ HRB', other)
        expect(sides(bundle)).toEqual([HOME, AWAY])
        expect(bundle.game).toMatchObject({ neutral: true, home_score: 3, away_score: 2 })
        expect(codes(bundle)).not.toContain('home_assumed')
        expect(codes(bundle)).not.toContain('responses_differ')
      }
    })
  })

  test('of a game that is not on a neutral court does not say so', () => {
    expect(read(gameLog()).game).not.toHaveProperty('neutral')
  })

  test('a game log of players is refused', () => {
    const rows = [{ ...logRow(HOME, 'HRB vs. HIL', 3), PLAYER_ID: 1 }]
    expect(() => toParts(resultSets('leaguegamelog', { LeagueGameLog: rows }), 'log.json')).toThrow(
      'log.json: a game log of players',
    )
  })
})

describe('shot charts', () => {
  test('of both teams give the shots with event, location and distance', () => {
    const bundle = read(
      summary(),
      shotChart(chartRow(5, 11, { SHOT_MADE_FLAG: 1, SHOT_TYPE: '3PT Field Goal', LOC_X: -230, LOC_Y: 0 })),
      shotChart(chartRow(2, 1)),
      statsPlays(
        playRow(2, [2, 1], [1], { HOMEDESCRIPTION: "MISS A 5' Layup" }),
        playRow(3, [4, 0], [11]),
        playRow(5, [1, 1], [11], { VISITORDESCRIPTION: "C 23' 3PT Jump Shot (3 PTS)" }),
      ),
    )
    expect(bundle.shots).toEqual([
      expect.objectContaining({ seq: 1, side: 'home', made: false, x_ft: 3, y_ft: 4, distance_ft: 5, at: null }),
      expect.objectContaining({ seq: 3, side: 'away', value: 3, points: 3, x_ft: -23, distance_ft: 23 }),
    ])
    expect(bundle.events?.map(({ distance_ft }) => distance_ft)).toEqual([5, null, 23])
  })

  test('without a play-by-play are sorted by the clock', () => {
    const bundle = read(
      summary(),
      shotChart(chartRow(9, 11, { PERIOD: 2 }), chartRow(4, 12, { MINUTES_REMAINING: 3 })),
      shotChart(chartRow(7, 1)),
    )
    expect(bundle.shots?.map(({ seq, player }) => [seq, player])).toEqual([
      [1, '1'],
      [2, '12'],
      [3, '11'],
    ])
  })

  test('have shots without an event numbered after the last event, with a note', () => {
    const bundle = read(summary(), shotChart(chartRow(77, 1)), statsPlays(playRow(1, [12, 0], [])))
    expect(bundle.shots?.[0]?.seq).toBe(2)
    expect(codes(bundle)).toContain('shot_without_event')
  })
})

test('without a summary, home and away come from the players and the day from a shot chart', () => {
  const teams = [boxRow(1, { TEAM_NAME: 'Lions', TEAM_CITY: 'Harbour' }), boxRow(11, { TEAM_CITY: 'Hill', PTS: 1 })]
  const bundle = read(
    statsBox([boxRow(1), boxRow(11)], teams),
    statsPlays(playRow(1, [5, 1], [1]), playRow(2, [5, 1], [11])),
    shotChart(chartRow(3, 1)),
  )
  expect(bundle.game).toMatchObject({ date: '2025-11-07', status: 'final', home_score: 3, away_score: 1 })
  expect(bundle.home.team).toMatchObject({ external_id: String(HOME), name: 'Harbour Lions' })
  expect(codes(bundle)).toContain('end_assumed')
})

test('a game without a day is refused', () => {
  expect(() => read(statsPlays(playRow(1, [5, 1], [1]), playRow(2, [5, 1], [11])))).toThrow('no response has the day')
})
