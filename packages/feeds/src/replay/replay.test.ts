import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordedEuroleague } from './euroleague.ts'
import { recordedNba } from './nba.ts'
import { playedBundles } from './play.ts'
import { nextChange, pickGames, planReplay, readRecordings } from './replay.ts'
import type { RecordedGame } from './recorded-game.ts'
import { madeUpGame } from './test-support/made-up-game.ts'

const START = Date.parse('2026-11-20T20:00:00Z')
const HOUR = 3_600_000

const game = (number: number, tipOff: string, season = 'E2022'): RecordedGame => ({
  game: `${season}_${number}`,
  season,
  tipOff: Date.parse(tipOff),
  end: 2 * HOUR,
  changes: [0, 2 * HOUR],
  entryAt: () => ({}),
  responseAt: () => undefined,
})

const NIGHTS = [game(3, '2022-10-13T18:00:00Z'), game(1, '2022-10-06T18:00:00Z'), game(2, '2022-10-06T20:00:00Z')]

describe('a replay', () => {
  test('plays nights one after the other, and games of a night as far apart as they were', () => {
    const { games, end } = planReplay(recordedEuroleague, NIGHTS, { start: START, speed: 1 })
    expect(games.map(({ recorded, toMoment }) => [recorded.game, (toMoment(0) - START) / HOUR])).toEqual([
      ['E2022_1', 0],
      ['E2022_2', 2],
      ['E2022_3', 4.5],
    ])
    expect(end).toBe(START + 6.5 * HOUR)
  })

  test('at a speed is shorter; all at once begins together', () => {
    const { games, end } = planReplay(recordedEuroleague, NIGHTS, { start: START, speed: 60, atOnce: true })
    expect(games.map(({ toMoment }) => toMoment(0))).toEqual([START, START, START])
    expect(end).toBe(START + (2 * HOUR) / 60)
    expect(games[0]?.elapsedAt(START + 60_000)).toBe(HOUR)
  })

  test('knows when a game changes next', () => {
    const { games } = planReplay(recordedEuroleague, NIGHTS.slice(0, 1), { start: START, speed: 2 })
    const changes = [-1, 0, HOUR].map((after) => games.map((each) => nextChange(each, START + after)))
    expect(changes).toEqual([[START], [START + HOUR], [null]])
  })

  test('of two seasons of the NBA, whose feed has one, is refused', () => {
    const games = [game(1, '2022-10-06T18:00:00Z', '2022-23'), game(2, '2023-10-06T18:00:00Z', '2023-24')]
    expect(() => planReplay(recordedNba, games, { start: START, speed: 1 })).toThrow(
      /one season at a time can be replayed, not 2022-23 and 2023-24; name the games/,
    )
    const ofEuroleague = [NIGHTS[0], game(2, '2023-10-06T18:00:00Z', 'E2023')].flatMap((each) => each ?? [])
    expect(planReplay(recordedEuroleague, ofEuroleague, { start: START, speed: 1 }).games).toHaveLength(2)
  })
})

describe('the games of a list', () => {
  test.each([
    ['2', ['E2022_2']],
    ['E2022_1, 3', ['E2022_3', 'E2022_1']],
    ['1-2', ['E2022_1', 'E2022_2']],
  ])('%s', (list, expected) => {
    expect(pickGames(NIGHTS, list).map((each) => each.game)).toEqual(expected)
  })

  test.each(['4', '1,9-12', 'x', ''])('"%s" names a game that is not there', (list) => {
    expect(() => pickGames(NIGHTS, list)).toThrow(/no such game; there are 3, from E2022_3 to E2022_2/)
  })
})

describe('the files of a replay', () => {
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'basketball-data-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  test('are those of an import', async () => {
    const folder = newFolder()
    const { header, playbyplay } = madeUpGame(7, Date.parse('2022-11-10T19:00:00Z'))
    writeFileSync(join(folder, 'E2022_7_Header.json'), JSON.stringify(header))
    writeFileSync(join(folder, 'E2022_7_PlaybyPlay.json'), JSON.stringify(playbyplay))
    writeFileSync(join(folder, 'E2022_8_Header.json'), JSON.stringify(header))
    const { feed, games, refused } = await readRecordings(folder)
    expect([feed.live.name, games.map((each) => each.game)]).toEqual(['euroleague', ['E2022_7']])
    expect(refused).toEqual([{ game: 'E2022_8', reason: 'without a play-by-play it cannot be replayed' }])
  })

  test('of no feed are refused, with what was expected', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'notes.json'), '{}')
    await expect(readRecordings(folder)).rejects.toThrow(
      /no game that can be replayed; euroleague: .*PlaybyPlay.*; nba: .*live play-by-plays/,
    )
    await expect(readRecordings(join(folder, 'absent'))).rejects.toThrow(/no such file or folder/)
  })
})

test('played bundles are the schedule first, then every game after it has changed, and end with the last change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'basketball-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const code of [7, 8]) {
    const responses = madeUpGame(code, Date.parse('2022-11-10T19:00:00Z'))
    for (const [kind, name] of [
      ['header', 'Header'],
      ['playbyplay', 'PlaybyPlay'],
      ['boxscore', 'Boxscore'],
      ['points', 'Points'],
    ] as const)
      writeFileSync(join(folder, `E2022_${code}_${name}.json`), JSON.stringify(responses[kind]))
  }
  const { feed, games } = await readRecordings(folder)
  const replay = planReplay(feed, games, { start: Date.now() + 200, speed: 10_000 })
  const statuses = new Map<string, string[]>()
  for await (const { game, bundle } of playedBundles(replay, new AbortController().signal))
    statuses.set(game, [...(statuses.get(game) ?? []), bundle?.game.status ?? 'unreadable'])
  for (const each of statuses.values()) {
    expect([each[0], each.at(-1)]).toEqual(['scheduled', 'final'])
    expect(each).not.toContain('unreadable')
  }
  expect([...statuses.keys()]).toEqual(['E2022_7', 'E2022_8'])
})
