import { expect, test } from 'vitest'
import { action, liveBox, livePlays } from '../nba/test-support/sample-game.ts'
import { recordedEuroleague, recordedEuroleagueGame } from './euroleague.ts'
import { createReplayHost } from './host.ts'
import { recordedNba, recordedNbaGame } from './nba.ts'
import { planReplay } from './replay.ts'
import { madeUpGame } from './test-support/made-up-game.ts'

const START = Date.parse('2026-11-20T20:00:00Z')
const MINUTE = 60_000

const recorded = recordedEuroleagueGame(madeUpGame(7, Date.parse('2022-11-10T19:00:00Z')))
const replay = planReplay(recordedEuroleague, [recorded], { start: START, speed: 1 })
const respond = createReplayHost(replay)
const get = (path: string, moment: number) => respond({ path, ifNoneMatch: null }, moment)
const PLAYS = '/api/PlaybyPlay?gamecode=7&seasoncode=E2022'

test('the paths are those of the feed; a game that has not begun is an empty body', () => {
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

test('the files of the NBA have an ETag, a conditional request gets 304, and 403 where there is no file', () => {
  const actions = [action(1, 'period', { subType: 'start', timeActual: '2025-11-08T02:40:00Z' })]
  const game = recordedNbaGame('0022500061', { plays: livePlays(actions), box: liveBox() })
  const respond = createReplayHost(planReplay(recordedNba, [game], { start: START, speed: 1 }))
  const path = '/static/json/liveData/playbyplay/playbyplay_0022500061.json'
  expect(respond({ path, ifNoneMatch: null }, START).status).toBe(403)
  const { status, headers } = respond({ path, ifNoneMatch: null }, START + 20 * MINUTE)
  expect(status).toBe(200)
  const again = respond({ path, ifNoneMatch: headers['etag'] ?? '' }, START + 20 * MINUTE)
  expect(again).toMatchObject({ status: 304, body: '' })
})
