import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { EventType, GameBundle } from '@basketball-data/core/contract'
import { readDay, writeDay } from './calendar.ts'
import { simulate } from './index.ts'

const DAY = '2026-11-20'
const world = [...simulate({ day: DAY })]
const finals = world.filter(({ game }) => game.status === 'final')
const on = (bundles: readonly GameBundle[], date: string) => bundles.filter(({ game }) => game.date === date)
const later = (day: string, days: number) => writeDay(readDay(day) + days)
const listIds = (bundles: readonly GameBundle[]) => bundles.map(({ game }) => game.external_id)

test('every bundle is a valid GameBundle', () => {
  for (const [i, { events, shots, ...bundle }] of world.entries())
    GameBundle.parse(i % 4 === 0 ? { ...bundle, events, shots } : bundle)
  expect(new Set(listIds(world)).size).toBe(world.length)
})

test('the default world has 1,400 to 1,700 games', () => {
  expect(world.length).toBeGreaterThan(1400)
  expect(world.length).toBeLessThan(1700)
})

test('the default world is the same on every machine', () => {
  const hash = createHash('sha256')
  for (const [i, bundle] of world.entries()) if (i % 20 === 0) hash.update(JSON.stringify(bundle))
  expect(hash.digest('hex')).toBe('47c4d2297e9f8161645996baae4f1e2781d837a5d4530cc8216436547a467086')
  expect(listIds([...simulate({ day: DAY, detail: 'result' })])).toEqual(listIds(world))
})

test('another seed makes another world', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      fc.pre(seed !== 'basketball')
      const [other] = simulate({ seed, day: DAY, games: 1 })
      expect(other?.home).not.toEqual(world[0]?.home)
    }),
    { numRuns: 10 },
  )
})

test('games are ordered by competition, season and day', () => {
  const keys = world.map(({ competition, season, game }) =>
    [competition.external_id, season.start_year, game.date].join(' '),
  )
  expect(keys).toEqual(keys.toSorted())
})

test('final games do not change when the day advances', () => {
  const key = ({ game, home, away }: GameBundle) => JSON.stringify([game, home, away])
  const tomorrow = [...simulate({ day: later(DAY, 1), detail: 'boxscore' })]
  expect(tomorrow).toHaveLength(world.length)
  const unchanged = new Set(tomorrow.map(key))
  expect(finals.filter((bundle) => !unchanged.has(key(bundle)))).toEqual([])
})

test('simulate yields the requested number of games', () => {
  for (const games of [1, 100, 1600]) {
    const bundles = [...simulate({ day: DAY, games, detail: 'result' })]
    expect(bundles).toHaveLength(games)
    expect(new Set(listIds(bundles)).size).toBe(games)
  }
})

test.each([{ day: '2026-02-30' }, { day: DAY, seasons: 0 }, { day: DAY, games: 1.5 }])(
  '%j throws a RangeError',
  (options) => {
    expect(() => simulate(options)).toThrow(RangeError)
  },
)

describe('on any day', () => {
  const LEAP_DAY = '2028-02-29'
  const days = fc.integer({ min: readDay('1980-01-01'), max: readDay('2100-12-31') }).map(writeDay)
  const examples = ['2026-01-01', LEAP_DAY, '2026-03-31', '2026-07-15', '2026-12-31'].map((day): [string] => [day])

  const seasons = new Map<string, readonly GameBundle[]>()
  /** A season by a day, simulated once: tests have the same examples. */
  const getSeason = (day: string): readonly GameBundle[] => {
    const bundles = seasons.get(day) ?? [...simulate({ day, detail: 'boxscore', seasons: 1 })]
    seasons.set(day, bundles)
    return bundles
  }

  test('the last three days have results, today and later days have scheduled games', () => {
    fc.assert(
      fc.property(days, (day) => {
        const bundles = getSeason(day)
        for (const days_ago of [1, 2, 3]) {
          const played = on(bundles, later(day, -days_ago)).filter(({ game }) => game.status === 'final')
          expect(played.length).toBeGreaterThanOrEqual(3)
        }
        for (const ahead of [0, 1, 2, 7]) {
          const scheduled = on(bundles, later(day, ahead))
          expect(scheduled.length).toBeGreaterThanOrEqual(3)
          expect(new Set(scheduled.map(({ game }) => game.status))).toEqual(new Set(['scheduled']))
        }
        for (const { game } of bundles) expect(game.status === 'scheduled').toBe(game.date >= day)
      }),
      { numRuns: 7, examples },
    )
  })

  test('no team or player plays twice on a day, across competitions', () => {
    fc.assert(
      fc.property(days, (day) => {
        const appearances = getSeason(day).flatMap(({ game, home, away, players }) =>
          [home.team, away.team, ...(players ?? [])].map(({ external_id }) => `${game.date} ${external_id}`),
        )
        expect(new Set(appearances).size).toBe(appearances.length)
      }),
      { numRuns: 6, examples },
    )
  })

  test('there is a postponed game, a cancelled game, a double overtime and a late report', () => {
    fc.assert(
      fc.property(days, fc.string(), (day, seed) => {
        const bundles = [...simulate({ day, seed, detail: 'boxscore', seasons: 1 })]
        expect(postponed(bundles, day)).toHaveLength(1)
        expect(bundles.filter(({ game }) => game.status === 'no_result').length).toBeGreaterThanOrEqual(3)
        expect(bundles.some(({ game }) => (game.periods?.home.length ?? 0) >= 6)).toBe(true)
        expect(bundles.some(({ game, home }) => game.status === 'final' && home.players === undefined)).toBe(true)
      }),
      { numRuns: 3 },
    )
  })
})

/** Scheduled games of a round whose other games are over. */
const postponed = (bundles: readonly GameBundle[], day: string) => {
  const over = new Set(
    bundles
      .filter(({ game }) => game.stage === 'regular' && game.date < later(day, -14))
      .map(({ season, game }) => `${season.external_id} ${game.round}`),
  )
  return bundles.filter(
    ({ season, game }) => game.status === 'scheduled' && over.has(`${season.external_id} ${game.round}`),
  )
}

describe('the default world has', () => {
  const lines = finals.flatMap((bundle) =>
    [bundle.home, bundle.away].flatMap(({ team, players }) => (players ?? []).map((line) => ({ bundle, team, line }))),
  )

  test('overtime games, one of them with two overtimes', () => {
    const periods = finals.map(({ game }) => game.periods?.home.length ?? 0)
    expect(periods.filter((count) => count === 5).length).toBeGreaterThan(10)
    expect(Math.max(...periods)).toBeGreaterThanOrEqual(6)
  })

  test('a cancelled game without attendance and officials, and an abandoned game with attendance', () => {
    const without = world.filter(({ game }) => game.status === 'no_result').map(({ game }) => game)
    expect(without.some(({ attendance, officials }) => attendance === undefined && officials === undefined)).toBe(true)
    expect(without.some(({ attendance }) => (attendance ?? 0) > 0)).toBe(true)
    for (const { home_score, away_score } of without) expect([home_score, away_score]).toEqual([null, null])
  })

  test('a postponed game that is still scheduled', () => {
    expect(postponed(world, DAY)).toHaveLength(1)
  })

  test('games without attendance, and final games without a box score', () => {
    expect(finals.some(({ game }) => game.attendance === null)).toBe(true)
    expect(finals.some(({ home, events }) => home.totals === undefined && events === undefined)).toBe(true)
  })

  test('players who did not play, and lines without a field-goal attempt', () => {
    expect(lines.filter(({ line }) => !line.played).length).toBeGreaterThan(500)
    expect(
      lines.some(({ line }) => line.played && line.stats.two_attempted === 0 && line.stats.three_attempted === 0),
    ).toBe(true)
  })

  test('team rebounds and team turnovers', () => {
    const events = finals.flatMap((bundle) => bundle.events ?? []).filter(({ player }) => player === null)
    for (const type of ['offensive_rebound', 'defensive_rebound', 'turnover'])
      expect(events.filter((event) => event.type === type).length).toBeGreaterThan(100)
  })

  test('players whose names are almost all different', () => {
    const names = new Map(
      world.flatMap(({ players }) => players ?? []).map(({ external_id, name }) => [external_id, name]),
    )
    expect(names.size).toBeGreaterThan(700)
    expect(new Set(names.values()).size / names.size).toBeGreaterThan(0.99)
  })

  test('every event type except the generic ones: rebound, substitution, other', () => {
    const types = new Set<string>(finals.flatMap((bundle) => (bundle.events ?? []).map(({ type }) => type)))
    expect(EventType.options.filter((type) => !types.has(type))).toEqual(['rebound', 'substitution', 'other'])
  })

  test('past seasons that are complete, including the finals', () => {
    const past = world.filter(({ season }) => season.start_year === 2025)
    expect(past.every(({ game }) => game.status !== 'scheduled')).toBe(true)
    const lastRounds = new Set(['Final', 'Finals, game 4', 'Finale, game 3', 'Third place'])
    const played = past.filter(({ game }) => lastRounds.has(game.round ?? ''))
    expect(new Set(played.map(({ competition }) => competition.external_id)).size).toBe(5)
  })

  /** The clubs of each player, by season of a competition. */
  const clubsBySeason = () => {
    const clubs = new Map<string, Map<string, Set<string>>>()
    for (const { bundle, team, line } of lines.filter(
      ({ line, bundle }) => line.played && bundle.game.stage !== 'all-star',
    )) {
      const seasons = clubs.get(line.player) ?? new Map<string, Set<string>>()
      const { external_id } = bundle.season
      seasons.set(external_id, (seasons.get(external_id) ?? new Set()).add(team.external_id))
      clubs.set(line.player, seasons)
    }
    return [...clubs.values()]
  }

  test('players who change clubs during the season, in every league', () => {
    const leagues = ['L1-2026', 'L2-2026', 'L3-2026']
    const moved = (season: string) => clubsBySeason().some((seasons) => seasons.get(season)?.size === 2)
    expect(leagues.filter(moved)).toEqual(leagues)
  })

  test('a player who plays for two clubs in two competitions at the same time', () => {
    const both = clubsBySeason().find((seasons) => {
      const league = seasons.get('L1-2026')
      const cup = seasons.get('L4-2026')
      return league !== undefined && cup !== undefined && [...cup].every((club) => !league.has(club))
    })
    expect(both).toBeDefined()
  })

  test('players who change clubs between seasons', () => {
    const moved = clubsBySeason().filter((seasons) => {
      const [before, after] = [seasons.get('L1-2025'), seasons.get('L1-2026')]
      return before && after && [...after].every((club) => !before.has(club))
    })
    expect(moved.length).toBeGreaterThan(10)
  })

  test('clubs in several competitions, and a club that changed its name', () => {
    const competitions = new Map<string, Set<string>>()
    const names = new Map<string, Set<string>>()
    for (const { competition, home } of world) {
      const { external_id, name } = home.team
      competitions.set(external_id, (competitions.get(external_id) ?? new Set()).add(competition.external_id))
      names.set(external_id, (names.get(external_id) ?? new Set()).add(name))
    }
    expect([...competitions.values()].filter(({ size }) => size > 1).length).toBeGreaterThanOrEqual(8)
    expect([...names.values()].some(({ size }) => size === 2)).toBe(true)
  })

  test('every stage, games without a stage, and competitions without play-by-play', () => {
    const stages = new Set(world.map(({ game }) => game.stage))
    expect(stages).toEqual(new Set(['regular', 'playoffs', 'final four', 'preseason', 'all-star', 'play-in', null]))
    const quiet = finals.filter(({ events, shots }) => events === null && shots === null)
    expect(new Set(quiet.map(({ competition }) => competition.external_id))).toEqual(new Set(['L3', 'L5']))
  })
})
