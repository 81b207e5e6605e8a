import { describe, expect, test } from 'vitest'
import { accepted, bundleOf, changed, databases, finalOf, sharedCore, type BundleChanges } from '../testing/index.ts'

const full = finalOf([8, 6])
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
const ofTeam = (changes: Partial<typeof totals>) => ({ home: { totals: { ...totals, ...changes } } })

/** What makes the consistent game inconsistent, and every warning that it must bring, no more. */
const checks: { what: string; changes: BundleChanges; codes: string[] }[] = [
  { what: 'nothing', changes: {}, codes: [] },
  {
    what: 'points of a line that are not those of its shots',
    changes: home({ points: 9 }),
    codes: ['line_points', 'player_sums'],
  },
  {
    what: 'assists of the players that are not those of the team',
    changes: home({ assists: 1 }),
    codes: ['player_sums'],
  },
  {
    what: 'more rebounds of the players than of the team',
    changes: home({ defensive_rebounds: 2 }),
    codes: ['player_sums'],
  },
  {
    what: 'rebounds of the team alone',
    changes: ofTeam({ rebounds: 9, offensive_rebounds: 5, turnovers: 3 }),
    codes: [],
  },
  {
    what: 'a box score with other points than the final score',
    changes: { ...ofTeam({ points: 9 }) },
    codes: ['player_sums', 'box_score'],
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
    what: 'a shot that is not the event of its seq',
    changes: { shots: [{ ...firstShot, seq: 1 }, ...otherShots] },
    codes: ['shot_events'],
  },
  {
    what: 'a shot beyond the last event',
    changes: { shots: [{ ...firstShot, seq: 999 }, ...otherShots] },
    codes: ['shot_events'],
  },
  {
    what: 'a made shot at a missed event',
    changes: { shots: [{ ...firstShot, value: 3 }, ...otherShots] },
    codes: ['shot_events'],
  },
  {
    what: 'a final score that nothing agrees with',
    changes: { game: { home_score: 10 } },
    codes: ['box_score', 'period_sums', 'playbyplay_score'],
  },
  { what: 'no play-by-play: shots are of themselves', changes: { events: null }, codes: [] },
  {
    what: 'statistics that no line records',
    changes: {
      home: { players: [first, ...others].map((line) => ({ ...line, stats: { ...line.stats, points: null } })) },
    },
    codes: [],
  },
]

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  test.each(checks)('$what brings the warnings $codes', async ({ changes, codes }) => {
    const { warnings } = await accepted(core(), changed(full, changes))
    expect(warnings.map(({ code }) => code)).toEqual(codes)
    expect((await core().warnings()).map(({ code }) => code)).toEqual(codes)
  })

  test('a game of which nothing is known but the score has none', async () => {
    expect((await accepted(core(), bundleOf({ game: full.game }))).warnings).toEqual([])
  })

  test('a side that disagrees is named, with both numbers', async () => {
    const { warnings } = await accepted(core(), changed(full, { game: { away_score: 7 } }))
    for (const { message } of warnings) expect(message).toMatch(/^away: .*6.*7$/)
    expect(warnings).toHaveLength(3)
  })

  test('a game that has no final score is not held against one', async () => {
    const live = changed(full, { game: { status: 'scheduled', home_score: null, away_score: null } })
    expect((await accepted(core(), live)).warnings).toEqual([])
  })

  test('what is stored is checked with what comes in', async () => {
    await accepted(core(), full)
    const bare = { ...bundleOf({ game: { ...full.game, home_score: 10 } }), players: full.players }
    const { warnings } = await accepted(core(), bare)
    expect(warnings.map(({ code }) => code)).toEqual(['box_score', 'period_sums', 'playbyplay_score'])
  })

  test('the notes of the feed go first, and warnings do not outlive what they were about', async () => {
    const notes = [{ code: 'note', message: 'a name was read two ways' }]
    const first = await accepted(core(), changed(full, { notes, game: { home_score: 10 } }))
    expect(first.warnings.slice(0, 1)).toEqual(notes)
    expect(first.warnings).toHaveLength(4)
    expect(await core().ingest(changed(full, { notes, game: { home_score: 10 } }))).toEqual({
      ...first,
      outcome: 'unchanged',
    })
    expect((await accepted(core(), full)).warnings).toEqual([])
    expect(await core().warnings()).toEqual([])
  })

  test('nothing is dropped for a warning', async () => {
    const { game } = await accepted(core(), changed(full, { game: { home_score: 10 } }))
    const { data } = await core().caller().games.boxScore({ id: game })
    expect(data.game.home_score).toBe(10)
    expect(data.home.totals?.points).toBe(8)
  })
})
