import type { GameBundle } from '@basketball-data/core'
import type { Side } from '@basketball-data/core/contract'
import { noStats, play, randomOf } from './play.ts'

/** The moment at which the league stands: the day after its last final game. */
export const TODAY = new Date('2026-11-20T12:00:00Z')

const TEAMS = [
  ['Northport Herons', 'Northport', 'Harbour Hall', 4_200, 1961],
  ['Ember Valley', 'Ember', 'Kiln Arena', 6_800, 1948],
  ['Saltmarsh Comets', 'Saltmarsh', 'Dune Dome', 3_100, 1990],
  ['Union Larkfield', 'Larkfield', 'Meadow Court', 5_050, 1933],
] as const

const SURNAMES =
  'Abelard Brisk Corvane Dunmore Éloy Farrow Grell Hask Ilvane Jarrow Kestrin Lund Morrow Nyland Orsk Pellam Quist Ravn Søll Tarn'.split(
    ' ',
  )
const GIVEN = ['Ada', 'Bo', 'Cal', 'Dee', 'Eli']
const SQUAD = 5
const POSITIONS = ['guard', 'guard', 'forward', 'forward', 'center']

const players = SURNAMES.map((surname, i) => ({
  external_id: `p${i}`,
  name: `${GIVEN[i % GIVEN.length]} ${surname}`,
  country: 'Lindal',
  position: POSITIONS[i % SQUAD] ?? null,
  height_cm: 186 + ((i * 7) % 28),
  birth_date: `${1995 + (i % 9)}-0${1 + (i % 9)}-1${i % 10}`,
}))
const squadOf = (team: number) => players.slice(team * SQUAD, (team + 1) * SQUAD)

const LEAGUE = {
  competition: {
    external_id: 'league',
    name: 'Lindal League',
    slug: 'lindal-league',
    country: 'Lindal',
    gender: 'women',
    kind: 'league',
  },
  season: { external_id: 'league-26', name: '2026-27', start_year: 2026 },
} as const
const CUP = {
  competition: { ...LEAGUE.competition, external_id: 'cup', name: 'Lindal Cup', slug: 'lindal-cup', kind: 'cup' },
  season: { external_id: 'cup-27', name: 'Cup 2027', start_year: 2027 },
} as const

/** Home and away by number, the day, and what is special. Every pair meets once at each side's home. */
const FIXTURES: [number, number, string, ('scheduled' | 'no_result')?][] = [
  [0, 1, '2026-10-23'],
  [2, 3, '2026-10-23'],
  [0, 2, '2026-10-30'],
  [3, 1, '2026-10-30'],
  [3, 0, '2026-11-06'],
  [1, 2, '2026-11-06'],
  [1, 0, '2026-11-13'],
  [3, 2, '2026-11-13', 'no_result'],
  [2, 0, '2026-11-19'],
  [1, 3, '2026-11-19'],
  [0, 3, '2026-11-27', 'scheduled'],
  [2, 1, '2026-11-27', 'scheduled'],
]

const teamOf = (number: number) => {
  const [name = '', city = '', arena = '', arena_capacity = 0, founded = 1900] = TEAMS[number] ?? []
  return { external_id: `t${number}`, name, country: 'Lindal', city, arena, arena_capacity, founded }
}

/** Whole minutes that make 200 together, the starters of a squad of five always on court. */
const SECONDS = 2_400

const sideOf = (number: number, stats: ReturnType<typeof play>['stats'], margin: number) => {
  const lines = squadOf(number).map(({ external_id }, place) => ({
    player: external_id,
    number: String(place + 4),
    starter: true,
    played: true,
    seconds: SECONDS,
    stats: stats.get(external_id) ?? noStats(),
    plus_minus: margin,
  }))
  const totals: Record<string, number> = {}
  for (const line of lines)
    for (const [name, value] of Object.entries(line.stats)) totals[name] = (totals[name] ?? 0) + value
  return { team: teamOf(number), coach: `Coach ${TEAMS[number]?.[1] ?? ''}`, totals, players: lines }
}

const gameOf = ([home, away, date, special]: (typeof FIXTURES)[number], index: number): unknown => {
  const round = `Round ${Math.floor(index / 2) + 1}`
  const game = {
    external_id: `g${index}`,
    stage: 'regular',
    round,
    date,
    tip_off: `${date}T${18 + (index % 2)}:30:00Z`,
  }
  const bundle = { source: 'fixtures', ...LEAGUE, home: { team: teamOf(home) }, away: { team: teamOf(away) } }
  if (special !== undefined) return { ...bundle, game: { ...game, status: special } }
  const squads: Record<Side, string[]> = {
    home: squadOf(home).map(({ external_id }) => external_id),
    away: squadOf(away).map(({ external_id }) => external_id),
  }
  const { score, stats, periods, events, shots } = play(randomOf(index + 1), squads)
  const margin = score.home - score.away
  return {
    ...bundle,
    game: {
      ...game,
      status: 'final',
      home_score: score.home,
      away_score: score.away,
      attendance: 2_000 + 97 * index,
      venue: TEAMS[home]?.[2],
      periods,
      officials: [
        { name: 'Wim Whistle', role: 'referee' },
        { name: 'Tess Table', role: 'commissioner' },
      ],
    },
    home: sideOf(home, stats, margin),
    away: sideOf(away, stats, -margin),
    players: [...squadOf(home), ...squadOf(away)],
    // One game is told in full: it is most of the bytes.
    ...(index === 8 && { events, shots }),
  }
}

/** The league that the test kit of the client answers from: made up, small, and complete. */
export const fixtureBundles = (): GameBundle[] =>
  [
    ...FIXTURES.map(gameOf),
    {
      source: 'fixtures',
      ...CUP,
      game: {
        external_id: 'c0',
        stage: null,
        round: 'Semi-final',
        date: '2027-02-12',
        tip_off: null,
        status: 'scheduled',
      },
      home: { team: teamOf(1) },
      away: { team: teamOf(2) },
    },
  ] as GameBundle[]
