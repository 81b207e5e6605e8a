import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type BundleLine,
  type BundleSide,
  type CheckedBundle,
  type EventType,
  GameBundle,
} from '@basketball-data/core/contract'
import { ingestOrThrow, openTestCore } from '../test-support/core.ts'
import { responsesByGame, type NbaGame } from './files.ts'
import { readGame } from './game.ts'
import { toParts } from './parts.ts'

const SAMPLES = fileURLToPath(new URL('../../../../../shared/data/nba-live-samples', import.meta.url))
const absent = !existsSync(SAMPLES)

const SIDES = ['home', 'away'] as const
const getSides = ({ home, away }: CheckedBundle): BundleSide[] => [home, away]
const getLines = (bundle: CheckedBundle): BundleLine[] => getSides(bundle).flatMap(({ players }) => players ?? [])
const total = (numbers: (number | null | undefined)[]): number =>
  numbers.reduce<number>((sum, some) => sum + (some ?? 0), 0)
const finalScore = ({ game }: CheckedBundle) => [game.home_score, game.away_score]

/** Columns of a box score and the types of the events that are counted in them. */
const COUNTED: [keyof BundleLine['stats'], EventType[]][] = [
  ['two_made', ['two_made']],
  ['two_attempted', ['two_made', 'two_missed']],
  ['three_made', ['three_made']],
  ['three_attempted', ['three_made', 'three_missed']],
  ['free_throws_made', ['free_throw_made']],
  ['free_throws_attempted', ['free_throw_made', 'free_throw_missed']],
  ['offensive_rebounds', ['offensive_rebound']],
  ['defensive_rebounds', ['defensive_rebound']],
  ['assists', ['assist']],
  ['steals', ['steal']],
  ['blocks', ['block']],
  ['blocks_received', ['shot_blocked']],
  ['turnovers', ['turnover']],
  ['fouls', ['foul', 'offensive_foul', 'unsportsmanlike_foul', 'disqualifying_foul']],
  ['fouls_drawn', ['foul_drawn']],
]

/** "player column: box, events" for each number that differs between box score and play-by-play. */
const differences = (bundle: CheckedBundle): string[] =>
  getLines(bundle).flatMap(({ player, stats }) =>
    COUNTED.flatMap(([column, types]) => {
      const events = bundle.events?.filter((event) => event.player === player && types.includes(event.type)).length
      const boxed = stats[column] ?? null
      return boxed === null || boxed === events ? [] : [`${player} ${column}: ${boxed}, ${events}`]
    }),
  )

describe.skipIf(absent)('the samples (skipped without ../shared/data)', () => {
  const allGames: NbaGame[] = []
  let bundles: CheckedBundle[]
  const refused: string[] = []
  const findBundle = (id: string): CheckedBundle => {
    const bundle = bundles.find(({ game }) => game.external_id === id)
    if (!bundle) throw new Error(`no game ${id}`)
    return bundle
  }
  /** The games with more than a result. */
  const full = (): CheckedBundle[] => bundles.filter(({ events }) => events)
  const boxed = (): CheckedBundle[] => bundles.filter(({ home }) => home.players)

  beforeAll(async () => {
    for await (const game of responsesByGame([SAMPLES])) allGames.push(game)
    bundles = allGames.flatMap(({ game, parts }) => {
      if (!parts) return []
      try {
        return [GameBundle.parse(readGame(game, parts))]
      } catch (error) {
        refused.push(error instanceof Error ? error.message : String(error))
        return []
      }
    })
  })

  test('every game, line, event and shot is read', () => {
    expect(bundles).toHaveLength(2515)
    expect(bundles.flatMap(getLines)).toHaveLength(94)
    expect(total(bundles.map(({ events }) => events?.length))).toBe(3424)
    expect(total(bundles.map(({ shots }) => shots?.length))).toBe(926)
    expect(
      Object.fromEntries(
        [...Map.groupBy(bundles, ({ season }) => season.external_id)].map(([season, games]) => [season, games.length]),
      ),
    ).toEqual({
      '00_2016': 1,
      '00_2018': 1230,
      '00_2019': 1,
      '00_2020': 1,
      '00_2021': 1,
      '00_2023': 1273,
      '20_2019': 8,
    })
  })

  test('other files, parts of a game and games without teams are refused by name', () => {
    expect(
      allGames.flatMap(({ error }) => error?.message.slice(SAMPLES.length + 1).split(/; |, whose/)[0] ?? []),
    ).toEqual([
      'game_details/data_0021600270.json: a response of data.nba.com',
      'game_details/stats_boxscore_range_0021600270.json: a box score of a part of its game',
      'pbp/data_0021600270.json: a response of data.nba.com',
      'schedule/data_wnba_2019.json: a response of data.nba.com',
    ])
    expect(refused).toEqual(
      ['0022301201', '0022301202', '0022301203', '0022301204', '0022301229', '0022301230', '0062300001'].map(
        (game) => `${game}: its teams are not known yet`,
      ),
    )
  })

  test("the last running score, periods, totals and players' points are the final score", () => {
    expect(full().map(({ game }) => game.external_id)).toEqual([
      '0021600270',
      '0021900001',
      '0022000001',
      '0022100732',
      '2021900002',
    ])
    for (const bundle of full()) {
      const last = bundle.events?.at(-1)
      expect([last?.home_score, last?.away_score]).toEqual(finalScore(bundle))
      expect(SIDES.map((side) => total(bundle.game.periods?.[side] ?? []))).toEqual(finalScore(bundle))
    }
    for (const bundle of boxed()) {
      expect(getSides(bundle).map(({ totals }) => totals?.points)).toEqual(finalScore(bundle))
      expect(getSides(bundle).map(({ players }) => total(players?.map(({ stats }) => stats.points) ?? []))).toEqual(
        finalScore(bundle),
      )
      expect(getSides(bundle).map(({ players }) => players?.filter(({ starter }) => starter).length)).toEqual([5, 5])
    }
  })

  test("the players' seconds are five times the length of the game; one box score differs by a second", () => {
    const played = (id: string) =>
      getSides(findBundle(id)).map(({ players }) => total(players?.map((line) => line.seconds) ?? []))
    expect(played('0022000001')).toEqual([14_400, 14_400])
    expect(played('0021600270')).toEqual([15_899, 15_900])
    expect(played('0022100732')).toEqual([14_400, 14_400])
  })

  test('every shot has an event of the same player and kind, and a location', () => {
    for (const { events, shots } of full()) {
      const kinds = shots?.map(({ seq, value, made, player }) => {
        const event = events?.[seq - 1]
        return event?.type === `${value === 3 ? 'three' : 'two'}_${made ? 'made' : 'missed'}` && event.player === player
      })
      expect(new Set(kinds)).toEqual(new Set([true]))
      expect(shots?.filter(({ x_ft, y_ft }) => x_ft === null || y_ft === null)).toEqual([])
    }
  })

  test('threes are taken from beyond the arc: 22 feet in the corners, 23.75 elsewhere', () => {
    const shots = full().flatMap((bundle) => bundle.shots ?? [])
    const near = (value: 2 | 3) =>
      shots.filter((shot) => shot.value === value).map(({ distance_ft }) => distance_ft ?? 0)
    expect(Math.min(...near(3))).toBeGreaterThan(21.9)
    expect(Math.max(...near(2))).toBeLessThan(24)
  })

  test('the play-by-play counts the same for each player as the box score', () => {
    expect(Object.fromEntries(boxed().map((bundle) => [bundle.game.external_id, differences(bundle)]))).toEqual({
      '0021600270': [],
      '0022000001': [],
      '0022100732': [],
      '2021900002': [],
    })
  })

  test('notes list the problems of the data', () => {
    const notes = bundles.flatMap(({ game, notes }) => notes.map(({ code }) => `${game.external_id} ${code}`))
    expect(notes).toEqual([
      '0021900001 responses_repeated',
      '0021900001 missing_responses',
      '0022100732 before_period_start',
    ])
  })

  test('a box score that is imported again alone changes nothing, and warns of nothing new', async () => {
    const core = await openTestCore('Postgres')
    const parts = (kind: string) =>
      toParts(JSON.parse(readFileSync(`${SAMPLES}/${kind}/live_0022000001.json`, 'utf8')), kind)
    const [box, plays] = [parts('game_details'), parts('pbp')]
    const first = await ingestOrThrow(core, readGame('0022000001', [...box, ...plays]))
    expect(first.events).toBeGreaterThan(500)
    const again = await ingestOrThrow(core, readGame('0022000001', box))
    expect(again).toMatchObject({ outcome: 'unchanged', warnings: first.warnings })
  })

  test('a core accepts them and warns only of problems in the samples', async () => {
    const core = await openTestCore('Postgres')
    const warnings: string[] = []
    const results = bundles.filter(({ season, events }) => season.external_id === '20_2019' && !events)
    for (const bundle of [...full(), ...results]) {
      const stored = await ingestOrThrow(core, bundle)
      warnings.push(...stored.warnings.map(({ code, message }) => `${bundle.game.external_id} ${code}: ${message}`))
    }
    const noted = /responses_repeated|missing_responses|before_period_start/
    // Also not of the G League, where a free throw can be worth two or three points.
    expect(warnings.filter((warning) => !noted.test(warning))).toEqual([])
    const nba = await core.caller().competitions.list({})
    expect(nba.data.map(({ name, games }) => [name, games])).toEqual([
      ['NBA', 4],
      ['NBA G League', 8],
    ])
  })
})
