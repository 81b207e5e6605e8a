import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Core } from '../core.ts'
import {
  ingestOrThrow,
  scheduledGame,
  withChanges,
  tableContents,
  anyDatabase,
  finalGame,
  sharedCore,
  type BundleChanges,
} from '../testing/index.ts'
import type { GameBundle } from '../contract/index.ts'

const full = finalGame([8, 6])
const lines = full.home.players ?? []
const [line] = lines
const [event] = full.events ?? []
const [shot] = full.shots ?? []
if (line === undefined || event === undefined || shot === undefined) throw new Error('the game has lines and events')

const season2 = { external_id: 'M26', name: '2026-27' }
const league2 = { external_id: 'M', name: 'Other league', slug: 'other-league' }

/** Invalid bundles for the game that is stored as `finalGame([8, 6])`, and the reason of each refusal. */
const wrong: { why: string; reason: RegExp; changes: BundleChanges }[] = [
  { why: 'a final game without a score', reason: /needs both scores/, changes: { game: { home_score: null } } },
  {
    why: 'a running game with the score of one team',
    reason: /both scores, or none/,
    changes: { game: { status: 'scheduled', home_score: null } },
  },
  { why: 'a called-off game with a score', reason: /has no score/, changes: { game: { status: 'no_result' } } },
  {
    why: 'a final game that is scheduled again',
    reason: /a final game cannot become scheduled, only final or no_result/,
    changes: { game: { status: 'scheduled', home_score: null, away_score: null } },
  },
  { why: 'a day that does not exist', reason: /game\.date/, changes: { game: { date: '2026-02-30' } } },
  { why: 'a tip-off without its zone', reason: /game\.tip_off/, changes: { game: { tip_off: '2026-11-19T19:00:00' } } },
  { why: 'a negative score', reason: /game\.home_score/, changes: { game: { home_score: -1 } } },
  { why: 'a score that is not a whole number', reason: /game\.home_score/, changes: { game: { home_score: 8.5 } } },
  { why: 'a score of 2^31', reason: /game\.home_score/, changes: { game: { home_score: 2 ** 31 } } },
  {
    why: 'more periods for one team',
    reason: /periods must be as many/,
    changes: { game: { periods: { home: [8], away: [3, 3] } } },
  },
  {
    why: 'a team against itself',
    reason: /team A cannot play against itself/,
    changes: { away: { team: { external_id: 'A' } } },
  },
  {
    why: 'a team against itself under two names',
    reason: /both teams are the same one/,
    changes: { away: { team: { external_id: 'A2', same_as: [{ source: 'test', external_id: 'A' }] } } },
  },
  {
    why: 'an unknown time zone',
    reason: /"Mars\/Base" is not a time zone/,
    changes: { competition: { time_zone: 'Mars/Base' } },
  },
  {
    why: 'a slug with blanks',
    reason: /must be lower-case words.+→ at competition\.slug/s,
    changes: { competition: { slug: 'a league' } },
  },
  {
    why: "another competition's slug",
    reason: /^the slug league is that of League \(source test\) already; .* the source test, .*another name/,
    changes: { competition: { ...league2, slug: 'league' }, season: season2 },
  },
  {
    why: 'the season of another competition',
    reason: /season L26 belongs to another competition/,
    changes: { competition: league2 },
  },
  {
    why: 'a player listed twice',
    reason: /player A1 is listed twice/,
    changes: { players: [...(full.players ?? []), { external_id: 'A1', name: 'Again' }] },
  },
  { why: 'a player with two lines', reason: /player A1 has two lines/, changes: { home: { players: [line, line] } } },
  {
    why: 'a player with lines on both sides',
    reason: /player A1 has two lines/,
    changes: { away: { players: [line] } },
  },
  {
    why: 'an unlisted player in the box score',
    reason: /player Z is not among/,
    changes: { home: { players: [{ ...line, player: 'Z' }] } },
  },
  {
    why: 'an unlisted player in the events',
    reason: /player Z is not among/,
    changes: { events: [{ ...event, player: 'Z' }] },
  },
  {
    why: 'an unlisted player in the shots',
    reason: /player Z is not among/,
    changes: { shots: [{ ...shot, player: 'Z' }] },
  },
  ...(['two', 'three', 'free_throws'] as const).map((kind) => ({
    why: `more ${kind} made than attempted`,
    reason: new RegExp(`player A1 has more ${kind}_made \\(3\\) than ${kind}_attempted \\(2\\)`),
    changes: {
      home: { players: [{ ...line, stats: { ...line.stats, [`${kind}_made`]: 3, [`${kind}_attempted`]: 2 } }] },
    },
  })),
  ...(['two', 'three', 'free_throws'] as const).map((kind) => ({
    why: `totals with more ${kind} made than attempted`,
    reason: new RegExp(`the totals of the away team have more ${kind}_made \\(3\\) than ${kind}_attempted \\(2\\)`),
    changes: { away: { totals: { ...line.stats, [`${kind}_made`]: 3, [`${kind}_attempted`]: 2 } } },
  })),
  {
    why: 'a made two for 3 points',
    reason: /the shot of seq 2 is made for 2: its points are 2, not 3/,
    changes: { shots: [{ ...shot, points: 3 }] },
  },
  {
    why: 'a made three for 0 points',
    reason: /the shot of seq 2 is made for 3: its points are 3, not 0/,
    changes: { shots: [{ ...shot, value: 3, points: 0 }] },
  },
  {
    why: 'a missed shot for 2 points',
    reason: /the shot of seq 2 is missed: its points are 0, not 2/,
    changes: { shots: [{ ...shot, made: false }] },
  },
  ...['banana', '10', '1:2', '10:60', '-1:00', '00:09.55', ''].map((clock) => ({
    why: `a clock of "${clock}"`,
    reason: /must be the time left in the period, minutes:seconds like 07:41.+→ at events\[0\]\.clock/s,
    changes: { events: [{ ...event, clock }] },
  })),
  {
    why: 'an unknown type of event',
    reason: /events\[0\]\.type/,
    changes: { events: [{ ...event, type: 'dunk' as 'other' }] },
  },
  { why: 'a shot worth four', reason: /shots\[0\]\.value/, changes: { shots: [{ ...shot, value: 4 as 3 }] } },
  { why: 'an unknown field', reason: /weather/, changes: { game: { weather: 'rain' } as object } },
  { why: 'a team without a name', reason: /home\.team\.name/, changes: { home: { team: { name: '  ' } } } },
  {
    why: 'a name with NUL',
    reason: /must be text without NUL \(U\+0000\).+→ at home\.team\.name/s,
    changes: { home: { team: { name: 'Al\u0000pha' } } },
  },
  {
    why: 'an event description with NUL',
    reason: /must be text without NUL.+→ at events\[0\]\.description/s,
    changes: { events: [{ ...event, description: 'a\u0000b' }] },
  },
  {
    why: 'an event description with a lone surrogate',
    reason: /must be text without.+halves of characters.+→ at events\[0\]\.description/s,
    changes: { events: [{ ...event, description: 'a\ud800b' }] },
  },
  {
    why: 'a team identifier of 6,000 characters',
    reason: /must have at most 100 characters.+→ at home\.team\.external_id/s,
    changes: { home: { team: { external_id: 'x'.repeat(6000) } } },
  },
  {
    why: 'a blank team identifier',
    reason: /must not be blank.+→ at home\.team\.external_id/s,
    changes: { home: { team: { external_id: ' ' } } },
  },
  { why: 'a day in year 0', reason: /./, changes: { game: { date: '0000-01-01' } } },
]

/** Values that no count can have, and what the refusal says. */
const noCounts: [what: string, value: unknown, reason: RegExp][] = [
  ['a string', '12', /expected number, received string/],
  ['NaN', NaN, /expected number, received NaN/],
  ['a fraction', 1.5, /expected int/],
  ['a negative number', -1, />=0/],
  ['2^31', 2 ** 31, /<=2147483647/],
  ['a boolean', true, /expected number, received boolean/],
]

/** Replaces the value at a path of field numbers, each taken modulo the number of fields. */
const replaceAt = (value: unknown, [step, ...path]: number[], other: unknown): unknown => {
  if (typeof value !== 'object' || value === null || step === undefined) return other
  const fields = Object.keys(value)
  const field = fields[step % fields.length]
  if (field === undefined) return other
  const copy = Array.isArray(value) ? [...value] : { ...value }
  return Object.assign(copy, { [field]: replaceAt(Reflect.get(value, field), path, other) })
}

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const listed = async (of: Core) => (await of.refusals()).map(({ source, external_id }) => `${source} ${external_id}`)

  test.each(wrong)(
    '$why is refused with the reason, and nothing of the bundle is written',
    async ({ reason, changes }) => {
      await ingestOrThrow(core(), full)
      const before = await tableContents(core().store)
      const bundle = withChanges(full, { notes: [{ code: 'note', message: 'another bundle' }], ...changes })
      const result = await core().ingest(bundle)
      expect(result).toEqual({
        outcome: 'refused',
        source: 'test',
        external_id: 'g1',
        reason: expect.stringMatching(reason),
        code: 'bad_request',
        details: expect.arrayContaining([{ pointer: expect.any(String), message: expect.stringMatching(/./) }]),
      })
      const after = await tableContents(core().store)
      expect({ ...after, refusals: [] }).toEqual(before)
      expect(await core().refusals()).toEqual([
        expect.objectContaining({ source: 'test', external_id: 'g1', reason: expect.stringMatching(reason) }),
      ])
    },
  )

  test.each(noCounts)('%s as a count is refused with the path of the count', async (_what, value, reason) => {
    const totals = { points: value }
    const [side] = [{ team: { external_id: 'A', name: 'Alpha' }, totals, players: [{ player: 'A1', stats: totals }] }]
    const result = await core().ingest({ ...full, home: side } as GameBundle)
    if (result.outcome !== 'refused') throw new Error('the bundle is accepted')
    expect(result.reason).toMatch(reason)
    expect(result.reason).toMatch(/→ at home\.totals\.points.+→ at home\.players\[0\]\.stats\.points/s)
  })

  test('every contradiction of a bundle is told at once, each with the path of its field', async () => {
    const { game, home, away, events: _events, shots: _shots, ...rest } = full
    const result = await core().ingest({
      ...rest,
      game: { ...game, home_score: null, periods: { home: [8], away: [3, 3] } },
      home: { ...home, totals: { two_made: 3, two_attempted: 2 } },
      away: { ...away, players: [{ player: 'B1' }, { player: 'B1' }, { player: 'Z' }] },
      shots: [{ seq: 1, value: 2, made: true, points: 3 }],
    })
    if (result.outcome !== 'refused') throw new Error('the bundle is accepted')
    expect(Array.from(result.reason.matchAll(/→ at (.+)/g), ([, path = '']) => path).toSorted()).toEqual([
      'away.players[1].player',
      'away.players[2].player',
      'game.home_score',
      'game.periods.away',
      'home.totals.two_made',
      'shots[0].points',
    ])
  })

  test('a refused new game writes no competition, team, player or identifier', async () => {
    const empty = await tableContents(core().store)
    const bundle = finalGame([8, 6], {
      home: {
        players: [
          { ...line, player: 'A1' },
          { ...line, player: 'Z' },
        ],
      },
    })
    expect((await core().ingest(bundle)).outcome).toBe('refused')
    const second = withChanges(full, { season: { start_year: 0 } })
    expect((await core().ingest(second)).outcome).toBe('refused')
    expect({ ...(await tableContents(core().store)), refusals: [] }).toEqual(empty)
  })

  test('a game whose season total would overflow is refused with that reason', async () => {
    const longest = (external_id: string) =>
      withChanges(full, { game: { external_id }, home: { players: [{ ...line, played: true, seconds: 2 ** 31 - 1 }] } })
    await ingestOrThrow(core(), longest('g1'))
    const before = await tableContents(core().store)
    const reason = expect.stringMatching(/out of range/)
    expect(await core().ingest(longest('g2'))).toMatchObject({ outcome: 'refused', reason })
    expect({ ...(await tableContents(core().store)), refusals: [] }).toEqual(before)
  })

  test('a refusal is deleted when the game is accepted, whether it is new or stored', async () => {
    const bad = withChanges(full, { game: { home_score: null } })
    await core().ingest(bad)
    await core().ingest(withChanges(bad, { game: { external_id: 'g2' } }))
    expect(await listed(core())).toEqual(['test g1', 'test g2'])
    await ingestOrThrow(core(), full)
    expect(await listed(core())).toEqual(['test g2'])
    await core().ingest(bad)
    expect(await listed(core())).toEqual(['test g1', 'test g2'])
    expect((await ingestOrThrow(core(), full)).outcome).toBe('unchanged')
    expect(await listed(core())).toEqual(['test g2'])
  })

  test('a refusal is deleted even if its identifier was padded with blanks', async () => {
    await core().ingest(withChanges(full, { game: { external_id: ' g1 ', home_score: null } }))
    await ingestOrThrow(core(), withChanges(full, { game: { external_id: ' g1 ' } }))
    expect(await listed(core())).toEqual([])
  })

  test('a game refused again is listed once, with the newer reason', async () => {
    await core().ingest(withChanges(full, { game: { home_score: null } }))
    await core().ingest(withChanges(full, { away: { team: { external_id: 'A' } } }))
    expect(await core().refusals()).toEqual([
      expect.objectContaining({ reason: expect.stringMatching(/against itself/) }),
    ])
  })

  test('a game that its feed could not read is listed until the game is accepted', async () => {
    await core().refuse('test', 'g1', 'the response is not JSON')
    expect(await core().refusals()).toEqual([expect.objectContaining({ reason: 'the response is not JSON' })])
    await ingestOrThrow(core(), full)
    expect(await core().refusals()).toEqual([])
  })

  test('a refusal belongs to one source', async () => {
    await core().refuse('other', 'g1', 'not JSON')
    await ingestOrThrow(core(), full)
    expect(await listed(core())).toEqual(['other g1'])
  })

  /** Bundles without a valid source and external id of the game. */
  const unnamed: { what: string; bundle: unknown }[] = [
    ...[null, 1, 'bundle', [], {}, { source: 'test' }, undefined, 1n].map((bundle) => ({
      what: inspect(bundle),
      bundle,
    })),
    { what: 'a source of 6,000 characters', bundle: { ...full, source: 'x'.repeat(6000) } },
    { what: 'a source with NUL', bundle: { ...full, source: 'te\u0000st' } },
    { what: 'a game of 6,000 characters', bundle: withChanges(full, { game: { external_id: 'x'.repeat(6000) } }) },
    { what: 'a game with NUL', bundle: withChanges(full, { game: { external_id: 'g\u0000' } }) },
    { what: 'a game with a lone surrogate', bundle: withChanges(full, { game: { external_id: '\ud800' } }) },
    {
      what: 'a field whose name has NUL',
      bundle: { ...withChanges(full, { game: { external_id: '' } }), 'a\u0000': 1 },
    },
  ]

  test.each(unnamed)('$what is refused under its location', async ({ bundle }) => {
    const refusal = { source: 'unknown', external_id: 'games.ndjson line 4', reason: expect.stringMatching(/./) }
    const result = await core().ingest(bundle as GameBundle, { location: 'games.ndjson line 4' })
    expect(result).toMatchObject({ outcome: 'refused', ...refusal })
    expect(await core().refusals()).toEqual([expect.objectContaining(refusal)])
    expect(await core().isEmpty()).toBe(true)
  })

  test('bundles without a name or location are listed by a hash of their content', async () => {
    for (const { bundle } of [...unnamed, ...unnamed]) {
      const result = await core().ingest(bundle as GameBundle)
      expect(result).toMatchObject({ outcome: 'refused', source: 'unknown' })
      expect(await listed(core())).toContain(`unknown ${result.outcome === 'refused' ? result.external_id : ''}`)
    }
    expect(await core().refusals()).toHaveLength(unnamed.length)
  })

  test('clearRefusals deletes the refusals whose location begins with a prefix', async () => {
    const locations = ['games.ndjson line 4', 'games.ndjson line 12', 'games%ndjson line 1', 'other.ndjson line 4']
    for (const location of locations) await core().ingest({} as GameBundle, { location })
    await core().ingest(withChanges(full, { game: { home_score: null } }), { location: 'games.ndjson line 5' })
    await core().clearRefusals('games.ndjson line ')
    expect(await listed(core())).toEqual(['test g1', 'unknown games%ndjson line 1', 'unknown other.ndjson line 4'])
    await core().clearRefusals('games%ndjson')
    expect(await listed(core())).toEqual(['test g1', 'unknown other.ndjson line 4'])
  })

  test('any location and any reason can be listed', async () => {
    const location = `${'/folder'.repeat(1000)}/Header.ndjson line 3`
    await core().refuse('feed\u0000', location, `${'\u0000'.repeat(3000)}🏀`)
    await core().refuse('feed', '\ud800', '\ud800')
    const [first, second] = await core().refusals()
    expect(first).toMatchObject({ source: 'feed', external_id: '\ufffd', reason: '\ufffd' })
    expect(second?.external_id).toMatch(/^….+\/Header\.ndjson line 3$/)
  })

  /** Unexpected values of fields. */
  const unexpected = fc.oneof(
    fc.anything(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', ' ', '\u0000', '\ud800', 'x'.repeat(6000), 'g1', '2026-11-19', '0001-01-01T00:00:00Z', 'final'),
    fc.constantFrom(null, -1, 0.5, 2 ** 31 - 1, 2 ** 31, 1e308, NaN, [], {}),
  )
  const withUnexpected = fc
    .array(fc.tuple(fc.array(fc.nat()), unexpected), { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<unknown>((bundle, [path, value]) => replaceAt(bundle, path, value), full))

  test('no input throws: it is accepted, or refused and listed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(unexpected, withUnexpected, withUnexpected, withUnexpected), async (bundle) => {
        const result = await core().ingest(bundle as GameBundle)
        const isListed = async (external_id: string) =>
          (await core().refusals()).some((refusal) => refusal.external_id === external_id)
        expect(result.outcome !== 'refused' || (await isListed(result.external_id))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('texts with SQL syntax are stored unchanged', async () => {
    const name = `Robert'); drop table games; -- \\ "%_$1 :id ?`
    const { game } = await ingestOrThrow(
      core(),
      scheduledGame({ home: { team: { name, external_id: name } }, game: { venue: name } }),
    )
    const { data } = await core().caller().games.get({ id: game })
    expect([data.home.name, data.venue]).toEqual([name, name])
  })
})
