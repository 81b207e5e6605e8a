import { GameBundle } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { FeedError } from '../feed.ts'
import { readGame } from './game.ts'
import {
  boxRow,
  boxscore,
  header,
  sampleResponses,
  playByPlay,
  playRow,
  plays,
  points,
  schedule,
} from './test-support/sample-game.ts'

const only = (responses: Record<string, unknown>) => readGame({ season_code: 'E2022', game_code: 61, ...responses })
const listCodes = ({ notes }: GameBundle) => notes?.map(({ code }) => code)

test('a game with all responses becomes a complete bundle without notes', () => {
  const bundle = readGame(sampleResponses())
  expect(GameBundle.parse(bundle)).toMatchObject({
    source: 'euroleague',
    competition: { external_id: 'E', name: 'EuroLeague', slug: 'euroleague', kind: 'league', tie_break: 'euroleague' },
    season: { external_id: 'E2022', name: '2022-23', start_year: 2022 },
    game: {
      external_id: 'E2022_61',
      stage: 'regular',
      round: '7',
      date: '2022-11-10',
      tip_off: '2022-11-10T19:00:00Z',
      status: 'final',
      home_score: 7,
      away_score: 5,
      attendance: 1234,
      venue: 'Palace of the Harbour',
      periods: { home: [2, 0, 3, 2], away: [0, 3, 0, 2] },
      officials: [
        { name: 'Ana First', role: 'referee' },
        { name: 'Bo Second', role: 'referee' },
        { name: 'Cy Third', role: 'referee' },
      ],
    },
    home: { team: { external_id: 'HRB', name: 'Harbour Lions' }, coach: 'TJ Trainer' },
    away: { team: { external_id: 'HIL', name: 'Hill Foxes BC' }, coach: 'Mia Mentor' },
    notes: [],
  })
  expect([bundle.players?.length, bundle.events?.length, bundle.shots?.length]).toEqual([10, 17, 6])
})

test('EuroCup is another competition, and the season 1999 is named 1999-00', () => {
  const bundle = readGame(sampleResponses({ season_code: 'U1999', schedule: undefined }))
  expect(bundle.competition).toMatchObject({ external_id: 'U', slug: 'eurocup' })
  expect(bundle.season.name).toBe('1999-00')
})

describe('any subset of the responses is read', () => {
  test('the schedule alone is enough for a final game without box score, events and shots', () => {
    const bundle = only({ schedule: schedule() })
    expect(bundle.game).toMatchObject({ status: 'final', home_score: 7, periods: { home: [2, 0, 3, 2] } })
    expect([bundle.home.players, bundle.home.totals, bundle.home.coach, bundle.events, bundle.shots]).toEqual(
      Array(5).fill(undefined),
    )
    expect(bundle.notes).toEqual([])
  })

  test('before the game, the schedule is enough for a scheduled game, with the hour if it is confirmed', () => {
    const coming = { played: false, audience: 0, referee1: null, referee2: null, referee3: null }
    expect(only({ schedule: schedule(coming) }).game).toMatchObject({
      status: 'scheduled',
      tip_off: '2022-11-10T19:00:00Z',
      home_score: null,
      attendance: null,
      officials: null,
    })
    expect(only({ schedule: schedule({ ...coming, confirmedHour: false }) }).game.tip_off).toBeNull()
  })

  test('a cancelled game has no result', () => {
    expect(only({ schedule: schedule({ played: false, gameStatus: 'Cancelled' }) }).game.status).toBe('no_result')
  })

  test('the Header alone is enough for everything but box score, events and shots', () => {
    const bundle = only({ header: header() })
    expect(bundle.game).toMatchObject({ date: '2022-11-10', status: 'final', venue: 'Palace of the Harbour' })
    expect(bundle.home.team.name).toBe('Harbour Lions')
    const missing = (response: string, part: string) => ({
      code: 'missing_responses',
      message: `Missing response: ${response}.`,
      part,
    })
    expect(bundle.notes).toEqual([
      missing('Boxscore', 'boxscore'),
      missing('PlaybyPlay', 'playbyplay'),
      missing('Points', 'shots'),
    ])
  })

  test('Boxscore, PlaybyPlay and schedule are enough without Header and Points', () => {
    const bundle = only({ boxscore: boxscore(), playbyplay: plays(), schedule: schedule(), points: '' })
    expect(GameBundle.safeParse(bundle).success).toBe(true)
    expect(bundle.home.coach).toBe('TJ Trainer')
    expect(bundle.shots).toBeUndefined()
  })

  test.each(['', ' ', null, {}, [], undefined])('%j counts as a missing response', (empty) => {
    const bundle = readGame(sampleResponses({ boxscore: empty, playbyplay: empty, points: empty, header: empty }))
    expect(bundle.notes).toEqual([])
    expect(bundle.home.players).toBeUndefined()
  })
})

describe('a game that cannot be read is refused with its id and the reason', () => {
  test.each([
    ['a response of another shape', { boxscore: { Stats: [{}] } }, 'E2022_61: Boxscore.Stats'],
    ['a field of another shape', { header: header({ Round: {} }) }, 'E2022_61: Header.Round'],
    [
      'an response of another game',
      { header: header({ CodeTeamA: 'XYZ' }) },
      'E2022_61: Header is of another game: XYZ-HIL',
    ],
    ['a season of no competition', { season_code: 'X2022' }, 'X2022_61: season code "X2022"'],
  ])('%s', (_, responses, message) => {
    expect(() => readGame(sampleResponses(responses))).toThrow(FeedError)
    expect(() => readGame(sampleResponses(responses))).toThrow(message)
  })

  test('without teams or without a day', () => {
    expect(() => only({ points: points() })).toThrow('no response has the codes of both teams')
    expect(() => only({ boxscore: boxscore() })).toThrow('no response has the day')
  })
})

describe('a game in progress', () => {
  const live = {
    schedule: undefined,
    points: undefined,
    header: header({ Live: true, ScoreA: '2', ScoreB: '0' }),
    boxscore: boxscore(undefined, { Live: true }),
  }
  const firstQuarter = [playRow('BP'), playRow('2FGM', { CODETEAM: 'HRB', POINTS_A: 2 }), playRow('EP')]

  test('is scheduled without a score, and has the periods that have ended', () => {
    const now = playByPlay([firstQuarter, [playRow('BP')]], [], { Live: true })
    const bundle = readGame(sampleResponses({ ...live, playbyplay: now }))
    expect(bundle.game).toMatchObject({ status: 'scheduled', home_score: null, away_score: null })
    expect(bundle.game.periods).toEqual({ home: [2], away: [0] })
    expect(bundle.events).toHaveLength(4)
  })

  test('has no periods before the first has ended', () => {
    const now = playByPlay([firstQuarter.slice(0, 2)], [], { Live: true })
    expect(readGame(sampleResponses({ ...live, playbyplay: now })).game.periods).toBeNull()
  })

  test('is final once the play-by-play has the end of the game', () => {
    expect(readGame(sampleResponses({ playbyplay: { ...plays(), Live: true } })).game.status).toBe('final')
  })
})

test('a game without a score is scheduled, even if the box score has squads', () => {
  const squad = [boxRow(1, { Minutes: '' }), boxRow(2, { Minutes: 'DNP' })]
  const sheet = boxscore(squad)
  const stats = { PlayersStats: squad, totr: { Points: 0 } }
  const bundle = only({ header: header({ ScoreA: '0', ScoreB: '0' }), boxscore: { ...sheet, Stats: [stats, stats] } })
  expect(bundle.game).toMatchObject({ status: 'scheduled', home_score: null })
  expect(bundle.home.players).toBeUndefined()
})

describe('the game itself', () => {
  test('an attendance of 0 is unknown', () => {
    expect(only({ header: header({ Capacity: '0' }) }).game.attendance).toBeNull()
    expect(only({ header: header({ Capacity: '0' }), boxscore: boxscore() }).game.attendance).toBe(1234)
  })

  test('if responses disagree, the schedule is used, with a note', () => {
    const bundle = readGame(sampleResponses({ schedule: schedule({ audience: 1200 }) }))
    expect(bundle.game.attendance).toBe(1200)
    expect(bundle.notes).toEqual([
      {
        code: 'responses_differ',
        message: 'attendance: schedule 1200, Header 1234, Boxscore 1234; taken from schedule.',
      },
    ])
  })

  test('the winner of the schedule is ignored', () => {
    expect(readGame(sampleResponses()).game).toMatchObject({ home_score: 7, away_score: 5 })
  })

  test('a first or second leg may end level and is final', () => {
    const level = schedule({ local: { club: { code: 'HRB', name: 'Harbour Lions' }, score: 70 } })
    const road = { club: { code: 'HIL', name: 'Hill Foxes BC' }, score: 70 }
    const bundle = readGame({ season_code: 'U2008', game_code: 61, schedule: { ...level, road } })
    expect(bundle.game).toMatchObject({ status: 'final', home_score: 70, away_score: 70 })
    expect(bundle.notes).toEqual([])
  })

  test('referees are read from a list that has commas inside the names, too', () => {
    expect(
      readGame(sampleResponses({ header: '', schedule: schedule({ referee1: null, referee2: null, referee3: null }) }))
        .game.officials,
    ).toEqual([
      { name: 'Ana First', role: 'referee' },
      { name: 'Bo Second', role: 'referee' },
      { name: 'Cy Third', role: 'referee' },
    ])
  })

  test('an hour that the shots contradict is corrected, with a note', () => {
    const bundle = only({ header: header({ Hour: '21:00 ' }), points: points() })
    expect(bundle.game).toMatchObject({ date: '2022-11-10', tip_off: '2022-11-10T19:00:00Z' })
    expect(listCodes(bundle)).toContain('tip_off_corrected')
  })

  test('times of shots far from the game are left out, with a note', () => {
    const bundle = only({ header: header({ Hour: '06:00' }), points: points() })
    expect(bundle.shots?.map(({ at }) => at)).toEqual(Array(6).fill(null))
    expect(listCodes(bundle)).toContain('shot_times_wrong')
  })

  test('names in capitals become mixed case if no other response has them', () => {
    const shouted = header({ TeamA: 'FC HARBOUR LIONS', Stadium: 'OAKA Altion' })
    expect(only({ header: shouted }).home.team.name).toBe('FC Harbour Lions')
    expect(only({ header: shouted }).game.venue).toBe('OAKA Altion')
    expect(only({ header: shouted, playbyplay: plays() }).home.team.name).toBe('Harbour Lions')
  })
})

test('ids that are not the league’s get a note', () => {
  const bundle = readGame(sampleResponses({ boxscore: boxscore([boxRow(1, { Player_ID: '4' })]) }))
  expect(bundle.players?.[0]?.external_id).toBe('E2022_HRB_4')
  expect(listCodes(bundle)).toContain('local_player_id')
})

describe('0-0 is no score', () => {
  const zeros = { header: header({ ScoreA: '0', ScoreB: '0' }) }
  const nobodyScored = playByPlay([[playRow('BP'), playRow('EP')], [], [], [playRow('EG')]])
  const sheet = { PlayersStats: [boxRow(1), boxRow(2)], totr: { Points: 0 } }

  test('in Header, schedule, Boxscore and the running score: scheduled, without box score and events', () => {
    const bundle = only({
      ...zeros,
      boxscore: boxscore(undefined, { Stats: [sheet, sheet] }),
      playbyplay: nobodyScored,
      points: points(),
      schedule: schedule({ local: { club: { code: 'HRB' }, score: 0 }, road: { club: { code: 'HIL' }, score: 0 } }),
    })
    expect(bundle.game).toMatchObject({ status: 'scheduled', home_score: null, away_score: null })
    expect(bundle.home).not.toHaveProperty('players')
    expect([bundle.events, bundle.shots, bundle.players]).toEqual([undefined, undefined, []])
    expect(bundle.notes).toEqual([{ code: 'no_score', message: expect.stringContaining('other than 0-0') }])
  })

  test('if one response has the score, that is the score', () => {
    expect(only({ ...zeros, boxscore: boxscore() }).game).toMatchObject({ status: 'final', home_score: 7 })
    expect(only({ ...zeros, playbyplay: plays() }).game).toMatchObject({ status: 'final', home_score: 7 })
  })
})
