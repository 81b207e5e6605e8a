import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { listGameEvents, storedEvents } from '../follow/test-support/event-queries.ts'
import { openFeedHost, type HostResponse } from '../follow/test-support/feed-host.ts'
import { FOLLOW_TABLES, openFollower, runUntil, startClock } from '../follow/test-support/night.ts'
import { ingestOrThrow, openTestCore, tableContents } from '../test-support/core.ts'
import { readGame } from './game.ts'
import { nbaLive } from './live-feed.ts'
import { toParts } from './parts.ts'

const SAMPLES = fileURLToPath(new URL('../../../../../shared/data/nba-live-samples', import.meta.url))
const absent = !existsSync(SAMPLES)
const GAME = '0022000001'
/** An import of a final game has no events about its periods. */
const UNCOMPARED = [...FOLLOW_TABLES, 'webhook_events']

type Box = { game: { homeTeam: object; awayTeam: object; gameTimeUTC: string } }
type Plays = { game: { actions: { timeActual: string }[] } }

describe.skipIf(absent)('a recorded game of the NBA (skipped without ../shared/data)', () => {
  test('ends as an import of the final responses, and its score is never older than fifteen seconds', async () => {
    const box: Box = JSON.parse(readFileSync(`${SAMPLES}/game_details/live_${GAME}.json`, 'utf8'))
    const plays: Plays = JSON.parse(readFileSync(`${SAMPLES}/pbp/live_${GAME}.json`, 'utf8'))
    const { actions } = plays.game
    const end = Date.parse(actions.at(-1)?.timeActual ?? '')
    const team = ({ teamId, teamCity, teamName }: Record<string, unknown>) => ({ teamId, teamCity, teamName, score: 0 })
    const entry = {
      gameId: GAME,
      gameStatus: 1,
      gameDateEst: '2020-12-22T00:00:00Z',
      gameDateTimeUTC: box.game.gameTimeUTC,
      postponedStatus: 'A',
      arenaName: 'Barclays Center',
      homeTeam: team({ ...box.game.homeTeam }),
      awayTeam: team({ ...box.game.awayTeam }),
    }
    const schedule = { leagueSchedule: { seasonYear: '2020-21', gameDates: [{ games: [entry] }] } }
    const boxAt = (at: number): HostResponse => {
      if (at >= end) return { json: box }
      return { json: { ...box, game: { ...box.game, gameStatus: 2, gameStatusText: 'Q' } } }
    }
    const playsAt = (at: number): HostResponse => {
      const shown = actions.filter(({ timeActual }) => Date.parse(timeActual) <= at)
      return shown.length === 0 ? { status: 403 } : { json: { ...plays, game: { ...plays.game, actions: shown } } }
    }

    const now = () => new Date('2020-12-24T12:00:00Z')
    const core = await openTestCore('Postgres', { now })
    const clock = await startClock(core, '2020-12-22T20:00:00Z')
    const host = await openFeedHost(clock.now, 60, (path, at) => {
      if (path.endsWith('scheduleLeagueV2.json')) return { json: schedule }
      const begun = at >= Date.parse(actions[0]?.timeActual ?? '')
      if (path.endsWith(`boxscore_${GAME}.json`)) return begun ? boxAt(at) : { status: 403 }
      return path.endsWith(`playbyplay_${GAME}.json`) ? playsAt(at) : null
    })
    const failures: unknown[] = []
    const seen: number[] = []
    const follower = await openFollower(core, nbaLive, clock, {
      season: '2020-21',
      api: host.origin,
      perMinute: 15,
      onResponse: (response) => {
        if (response.outcome === 'failed') failures.push(response)
        if (response.kind === 'playbyplay') seen.push(clock.now())
      },
      onError: (error) => failures.push(error),
    })
    await runUntil(end + 70 * 60_000, clock, [follower])
    const start = Date.parse(actions[0]?.timeActual ?? '') + 60_000
    const running = seen.filter((at) => at >= start && at <= end)
    expect(Math.max(...running.slice(1).map((at, index) => at - (running[index] ?? 0)))).toBeLessThanOrEqual(15_000)
    expect({ failures, refused: host.refused }).toEqual({ failures: [], refused: [] })

    const imported = await openTestCore('Postgres', { now })
    const parts = [...toParts(schedule, 'schedule'), ...toParts(box, 'boxscore'), ...toParts(plays, 'playbyplay')]
    await ingestOrThrow(imported, readGame(GAME, parts))
    expect(await tableContents(core.store, UNCOMPARED)).toEqual(await tableContents(imported.store, UNCOMPARED))
    const [events] = (await storedEvents(core)).values()
    expect(listGameEvents(4)).toContainEqual(events)
  })
})
