import { describe, expect, test } from 'vitest'
import { readGame } from './game.ts'
import { nbaLive } from './live-feed.ts'
import { toParts } from './parts.ts'
import { action, by, leagueSchedule, liveBox, livePlays, scheduled } from './test-support/sample-game.ts'

const GAME = '0022500061'
const NOW = new Date('2025-11-20T12:00:00Z')

const shot = (order: number, period: number, scoreHome: string, scoreAway: string) =>
  by(1, order, '2pt', { period, clock: 'PT05M00.00S', shotResult: 'Made', scoreHome, scoreAway })

/** The play-by-play after the first period, 2-0. */
const afterFirst = () => [
  action(1, 'period', { subType: 'start' }),
  shot(2, 1, '2', '0'),
  action(3, 'period', { subType: 'end', clock: 'PT00M00.00S', scoreHome: '2' }),
]

/** The whole play-by-play, 6-0. */
const untilEnd = () => [
  ...afterFirst(),
  ...[2, 3, 4].map((period) => shot(2 + 2 * period, period, period > 2 ? '6' : '4', '0')),
  action(20, 'period', { period: 4, subType: 'end', scoreHome: '6' }),
  action(21, 'game', { period: 4, subType: 'end', scoreHome: '6' }),
]

const read = (responses: Record<string, unknown>) => nbaLive.readGame(GAME, scheduled(), responses)

test('the resources of a game are those of cdn.nba.com; the play-by-play shows the live score', () => {
  const url = (kind: string) => `https://cdn.nba.com/static/json/liveData/${kind}/${kind}_${GAME}.json`
  expect(nbaLive.listResources(GAME)).toEqual([
    { kind: 'playbyplay', url: url('playbyplay'), live: true },
    { kind: 'boxscore', url: url('boxscore'), live: false },
  ])
})

describe('the season', () => {
  test.each([
    [undefined, '2026-08-31', '2025-26'],
    [undefined, '2026-09-01', '2026-27'],
    ['2025', '2025-11-20', '2025-26'],
    ['1999-00', '2025-11-20', '1999-00'],
  ])('%s on %s is %s', (season, day, expected) => {
    expect(nbaLive.checkSeason(season, new Date(day))).toBe(expected)
  })

  test.each(['25', '2025-27', 'E2025', ''])('"%s" is refused with how to write one', (season) => {
    expect(() => nbaLive.checkSeason(season, NOW)).toThrow(/write it like 2025-26/)
  })
})

test('a schedule has the games with their tip-offs; one of another season, or without games, is refused', () => {
  const entry = scheduled()
  expect(nbaLive.readSchedule('2025-26', leagueSchedule(entry))).toEqual([
    { game: GAME, tip_off: new Date('2025-11-08T02:30:00Z'), entry },
  ])
  expect(() => nbaLive.readSchedule('2024-25', leagueSchedule(entry))).toThrow(/the schedule of 2025-26 only/)
  expect(() => nbaLive.readSchedule('2025-26', leagueSchedule())).toThrow(/no games/)
  expect(() => nbaLive.readSchedule('2025-26', {})).toThrow(/schedule\.leagueSchedule/)
})

describe('a game', () => {
  test('is to come by its schedule, and by a box score before its start', () => {
    for (const responses of [{}, { boxscore: liveBox({ gameStatus: 1, gameStatusText: '9:30 pm ET' }) }])
      expect(read(responses)).toMatchObject({ progress: 'to come', bundle: { game: { status: 'scheduled' } } })
  })

  test('is live with the periods of its play-by-play, though its box score is from before its start', () => {
    const boxscore = liveBox({ gameStatus: 1, gameStatusText: '9:30 pm ET' })
    expect(read({ boxscore, playbyplay: livePlays(afterFirst()) })).toMatchObject({
      progress: 'live',
      bundle: { game: { status: 'scheduled', home_score: null, periods: { home: [2], away: [0] } } },
    })
  })

  test('has its final score when the play-by-play ends, whatever an older box score says', () => {
    const { bundle, progress } = read({ boxscore: liveBox({ gameStatus: 2 }), playbyplay: livePlays(untilEnd()) })
    expect(progress).toBe('over')
    expect(bundle.game).toMatchObject({
      status: 'final',
      home_score: 6,
      away_score: 0,
      periods: { home: [2, 2, 2, 0], away: [0, 0, 0, 0] },
    })
  })

  test('is read from its last responses as an import reads it', () => {
    const parts = [
      ...toParts(leagueSchedule(scheduled()), 'schedule'),
      ...toParts(liveBox(), 'boxscore'),
      ...toParts(livePlays(), 'playbyplay'),
    ]
    expect(read({ boxscore: liveBox(), playbyplay: livePlays() }).bundle).toEqual(readGame(GAME, parts))
  })

  test('is not read from a response of another game, or without teams', () => {
    expect(() => read({ playbyplay: livePlays(afterFirst(), '0022500062') })).toThrow(/of another game, 0022500062/)
    expect(() => read({ boxscore: liveBox({ gameId: '0022500062' }) })).toThrow(/of another game, 0022500062/)
    const unknown = { teamId: 0, teamCity: null, teamName: null, score: 0 }
    const entry = scheduled({ homeTeam: unknown, awayTeam: unknown })
    expect(() => nbaLive.readGame(GAME, entry, {})).toThrow(/teams are not known yet/)
  })
})
