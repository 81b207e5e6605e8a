import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { GameBundle } from '../../contract/index.ts'
import {
  ingestOrThrow,
  scheduledGame,
  withChanges,
  anyDatabase,
  finalGame,
  hasNoCases,
  readCase,
  sampleId,
  sharedCore,
  type BundleChanges,
} from '../../testing/index.ts'

const full = finalGame([8, 6])
const { totals, players } = full.home
const [first, ...others] = players ?? []
const events = full.events ?? []
const shots = full.shots ?? []
const lastEvent = events.at(-1)
const [firstShot, ...otherShots] = shots
if (first === undefined || totals == null || lastEvent === undefined || firstShot === undefined)
  throw new Error('the game has everything')

const home = (stats: Partial<typeof first.stats>) => ({
  home: { players: [{ ...first, stats: { ...first.stats, ...stats } }, ...others] },
})
const heave = { ...lastEvent, type: 'three_missed', side: 'home', player: null } as const
const NOTHING_SCORED = { points: 0, two_made: 0, fouls: 1 }
const ofTeam = (changes: Partial<typeof totals>) => ({ home: { totals: { ...totals, ...changes } } })

/** Two points more at home with one free throw made, which is worth as many points as given by the running score. */
const withFreeThrow = (worth: number): BundleChanges => {
  const thrown = { points: 10, free_throws_made: 1, free_throws_attempted: 1 }
  const event = { ...lastEvent, type: 'free_throw_made', side: 'home', player: first.player } as const
  return {
    home: { ...home(thrown).home, ...ofTeam(thrown).home },
    game: { home_score: 10, periods: { home: [10, 0, 0, 0], away: [6, 0, 0, 0] } },
    events: [...events.slice(0, -1), { ...event, home_score: 8 + worth }, { ...lastEvent, home_score: 10 }],
  }
}

/** Changes to the consistent game, and the codes of exactly the warnings that each causes. */
const checks: { what: string; changes: BundleChanges; codes: string[] }[] = [
  { what: 'no change', changes: {}, codes: [] },
  { what: 'equal scores', changes: finalGame([8, 8]), codes: ['drawn'] },
  {
    what: 'points of a line that differ from its shots',
    changes: home({ points: 9 }),
    codes: ['line_points', 'player_sums'],
  },
  {
    what: 'assists of the players that differ from those of the team',
    changes: home({ assists: 1 }),
    codes: ['player_sums'],
  },
  {
    what: 'more rebounds of the players than of the team',
    changes: home({ defensive_rebounds: 2, rebounds: 2 }),
    codes: ['player_sums', 'player_sums'],
  },
  {
    what: 'rebounds of the team alone',
    changes: ofTeam({ rebounds: 6, offensive_rebounds: 5, turnovers: 3 }),
    codes: [],
  },
  {
    what: 'a free throw worth two points by the running score, of the G League',
    changes: withFreeThrow(2),
    codes: [],
  },
  {
    what: 'points beyond those of free throws by the running score',
    changes: withFreeThrow(1),
    codes: ['line_points', 'totals_points'],
  },
  {
    what: 'a missed three of the team alone, a heave of the NBA',
    changes: { ...ofTeam({ three_attempted: (totals.three_attempted ?? 0) + 1 }), events: [...events, heave] },
    codes: [],
  },
  {
    what: 'a missed three of the team alone, without a play-by-play',
    changes: { ...ofTeam({ three_attempted: (totals.three_attempted ?? 0) + 1 }), events: null, shots: null },
    codes: [],
  },
  {
    what: 'more threes of the team than of its players and its heaves',
    changes: { ...ofTeam({ three_attempted: (totals.three_attempted ?? 0) + 2 }), events: [...events, heave] },
    codes: ['player_sums'],
  },
  {
    what: 'a box score with other points than the final score',
    changes: { ...ofTeam({ points: 9 }) },
    codes: ['totals_points', 'player_sums', 'box_score'],
  },
  {
    what: 'points of the totals that differ from their shots, without players',
    changes: { home: { totals: { ...totals, two_made: 3 }, players: null } },
    codes: ['totals_points', 'shot_points'],
  },
  {
    what: 'totals with an unknown number of shots',
    changes: { home: { totals: { ...totals, points: 8, three_made: null }, players: null } },
    codes: [],
  },
  {
    what: 'players with other points than the final score, without totals',
    changes: { home: { ...home({ points: 6, two_made: 3 }).home, totals: null } },
    codes: ['box_score', 'shot_points'],
  },
  {
    what: 'a player whose points are not recorded, without totals',
    changes: { home: { ...home({ points: null, two_made: null }).home, totals: null } },
    codes: [],
  },
  {
    what: 'rebounds of a line that differ from offensive plus defensive',
    changes: home({ offensive_rebounds: 1, rebounds: 0 }),
    codes: ['rebounds', 'player_sums'],
  },
  {
    what: 'rebounds of the totals that differ from offensive plus defensive',
    changes: ofTeam({ rebounds: 2 }),
    codes: ['rebounds'],
  },
  {
    what: 'rebounds with unknown offensive rebounds',
    changes: ofTeam({ rebounds: 2, offensive_rebounds: null }),
    codes: [],
  },
  {
    what: 'time and points of a player who did not play',
    changes: { home: { players: [{ ...first, played: false }, ...others] } },
    codes: ['not_played'],
  },
  {
    what: 'a foul of a player who did not play, for example a technical foul on the bench',
    changes: {
      home: {
        players: [{ ...first, played: false, seconds: null, stats: { ...first.stats, ...NOTHING_SCORED } }, ...others],
        totals: { ...totals, ...NOTHING_SCORED, fouls: 1 },
      },
      shots: null,
      game: { home_score: 0, periods: null },
      events: null,
    },
    codes: [],
  },
  {
    what: 'shots of more points than the final score, without a box score',
    changes: {
      home: { players: null, totals: null },
      game: { home_score: 7, periods: null },
      events: null,
    },
    codes: ['shot_points'],
  },
  {
    what: 'shots of fewer points than the final score, without a box score',
    changes: {
      home: { players: null, totals: null },
      game: { home_score: 9, periods: null },
      events: null,
    },
    codes: [],
  },
  {
    what: 'periods with other points than the final score',
    changes: { game: { periods: { home: [8, 1], away: [6, 0] } } },
    codes: ['period_sums'],
  },
  {
    what: 'a play-by-play that ends with another score',
    changes: { events: [...events, { ...lastEvent, away_score: 7 }] },
    codes: ['playbyplay_score'],
  },
  { what: 'shots with other points than the box score', changes: { shots: otherShots }, codes: ['shot_points'] },
  {
    what: 'a running score that falls',
    changes: { events: [...events.slice(0, -1), { ...lastEvent, home_score: 9 }, lastEvent] },
    codes: ['falling_score'],
  },
  {
    what: 'an event in an earlier period than its predecessor',
    changes: { events: events.map((event, index) => (index === 2 ? { ...event, period: 3 } : event)) },
    codes: ['falling_period'],
  },
  {
    what: 'two shots with the same seq',
    changes: { shots: [...shots, firstShot], home: { totals: null, players: null }, game: { home_score: 10 } },
    codes: ['period_sums', 'playbyplay_score', 'repeated_seq'],
  },
  {
    what: 'a shot that differs from the event at its seq',
    changes: { shots: [{ ...firstShot, seq: 1 }, ...otherShots] },
    codes: ['shot_events'],
  },
  { what: 'a shot of unknown value', changes: { shots: [{ ...firstShot, value: null }, ...otherShots] }, codes: [] },
  {
    what: 'a shot beyond the last event',
    changes: { shots: [{ ...firstShot, seq: 999 }, ...otherShots] },
    codes: ['shot_events'],
  },
  {
    what: 'a made shot at a missed event',
    changes: { shots: [{ ...firstShot, value: 3, points: 3 }, ...otherShots] },
    codes: ['shot_points', 'shot_events'],
  },
  {
    what: 'a final score that differs from all parts',
    changes: { game: { home_score: 10 } },
    codes: ['box_score', 'period_sums', 'playbyplay_score'],
  },
  {
    what: 'a final score of a day ahead',
    changes: { game: { date: '2026-11-22', tip_off: '2026-11-22T19:00:00Z' } },
    codes: ['future_final'],
  },
  {
    what: 'a final score of tomorrow in a competition whose time zone is not known: there it may be tomorrow',
    changes: { game: { date: '2026-11-21', tip_off: null } },
    codes: [],
  },
  {
    what: 'a final score of tomorrow in the calendar of the competition',
    changes: { game: { date: '2026-11-21', tip_off: null }, competition: { time_zone: 'Europe/Berlin' } },
    codes: ['future_final'],
  },
  {
    what: 'a tip-off days after the game',
    changes: { game: { tip_off: '2026-11-22T19:00:00Z' } },
    codes: ['tip_off_day'],
  },
  { what: 'a tip-off of another year', changes: { game: { tip_off: '2025-11-19T19:00:00Z' } }, codes: ['tip_off_day'] },
  { what: 'a tip-off of the next day in UTC', changes: { game: { tip_off: '2026-11-20T03:00:00Z' } }, codes: [] },
  { what: 'shots without a play-by-play', changes: { events: null }, codes: [] },
  {
    what: 'a statistic that no line records',
    changes: {
      home: { players: [first, ...others].map((line) => ({ ...line, stats: { ...line.stats, points: null } })) },
    },
    codes: [],
  },
]

/** A code that takes two games. */
const DUPLICATE = 'duplicate_game'

test('docs/importing.md names every code of a warning', () => {
  const page = readFileSync(new URL('../../../../../docs/importing.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('\n## Refusals and warnings\n')
  const named = Array.from(section.matchAll(/^\| `(\w+)` /gm), ([, code = '']) => code)
  expect(named.toSorted()).toEqual([...new Set([DUPLICATE, ...checks.flatMap(({ codes }) => codes)])].toSorted())
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test.each(checks)('$what causes the warnings $codes', async ({ changes, codes }) => {
    const { warnings } = await ingestOrThrow(core(), withChanges(full, changes))
    expect(warnings.map(({ code }) => code)).toEqual(codes)
    expect((await core().warnings()).map(({ code }) => code)).toEqual(codes)
  })

  describe.skipIf(hasNoCases)('on 26 November (skipped without ../shared/data)', () => {
    const today = sharedCore(kind, { now: () => new Date('2026-11-26T12:00:00Z') })

    test.each([
      ['02-final-typed-into-wrong-game/1-wrong.ndjson', ['future_final']],
      ['11-dates-that-contradict/games.ndjson', ['tip_off_day', 'tip_off_day', 'future_final']],
    ])('games of %s are stored with the warnings %j', async (path, codes) => {
      const warnings = []
      for (const bundle of readCase(path)) warnings.push(...(await ingestOrThrow(today(), bundle)).warnings)
      expect(warnings.map(({ code }) => code)).toEqual(codes)
    })
  })

  const atNoon = sharedCore(kind, { now: () => new Date('2026-11-27T12:00:00Z') })

  test('a final score of a day ahead names the day that it is: of its competition, or of UTC', async () => {
    for (const [time_zone, today] of [
      [null, '2026-11-27'],
      ['Pacific/Kiritimati', '2026-11-28'],
    ] as const) {
      const changes = { game: { date: '2026-11-30', tip_off: null }, competition: { time_zone } }
      const [warning] = (await ingestOrThrow(atNoon(), withChanges(full, changes))).warnings
      expect(warning?.message).toBe(`the game is final, but its day 2026-11-30 is ahead of today, ${today}`)
    }
  })

  test('a warning about a player who did not play names no time that is not recorded', async () => {
    const bundle = withChanges(full, { home: { players: [{ ...first, played: false, seconds: null }, ...others] } })
    const [warning] = (await ingestOrThrow(core(), bundle)).warnings
    expect(warning?.message).toMatch(/^home: pl_\w+ did not play, but has 8 points$/)
  })

  describe('two games of the same teams at the same time', () => {
    const codes = async (bundle: GameBundle) => (await ingestOrThrow(core(), bundle)).warnings.map(({ code }) => code)
    const game = scheduledGame()

    test.each<[string, BundleChanges]>([
      ['', {}],
      [', with the other one at home', { home: game.away, away: game.home }],
    ])('are warned of%s', async (_, changes) => {
      await ingestOrThrow(core(), game)
      const { warnings } = await ingestOrThrow(core(), withChanges(game, { ...changes, game: { external_id: 'g2' } }))
      expect(warnings).toEqual([{ code: DUPLICATE, message: expect.stringContaining(sampleId('game', 'g1')) }])
      expect(await codes(withChanges(game, { game: { external_id: 'g2', tip_off: '2026-11-19T21:00:00Z' } }))).toEqual(
        [],
      )
    })

    test.each<[string, BundleChanges]>([
      ['on another day', { game: { external_id: 'g2', date: '2026-11-20', tip_off: '2026-11-20T19:00:00Z' } }],
      ['at another time', { game: { external_id: 'g2', tip_off: '2026-11-19T21:00:00Z' } }],
      ['at an unknown time', { game: { external_id: 'g2', tip_off: null } }],
      ['of another team', { game: { external_id: 'g2' }, away: { team: { external_id: 'C' } } }],
    ])('are two games %s', async (_, changes) => {
      await ingestOrThrow(core(), game)
      expect(await codes(withChanges(game, changes))).toEqual([])
    })

    test.skipIf(hasNoCases)('are warned of within one import (skipped without ../shared/data)', async () => {
      const warnings: string[][] = []
      for await (const result of core().ingestAll(readCase('10-same-game-under-two-ids/games.ndjson')))
        warnings.push('warnings' in result ? result.warnings.map(({ code }) => code) : [])
      expect(warnings).toEqual([[], [DUPLICATE]])
    })
  })

  test('a game with only a score has no warnings', async () => {
    expect((await ingestOrThrow(core(), scheduledGame({ game: full.game }))).warnings).toEqual([])
  })

  test('a warning names the side and both numbers', async () => {
    const { warnings } = await ingestOrThrow(core(), withChanges(full, { game: { away_score: 7 } }))
    for (const { message } of warnings) expect(message).toMatch(/^away: .*6.*7$/)
    expect(warnings).toHaveLength(3)
  })

  test('a game without a final score has no score warnings', async () => {
    const live = withChanges(full, { game: { status: 'scheduled', home_score: null, away_score: null } })
    expect((await ingestOrThrow(core(), live)).warnings).toEqual([])
  })

  test('new parts are checked against stored ones', async () => {
    await ingestOrThrow(core(), full)
    const bare = { ...scheduledGame({ game: { ...full.game, home_score: 10 } }), players: full.players }
    const { warnings } = await ingestOrThrow(core(), bare)
    expect(warnings.map(({ code }) => code)).toEqual(['box_score', 'period_sums', 'playbyplay_score'])
  })

  test('notes of the feed come first, and warnings are deleted once their cause is corrected', async () => {
    const notes = [{ code: 'note', message: 'two spellings of a name' }]
    const first = await ingestOrThrow(core(), withChanges(full, { notes, game: { home_score: 10 } }))
    expect(first.warnings.slice(0, 1)).toEqual(notes)
    expect(first.warnings).toHaveLength(4)
    expect(await core().ingest(withChanges(full, { notes, game: { home_score: 10 } }))).toEqual({
      ...first,
      outcome: 'unchanged',
    })
    expect((await ingestOrThrow(core(), full)).warnings).toEqual([])
    expect(await core().warnings()).toEqual([])
  })

  describe('notes about a part', () => {
    const note = (code: string, part?: 'boxscore' | 'playbyplay' | 'shots') => ({
      code,
      message: code,
      ...(part && { part }),
    })
    const notes = [
      note('of game'),
      note('of sheet', 'boxscore'),
      note('of plays', 'playbyplay'),
      note('of shots', 'shots'),
    ]
    const codes = async (bundle: GameBundle) => {
      const { outcome, warnings } = await ingestOrThrow(core(), bundle)
      return [outcome, ...warnings.map(({ code }) => code)]
    }
    /** The game without its events and shots, as a bundle of another import has it. */
    const sheetsOnly = (some: GameBundle['notes']): GameBundle => {
      const { events: _events, shots: _shots, ...sheets } = full
      return { ...sheets, notes: some }
    }

    test('stay while bundles omit that part, and such a bundle changes nothing', async () => {
      await ingestOrThrow(core(), { ...full, notes })
      const before = await core().caller().changes.list()
      const absent = [note('no plays', 'playbyplay'), note('no shots', 'shots')]
      const again = sheetsOnly([note('of game'), note('of sheet', 'boxscore'), ...absent])
      expect(await codes(again)).toEqual(['unchanged', 'of game', 'of sheet', 'of plays', 'of shots'])
      expect(await core().caller().changes.list()).toEqual(before)
      expect(await codes({ ...full, notes })).toEqual(['unchanged', 'of game', 'of sheet', 'of plays', 'of shots'])
    })

    test('are told of a part that is not stored', async () => {
      const absent = [note('no plays', 'playbyplay')]
      expect(await codes(sheetsOnly(absent))).toEqual(['created', 'no plays'])
      const { events, players } = full
      expect(
        await codes({ ...scheduledGame({ game: full.game }), events, players, notes: [note('no sheet', 'boxscore')] }),
      ).toEqual(['updated'])
    })

    test('are replaced with the part, and deleted with it', async () => {
      await ingestOrThrow(core(), { ...full, notes })
      expect(await codes({ ...full, events: null, notes: [] })).toEqual(['updated'])
    })
  })

  test('a game with warnings is stored completely', async () => {
    const { game } = await ingestOrThrow(core(), withChanges(full, { game: { home_score: 10 } }))
    const { data } = await core().caller().games.boxScore({ id: game })
    expect(data.game.home_score).toBe(10)
    expect(data.home.totals?.points).toBe(8)
  })
})
