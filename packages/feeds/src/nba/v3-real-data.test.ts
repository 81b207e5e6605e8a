import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { GameBundle, type CheckedBundle } from '@basketball-data/core/contract'
import { ingestOrThrow, openTestCore } from '../test-support/core.ts'
import { nba, responsesByGame } from './files.ts'
import { readGame } from './game.ts'
import { toParts } from './parts.ts'
import { summary } from './test-support/sample-game.ts'

const DATA = fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
const SAMPLES = join(DATA, 'wnba-2025-stats-v3')
const absent = !existsSync(SAMPLES)

const GAMES = ['1022500282', '1022500283', '1022500284'] as const

/** The game from those of its files whose names begin with one of the words. */
const read = async (game: string, ...words: string[]): Promise<CheckedBundle> => {
  const paths = words.map((word) => join(SAMPLES, `${word}_${game}.json.gz`))
  for await (const { parts } of responsesByGame(paths)) if (parts) return GameBundle.parse(readGame(game, parts))
  throw new Error(`${game} cannot be read`)
}

const SHOTS = ['shots_home', 'shots_away']
const getEvents = ({ events }: CheckedBundle) => events ?? []

describe.skipIf(absent)('three WNBA games (skipped without ../shared/data)', () => {
  const games: { v2: CheckedBundle; v3: CheckedBundle; v3Alone: CheckedBundle }[] = []
  beforeAll(async () => {
    for (const game of GAMES)
      games.push({
        v2: await read(game, 'summary', 'playbyplayv2', ...SHOTS),
        v3: await read(game, 'summary', 'playbyplayv3', ...SHOTS),
        v3Alone: await read(game, 'summary', 'playbyplayv3'),
      })
  })

  test('playbyplayv2 and v3 have the same events in the same order, apart from players whom v3 does not identify', () => {
    const inSeconds = (bundle: CheckedBundle) =>
      getEvents(bundle).map(({ clock, ...event }) => ({ ...event, clock: clock?.split('.')[0] ?? null }))
    for (const { v2, v3, v3Alone } of games) {
      const unnamed = new Set(getEvents(v3).flatMap(({ player }, at) => (player === null ? [at] : [])))
      const expected = getEvents(v2).map((event, at) => (unnamed.has(at) ? { ...event, player: null } : event))
      expect(inSeconds(v3)).toEqual(expected)
      expect(inSeconds(v3Alone)).toEqual(expected)
    }
  })

  test('clocks of v3 have tenths, in the last minute of a period', () => {
    const clocks = games.flatMap(({ v3 }) => getEvents(v3)).map(({ clock }) => clock ?? '')
    expect(clocks.filter((clock) => clock.includes('.')).length).toBeGreaterThan(90)
    expect(clocks.filter((clock) => clock.includes('.') && !clock.startsWith('00:'))).toEqual([])
  })

  test('only v2 says who drew fouls without free throws, and who came in without doing anything', () => {
    const onlyV2 = games.flatMap(({ v2, v3 }) =>
      getEvents(v2).filter(({ player }, at) => player !== null && getEvents(v3)[at]?.player === null),
    )
    const counts = Array.from(
      Map.groupBy(onlyV2, ({ type }) => type),
      ([type, { length }]) => [type, length],
    )
    expect(counts).toEqual([
      ['foul_drawn', 41],
      ['substitution_in', 2],
    ])
    expect(games.flatMap(({ v2 }) => getEvents(v2)).filter(({ type }) => type === 'foul_drawn')).toHaveLength(91)
  })

  test('notes list what the games lack', () => {
    const notes = games.map(({ v2, v3 }) => [v2, v3].map(({ notes }) => notes.map(({ message }) => message)))
    const missing = 'Missing response: box score.'
    const unclear = (name: string) =>
      `1 name in descriptions (${name}) that no player or several players have, stored without a player.`
    expect(notes).toEqual([
      [[missing], [missing, unclear('Koné')]],
      [[missing], [missing]],
      [[missing], [missing, unclear('Petty')]],
    ])
  })

  test('the shots of v3 alone are those of the shot charts', () => {
    for (const { v2, v3, v3Alone } of games) {
      expect(v3.shots).toEqual(v2.shots)
      expect(v3Alone.shots).toEqual(v2.shots)
    }
    expect(games.map(({ v3 }) => v3.shots?.length)).toEqual([134, 133, 142])
  })

  test('the last running score and the periods are the final score', () => {
    const finals = games.map(({ v3: { game } }) => [game.home_score, game.away_score])
    expect(finals).toEqual([
      [72, 88],
      [86, 91],
      [97, 76],
    ])
    for (const { v3 } of games) {
      const last = getEvents(v3).at(-1)
      expect([last?.home_score, last?.away_score]).toEqual([v3.game.home_score, v3.game.away_score])
      expect(v3.game.periods?.home).toHaveLength(4)
    }
  })

  test('a core stores them as games of the WNBA, from the whole folder as it is', async () => {
    const core = await openTestCore('Postgres')
    for await (const { bundle, error } of nba.read([SAMPLES])) {
      if (error) throw new Error(error.reason)
      const { warnings } = await ingestOrThrow(core, bundle)
      expect(warnings.map(({ code }) => code)).toEqual(['missing_responses'])
    }
    const caller = core.caller()
    expect((await caller.competitions.list({})).data).toMatchObject([{ slug: 'wnba', gender: 'women', games: 3 }])
  })
})

describe.skipIf(absent)('rows of other games (skipped without ../shared/data)', () => {
  test('a player is found whose name has accents in the fields and none in the descriptions', async () => {
    const rows: unknown = JSON.parse(
      await readFile(join(DATA, 'cases/06-playbyplayv3-accents/playbyplayv3-rows.json'), 'utf8'),
    )
    const ofGame = { GAME_ID: '0022299999', HOME_TEAM_ID: 1610612739, VISITOR_TEAM_ID: 1610612741 }
    const bundle = GameBundle.parse(
      readGame('0022299999', [...toParts(summary(ofGame), 'summary.json'), ...toParts(rows, 'rows.json')]),
    )
    const events = getEvents(bundle).map(({ type, side, player }) => [type, side, player])
    expect(events.filter(([, , player]) => player === '22')).toEqual([
      ['defensive_rebound', 'away', '22'],
      ['assist', 'away', '22'],
      ['substitution_out', 'away', '22'],
      ['substitution_in', 'away', '22'],
    ])
    expect(bundle.notes.filter(({ code }) => code === 'name_unclear').map(({ message }) => message)).toEqual([
      expect.stringContaining('1 name in descriptions (Hale)'),
    ])
  })
})
