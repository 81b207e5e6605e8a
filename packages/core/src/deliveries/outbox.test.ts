import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebhookEvent } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { execute } from '../store/index.ts'
import {
  ingestOrThrow,
  withChanges,
  anyDatabase,
  databases,
  sampleId,
  openTestCore,
  sharedCore,
  writeGames,
  sampleBundle,
  type SampleGame,
} from '../testing/index.ts'
import { LOCAL_WEBHOOKS, createSubscriber } from './testing/subscribers.ts'

const url = 'http://127.0.0.1:9/'

/** All stored events, oldest first. */
const selectEvents = async (core: Core) =>
  (await execute(core.store.db, sql`select body from webhook_events order by created_at, body`)).map(({ body }) =>
    WebhookEvent.parse(JSON.parse(String(body))),
  )
const selectDeliveries = (core: Core) =>
  execute(core.store.db, sql`select webhook_id, event_id from deliveries order by webhook_id, event_id`)

const inProgress = (id: string, ...periods: [home: number, away: number][]): SampleGame => ({
  id,
  status: 'scheduled',
  periods: { home: periods.map(([home]) => home), away: periods.map(([, away]) => away) },
})

// The statements are the same on both databases: these show that the embedded one runs them.
describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)

  test('a final score leads to one event with the whole game; the same data again leads to none', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url })
    const game = { id: 'g1', score: [81, 80] as [number, number] }
    await writeGames(core(), { ...game, status: 'scheduled' })
    expect(await selectEvents(core())).toEqual([])
    await writeGames(core(), game)
    await writeGames(core(), game)
    const [event, ...more] = await selectEvents(core())
    expect(more).toEqual([])
    const { data } = await core()
      .caller()
      .games.get({ id: event?.data.game.id ?? '' })
    const { officials: _, ...rest } = data
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{16}$/),
      type: 'game.final',
      created_at: expect.any(String),
      data: { game: { ...rest, revision: 1 } },
    })
  })

  test('a rolled-back write stores no event', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url })
    await execute(
      core().store.db,
      sql`create function fail() returns trigger language plpgsql as 'begin raise exception using errcode = ''XX000''; end'`,
    )
    await execute(
      core().store.db,
      sql`create constraint trigger fail after insert on deliveries deferrable initially deferred for each row execute function fail()`,
    )
    try {
      await expect(core().ingest(sampleBundle({ id: 'g1' }))).rejects.toThrow('XX000')
      expect([await selectEvents(core()), await selectDeliveries(core())]).toEqual([[], []])
      expect((await core().caller().games.list({})).data).toEqual([])
    } finally {
      await execute(core().store.db, sql`drop function fail() cascade`)
    }
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)

  test('a corrected score leads to an event with another id and a higher revision; other corrections lead to none', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url })
    const game = sampleBundle({ id: 'g1', score: [81, 80] })
    await ingestOrThrow(core(), game)
    await ingestOrThrow(core(), withChanges(game, { game: { attendance: 5000 } }))
    await writeGames(core(), { id: 'g1', score: [81, 82] }, { id: 'g1', score: [81, 80] })
    const events = await selectEvents(core())
    expect(events.map(({ data }) => [data.game.revision, data.game.away_score])).toEqual([
      [1, 80],
      [3, 82],
      [4, 80],
    ])
    expect(new Set(events.map(({ id }) => id)).size).toBe(3)
  })

  test('a game that is reopened and gets the same score in one call has another final score', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url })
    const { game } = await ingestOrThrow(core(), sampleBundle({ id: 'g1', score: [81, 80] }))
    await core().changeGame(game, { reopen: true, status: 'final', home_score: 81, away_score: 80 })
    const events = await selectEvents(core())
    expect(events.map(({ data }) => [data.game.revision, data.game.away_score])).toEqual([
      [1, 80],
      [3, 80],
    ])
  })

  test('each period that has ended leads to one event while the game is in progress, overtimes included', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url })
    const quarters: [number, number][] = [
      [20, 18],
      [19, 21],
      [22, 20],
      [15, 17],
      [9, 8],
    ]
    await writeGames(core(), inProgress('g1', ...quarters.slice(0, 1)))
    await writeGames(core(), inProgress('g1', ...quarters.slice(0, 1)))
    await writeGames(core(), inProgress('g1', ...quarters.slice(0, 3)))
    await writeGames(core(), inProgress('g1', ...quarters))
    const ended = (await selectEvents(core())).flatMap(({ data: { game } }) => ('period' in game ? [game] : []))
    expect(ended.map(({ period }) => period).toSorted((a, b) => a.number - b.number)).toEqual(
      quarters.map(([home, away], index) => ({ number: index + 1, overtime: index === 4, home, away })),
    )
    expect(
      ended.every(
        ({ status, home_score, revision }) => status === 'scheduled' && home_score === null && revision === 1,
      ),
    ).toBe(true)
    const periods = { home: quarters.map(([home]) => home), away: quarters.map(([, away]) => away) }
    await writeGames(core(), { id: 'g1', periods, score: [85, 84] })
    const events = await selectEvents(core())
    expect(events.map(({ type }) => type).toSorted()).toEqual(['game.final', ...Array(5).fill('game.period')])
  })

  test('game.period of an overtime is sent when it has points, not while it is 0–0', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url })
    const regular = Array.from({ length: 4 }, (): [number, number] => [20, 20])
    for (const overtime of [[], [[0, 0]], [[8, 6]]] satisfies [number, number][][])
      await writeGames(core(), inProgress('g1', ...regular, ...overtime))
    const sent = (await selectEvents(core())).flatMap(({ data: { game } }) => ('period' in game ? [game.period] : []))
    expect(sent).toHaveLength(5)
    expect(sent.filter(({ overtime }) => overtime)).toEqual([{ number: 5, overtime: true, home: 8, away: 6 }])
  })

  test('no game.period is sent after game.final', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url })
    await writeGames(core(), inProgress('g1', [20, 18]))
    const periods = { home: [20, 19, 22, 20], away: [18, 21, 20, 21] }
    await writeGames(core(), { id: 'g1', periods, score: [81, 80] })
    const games = (await selectEvents(core())).map(({ type, data: { game } }) => [type, game.status, game.periods])
    expect(games).toEqual([
      ['game.period', 'scheduled', { home: [20], away: [18] }],
      ['game.final', 'final', periods],
    ])
  })

  test('a webhook receives the events and competitions it subscribes to; a disabled one receives none', async () => {
    await writeGames(core(), { id: 'a', status: 'scheduled' }, { id: 'b', status: 'scheduled', league: 'CUP' })
    const { subscribe } = await createSubscriber(core())
    const all = await subscribe({ url })
    const finals = await subscribe({ url, events: ['game.final'] })
    const cup = await subscribe({ url, competitions: [sampleId('competition', 'CUP')] })
    const disabled = await subscribe({ url })
    await execute(core().store.db, sql`update webhooks set status = 'disabled' where id = ${disabled.id}`)
    await writeGames(core(), inProgress('g1', [20, 18]), { id: 'g2' }, { id: 'g3', league: 'CUP' })
    const byWebhook = Map.groupBy(await selectDeliveries(core()), ({ webhook_id }) => webhook_id)
    const counts = [all, finals, cup, disabled].map(({ id }) => byWebhook.get(id)?.length ?? 0)
    expect(counts).toEqual([3, 2, 1, 0])
  })

  test('periods that are removed and added again lead to no second event', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url })
    const twoPeriods: [number, number][] = [
      [20, 18],
      [19, 21],
    ]
    const withoutPeriods = { ...inProgress('g1'), periods: null }
    for (const game of [
      inProgress('g1', ...twoPeriods),
      inProgress('g1', [20, 18]),
      withoutPeriods,
      inProgress('g1', ...twoPeriods),
    ])
      await writeGames(core(), game)
    expect(await selectEvents(core())).toHaveLength(2)
  })

  test('webhooks receive nothing while the plan of their account has no webhooks', async () => {
    const { id, subscribe } = await createSubscriber(core())
    await subscribe({ url })
    await core().accounts.setPlan(id, 'free')
    await writeGames(core(), { id: 'g1' })
    expect(await selectDeliveries(core())).toEqual([])
    await core().accounts.setPlan(id, 'archive')
    await writeGames(core(), { id: 'g2' })
    expect(await selectDeliveries(core())).toHaveLength(1)
  })

  test('no event is stored if ingest does not notify', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url })
    await core().ingest(sampleBundle({ id: 'g1' }), { notify: false })
    expect([await selectEvents(core()), await selectDeliveries(core())]).toEqual([[], []])
  })

  test('the event of a game of any age is stored without a subscriber, with the number of its change', async () => {
    const { subscribe } = await createSubscriber(core())
    await subscribe({ url, events: ['game.period'] })
    const days = ['2026-11-18', '2025-11-18']
    const games = days.map((date) => sampleBundle({ id: date, date }))
    for await (const { outcome } of core().ingestAll(games)) expect(outcome).toBe('created')
    const { data } = await core().caller().changes.list()
    const stored = await execute(
      core().store.db,
      sql`select game_id as game, number::text as id from webhook_events order by number`,
    )
    expect(stored).toEqual(data.map(({ game, id }) => ({ game: game.id, id })))
    expect(await selectDeliveries(core())).toEqual([])
  })

  test('one statement inserts the deliveries of 10,000 webhooks', async () => {
    const { id: account } = await createSubscriber(core())
    await execute(
      core().store.db,
      sql`insert into webhooks (id, account_id, url, events, competitions, secret, secret_prefix)
          select 'wh_' || lpad(to_hex(n), 16, '0'), ${account}, ${url}, '{game.final}', '{}', '\\x00', 'whsec_'
          from generate_series(1, 10000) as n`,
    )
    await execute(core().store.db, sql`create table insertions (deliveries integer)`)
    await execute(
      core().store.db,
      sql`create function count_insertion() returns trigger language plpgsql as
          'begin insert into insertions select count(*) from written; return null; end'`,
    )
    await execute(
      core().store.db,
      sql`create trigger count_insertion after insert on deliveries referencing new table as written
          for each statement execute function count_insertion()`,
    )
    onTestFinished(async () => {
      await execute(core().store.db, sql`drop function count_insertion() cascade`)
      await execute(core().store.db, sql`drop table insertions`)
    })
    await writeGames(core(), { id: 'g1' })
    expect(await execute(core().store.db, sql`select deliveries from insertions`)).toEqual([{ deliveries: 10_000 }])
    const deliveries = await selectDeliveries(core())
    expect(new Set(deliveries.map(({ webhook_id }) => webhook_id)).size).toBe(10_000)
    expect(new Set(deliveries.map(({ event_id }) => event_id)).size).toBe(1)
  })
})

test('a webhook that is removed while a game is written gets no delivery, and the game is written', async () => {
  const core = await openTestCore('Postgres', LOCAL_WEBHOOKS)
  const { subscribe } = await createSubscriber(core)
  const [removed, remaining] = [await subscribe({ url }), await subscribe({ url })]
  const written = await core.store.transaction(async (tx) => {
    await execute(tx, sql`delete from webhooks where id = ${removed.id}`)
    const writing = core.ingest(sampleBundle({ id: 'g1' }))
    await new Promise((resolve) => setTimeout(resolve, 200))
    return { writing }
  })
  expect(await written.writing).toMatchObject({ outcome: 'created' })
  expect(await selectDeliveries(core)).toMatchObject([{ webhook_id: remaining.id }])
})
