import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { WebhookEvent, WebhookEventType } from '../contract/index.ts'
import type { Core } from '../core.ts'
import { execute } from '../store/index.ts'
import {
  anyDatabase,
  finalGame,
  ingestOrThrow,
  openTestCore,
  sampleId,
  scheduledGame,
  sharedCore,
  withChanges,
  type BundleChanges,
  SAMPLE_QUOTE,
} from '../testing/index.ts'
import { createSubscriber, LOCAL_WEBHOOKS } from './testing/subscribers.ts'

const url = 'http://127.0.0.1:9/'
const NAMED = ['game.started', 'game.rescheduled', 'game.no_result', 'game.corrected'] as const
const id = sampleId('game', 'g1')

const selectBodies = async (core: Core): Promise<WebhookEvent[]> =>
  (await execute(core.store.db, sql`select body from webhook_events order by created_at, type, body`)).map(({ body }) =>
    WebhookEvent.parse(JSON.parse(String(body))),
  )
const listTypes = async (core: Core) => (await selectBodies(core)).map(({ type }) => type)
/** The data of the events of the types that webhooks have to name. */
const listNamed = async (core: Core) =>
  (await selectBodies(core)).flatMap(({ type, data }) => (NAMED.some((each) => each === type) ? [[type, data]] : []))

const FINAL = finalGame([8, 6])
const RUNNING = finalGame([8, 6], { game: { status: 'scheduled', home_score: null, away_score: null, periods: null } })
const moved = (game: NonNullable<BundleChanges['game']>) => scheduledGame({ game })

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)
  const subscribe = async (events: WebhookEventType[] = [...NAMED]) =>
    (await createSubscriber(core())).subscribe({ url, events })
  const ingest = async (...bundles: Parameters<typeof ingestOrThrow>[1][]) => {
    for (const bundle of bundles) await ingestOrThrow(core(), bundle)
  }
  const named = () => listNamed(core())
  /** The course of a game with every type of event. */
  const playAll = async () => {
    await ingest(moved({ date: '2026-11-18' }), scheduledGame(), RUNNING, FINAL)
    await ingest(withChanges(FINAL, { game: { attendance: 2000 } }))
    await core().removeGame(id)
  }

  test('a webhook without events receives game.final and game.period, and no other type is stored for it', async () => {
    const { events } = await (await createSubscriber(core())).subscribe({ url })
    expect(events).toEqual(['game.final', 'game.period'])
    await playAll()
    expect(await listTypes(core())).toEqual(['game.final'])
  })

  test('an event of a named type is stored and delivered only if a webhook names it', async () => {
    await subscribe(['game.corrected'])
    await playAll()
    expect(await listTypes(core())).toEqual(['game.final', 'game.corrected'])
    expect(
      await execute(core().store.db, sql`select e.type from deliveries d join webhook_events e on e.id = d.event_id`),
    ).toEqual([{ type: 'game.corrected' }])
  })

  test('a webhook that names all types receives one event of each', async () => {
    await subscribe([...WebhookEventType.options])
    await playAll()
    expect((await named()).map(([type]) => type)).toEqual([
      'game.rescheduled',
      'game.started',
      'game.corrected',
      'game.no_result',
    ])
    expect(await execute(core().store.db, sql`select count(*)::integer as count from deliveries`)).toEqual([
      { count: 5 },
    ])
  })

  describe('game.started', () => {
    test.each<[string, BundleChanges]>([
      ['event', {}],
      ['period', { events: null, shots: null, game: { periods: { home: [8], away: [6] } } }],
      ['score', { events: null, shots: null, game: { periods: null, home_score: 3, away_score: 2 } }],
    ])('is sent with the first %s, once, also if the feed takes it back and shows it again', async (_, changes) => {
      await subscribe()
      const running = withChanges(RUNNING, changes)
      const taken = { periods: null, home_score: null, away_score: null }
      const takenBack = withChanges(running, { events: null, shots: null, game: taken })
      await ingest(scheduledGame(), running, running, takenBack, running)
      expect(await named()).toEqual([
        ['game.started', { game: expect.objectContaining({ id, status: 'scheduled', home_score: null, revision: 1 }) }],
      ])
    })

    test('is not sent for a game without a sign of play, or one that is first seen with its final score', async () => {
      await subscribe()
      await ingest(scheduledGame(), withChanges(scheduledGame(), { game: { venue: 'Hall' } }), FINAL)
      expect(await named()).toEqual([])
    })

    test('is not sent for a game more than a day after its tip-off, or after its day', async () => {
      await subscribe()
      const days = ['2026-11-19T11:59:59Z', '2026-11-19T12:00:00Z', null]
      for (const [index, tip_off] of days.entries())
        await ingest(withChanges(RUNNING, { game: { external_id: `g${index}`, tip_off, date: '2026-11-19' } }))
      await ingest(withChanges(RUNNING, { game: { external_id: 'old', tip_off: null, date: '2026-11-18' } }))
      const started = (await named()).map(([, data]) => data)
      expect(started).toMatchObject([1, 2].map((index) => ({ game: { id: sampleId('game', `g${index}`) } })))
    })

    test('is sent again after the game was reopened', async () => {
      await subscribe(['game.started'])
      await ingest(RUNNING, FINAL)
      await core().reopenGame(id)
      await ingest(RUNNING)
      expect((await named()).map(([type]) => type)).toEqual(['game.started', 'game.started'])
    })
  })

  describe('game.rescheduled', () => {
    const before = {
      date: '2026-11-19',
      tip_off: '2026-11-19T19:00:00Z',
      status: 'scheduled',
      home_score: null,
      away_score: null,
    }

    test.each([
      ['date', { date: '2026-11-26', tip_off: '2026-11-26T19:00:00Z' }],
      ['tip-off', { tip_off: '2026-11-19T20:30:00Z' }],
      ['tip-off, which is not known any more', { tip_off: null }],
    ])('is sent once for another %s, with what was before', async (_, game) => {
      await subscribe()
      await ingest(scheduledGame(), moved(game), moved(game))
      expect(await named()).toEqual([['game.rescheduled', { game: expect.objectContaining({ ...game, id }), before }]])
    })

    test('is not sent for the first tip-off of a game on its date', async () => {
      await subscribe()
      await ingest(moved({ tip_off: null }), scheduledGame())
      expect(await named()).toEqual([])
    })

    test('is sent for a game that was closed without a result and has another date', async () => {
      await subscribe(['game.rescheduled'])
      const old = { date: '2026-10-01', tip_off: null }
      await ingest(moved(old), scheduledGame())
      expect(await named()).toMatchObject([['game.rescheduled', { before: { ...old, status: 'no_result' } }]])
    })

    test('is not sent for a final game: that is a correction', async () => {
      await subscribe()
      await ingest(FINAL, withChanges(FINAL, { game: { date: '2026-11-18' } }))
      expect(await named()).toMatchObject([['game.corrected', { parts: ['game'] }]])
    })
  })

  describe('game.no_result', () => {
    const CALLED_OFF = moved({ status: 'no_result' })

    test('is sent once for a game that is called off, with what was before', async () => {
      await subscribe()
      await ingest(scheduledGame(), CALLED_OFF, withChanges(CALLED_OFF, { game: { venue: 'Hall' } }))
      expect(await named()).toMatchObject([
        ['game.no_result', { game: { id, status: 'no_result' }, before: { status: 'scheduled' }, removed: false }],
      ])
    })

    test('is sent for a final result that is annulled, with its score', async () => {
      await subscribe()
      await ingest(FINAL, CALLED_OFF)
      expect(await named()).toMatchObject([
        [
          'game.no_result',
          {
            game: { status: 'no_result', home_score: null },
            before: { status: 'final', home_score: 8, away_score: 6 },
          },
        ],
      ])
    })

    test('is not sent for a game that is first seen without a result', async () => {
      await subscribe()
      await ingest(CALLED_OFF)
      expect(await named()).toEqual([])
    })

    test('is sent for a game that is closed because it has no score 30 days after its day', async () => {
      let now = new Date('2026-11-20T12:00:00Z')
      const clocked = await openTestCore(kind, { now: () => now, ...LOCAL_WEBHOOKS })
      await (await createSubscriber(clocked)).subscribe({ url, events: ['game.no_result'] })
      await ingestOrThrow(clocked, scheduledGame())
      now = new Date('2026-12-25T12:00:00Z')
      expect([await clocked.closeUnplayed(), await clocked.closeUnplayed()]).toEqual([1, 0])
      expect(await listNamed(clocked)).toMatchObject([
        ['game.no_result', { game: { id, status: 'no_result' }, before: { status: 'scheduled' }, removed: false }],
      ])
    })

    test('is sent for a final game that is reopened: it is scheduled again', async () => {
      await subscribe()
      await ingest(FINAL)
      await core().reopenGame(id)
      await core().reopenGame(id)
      expect(await named()).toMatchObject([
        [
          'game.no_result',
          { game: { id, status: 'scheduled', periods: null }, before: { status: 'final' }, removed: false },
        ],
      ])
    })

    test('is sent for a final game that is removed, and not for a scheduled one', async () => {
      await subscribe()
      await ingest(FINAL, moved({ external_id: 'g2', date: '2026-11-26', tip_off: null }))
      await core().removeGame(id)
      await core().removeGame(sampleId('game', 'g2'))
      expect(await named()).toMatchObject([
        [
          'game.no_result',
          { game: { id, status: 'no_result' }, before: { status: 'final', home_score: 8 }, removed: true },
        ],
      ])
    })

    test('is sent for a final game that is merged into another one, which is corrected', async () => {
      await subscribe()
      const second = sampleId('game', 'g2')
      await ingest(FINAL, moved({ external_id: 'g2', status: 'final', home_score: 8, away_score: 6 }))
      await core().mergeRecords(id, second)
      expect(Map.groupBy(await named(), ([type]) => type)).toEqual(
        new Map([
          ['game.no_result', [['game.no_result', expect.objectContaining({ removed: true })]]],
          [
            'game.corrected',
            [
              [
                'game.corrected',
                {
                  game: expect.objectContaining({ id: second, has: { boxscore: true, playbyplay: true, shots: true } }),
                  parts: ['game', 'boxscore', 'playbyplay', 'shots'],
                },
              ],
            ],
          ],
        ]),
      )
    })
  })

  describe('game.corrected', () => {
    test.each<[string[], BundleChanges]>([
      [['game'], { game: { attendance: 2000 } }],
      [['boxscore'], { home: { coach: 'Carla' } }],
      [['game', 'playbyplay'], { events: null }],
      [['game', 'shots'], { shots: null }],
    ])('names the parts that have changed: %j', async (parts, changes) => {
      await subscribe()
      const corrected = withChanges(FINAL, changes)
      await ingest(FINAL, corrected, corrected)
      expect(await named()).toEqual([
        ['game.corrected', { game: expect.objectContaining({ id, status: 'final', revision: 2 }), parts }],
      ])
    })

    test('is sent for each correction, next to the game.final of another score', async () => {
      await subscribe([...NAMED, 'game.final'])
      await ingest(FINAL, moved({ status: 'final', home_score: 10, away_score: 6 }), FINAL)
      expect((await listTypes(core())).toSorted()).toEqual([
        'game.corrected',
        'game.corrected',
        'game.final',
        'game.final',
        'game.final',
      ])
    })

    test('is not sent for prices, or for the new name of a player or a team', async () => {
      await subscribe()
      await ingest(FINAL)
      await ingest(withChanges(FINAL, { quotes: [SAMPLE_QUOTE] }))
      const players = FINAL.players?.map((player) => ({ ...player, name: `${player.name} Jr.` }))
      await ingest(withChanges(FINAL, { players, home: { team: { name: 'Alpha Bank' } } }))
      expect(await named()).toEqual([])
    })

    test('is not sent for a game in progress', async () => {
      await subscribe(['game.corrected'])
      await ingest(RUNNING, withChanges(RUNNING, { events: RUNNING.events?.slice(1) }))
      expect(await named()).toEqual([])
    })
  })

  test('no event of a named type is stored if ingest does not notify, and a game has started then', async () => {
    await subscribe()
    for (const bundle of [
      moved({ date: '2026-11-18' }),
      RUNNING,
      FINAL,
      withChanges(FINAL, { game: { attendance: 1 } }),
    ])
      await ingestOrThrow(core(), bundle, { notify: false })
    expect(await named()).toEqual([])
  })

  describe('a bundle that says that two stored games are one', () => {
    const second = moved({ external_id: 'g2', status: 'final', home_score: 8, away_score: 6 })
    const same = withChanges(FINAL, { game: { same_as: [{ source: 'test', external_id: 'g2' }], attendance: 3000 } })

    test('leads to one event of each type', async () => {
      await subscribe()
      await ingest(FINAL, second, same)
      const types = (await listTypes(core())).filter((type) => type !== 'game.final')
      expect(types.toSorted()).toEqual(['game.corrected', 'game.no_result'])
      expect((await core().caller().games.list({})).data).toMatchObject([{ attendance: 3000 }])
    })

    test('leads to none if ingest does not notify', async () => {
      await subscribe()
      await ingest(FINAL, second)
      await ingestOrThrow(core(), same, { notify: false })
      expect(await named()).toEqual([])
    })
  })

  test('streams send no event of a named type', async () => {
    await subscribe([...WebhookEventType.options])
    await playAll()
    const stream = await core().caller().stream({ after: '0-0' })
    const read: string[] = []
    await ingest(FINAL)
    for await (const { event } of stream) {
      read.push(event)
      if (read.filter((each) => each === 'final').length === 2) break
    }
    expect(new Set(read)).toEqual(new Set(['game', 'final']))
  })
})
