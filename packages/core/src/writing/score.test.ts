import { describe, expect, test } from 'vitest'
import { GameToScore, type GameBundle } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { createSubscriber, LOCAL_WEBHOOKS } from '../deliveries/testing/subscribers.ts'
import { execute, sql } from '../store/index.ts'
import {
  anyDatabase,
  catchServiceError,
  databases,
  findRebuildChanges,
  finalGame,
  ingestOrThrow,
  lineUpGame,
  openCore,
  sampleId,
  scheduledGame,
  sharedCore,
  tableContents,
  testDatabase,
  withChanges,
} from '../testing/index.ts'

const id = sampleId('game', 'g1')
const now = new Date('2026-11-19T19:30:00Z')

const score = async (core: Core, ops: readonly unknown[], external_id = 'g1') => {
  const input = GameToScore.parse({ external_id, ops })
  return (await core.writerFor({ source: 'test' }).games.score(input)).data
}

const PLAYERS = ['A1', 'A2', 'B1'].map((player) => ({ external_id: player, name: `Player ${player}` }))
const fixture = (changes = {}): GameBundle => scheduledGame({ players: PLAYERS, ...changes })

const ended = { status: 'final' as const, home_score: 80, away_score: 70 }

type Event = Record<string, unknown>
const add = (name: string, after: string | null, event: Event) => ({
  op: 'add',
  id: name,
  after,
  event: { period: 1, ...event },
})
const edit = (name: string, event: Event) => ({ op: 'edit', id: name, event: { period: 1, ...event } })
const remove = (name: string) => ({ op: 'remove', id: name })

const start = add('1', null, { clock: '10:00', type: 'period_start' })
const two = add('2', '1', { clock: '09:40', type: 'two_made', side: 'home', player: 'A1', distance_ft: 6 })
const three = add('3', '2', { clock: '09:20', type: 'three_made', side: 'away', player: 'B1', description: 'Three!' })

describe.each(anyDatabase)('on %s, a game that is scored live', (kind) => {
  const core = sharedCore(kind, { now: () => now, ...LOCAL_WEBHOOKS })
  const api = () => core().caller()
  const plays = async () => (await api().games.playByPlay({ id })).data.events
  const summary = async () =>
    (await plays()).map(({ seq, type, home_score, away_score }) => `${seq} ${type} ${home_score}-${away_score}`)

  test('runs from its first event on, and shows each as the client sent it', async () => {
    await ingestOrThrow(core(), fixture())
    expect(await score(core(), [start, two])).toEqual({ revision: expect.any(Number), seqs: { 1: 1, 2: 2 } })
    expect(await score(core(), [three])).toMatchObject({ seqs: { 3: 3 } })
    expect((await plays()).at(-1)).toMatchObject({
      seq: 3,
      period: 1,
      clock: '09:20',
      side: 'away',
      player: { id: sampleId('player', 'B1'), name: 'Player B1' },
      type: 'three_made',
      description: 'Three!',
      distance_ft: null,
      home_score: 2,
      away_score: 3,
    })
    const [shown] = (await api().live({})).data
    expect(shown).toMatchObject({ state: 'running', period: 1, clock: '09:20', home: { score: 2 }, away: { score: 3 } })
    expect(shown?.game).toMatchObject({ id, status: 'scheduled', home_score: null })
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('has each event once, however often its op is sent, and no change then', async () => {
    await ingestOrThrow(core(), fixture())
    const first = await score(core(), [start, two, edit('2', { type: 'three_made', side: 'home' })])
    const before = await tableContents(core().store)
    const { next_after } = (await api().changes.list()).meta
    expect(await score(core(), [edit('2', { type: 'three_made', side: 'home' }), two, start, two])).toEqual(first)
    expect(await tableContents(core().store)).toEqual(before)
    expect((await api().changes.list({ after: next_after })).data).toEqual([])
    expect((await score(core(), [three])).revision).toBeGreaterThan(first.revision)
  })

  test('keeps an event that arrives before the one it comes after, until that arrives', async () => {
    await ingestOrThrow(core(), fixture())
    expect(await score(core(), [three, edit('2', { type: 'two_missed', side: 'home' })])).toEqual({
      revision: 0,
      seqs: { 2: null, 3: null },
    })
    expect((await api().games.get({ id })).data.has.playbyplay).toBe(false)
    expect(await score(core(), [two, start])).toMatchObject({ seqs: { 1: 1, 2: 2 } })
    expect(await summary()).toEqual(['1 period_start 0-0', '2 two_missed 0-0', '3 three_made 0-3'])
  })

  test('moves all later scores when an early basket is edited or removed', async () => {
    await ingestOrThrow(core(), fixture())
    await score(core(), [start, two, three])
    await score(core(), [edit('2', { type: 'three_made', side: 'home', player: 'A2' })])
    expect(await summary()).toEqual(['1 period_start 0-0', '2 three_made 3-0', '3 three_made 3-3'])
    expect(await score(core(), [remove('2')])).toMatchObject({ seqs: { 2: null } })
    expect(await summary()).toEqual(['1 period_start 0-0', '2 three_made 0-3'])
    await score(core(), [add('4', '2', { clock: '09:30', type: 'steal', side: 'home' })])
    expect(await summary()).toEqual(['1 period_start 0-0', '2 steal 0-0', '3 three_made 0-3'])
  })

  test('has the periods that have ended, and webhooks are told of each', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url: 'https://127.0.0.1/', events: ['game.started', 'game.period'] })
    await ingestOrThrow(core(), fixture())
    await score(core(), [start, two, three])
    expect((await api().games.get({ id })).data.periods).toBeNull()
    const end = { clock: '00:00', type: 'period_end' }
    await score(core(), [add('4', '3', end), add('5', '4', { period: 2, type: 'two_made', side: 'home' })])
    expect((await api().games.get({ id })).data.periods).toEqual({ home: [2], away: [3] })
    const sent = await execute(core().store.db, sql`select type from webhook_events order by created_at, type`)
    expect(sent.map(({ type }) => type)).toEqual(['game.started', 'game.period'])
    await score(core(), [remove('4'), remove('5')])
    expect((await api().games.get({ id })).data.periods).toBeNull()
  })

  test('stores nothing of a call of which one op is wrong, and names all that are', async () => {
    await ingestOrThrow(core(), fixture())
    const before = await tableContents(core().store)
    const wrong = [
      start,
      { ...two, event: { ...two.event, player: 'nobody' } },
      add('1', null, { type: 'foul' }),
      add('9', '9', { type: 'foul', player: 'B1' }),
      edit('8', { type: 'foul', player: 'stranger' }),
    ]
    expect(await catchServiceError(score(core(), wrong))).toMatchObject({
      code: 'bad_request',
      details: [
        { pointer: '/ops/2/id', message: expect.stringContaining('another event') },
        { pointer: '/ops/3/after' },
        { pointer: '/ops/1/event/player', message: 'test has no player nobody: PUT the game with its players first' },
        { pointer: '/ops/4/event/player' },
      ],
    })
    expect(await tableContents(core().store)).toEqual(before)
  })

  test('takes 10,000 events, and leaves at most 1,000 waiting', async () => {
    await ingestOrThrow(core(), fixture())
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) =>
        add(`${from + n}`, from + n === 0 ? null : `${from + n - 1}`, { type: 'other' }),
      )
    await score(core(), many(0, 500))
    // Stored as those before and after them are: scoring them all takes seconds.
    await execute(
      core().store.db,
      sql`insert into scored_events
          select game_id, n::text, json_build_object('after', (n - 1)::text, 'event', added -> 'event'), edits, removed
          from scored_events, generate_series(500, 9499) as n where id = '499'`,
    )
    await score(core(), many(9500, 500))
    expect(await plays()).toHaveLength(10_000)
    expect(await catchServiceError(score(core(), many(10_000, 1)))).toMatchObject({
      details: [{ pointer: '/ops', message: expect.stringContaining('more than 10000 events') }],
    })
    const waiting = (count: number, after: string) =>
      Array.from({ length: count }, (_, n) => add(`${after}${n}`, after, { type: 'other' }))
    await score(core(), waiting(500, 'x'))
    await score(core(), waiting(500, 'y'))
    expect(await catchServiceError(score(core(), [remove('z')]))).toMatchObject({
      details: [{ pointer: '/ops', message: expect.stringContaining('more than 1000 events waiting') }],
    })
  })

  test('goes on after its box score is written, and ends when a bundle brings another play-by-play', async () => {
    await ingestOrThrow(core(), fixture())
    await score(core(), [start, two])
    const { events: _events, shots: _shots, ...sheet } = finalGame([8, 6], { game: fixture().game })
    await ingestOrThrow(core(), withChanges(sheet, { game: { home_score: 2, away_score: 0, periods: null } }))
    await score(core(), [three])
    expect(await summary()).toHaveLength(3)
    expect((await api().games.boxScore({ id })).data.home.players).toHaveLength(3)
    const own = finalGame([8, 6], { game: fixture().game }).events ?? []
    await ingestOrThrow(core(), fixture({ events: own.slice(0, 2) }))
    const refused = await catchServiceError(score(core(), [three]))
    expect(refused).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('PUT it with events: null'),
    })
    await ingestOrThrow(core(), fixture({ events: null }))
    await score(core(), [start, two])
    expect(await summary()).toEqual(['1 period_start 0-0', '2 two_made 2-0'])
  })

  test('stays live when a bundle brings the very play-by-play that its ops have made', async () => {
    await ingestOrThrow(core(), fixture())
    await score(core(), [start])
    const stored = { period: 1, clock: '10:00', side: null, player: null, description: '', distance_ft: null }
    const events = [{ ...stored, type: 'period_start' as const, home_score: 0, away_score: 0 }]
    await ingestOrThrow(core(), fixture({ game: { venue: 'Hall' }, events }))
    expect(await score(core(), [two])).toMatchObject({ seqs: { 2: 2 } })
  })

  test('can be corrected by ops after its final score', async () => {
    await ingestOrThrow(core(), fixture())
    await score(core(), [start, two, three, add('4', '3', { period: 4, type: 'game_end' })])
    const final = { status: 'final', home_score: 2, away_score: 3, venue: 'Hall' }
    await ingestOrThrow(core(), fixture({ game: final }))
    await score(core(), [
      edit('3', { clock: '09:20', type: 'three_made', side: 'away', player: 'B1', description: 'Four!' }),
    ])
    expect((await plays())[2]?.description).toBe('Four!')
    expect((await api().games.get({ id })).data).toMatchObject({ status: 'final', away_score: 3, venue: 'Hall' })
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('is not scored without a result', async () => {
    await ingestOrThrow(core(), fixture({ game: { status: 'no_result' } }))
    expect(await catchServiceError(score(core(), [start]))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('reopen: true'),
    })
  })

  test('names a player of two ids once they are merged', async () => {
    await ingestOrThrow(core(), fixture())
    await score(core(), [start, two, add('3', '2', { type: 'foul', player: 'A2' })])
    await core().mergeRecords(sampleId('player', 'A2'), sampleId('player', 'A1'))
    await score(core(), [add('4', '3', { type: 'foul', player: 'A2' })])
    const players = (await plays()).map(({ player }) => player?.id ?? null)
    expect(players).toEqual([null, ...Array.from({ length: 3 }, () => sampleId('player', 'A1'))])
  })

  test('leaves no ops when it is scheduled again or removed', async () => {
    const rows = async () => (await tableContents(core().store))['scored_events']
    await ingestOrThrow(core(), fixture())
    await score(core(), [start, two, remove('9')])
    const scored = await tableContents(core().store)
    expect(await core().reopenGame(id)).toBe(false)
    expect(await tableContents(core().store)).toEqual(scored)
    await core().changeGame(id, ended)
    await core().reopenGame(id)
    expect(await rows()).toEqual([])
    await score(core(), [start])
    await core().removeGame(id)
    expect(await rows()).toEqual([])
  })

  test('keeps the players whom it or another game lists, whatever is scheduled again, changed or removed', async () => {
    const { games } = core().writerFor({ source: 'test' })
    const countPlayers = async () => (await core().externalIds('player', 'test')).size
    await ingestOrThrow(core(), fixture())
    const other = { game: { external_id: 'g2', date: '2026-11-21', tip_off: null } }
    await ingestOrThrow(core(), scheduledGame(other))
    expect((await ingestOrThrow(core(), fixture(other))).outcome).toBe('updated')
    expect((await ingestOrThrow(core(), fixture(other))).outcome).toBe('unchanged')
    await score(core(), [start, two, three])
    await score(core(), [remove('3')])
    await games.patch({ external_id: 'g1', venue: 'Hall' })
    await games.patch({ external_id: 'g1', ...ended })
    await games.patch({ external_id: 'g1', reopen: true })
    expect(await score(core(), [start, two])).toMatchObject({ seqs: { 2: 2 } })
    await games.remove({ external_id: 'g1' })
    expect(await score(core(), [start, two, three], 'g2')).toMatchObject({ seqs: { 3: 3 } })
    await games.patch({ external_id: 'g2', ...ended })
    await games.patch({ external_id: 'g2', reopen: true })
    expect(await countPlayers()).toBe(3)
    await games.remove({ external_id: 'g2' })
    expect(await countPlayers()).toBe(0)
  })

  test('goes on under the game that it is merged into', async () => {
    await ingestOrThrow(core(), fixture())
    await ingestOrThrow(core(), fixture({ game: { external_id: 'twin' } }))
    await score(core(), [start, two])
    await core().mergeRecords(id, sampleId('game', 'twin'))
    const scored = await score(core(), [three])
    expect(scored.seqs).toEqual({ 3: 3 })
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('answers a dry run as it would the call, and stores nothing', async () => {
    await ingestOrThrow(core(), fixture())
    const before = await tableContents(core().store)
    const { games } = core().writerFor({ source: 'test' })
    const input = GameToScore.parse({ external_id: 'g1', ops: [start, two] })
    const rehearsed = await games.score({ ...input, dry_run: true })
    expect(await tableContents(core().store)).toEqual(before)
    expect(await games.score(input)).toEqual(rehearsed)
  })

  test('is not there for the key of another competition or source', async () => {
    await ingestOrThrow(core(), fixture())
    const input = GameToScore.parse({ external_id: 'g1', ops: [start] })
    for (const scope of [{ source: 'other' }, { source: 'test', competition: 'C' }])
      for (const call of [
        core().writerFor(scope).games.score(input),
        core().writerFor(scope).games.patch({ external_id: 'g1', venue: 'Hall' }),
      ])
        expect(await catchServiceError(call)).toMatchObject({ code: 'not_found' })
    const { games } = core().writerFor({ source: 'test', competition: 'L' })
    expect((await games.score(input)).data.seqs).toEqual({ 1: 1 })
  })

  test('keeps the rules and names of its competition, whatever a bundle would have by default', async () => {
    const league = { regulation_minutes: 32, periods: 4, tie_break: 'fiba' as const, time_zone: 'Europe/Madrid' }
    await ingestOrThrow(core(), fixture({ competition: league, home: { group: 'East' } }))
    const { competitions, teams, seasons } = await tableContents(core().store)
    await score(core(), [start])
    expect(await tableContents(core().store)).toMatchObject({ competitions, teams, seasons })
  })
})

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind, { now: () => now })

  test('a game scored in calls of one event and more is the game of one bundle', async () => {
    const { events, ...rest } = withChanges(lineUpGame('g1', '2026-11-19'), { game: { external_id: 'g1' } })
    const scored = core().caller()
    const running = withChanges(rest, {
      game: { status: 'scheduled', home_score: null, away_score: null, periods: null },
    })
    await ingestOrThrow(core(), running)
    const ops = (events ?? []).map(({ home_score: _home, away_score: _away, ...sent }, index) =>
      add(`${index}`, index === 0 ? null : `${index - 1}`, sent),
    )
    for (let [from, count] = [0, 1]; from < ops.length; from += count++)
      await score(core(), ops.slice(from, from + count))
    await ingestOrThrow(core(), rest)
    const read = async (api: typeof scored) => [
      await api.games.playByPlay({ id }),
      await api.games.lineUps({ id }),
      await api.games.possessions({ id }),
      await api.games.boxScore({ id }),
      await api.games.get({ id }),
    ]
    const after = await read(scored)
    await core().removeGame(id)
    await ingestOrThrow(core(), { ...rest, events })
    expect(after).toEqual(await read(scored))
  })
})

test('several clients in two processes score a game at once, in any order', async () => {
  const database = await testDatabase('Postgres')
  const cores = [await openCore(database, { now: () => now }), await openCore(database, { now: () => now })]
  const [first] = cores
  if (first === undefined) throw new RangeError('there are two cores')
  await ingestOrThrow(first, fixture())
  const ops = Array.from({ length: 30 }, (_, n) =>
    add(`${n}`, n === 0 ? null : `${n - 1}`, { clock: '05:00', type: 'two_made', side: n % 2 === 0 ? 'home' : 'away' }),
  )
  const shuffled = ops.toSorted((a, b) => ((Number(a.id) * 7) % 30) - ((Number(b.id) * 7) % 30))
  await Promise.all([...shuffled, ...ops].map((op, at) => score(cores[at % 2] ?? first, [op])))
  const { events } = (await first.caller().games.playByPlay({ id })).data
  expect(events.map(({ seq }) => seq)).toEqual(ops.map((_, n) => n + 1))
  expect(events.at(-1)).toMatchObject({ home_score: 30, away_score: 30 })
})
