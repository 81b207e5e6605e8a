import fc from 'fast-check'
import type { GameBundle } from '../../contract/index.ts'
import { sampleBundle, withChanges, type BundleChanges, type SampleGame } from '../../testing/index.ts'

const count = fc.option(fc.nat(30), { freq: 5 })

const line = fc.record({
  starter: fc.boolean(),
  played: fc.boolean(),
  seconds: count,
  number: fc.option(fc.constantFrom('0', '00', '7')),
  points: count,
  rebounds: count,
  three_made: fc.nat(2),
  three_attempted: fc.integer({ min: 2, max: 4 }),
  two_attempted: count,
  two_made: fc.constant(0),
  free_throws_attempted: count,
  free_throws_made: fc.constant(0),
  turnovers: count,
})
const totals = fc.option(fc.record({ two_attempted: fc.nat(60), turnovers: fc.nat(9), offensive_rebounds: fc.nat(9) }))

/** The fields of a random game. */
const game = fc.record({
  league: fc.constantFrom('L', 'L', 'CUP'),
  year: fc.constantFrom(2025, 2026),
  home: fc.constantFrom('A', 'B'),
  away: fc.constantFrom('C', 'D'),
  swapped: fc.boolean(),
  day: fc.integer({ min: 1, max: 5 }),
  hour: fc.option(fc.constantFrom(18, 20)),
  stage: fc.constantFrom('regular', 'regular', 'regular', 'playoffs', 'preseason', 'all-star', 'final four', null),
  status: fc.constantFrom('final', 'final', 'final', 'final', 'scheduled', 'no_result'),
  score: fc.constantFrom<[number, number]>([62, 60], [60, 62], [70, 66], [61, 61]),
  overtime: fc.boolean(),
  players: fc.tuple(
    fc.dictionary(fc.constantFrom('p1', 'p2', 'p3'), line, { minKeys: 1 }),
    fc.dictionary(fc.constantFrom('p4', 'p5', 'p6'), line),
  ),
  /** Whether the players are on the other side. */
  traded: fc.boolean(),
  totals,
  /** A part of the names of the home team and the players. */
  name: fc.constantFrom('', 'Zeta', 'Älter'),
  tie_break: fc.constantFrom('euroleague', 'fiba', 'nba', 'wnba', 'simple'),
  counts_in_standings: fc.constantFrom(true, true, true, false),
  counts_in_statistics: fc.constantFrom(true, true, true, false),
  neutral: fc.constantFrom(false, false, false, true),
  /** Groups and divisions of home and away; undefined: left out. */
  groups: fc.constantFrom<SampleGame['groups'][]>(
    undefined,
    undefined,
    [null, null],
    ['East', 'West'],
    ['East', 'East'],
    ['West', null],
  ),
  divisions: fc.constantFrom<SampleGame['divisions'][]>(
    undefined,
    [null, null],
    ['Atlantic', 'Pacific'],
    ['Central', 'Central'],
  ),
})
type Game = typeof game extends fc.Arbitrary<infer Value> ? Value : never
const FIELDS = Object.keys(fc.sample(game, 1)[0] ?? {}) as (keyof Game)[]

/** A new game or a correction that changes some fields and sends, omits or clears the box score. */
const step = fc.record({
  id: fc.nat(),
  game,
  fields: fc.subarray(FIELDS, { minLength: 1, maxLength: 2 }),
  box: fc.constantFrom('sent', 'sent', 'sent', 'omitted', 'omitted', 'omitted', 'cleared'),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** To whom a game of no result was awarded, by its day: the first three days have forfeits. */
const FORFEITS = [null, 'home', 'away', 'neither'] as const

/** The other rules of the two competitions. */
const RULES: Record<string, BundleChanges['competition']> = {
  L: { table_stages: ['final four', 'playoffs'] },
  CUP: { points_win: 2, points_loss: 1, points_forfeit: 0 },
}

const buildBundle = (id: string, fields: Game, box: Step['box']): GameBundle => {
  const { league, year, swapped, day, hour, stage, status, score, overtime, traded, name, tie_break } = fields
  const { counts_in_standings, counts_in_statistics, neutral, groups, divisions } = fields
  const [home, away] = swapped ? [fields.away, fields.home] : [fields.home, fields.away]
  const [ofHome, ofAway] = traded ? fields.players.toReversed() : fields.players
  const date = `2026-11-0${day}`
  const forfeit_winner = status === 'no_result' ? (FORFEITS[day] ?? null) : null
  const sheet = {
    home: { players: ofHome ?? {}, ...(fields.totals && { totals: fields.totals }) },
    away: { players: ofAway ?? {}, ...(fields.totals && { totals: fields.totals }) },
  }
  const bundle = sampleBundle({
    id,
    league,
    year,
    home,
    away,
    date,
    status: forfeit_winner === null ? status : 'forfeit',
    forfeit_winner,
    score,
    stage,
    tip_off: hour === null ? null : `${date}T${hour}:00:00Z`,
    periods: overtime ? { home: [15, 15, 15, 15, score[0] - 60], away: [15, 15, 15, 15, score[1] - 60] } : null,
    ...(box === 'sent' && { sheet }),
    competition: { tie_break, ...RULES[league] },
    counts_in_standings,
    counts_in_statistics,
    neutral,
    ...(groups && { groups }),
    ...(divisions && { divisions }),
  })
  const cleared = box === 'cleared' ? { players: null, totals: null } : {}
  const players = (bundle.players ?? []).map((player) => ({ ...player, name: `${player.name} ${name}` }))
  const renamed = name === '' ? {} : { team: { name: `${name} ${home}` } }
  return withChanges(bundle, { home: { ...cleared, ...renamed }, away: cleared, players })
}

/**
 * The bundles of a sequence of steps: a correction has new values in `fields`, and the last values otherwise. A game that was
 * final keeps its teams, perhaps with the other one at home.
 */
const buildBundles = (steps: Step[], games: number): GameBundle[] => {
  const last = new Map<string, Game>()
  const finals = new Set<string>()
  return steps.map(({ id: number, game: next, fields, box }) => {
    const id = `g${1 + (number % games)}`
    const before = last.get(id)
    const changes = Object.fromEntries(fields.map((field) => [field, next[field]]))
    const teams = before !== undefined && finals.has(id) && { home: before.home, away: before.away }
    const current = before === undefined ? next : { ...before, ...changes, ...teams }
    if (current.status === 'final') finals.add(id)
    last.set(id, current)
    return buildBundle(id, current, box)
  })
}

/**
 * Random bundles of a number of games, most of them corrections of an earlier one: of its score, status, season, teams,
 * players, box score and so on.
 */
export const randomBundles = (steps: number, games: number): fc.Arbitrary<GameBundle[]> =>
  fc.array(step, { minLength: steps, maxLength: steps }).map((some) => buildBundles(some, games))
