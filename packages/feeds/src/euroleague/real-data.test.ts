import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { GameBundle, type BundleEvent, type BundleSide, type CheckedBundle } from '@basketball-data/core/contract'
import { getCourtRules, onCourt } from '@basketball-data/core/statistics'
import { courtColumns, sumStints } from '../test-support/court-columns.ts'
import { euroleague } from './files.ts'

const data = (folder: string) => fileURLToPath(new URL(`../../../../../shared/data/${folder}`, import.meta.url))
const SEASON = data('euroleague-2022')
const DEFECTS = data('euroleague-2024-defects')
const absent = !existsSync(SEASON) || !existsSync(DEFECTS)

const readBundles = async (folder: string): Promise<CheckedBundle[]> => {
  const bundles: CheckedBundle[] = []
  for await (const { bundle, error } of euroleague.read([folder])) {
    if (error) throw new Error(`${error.location}: ${error.reason}`)
    const checked = GameBundle.safeParse(bundle)
    if (!checked.success) throw new Error(`${bundle.game.external_id}: ${checked.error.message}`)
    bundles.push(checked.data)
  }
  return bundles
}

const getSides = ({ home, away }: CheckedBundle): BundleSide[] => [home, away]
const getLines = (bundle: CheckedBundle) => getSides(bundle).flatMap(({ players }) => players ?? [])
const total = (numbers: (number | null | undefined)[]): number =>
  numbers.reduce<number>((sum, some) => sum + (some ?? 0), 0)
const finalScore = ({ game }: CheckedBundle) => [game.home_score, game.away_score]
const lastScore = ({ events }: CheckedBundle) => {
  const last = events?.at(-1)
  return [last?.home_score, last?.away_score]
}
const noted = (bundles: CheckedBundle[], code: string): string[] =>
  bundles
    .filter(({ notes }) => notes.some((note) => note.code === code))
    .map(({ game }) => game.external_id.split('_')[1] ?? '')
const periodsFollow = (events: BundleEvent[]): boolean =>
  events.every((event, at) => {
    const before = events[at - 1]
    return before === undefined || event.period === before.period || event.period === before.period + 1
  })

describe.skipIf(absent)('EuroLeague 2022-23 (skipped without ../shared/data)', () => {
  let bundles: CheckedBundle[]
  beforeAll(async () => {
    bundles = await readBundles(SEASON)
  })

  test('every game, line, event and shot is read', () => {
    expect(bundles).toHaveLength(328)
    expect(bundles.every(({ game }) => game.status === 'final')).toBe(true)
    expect(bundles.flatMap(getLines)).toHaveLength(7785)
    expect(total(bundles.map(({ events }) => events?.length))).toBe(171_870)
    expect(total(bundles.map(({ shots }) => shots?.length))).toBe(39_939)
  })

  test("the last running score, the periods and the players' points are the final score", () => {
    for (const bundle of bundles) {
      expect(lastScore(bundle)).toEqual(finalScore(bundle))
      expect([total(bundle.game.periods?.home ?? []), total(bundle.game.periods?.away ?? [])]).toEqual(
        finalScore(bundle),
      )
      expect(getSides(bundle).map(({ players }) => total(players?.map(({ stats }) => stats.points) ?? []))).toEqual(
        finalScore(bundle),
      )
    }
  })

  test('a team has as many shots as field-goal attempts', () => {
    for (const { home, away, shots } of bundles) {
      const attempts = (side: 'home' | 'away') => shots?.filter((shot) => shot.side === side).length
      const boxed = ({ totals }: BundleSide) => total([totals?.two_attempted, totals?.three_attempted])
      expect([attempts('home'), attempts('away')]).toEqual([boxed(home), boxed(away)])
    }
  })

  test('every shot has an event of the same player, and all but eight have a location', () => {
    const astray = bundles.flatMap(({ events, shots }) =>
      (shots ?? []).filter((shot) => {
        const event = events?.[shot.seq - 1]
        return event?.player !== shot.player || event?.period !== shot.period || event?.side !== shot.side
      }),
    )
    expect(astray).toEqual([])
    expect(bundles.flatMap(({ shots }) => shots ?? []).filter(({ x_ft }) => x_ft === null)).toHaveLength(8)
  })

  test('periods are in order', () => {
    expect(bundles.filter(({ events }) => !periodsFollow(events ?? []))).toEqual([])
  })

  test('the total attendance is the published one; nine games have none', () => {
    expect(total(bundles.map(({ game }) => game.attendance))).toBe(2_867_656)
    expect(bundles.filter(({ game }) => game.attendance === null)).toHaveLength(9)
  })

  test('the stints of a team add up to its box score in every column', () => {
    for (const { game, events, home, away } of bundles) {
      const rules = getCourtRules({ regulation_minutes: 40, tie_break: 'euroleague' }, game.date)
      const court = onCourt({ events: events ?? [], home: home.players ?? [], away: away.players ?? [], rules })
      for (const [side, { totals }] of [
        ['home', home],
        ['away', away],
      ] as const)
        expect(sumStints(court[side])).toEqual(totals && courtColumns(totals))
    }
  })

  test('the points of the possessions are the final score, and a field goal ends none without points', () => {
    for (const { game, events } of bundles) {
      const rules = getCourtRules({ regulation_minutes: 40, tie_break: 'euroleague' }, game.date)
      const { possessions } = onCourt({ events: events ?? [], home: [], away: [], rules })
      const points = (side: 'home' | 'away') =>
        total(possessions.map((each) => (each.side === side ? each.points : each.points_against)))
      expect([points('home'), points('away')]).toEqual([game.home_score, game.away_score])
      expect(possessions.filter(({ end_by, points: scored }) => end_by === 'made_field_goal' && scored === 0)).toEqual(
        [],
      )
    }
  })

  test('every player has one id', () => {
    const names = new Map(bundles.flatMap(({ players }) => players.map(({ external_id, name }) => [external_id, name])))
    expect([...names.values()]).toEqual(expect.arrayContaining(['Sasha Vezenkov', 'Wade Baldwin IV', 'Hugo González']))
    expect([...names.values()].filter((name) => /[,\p{Mn}]|\s\s/u.test(name))).toEqual([])
    expect(names.size).toBe(306)
  })

  test('notes list the problems of the data', () => {
    expect(noted(bundles, 'tip_off_corrected')).toEqual(['1', '5'])
    expect(noted(bundles, 'tip_off_doubtful')).toEqual(['67'])
    expect(noted(bundles, 'shot_times_wrong')).toEqual(['117'])
    expect(noted(bundles, 'game_end_repeated')).toEqual(['34', '40', '54', '67', '169', '214'])
    expect(noted(bundles, 'clock_unreadable')).toEqual(['47', '138', '169', '208', '214'])
    expect(noted(bundles, 'broken_off')).toEqual(['313'])
    expect(noted(bundles, 'stats_without_minutes')).toEqual(['313'])
    expect(noted(bundles, 'minutes_differ')).toEqual(['313'])
    expect(noted(bundles, 'clock_jumps_back')).toHaveLength(48)
    for (const code of [
      'unknown_code',
      'periods_differ',
      'totals_differ',
      'starters',
      'responses_differ',
      'clock_corrected',
      'shot_flags_missing',
      'valuation_differs',
    ]) {
      expect(noted(bundles, code)).toEqual([])
    }
  })
})

describe.skipIf(absent)('games of 2024-25 with defects (skipped without ../shared/data)', () => {
  let bundles: CheckedBundle[]
  beforeAll(async () => {
    bundles = await readBundles(DEFECTS)
  })

  test('all are read with score, box score and events', () => {
    expect(bundles).toHaveLength(26)
    for (const bundle of bundles) {
      expect(bundle.game.status).toBe('final')
      expect(lastScore(bundle)).toEqual(finalScore(bundle))
      expect(getSides(bundle).map(({ totals }) => totals?.points)).toEqual(finalScore(bundle))
    }
  })

  test('the score counts if the schedule names a winner that did not play', () => {
    expect(bundles.find(({ game }) => game.external_id === 'E2024_323')?.game).toMatchObject({
      home_score: 79,
      away_score: 72,
    })
  })

  test('a bench code is never a player', () => {
    const ids = bundles.flatMap(({ players }) => players.map(({ external_id }) => external_id))
    expect(ids.filter((id) => !/^(P\d{6}|[A-Z]{4})$/.test(id))).toEqual([])
  })

  test('two overtimes have two periods', () => {
    const bundle = bundles.find(({ game }) => game.external_id === 'E2024_107')
    expect(bundle?.game.periods).toEqual({ home: [17, 21, 14, 22, 10, 6], away: [22, 12, 20, 20, 10, 13] })
    expect(bundle?.events?.at(-1)?.period).toBe(6)
  })

  test('notes list the problems of the data', () => {
    expect(noted(bundles, 'clock_jumps_back')).toEqual([
      '35',
      '43',
      '51',
      '98',
      '107',
      '131',
      '169',
      '238',
      '272',
      '276',
      '317',
      '323',
    ])
    expect(noted(bundles, 'game_end_repeated')).toEqual(['238'])
    expect(noted(bundles, 'responses_differ')).toEqual(['2', '5', '23', '75', '120', '159', '169', '200'])
    expect(noted(bundles, 'missing_responses')).toHaveLength(25)
  })
})
