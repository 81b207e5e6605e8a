import { expect, test } from 'vitest'
import { recordedEuroleague, recordedEuroleagueGame } from '../../packages/feeds/src/replay/euroleague.ts'
import { createReplayHost } from '../../packages/feeds/src/replay/host.ts'
import { planReplay } from '../../packages/feeds/src/replay/replay.ts'
import { madeUpGame } from '../../packages/feeds/src/replay/test-support/made-up-game.ts'
import { createFaultyHost, type FaultOptions } from './faulty-host.ts'

const START = Date.parse('2026-11-20T20:00:00Z')
const MINUTE = 60_000
const NO_FAULTS: FaultOptions = { faults: 0, stale: 0, seed: '1', perMinute: null }

const recorded = recordedEuroleagueGame(madeUpGame(7, Date.parse('2022-11-10T19:00:00Z')))
const replay = planReplay(recordedEuroleague, [recorded], { start: START, speed: 1 })
const open = (options: Partial<FaultOptions>) => {
  const host = createFaultyHost(createReplayHost(replay), { ...NO_FAULTS, ...options })
  const get = (path: string, moment: number) => host.respond({ path, ifNoneMatch: null }, moment)
  return { ...host, get }
}
const PLAYS = '/api/PlaybyPlay?gamecode=7&seasoncode=E2022'

test('one request too many in 60 seconds is refused, and so are all for 5 minutes after it', () => {
  const { get, counts } = open({ perMinute: 2 })
  const statuses = [0, 1, 2, 61, 302, 303].map((seconds) => get(PLAYS, START + seconds * 1000))
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429, 429, 429, 429])
  expect(statuses[2]?.headers['retry-after']).toBe('300')
  expect(get(PLAYS, START + 604_000).status).toBe(200)
  expect(counts()).toEqual({ requests: 7, refused: 4, busiestMinute: 3 })
})

test('faults are those of the seed, and of all kinds', () => {
  const listKinds = (seed: string) => {
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
  const first = listKinds('1')
  expect(listKinds('1')).toEqual(first)
  expect(listKinds('2')).not.toEqual(first)
  expect(new Set(first)).toEqual(new Set([...first.filter((kind) => typeof kind === 'number'), 'html', 'cut']))
  for (const status of [429, 500, 502, 503]) expect(first).toContain(status)
  // Answers out of order: bodies of several lengths, though the moment is the same.
  expect(new Set(first.filter((kind) => Number(kind) > 1000)).size).toBeGreaterThan(1)
})
