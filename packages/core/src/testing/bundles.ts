import type { EventType, GameBundle, Side } from '../contract/index.ts'

type Sections = Pick<GameBundle, 'competition' | 'season' | 'game'>
type SideChanges = Partial<Omit<GameBundle['home'], 'team'>> & { team?: Partial<GameBundle['home']['team']> }

/** Values that replace those of a sample bundle, section by section. */
export type BundleChanges = Partial<Omit<GameBundle, keyof Sections | 'home' | 'away'>> & {
  [Section in keyof Sections]?: Partial<Sections[Section]>
} & { home?: SideChanges; away?: SideChanges }

const LEAGUE: Sections & Pick<GameBundle, 'source' | 'home' | 'away'> = {
  source: 'test',
  competition: { external_id: 'L', name: 'League', slug: 'league', gender: 'men', kind: 'league' },
  season: { external_id: 'L26', name: '2026-27', start_year: 2026 },
  game: { external_id: 'g1', date: '2026-11-19', tip_off: '2026-11-19T19:00:00Z', status: 'scheduled' },
  home: { team: { external_id: 'A', name: 'Alpha' } },
  away: { team: { external_id: 'B', name: 'Beta' } },
}

/** A copy of `base` with the changes applied. */
export const withChanges = (
  base: GameBundle,
  { competition, season, game, home, away, ...rest }: BundleChanges,
): GameBundle => ({
  ...base,
  ...rest,
  competition: { ...base.competition, ...competition },
  season: { ...base.season, ...season },
  game: { ...base.game, ...game },
  home: { ...base.home, ...home, team: { ...base.home.team, ...home?.team } },
  away: { ...base.away, ...away, team: { ...base.away.team, ...away?.team } },
})

/**
 * A scheduled game of teams A and B in league L without any optional section, and with the changes applied.
 * @example scheduledGame({ game: { external_id: 'g2', date: '2026-11-20' } })
 */
export const scheduledGame = (changes: BundleChanges = {}): GameBundle => withChanges(LEAGUE, changes)

/** Statistics that are all 0. */
export const ZERO_STATS = {
  points: 0,
  two_made: 0,
  two_attempted: 0,
  three_made: 0,
  three_attempted: 0,
  free_throws_made: 0,
  free_throws_attempted: 0,
  offensive_rebounds: 0,
  defensive_rebounds: 0,
  rebounds: 0,
  assists: 0,
  steals: 0,
  turnovers: 0,
  blocks: 0,
  blocks_received: 0,
  fouls: 0,
  fouls_drawn: 0,
}

type Attempt = { side: Side; value: 2 | 3; made: boolean }
type Shots = NonNullable<GameBundle['shots']>
type Events = NonNullable<GameBundle['events']>

/** Shots worth the points of a side, with a three first if the points are odd, and one missed shot. */
const buildAttempts = (side: Side, points: number): Attempt[] => {
  const threes = points % 2
  const twos = (points - 3 * threes) / 2
  return [
    ...Array.from({ length: threes }, (): Attempt => ({ side, value: 3, made: true })),
    ...Array.from({ length: twos }, (): Attempt => ({ side, value: 2, made: true })),
    { side, value: 2, made: false },
  ]
}

const toEventType = ({ value, made }: Attempt): EventType =>
  `${value === 3 ? 'three' : 'two'}_${made ? 'made' : 'missed'}`

const getPlays = (attempts: Attempt[], shooter: Record<Side, string>) => {
  const score = { home: 0, away: 0 }
  const bare = { clock: '10:00', side: null, player: null, distance_ft: null }
  const events: Events = [
    { ...bare, period: 1, type: 'period_start', description: 'start', home_score: 0, away_score: 0 },
  ]
  const shots: Shots = []
  for (const [index, attempt] of attempts.entries()) {
    const { side, value, made } = attempt
    const points = made ? value : 0
    score[side] += points
    const at = { period: 1, side, player: shooter[side], distance_ft: 10 }
    const running = { home_score: score.home, away_score: score.away }
    events.push({ ...at, clock: '05:00', type: toEventType(attempt), description: `shot ${index}`, ...running })
    const marks = { fastbreak: index === 0, second_chance: false, off_turnover: false }
    const spot = { x_ft: 6, y_ft: 8, at: '2026-11-19T19:05:00Z' }
    shots.push({ ...at, ...spot, ...marks, seq: events.length, value, made, points })
  }
  events.push({
    ...bare,
    period: 4,
    type: 'game_end',
    description: 'end',
    home_score: score.home,
    away_score: score.away,
  })
  return { events, shots }
}

const buildSheet = (team: string, attempts: Attempt[]) => {
  const made = (value: 2 | 3) => attempts.filter((attempt) => attempt.value === value && attempt.made).length
  const attempted = (value: 2 | 3) => attempts.filter((attempt) => attempt.value === value).length
  const shooting = {
    ...ZERO_STATS,
    points: 2 * made(2) + 3 * made(3),
    two_made: made(2),
    two_attempted: attempted(2),
    three_made: made(3),
    three_attempted: attempted(3),
  }
  const line = { plus_minus: null, stats: ZERO_STATS }
  return {
    coach: `Coach of ${team}`,
    totals: { ...shooting, defensive_rebounds: 1, rebounds: 1 },
    players: [
      { ...line, player: `${team}1`, number: '00', starter: true, played: true, seconds: 2400, stats: shooting },
      { ...line, player: `${team}2`, number: '0', starter: false, played: true, seconds: 90 },
      { ...line, player: `${team}3`, number: null, starter: false, played: false, seconds: null },
    ],
  }
}

const listNames = (team: string) => [1, 2, 3].map((n) => ({ external_id: `${team}${n}`, name: `Player ${team}${n}` }))

/**
 * A complete and consistent final game: score, periods, officials, box score, play-by-play and shots. Each team has
 * three players, A1 to A3 for team A; the first takes all shots, the third does not play.
 * @param score points of home and away: 0, 2 or more
 * @example finalGame([8, 6]) // Alpha 8, Beta 6
 */
export const finalGame = ([home, away]: [number, number], changes: BundleChanges = {}): GameBundle => {
  const teams = {
    home: changes.home?.team?.external_id ?? LEAGUE.home.team.external_id,
    away: changes.away?.team?.external_id ?? LEAGUE.away.team.external_id,
  }
  const ofHome = buildAttempts('home', home)
  const ofAway = buildAttempts('away', away)
  const complete = withChanges(scheduledGame(), {
    game: {
      status: 'final',
      home_score: home,
      away_score: away,
      stage: 'regular',
      round: '1',
      attendance: 1000,
      venue: 'Hall',
      periods: { home: [home, 0, 0, 0], away: [away, 0, 0, 0] },
      officials: [{ name: 'Ref Eree', role: 'referee' }],
    },
    home: buildSheet(teams.home, ofHome),
    away: buildSheet(teams.away, ofAway),
    players: [...listNames(teams.home), ...listNames(teams.away)],
    ...getPlays([...ofHome, ...ofAway], { home: `${teams.home}1`, away: `${teams.away}1` }),
  })
  return withChanges(complete, changes)
}
