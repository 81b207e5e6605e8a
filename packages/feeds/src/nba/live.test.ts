import { GameBundle, type BundleEvent } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { readGame } from './game.ts'
import { toParts } from './parts.ts'
import {
  action,
  AWAY,
  by,
  HOME,
  leagueSchedule,
  liveBox,
  livePlayer,
  livePlays,
  scheduled,
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
const typed = (events: BundleEvent[] | null | undefined) => events?.map(({ type, player }) => [type, player])

describe('box score and play-by-play of cdn.nba.com', () => {
  const bundle = read(liveBox(), livePlays())

  test('give a final game on the day of the arena, with the crew chief first', () => {
    expect(bundle).toMatchObject({
      source: 'nba',
      competition: { name: 'NBA', regulation_minutes: 48, tie_break: 'nba', time_zone: 'America/New_York' },
      season: { name: '2025-26', start_year: 2025 },
      game: {
        external_id: ID,
        stage: 'regular',
        date: '2025-11-07',
        tip_off: '2025-11-08T02:30:00Z',
        status: 'final',
        home_score: 3,
        away_score: 2,
        attendance: 18_000,
        venue: 'Hall of the Harbour',
        periods: { home: [3, 0, 0, 0], away: [0, 0, 0, 2] },
        officials: [
          { name: 'Crew Chief', role: 'referee' },
          { name: 'Second Referee', role: 'referee' },
        ],
      },
      home: { team: { external_id: String(HOME), name: 'Harbour Lions' } },
      away: { team: { external_id: String(AWAY), name: 'Hill Foxes' } },
      notes: [],
    })
  })

  test("totals include the team's turnovers but, as in the league's tables, not its rebounds", () => {
    expect(bundle.home.totals).toMatchObject({
      turnovers: 5,
      rebounds: 3,
      offensive_rebounds: 1,
      defensive_rebounds: 2,
    })
  })

  test('minutes with tenths are cut to seconds', () => {
    const minutes = livePlayer(1, { minutes: 'PT23M58.60S' })
    expect(read(liveBox({}, [minutes])).home.players?.[0]).toMatchObject({ seconds: 1438 })
  })

  test('jersey 00 stays 00, minutes become seconds, and ingest computes the index', () => {
    const [line] = bundle.home.players ?? []
    expect(line).toMatchObject({ player: '1', number: '00', starter: true, played: true, seconds: 2880 })
    expect(line?.stats).not.toHaveProperty('performance_index')
  })

  test('assists and blocked shots become events; every event has the score', () => {
    expect(typed(bundle.events)).toEqual([
      ['period_start', null],
      ['three_made', '1'],
      ['assist', '2'],
      ['two_missed', '11'],
      ['shot_blocked', '11'],
      ['block', '3'],
      ['two_made', '12'],
      ['period_end', null],
      ['game_end', null],
    ])
    expect(bundle.events?.map(({ home_score, away_score }) => `${home_score}-${away_score}`)).toEqual([
      '0-0',
      ...Array(5).fill('3-0'),
      ...Array(3).fill('3-2'),
    ])
    expect(bundle.events?.[1]).toMatchObject({ clock: '11:40.5', side: 'home', distance_ft: 23 })
    expect(bundle.events?.[2]).toMatchObject({ description: 'N. 2 1 AST', distance_ft: null })
  })

  test('shots have the seq of their event, a location in feet and qualifiers', () => {
    expect(bundle.shots).toEqual([
      {
        seq: 2,
        period: 1,
        side: 'home',
        player: '1',
        value: 3,
        made: true,
        points: 3,
        x_ft: -22,
        y_ft: 5,
        distance_ft: 22.56,
        fastbreak: true,
        second_chance: false,
        off_turnover: false,
        at: '2025-11-08T00:40:00Z',
      },
      expect.objectContaining({ seq: 4, points: 0, made: false, distance_ft: 1.5 }),
      expect.objectContaining({ seq: 7, y_ft: -0.5, second_chance: true, off_turnover: true }),
    ])
  })
})

describe('the quirks of cdn.nba.com', () => {
  test('orderNumber is the order of the game, not actionNumber or the order of the file', () => {
    const actions = [
      by(1, 30, 'turnover', { actionNumber: 4, description: 'third' }),
      by(2, 10, 'steal', { actionNumber: 9, description: 'first' }),
      by(3, 20, 'violation', { actionNumber: 2, description: 'second' }),
    ]
    expect(read(liveBox(), livePlays(actions)).events?.map(({ description }) => description)).toEqual([
      'first',
      'second',
      'third',
    ])
  })

  test.each([
    ['foul', { subType: 'personal', descriptor: 'shooting' }, 'foul'],
    ['foul', { subType: 'offensive', descriptor: 'charge' }, 'offensive_foul'],
    ['foul', { subType: 'technical' }, 'technical_foul'],
    ['foul', { subType: 'personal', descriptor: 'flagrant-type-1' }, 'unsportsmanlike_foul'],
    ['foul', { subType: 'personal', descriptor: 'flagrant-type-2' }, 'disqualifying_foul'],
    ['freethrow', { subType: '1 of 2', shotResult: 'Made' }, 'free_throw_made'],
    ['freethrow', { subType: '2 of 2', shotResult: 'Missed' }, 'free_throw_missed'],
    ['rebound', { subType: 'offensive' }, 'offensive_rebound'],
    ['rebound', { subType: 'defensive' }, 'defensive_rebound'],
    ['substitution', { subType: 'in' }, 'substitution_in'],
    ['substitution', { subType: 'out' }, 'substitution_out'],
    ['jumpball', { subType: 'recovered' }, 'jump_ball'],
    ['timeout', { subType: 'full' }, 'timeout'],
    ['challenge', {}, 'review'],
    ['instantreplay', {}, 'review'],
    ['stoppage', { subType: 'blood rule' }, 'other'],
    ['ejection', {}, 'other'],
  ])('%s %j is %s', (actionType, fields, type) => {
    const bundle = read(liveBox(), livePlays([by(1, 1, actionType, fields)]))
    expect(bundle.events?.[0]?.type).toBe(type)
    expect(codes(bundle)).not.toContain('unknown_code')
  })

  test('an unknown action becomes an event of type other, with a note', () => {
    const bundle = read(liveBox(), livePlays([action(1, 'parade', { subType: 'mascot' })]))
    expect(bundle.events?.[0]).toMatchObject({ type: 'other', description: 'parade mascot' })
    expect(codes(bundle)).toContain('unknown_code')
  })

  describe('a missed heave', () => {
    const three = by(1, 1, '3pt', { shotResult: 'Made', scoreHome: '3', xLegacy: -220, yLegacy: 50 })
    const heave = (fields = {}) => by(1, 2, 'heave', { shotResult: 'Missed', scoreHome: '3', ...fields })
    const readHeave = (totals = {}, fields = {}) =>
      read(liveBox({}, undefined, totals), livePlays([three, heave(fields)]))

    test('is a missed three of the team, not of the player, in events and shots', () => {
      const bundle = readHeave({}, { xLegacy: 20, yLegacy: 500 })
      expect(bundle.events?.[1]).toMatchObject({ type: 'three_missed', side: 'home', player: null, distance_ft: 50 })
      expect(bundle.shots?.[1]).toMatchObject({ seq: 2, side: 'home', player: null, value: 3, made: false, y_ft: 50 })
    })

    test('gets no note, with or without a location', () => {
      const notes = (fields: object) => codes(readHeave({}, fields)).filter((code) => code !== 'plays_differ')
      expect([notes({}), notes({ personId: 0 }), notes({ xLegacy: 20, yLegacy: 500 })]).toEqual([[], [], []])
    })

    test.each([
      ['among the threes', { threePointersAttempted: 2, teamFieldGoalAttempts: 1 }],
      ['beside the threes', { threePointersAttempted: 1, teamFieldGoalAttempts: 1 }],
    ])('is an attempt of the totals and of no line, if the feed counts it %s', (_, totals) => {
      const { home } = readHeave(totals)
      expect(home.totals).toMatchObject({ two_attempted: 0, three_attempted: 2, three_made: 1 })
      expect(home.players?.reduce((all, { stats }) => all + (stats.three_attempted ?? 0), 0)).toBe(1)
    })
  })

  test('a heave that goes in is a three of its player', () => {
    const bundle = read(liveBox(), livePlays([by(1, 1, 'heave', { shotResult: 'Made', scoreHome: '3' })]))
    expect(bundle.events?.[0]).toMatchObject({ type: 'three_made', player: '1' })
    expect(bundle.shots?.[0]).toMatchObject({ player: '1', made: true, points: 3 })
  })

  test('drawing a foul is an event of the other team', () => {
    const foul = by(1, 1, 'foul', { subType: 'personal', foulDrawnPersonId: 11 })
    expect(read(liveBox(), livePlays([foul])).events?.[1]).toMatchObject({
      type: 'foul_drawn',
      side: 'away',
      player: '11',
    })
  })

  test('person 0 and a team are not players; a player who is not in the box score gets a note', () => {
    const rebound = { subType: 'offensive', qualifiers: ['team'] }
    const bundle = read(
      liveBox(),
      livePlays([
        action(1, 'rebound', { ...rebound, teamId: HOME }),
        action(2, 'rebound', { ...rebound, teamId: AWAY, personId: AWAY }),
        action(3, 'foul', { subType: 'technical', teamId: HOME, personId: 777, description: 'A coach' }),
      ]),
    )
    expect(bundle.events?.map(({ side, player }) => [side, player])).toEqual([
      ['home', null],
      ['away', null],
      ['home', null],
    ])
    expect(codes(bundle)).toEqual(['plays_differ', 'plays_differ', 'not_on_sheet'])
  })

  test('without a box score, players have the names of the play-by-play', () => {
    const bundle = read(leagueSchedule(scheduled({ gameStatus: 2 })), livePlays())
    expect(bundle.players).toContainEqual({ external_id: '12', name: 'N. 12' })
    expect(codes(bundle)).toContain('missing_responses')
  })

  test('another team and an unreadable clock get notes; a falling score is unchanged, and ingest warns of it', () => {
    const bundle = read(
      liveBox(),
      livePlays([
        by(1, 1, 'turnover', { scoreHome: '5' }),
        action(2, 'timeout', { teamId: 4711, clock: 'PT?', scoreHome: '4' }),
      ]),
    )
    const all = ['plays_differ', 'plays_differ', 'unknown_team', 'clock_unreadable', 'score_skips']
    expect(codes(bundle)).toEqual(all)
    expect(bundle.events?.[1]).toMatchObject({ side: null, clock: null, home_score: 4 })
  })

  test('an action that is there twice is one event, and one shot, with a note', () => {
    const layup = by(12, 2, '2pt', { shotResult: 'Made', scoreAway: '2', xLegacy: 12, yLegacy: -5 })
    const bundle = read(leagueSchedule(scheduled({ gameStatus: 2 })), livePlays([layup, { ...layup }]))
    expect([bundle.events?.length, bundle.shots?.length]).toEqual([1, 1])
    expect(codes(bundle)).toContain('event_repeated')
  })

  test('a player with minutes has played, whatever the response says', () => {
    const players = read(liveBox({}, [livePlayer(1), livePlayer(2, {}, { played: null })])).home.players
    expect(players?.[1]).toMatchObject({ player: '2', played: true, seconds: 2880 })
  })

  test('a statistic that is no possible number is unknown, with a note', () => {
    const squad = [livePlayer(1), livePlayer(2, { assists: false, steals: 0.5 }), livePlayer(3, { blocks: 1e9 })]
    const { home, notes } = read(liveBox({}, squad))
    expect(home.players?.map(({ stats: { assists, steals, blocks } }) => [assists, steals, blocks])).toEqual([
      [0, 0, 0],
      [null, null, 0],
      [0, 0, null],
    ])
    expect(notes.find(({ code }) => code === 'statistics_missing')?.message).toBe(
      'Lions: 3 statistics missing or not a possible number, stored as unknown: assists of 2, steals of 2, blocks of 3.',
    )
  })

  test('a listed player who did not play has no time', () => {
    const idle = livePlayer(9, { minutes: 'PT00M00.00S' }, { status: 'INACTIVE', starter: '0', played: '0' })
    const players = read(liveBox({}, [livePlayer(1), idle])).home.players
    expect(players?.[1]).toMatchObject({ player: '9', played: false, seconds: null, starter: false })
  })

  test('an attendance of 0 is unknown', () => {
    expect(read(liveBox({ attendance: 0 })).game.attendance).toBeNull()
  })

  test('if periods do not add up to the score, those of the running score are used', () => {
    const box = liveBox({ awayTeam: { teamId: AWAY, teamCity: 'Hill', teamName: 'Foxes', score: 2, periods: [] } })
    const ends = [3, 3, 3, 3].map((scoreHome, at) =>
      action(at + 1, 'period', { period: at + 1, subType: 'end', scoreHome, scoreAway: at === 3 ? 2 : 0 }),
    )
    expect(read(box, livePlays(ends)).game.periods).toEqual({ home: [3, 0, 0, 0], away: [0, 0, 0, 2] })
    const none = read(box, livePlays(ends.slice(0, 2)))
    expect(none.game.periods).toBeNull()
    expect(codes(none)).toContain('periods_differ')
  })

  test('before the game, squads and an empty play-by-play are left out', () => {
    const squad = [livePlayer(1, { minutes: 'PT00M00.00S' }, { played: '0' })]
    const bundle = read(liveBox({ gameStatus: 1, gameStatusText: '9:30 pm ET' }, squad), livePlays([]))
    expect(bundle.game).toMatchObject({ status: 'scheduled', home_score: null })
    expect([bundle.home.players, bundle.home.totals, bundle.events, bundle.shots]).toEqual(Array(4).fill(undefined))
    expect(bundle.notes).toEqual([])
  })

  test('a game in progress is scheduled and has the periods that have ended', () => {
    const bundle = read(
      liveBox({ gameStatus: 2, gameStatusText: 'Q2 8:00' }),
      livePlays([
        by(1, 1, '2pt', { shotResult: 'Made', scoreHome: '2' }),
        action(2, 'period', { subType: 'end', scoreHome: '2' }),
        by(1, 3, '2pt', { shotResult: 'Made', scoreHome: '4', period: 2 }),
      ]),
    )
    expect(bundle.game).toMatchObject({ status: 'scheduled', home_score: null, periods: { home: [2], away: [0] } })
  })
})

describe('the league schedule', () => {
  test('before a game, gameDateTimeUTC is the tip-off; gameDateTimeEst, which ends in Z, is ignored', () => {
    const bundle = read(leagueSchedule(scheduled()))
    expect(bundle.game).toMatchObject({
      status: 'scheduled',
      date: '2025-11-07',
      tip_off: '2025-11-08T02:30:00Z',
      home_score: null,
      venue: 'Hall of the Harbour',
    })
    expect(bundle.game).not.toHaveProperty('periods')
  })

  test('after a game, it has the result', () => {
    const team = { teamCity: 'Harbour', teamName: 'Lions' }
    const played = scheduled({ gameStatus: 3, homeTeam: { ...team, teamId: HOME, score: 101 } })
    const bundle = read(leagueSchedule({ ...played, awayTeam: { ...team, teamId: AWAY, score: 99 } }))
    expect(bundle.game).toMatchObject({ status: 'final', home_score: 101, away_score: 99 })
  })

  test('an hour to be determined is null', () => {
    expect(read(leagueSchedule(scheduled({ gameStatusText: 'TBD' }))).game.tip_off).toBeNull()
  })

  test('a cancelled game has no result, a postponed one stays scheduled', () => {
    const getStatus = (fields: Record<string, unknown>) => read(leagueSchedule(scheduled(fields))).game.status
    expect(getStatus({ postponedStatus: 'C' })).toBe('no_result')
    expect(getStatus({ gameStatusText: 'Cancelled' })).toBe('no_result')
    expect(getStatus({ postponedStatus: 'P', gameStatusText: 'PPD' })).toBe('scheduled')
  })

  test('a game without known teams is refused with that reason', () => {
    const unknown = { teamId: 0, teamCity: '', teamName: '', score: 0 }
    expect(() => read(leagueSchedule(scheduled({ homeTeam: unknown, awayTeam: unknown })))).toThrow(
      `${ID}: its teams are not known yet`,
    )
  })

  test('cup rounds are rounds; Preseason is not', () => {
    expect(read(leagueSchedule(scheduled({ seriesText: 'East Group A' }))).game.round).toBe('East Group A')
    expect(read(leagueSchedule(scheduled({ seriesText: 'Preseason' }))).game.round).toBeUndefined()
  })

  test('a guest team with the city in its name does not get it twice', () => {
    const guest = { teamId: AWAY, teamCity: 'Madrid', teamName: 'Real Madrid', score: 0 }
    expect(read(leagueSchedule(scheduled({ awayTeam: guest }))).away.team.name).toBe('Real Madrid')
    const accented = { ...guest, teamCity: 'Malaga', teamName: 'Unicaja Málaga' }
    expect(read(leagueSchedule(scheduled({ awayTeam: accented }))).away.team.name).toBe('Unicaja Málaga')
  })

  test('is ignored if a box score says that the game is over', () => {
    expect(read(leagueSchedule(scheduled()), liveBox()).game.status).toBe('final')
  })
})

test('if responses disagree, the live box score is used, with a note', () => {
  const bundle = read(liveBox(), leagueSchedule(scheduled({ gameDateTimeUTC: '2025-11-08T03:00:00Z' })))
  expect(bundle.game.tip_off).toBe('2025-11-08T02:30:00Z')
  expect(bundle.notes).toContainEqual({
    code: 'responses_differ',
    message:
      'tip off: live box score 2025-11-08T02:30:00Z, schedule 2025-11-08T03:00:00Z; taken from the live box score.',
  })
})

test('if a response occurs twice, the last one is used; a note says if they differ', () => {
  const twice = read(liveBox({ attendance: 1 }), liveBox({ attendance: 2 }))
  expect(twice.game.attendance).toBe(2)
  expect(twice.notes).toContainEqual({
    code: 'responses_repeated',
    message: 'The live box score differs in file0.json and file1.json; the latter is used.',
  })
  expect(codes(read(liveBox(), liveBox()))).not.toContain('responses_repeated')
})
