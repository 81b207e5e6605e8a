import { expect, test } from 'vitest'
import { action, liveBox, livePlays } from '../nba/test-support/sample-game.ts'
import { recordedEuroleague, recordedEuroleagueGame } from './euroleague.ts'
import { createReplayHost, type HostOptions } from './host.ts'
import { recordedNba, recordedNbaGame } from './nba.ts'
import { planReplay } from './replay.ts'
import { madeUpGame } from './test-support/made-up-game.ts'

const START = Date.parse('2026-11-20T20:00:00Z')
const MINUTE = 60_000
const NO_FAULTS: HostOptions = { faults: 0, stale: 0, seed: '1', perMinute: null }

const recorded = recordedEuroleagueGame(madeUpGame(7, Date.parse('2022-11-10T19:00:00Z')), (_game, rows) => [...rows])
const replay = planReplay(recordedEuroleague, [recorded], { start: START, speed: 1 })
const open = (options: Partial<HostOptions> = {}) => {
  const host = createReplayHost(replay, { ...NO_FAULTS, ...options })
  const get = (path: string, moment: number) => host.respond({ path, ifNoneMatch: null }, moment)
  return { ...host, get }
}
const PLAYS = '/api/PlaybyPlay?gamecode=7&seasoncode=E2022'

test('the paths are those of the feed; a game that has not begun is an empty body', () => {
  const { get } = open()
  expect(get(PLAYS, START - 1)).toMatchObject({ status: 200, body: '' })
  expect(JSON.parse(get(PLAYS, START + MINUTE).body)).toEqual(
    recorded.responseAt('PlaybyPlay', MINUTE, (t) => START + t),
  )
  expect(JSON.parse(get('/v2/competitions/E/seasons/E2022/games', START).body)).toMatchObject({ total: 1 })
  for (const path of [
    '/',
    '/v2/competitions/E/seasons/E2021/games',
    PLAYS.replace('=7', '=8'),
    PLAYS.replace('PlaybyPlay', 'Comparison'),
  ])
    expect(get(path, START).status).toBe(404)
})

test('one request too many in 60 seconds is refused, and so are all for 5 minutes after it', () => {
  const { get, counts } = open({ perMinute: 2 })
  const statuses = [0, 1, 2, 61, 302, 303].map((seconds) => get(PLAYS, START + seconds * 1000))
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429, 429, 429, 429])
  expect(statuses[2]?.headers['retry-after']).toBe('300')
  expect(get(PLAYS, START + 604_000).status).toBe(200)
  expect(counts()).toEqual({ requests: 7, refused: 4, busiestMinute: 3 })
})

test('faults are those of the seed, and of all kinds', () => {
  const kindsOf = (seed: string) => {
    const { get } = open({ faults: 0.5, stale: 0.2, seed })
    return Array.from({ length: 200 }, () => {
      const { status, headers, body } = get(PLAYS, START + 10 * MINUTE)
      if (status !== 200) return status
      if (headers['content-type'] === 'text/html') return 'html'
      try {
        return JSON.stringify(JSON.parse(body)).length
      } catch {
        return 'cut'
      }
    })
  }
  const first = kindsOf('1')
  expect(kindsOf('1')).toEqual(first)
  expect(kindsOf('2')).not.toEqual(first)
  expect(new Set(first)).toEqual(new Set([...first.filter((kind) => typeof kind === 'number'), 'html', 'cut']))
  for (const status of [429, 500, 502, 503]) expect(first).toContain(status)
  // Answers out of order: bodies of several lengths, though the moment is the same.
  expect(new Set(first.filter((kind) => Number(kind) > 1000)).size).toBeGreaterThan(1)
})

test('the files of the NBA have an ETag, a conditional request gets 304, and 403 where there is no file', () => {
  const actions = [action(1, 'period', { subType: 'start', timeActual: '2025-11-08T02:40:00Z' })]
  const game = recordedNbaGame('0022500061', { plays: livePlays(actions), box: liveBox() }, (_game, rows) => [...rows])
  const host = createReplayHost(planReplay(recordedNba, [game], { start: START, speed: 1 }), NO_FAULTS)
  const path = '/static/json/liveData/playbyplay/playbyplay_0022500061.json'
  expect(host.respond({ path, ifNoneMatch: null }, START).status).toBe(403)
  const { status, headers } = host.respond({ path, ifNoneMatch: null }, START + 20 * MINUTE)
  expect(status).toBe(200)
  const again = host.respond({ path, ifNoneMatch: headers['etag'] ?? '' }, START + 20 * MINUTE)
  expect(again).toMatchObject({ status: 304, body: '' })
})
