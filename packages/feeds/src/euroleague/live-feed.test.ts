import { describe, expect, test } from 'vitest'
import { readGame } from './game.ts'
import { euroleagueLive } from './live-feed.ts'
import { boxscore, header, playByPlay, plays, points, sampleResponses, schedule } from './test-support/sample-game.ts'

const GAME = 'E2022_61'
const TO_COME = { played: false, audience: 0 }
const NOW = new Date('2026-11-20T12:00:00Z')

/** The play-by-play up to a quarter: the first two quarters have ended. */
const firstHalf = () => {
  const { FirstQuarter, SecondQuarter } = plays() as {
    FirstQuarter: Record<string, unknown>[]
    SecondQuarter: Record<string, unknown>[]
  }
  return playByPlay([FirstQuarter, SecondQuarter], [], { Live: true })
}

const read = (entry: Record<string, unknown>, responses: Record<string, unknown>) =>
  euroleagueLive.readGame(GAME, schedule(entry), responses)

const final = () => ({ Header: header(), Boxscore: boxscore(), PlaybyPlay: plays(), Points: points() })

test('the resources of a game are those of the feed; the play-by-play shows the live score', () => {
  const url = (kind: string) => `https://live.euroleague.net/api/${kind}?gamecode=61&seasoncode=E2022`
  expect(euroleagueLive.listResources(GAME)).toEqual([
    { kind: 'PlaybyPlay', url: url('PlaybyPlay'), live: true },
    { kind: 'Header', url: url('Header'), live: false },
    { kind: 'Boxscore', url: url('Boxscore'), live: false },
    { kind: 'Points', url: url('Points'), live: false },
  ])
})

test.each([
  ['E2022', 'https://api-live.euroleague.net/v2/competitions/E/seasons/E2022/games'],
  ['U2025', 'https://api-live.euroleague.net/v2/competitions/U/seasons/U2025/games'],
])('the schedule of %s is at %s', (season, url) => {
  expect(euroleagueLive.scheduleUrl(season)).toBe(url)
})

describe('the season', () => {
  test.each([
    [undefined, '2026-11-20', 'E2026'],
    [undefined, '2027-06-30', 'E2026'],
    [undefined, '2027-07-01', 'E2027'],
    ['U2022', '2026-11-20', 'U2022'],
  ])('%s on %s is %s', (season, day, expected) => {
    expect(euroleagueLive.checkSeason(season, new Date(day))).toBe(expected)
  })

  test.each(['2022', 'E22', 'X2022', ''])('"%s" is refused with how to write one', (season) => {
    expect(() => euroleagueLive.checkSeason(season, NOW)).toThrow(
      /write E for the EuroLeague or U for the EuroCup .* E2025/,
    )
  })
})

describe('a schedule', () => {
  test('has the games with their tip-offs', () => {
    const entry = schedule()
    const [game, ...others] = euroleagueLive.readSchedule('E2022', { data: [entry], total: 1 })
    expect(others).toEqual([])
    expect(game).toEqual({ game: GAME, tip_off: new Date('2022-11-10T19:00:00Z'), entry })
  })

  test.each([
    [{ data: [], total: 0 }, /no games/],
    [{ data: [schedule()], total: 2 }, /only 1 of 2 games/],
    [{ data: [schedule({ season: { code: 'E2023' } })] }, /a game of the season E2023/],
    [{ message: 'Season not found' }, /schedule\.data/],
  ])('%o is refused', (response, reason) => {
    expect(() => euroleagueLive.readSchedule('E2022', response)).toThrow(reason)
  })
})

describe('a game', () => {
  test('is to come while only the schedule, a Header and empty responses are there', () => {
    const before = header({ ScoreA: '0', ScoreB: '0' })
    for (const responses of [{}, { Header: before }, { Header: before, PlaybyPlay: playByPlay([]) }])
      expect(read(TO_COME, responses)).toMatchObject({ progress: 'to come', bundle: { game: { status: 'scheduled' } } })
  })

  test('is live from its first event on, with the periods that have ended by the play-by-play alone', () => {
    expect(read(TO_COME, { PlaybyPlay: firstHalf() })).toMatchObject({
      progress: 'live',
      bundle: { game: { status: 'scheduled', periods: { home: [2, 0], away: [0, 3] } } },
    })
  })

  test('is live until the end of its play-by-play, though that says too early that it is not', () => {
    const early = { ...firstHalf(), Live: false }
    expect(read(TO_COME, { PlaybyPlay: early }).progress).toBe('live')
    expect(read({ played: true }, { PlaybyPlay: early }).progress).toBe('over')
  })

  test('has its final score when the play-by-play ends, whatever older responses of the running game say', () => {
    const { bundle, progress } = read(TO_COME, {
      Header: header({ Live: true, ScoreA: '5', ScoreB: '3' }),
      Boxscore: boxscore(undefined, { Live: true }),
      PlaybyPlay: plays(),
    })
    expect(progress).toBe('over')
    expect(bundle.game).toMatchObject({
      status: 'final',
      home_score: 7,
      away_score: 5,
      periods: { home: [2, 0, 3, 2], away: [0, 3, 0, 2] },
    })
    expect(bundle.notes).not.toContainEqual(expect.objectContaining({ code: 'responses_differ' }))
  })

  test('is read from its last responses as an import reads it', () => {
    expect(read({}, final()).bundle).toEqual(readGame(sampleResponses()))
  })

  test.each([
    ['a Header of other teams', { Header: header({ CodeTeamB: 'XXX' }) }, /Header is of another game: HRB-XXX/],
    [
      'a Header of another day',
      { Header: header({ Date: '10/01/2023' }) },
      /Header is of another game: 2023-01-10, not HRB-HIL on 2022-11-10/,
    ],
    [
      'a PlaybyPlay of the return game',
      { PlaybyPlay: { ...plays(), CodeTeamA: 'HIL', CodeTeamB: 'HRB' } },
      /PlaybyPlay is of another game: HIL-HRB/,
    ],
    [
      'a Boxscore of the return game',
      { Boxscore: { ...boxscore(), Stats: (boxscore()['Stats'] as unknown[]).toReversed() } },
      /Boxscore is of another game: HIL-HRB/,
    ],
    [
      'Points of other teams',
      { Points: { Rows: (points()['Rows'] as object[]).map((row) => ({ ...row, TEAM: 'XXX' })) } },
      /Points is of another game: XXX/,
    ],
  ])('is not read from %s', (_name, other, reason) => {
    expect(() => read({}, { ...final(), ...other })).toThrow(reason)
  })

  test('without teams in the schedule is not read', () => {
    expect(() => read({ local: { club: { code: '', name: '' } } }, {})).toThrow(
      /no response has the codes of both teams/,
    )
  })
})
