import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  eventsOfGame,
  FOLLOW_TABLES,
  ingestOrThrow,
  openFeedHost,
  openFollower,
  openTestCore,
  runUntil,
  startClock,
  storedEvents,
  tableContents,
} from '../test-support/core.ts'
import { readGame } from './game.ts'
import { euroleagueLive } from './live-feed.ts'
import { createNightGame, nightResponses, type RecordedGame } from './test-support/recorded-night.ts'

const SEASON = fileURLToPath(new URL('../../../../../shared/data/euroleague-2022', import.meta.url))
const absent = !existsSync(SEASON)
const MINUTE = 60_000

type Line = { gamecode: number; data: never }

const linesOf = (kind: string): Map<number, never> => {
  const text = gunzipSync(readFileSync(`${SEASON}/${kind}.ndjson.gz`)).toString()
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, 40)
  return new Map(lines.map((line): Line => JSON.parse(line)).map(({ gamecode, data }) => [gamecode, data]))
}

const recordedGames = (count: number): RecordedGame[] => {
  const [headers, boxes, plays, points] = [
    linesOf('Header'),
    linesOf('Boxscore'),
    linesOf('PlaybyPlay'),
    linesOf('Points'),
  ]
  const games: RecordedGame[] = []
  for (const [game_code, Header] of headers) {
    const [Boxscore, PlaybyPlay, Points] = [boxes.get(game_code), plays.get(game_code), points.get(game_code)]
    if (Boxscore && PlaybyPlay && Points) games.push({ game_code, Header, Boxscore, PlaybyPlay, Points })
  }
  return games.slice(0, count)
}

describe.skipIf(absent)('a night of EuroLeague 2022-23 (skipped without ../shared/data)', () => {
  test('nine games at once end as an import of the final responses, with scores that are at most a minute old at the median', async () => {
    const core = await openTestCore('Postgres', { now: () => new Date('2022-10-07T12:00:00Z') })
    const clock = await startClock(core, '2022-11-10T17:00:00Z')
    const tipOff = clock.now() + 120 * MINUTE
    const games = recordedGames(9).map((game) => createNightGame(game, tipOff))
    const host = await openFeedHost(clock.now, 10, nightResponses(games))
    const failures: unknown[] = []
    const seen = new Map<string, number[]>()
    const options = {
      season: 'E2022',
      api: host.origin,
      onResponse: (response: { game: string | null; kind: string; outcome: string; reason: string | null }) => {
        if (response.outcome === 'failed') failures.push(response)
        const { game, kind } = response
        if (game !== null && kind === 'PlaybyPlay') seen.set(game, [...(seen.get(game) ?? []), clock.now()])
      },
      onError: (error: unknown) => failures.push(error),
    }
    const followers = [
      await openFollower(core, euroleagueLive, clock, options),
      await openFollower(core, euroleagueLive, clock, options),
      await openFollower(core, euroleagueLive, clock, options),
    ]
    await runUntil(tipOff + 240 * MINUTE, clock, followers)
    const ages = games
      .flatMap(({ game_code, end }) =>
        Array.from({ length: Math.trunc((end - tipOff - 2 * MINUTE) / 1000) }, (_, second) => {
          const at = tipOff + 2 * MINUTE + second * 1000
          return (at - (seen.get(`E2022_${game_code}`)?.findLast((moment) => moment <= at) ?? 0)) / 1000
        }),
      )
      .toSorted((a, b) => a - b)
    const quantile = (part: number) => ages[Math.trunc(ages.length * part)]
    expect(quantile(0.5)).toBeLessThanOrEqual(60)
    expect(quantile(0.95)).toBeLessThanOrEqual(120)
    expect(failures).toEqual([])
    expect(host.busiestMinute()).toBe(10)
    expect(host.refused).toEqual([])
    const imported = await openTestCore('Postgres', { now: () => new Date('2022-10-07T12:00:00Z') })
    const json = (response: unknown) => (response as { json: unknown }).json
    for (const game of games) {
      const at = clock.now()
      await ingestOrThrow(
        imported,
        readGame({
          season_code: 'E2022',
          game_code: game.game_code,
          schedule: game.entryAt(at),
          header: json(game.responseAt('Header', at)),
          boxscore: json(game.responseAt('Boxscore', at)),
          playbyplay: json(game.responseAt('PlaybyPlay', at)),
          points: json(game.responseAt('Points', at)),
        }),
      )
    }
    // An import of final games has no events about their periods.
    const uncompared = [...FOLLOW_TABLES, 'webhook_events']
    expect(await tableContents(core.store, uncompared)).toEqual(await tableContents(imported.store, uncompared))
    const events = await storedEvents(core)
    const { data } = await core.caller().games.list({ status: 'final' })
    expect(data).toHaveLength(games.length)
    for (const { id } of data) {
      const { periods } = (await core.caller().games.get({ id })).data
      expect(eventsOfGame(periods?.home.length ?? 0)).toContainEqual(events.get(id))
    }
  })
})
