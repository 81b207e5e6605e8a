import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nbaLive } from '../nba/live-feed.ts'
import { action, by, leagueSchedule, liveBox, livePlays, scheduled } from '../nba/test-support/sample-game.ts'
import { recordedNba, recordedNbaGame } from './nba.ts'
import { bundleAt, planReplay, readRecordings } from './replay.ts'

const GAME = '0022500061'
const TIP_OFF = Date.parse('2025-11-08T02:30:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const time = (minutes: number) => ({
  timeActual: new Date(TIP_OFF + minutes * MINUTE).toISOString().replace('00Z', 'Z'),
})

/** Four periods with a basket each, six minutes apart; the third basket was entered ten minutes late. */
const actions = [
  action(1, 'period', { subType: 'start', ...time(9) }),
  ...[1, 2, 3, 4].flatMap((period) => {
    const points = { scoreHome: String(2 * period) }
    const at = (minutes: number) => time(period * 30 + minutes)
    return [
      by(1, period * 10, '2pt', {
        period,
        clock: 'PT06M00.00S',
        shotResult: 'Made',
        ...points,
        ...at(period === 3 ? 10 : 0),
      }),
      action(period * 10 + 1, 'period', { period, clock: 'PT00M00.00S', subType: 'end', ...points, ...at(6) }),
    ]
  }),
  action(99, 'game', { period: 4, clock: 'PT00M00.00S', subType: 'end', scoreHome: '8', ...time(127) }),
]
const recording = { plays: livePlays(actions), box: liveBox(), entry: undefined }
const asRecorded = (elapsed: number): number => TIP_OFF + elapsed

const { plays, box } = recording
const game = recordedNbaGame(GAME, { plays, box })

describe('a recorded game', () => {
  test('has its recorded responses in the end, if it is played at its own time', () => {
    expect(game.responseAt('playbyplay', 9 * HOUR, asRecorded)).toEqual(plays)
    expect(game.responseAt('boxscore', 9 * HOUR, asRecorded)).toEqual(box)
  })

  test('has no files before it begins', () => {
    expect(['playbyplay', 'boxscore'].map((kind) => game.responseAt(kind, 8 * MINUTE, asRecorded))).toEqual([
      undefined,
      undefined,
    ])
  })

  test('serves each action from its recorded time on, so that one entered late appears among others', () => {
    const numbers = (minutes: number) => {
      const shown = game.responseAt('playbyplay', minutes * MINUTE, asRecorded) as {
        game: { actions: { orderNumber: number }[] }
      }
      return shown.game.actions.map(({ orderNumber }) => orderNumber)
    }
    expect(numbers(97)).toEqual([1, 10, 11, 20, 21, 31])
    expect(numbers(100)).toEqual([1, 10, 11, 20, 21, 30, 31])
  })

  test('is read at the moments of a replay: running, with the box score so far, then final', () => {
    const replay = planReplay(recordedNba, [game], { start: Date.parse('2026-11-21T00:30:40Z'), speed: 60 })
    const [first] = replay.games
    if (first === undefined) throw new Error('no game')
    const at = (minutes: number) => bundleAt(replay.feed, first, first.toMoment(minutes * MINUTE))
    expect(at(0).game).toMatchObject({ date: '2026-11-20', tip_off: '2026-11-21T00:30:00Z', status: 'scheduled' })
    const running = at(70)
    expect(running.game).toMatchObject({ status: 'scheduled', periods: { home: [2, 2], away: [0, 0] } })
    expect(running.home.totals).toMatchObject({ points: 4, two_made: 2, two_attempted: 2 })
    expect(running.home.players?.[0]).toMatchObject({ player: '1', played: true, seconds: 1440, stats: { points: 4 } })
    expect(at(140).game.status).toBe('final')
  })

  test('has a heave in the totals of the box score so far, and in no line', () => {
    const heave = by(1, 12, 'heave', { clock: 'PT00M00.40S', shotResult: 'Missed', scoreHome: '2', ...time(35) })
    const played = recordedNbaGame(GAME, { plays: livePlays([...actions, heave]), box })
    const replay = planReplay(recordedNba, [played], { start: Date.parse('2026-11-21T00:30:40Z'), speed: 60 })
    const [first] = replay.games
    if (first === undefined) throw new Error('no game')
    const { home } = bundleAt(replay.feed, first, first.toMoment(70 * MINUTE))
    expect(home.totals).toMatchObject({ two_attempted: 2, three_attempted: 1 })
    expect(home.players?.map(({ stats }) => stats?.three_attempted)).toEqual([0, 0, 0, 0, 0])
  })

  test('has an entry in the schedule that follow reads', () => {
    const entry = game.entryAt(-HOUR, asRecorded)
    const [read] = nbaLive.readSchedule('2025-26', recordedNba.buildSchedule('2025-26', [entry]))
    expect(read).toMatchObject({
      game: GAME,
      tip_off: new Date(TIP_OFF),
      entry: { gameStatus: 1, homeTeam: { score: 0 } },
    })
    expect(game.entryAt(9 * HOUR, asRecorded)).toMatchObject({ gameStatus: 3, gameDateEst: '2025-11-07T00:00:00Z' })
  })
})

test('a folder of files is recognized by their content; other files are left out, games without plays named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basketball-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, json: unknown) => writeFileSync(join(folder, name), JSON.stringify(json))
  write('a.json', plays)
  write('b.json', box)
  write('c.json', leagueSchedule(scheduled(), scheduled({ gameId: '0022500062' })))
  write('d.json', { resultSets: [] })
  write('e.json', { ...box, game: { ...(box['game'] as object), gameId: '0022500063' } })
  writeFileSync(join(folder, 'f.json'), '{"game"')
  const read = await readRecordings(folder)
  expect(read.feed.live.name).toBe('nba')
  expect(read.games.map((each) => each.game)).toEqual([GAME])
  expect(read.games[0]?.entryAt(0, asRecorded)).toMatchObject({ gameCode: '20251107/HILHRB' })
  expect(read.refused).toEqual([
    { game: join(folder, 'f.json'), reason: expect.stringMatching(/^not JSON/) },
    { game: '0022500063', reason: 'without a live play-by-play it cannot be replayed' },
  ])
})
