import type { AppRouter } from '@basketball-data/core'
import type { GameStreamEvent, StreamEvent, StreamStart } from '@basketball-data/core/contract'
import { createTRPCClient, httpSubscriptionLink, TRPCClientError } from '@trpc/client'
import { EventSource } from 'eventsource'
import superjson from 'superjson'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anyDatabase, finalGame, ingestOrThrow, newDatabase, scheduledGame } from '../testing/databases.ts'
import { NOW, UNKNOWN } from '../testing/league.ts'
import { liveGame, plays } from '../testing/live-games.ts'
import { avoidMidnight } from '../testing/response.ts'
import { newAccount, serve, testService } from '../testing/services.ts'

beforeAll(avoidMidnight)

const createTestClient = (origin: string, key: string) =>
  createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${origin}/trpc`,
        transformer: superjson,
        EventSource,
        eventSourceOptions: {
          fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } }),
        },
      }),
    ],
  })
type Client = ReturnType<typeof createTestClient>

type Tracked = { id: string; data: GameStreamEvent | StreamEvent | StreamStart }

/** Subscribes, and collects what the subscription gets. */
const subscribe = (
  open: (listeners: {
    onData: (tracked: Tracked) => void
    onError: (error: unknown) => void
    onComplete: () => void
  }) => { unsubscribe: () => void },
) => {
  const events: Tracked[] = []
  const errors: unknown[] = []
  let isComplete = false
  const { unsubscribe } = open({
    onData: (tracked) => events.push(tracked),
    onError: (error) => errors.push(error),
    onComplete: () => (isComplete = true),
  })
  onTestFinished(unsubscribe)
  const until = (holds: () => boolean) => expect.poll(holds).toBe(true)
  return {
    events,
    unsubscribe,
    names: () => events.map(({ data: { event } }) => event),
    received: (count: number) => until(() => events.length >= count),
    completed: () => until(() => isComplete),
    error: async () => {
      await until(() => errors.length > 0)
      const [error] = errors
      if (!(error instanceof TRPCClientError)) throw new TypeError('not an error of tRPC')
      return error.shape
    },
  }
}
const ofGame = (client: Client, input: { id: string; after?: string }) =>
  subscribe((listeners) => client.games.stream.subscribe(input, listeners))

describe.each(anyDatabase)('subscriptions over tRPC on %s', (kind) => {
  test('have the events of the stream of a game, tracked by their ids, and complete after the final score', async () => {
    const { core, origin, newKey } = await testService(kind, { now: () => NOW, streams: { correctionsPeriod: 100 } })
    const { game: id } = await ingestOrThrow(core, liveGame(plays('a')))
    const subscription = ofGame(createTestClient(origin, await newKey('live')), { id })
    await subscription.received(2)
    await ingestOrThrow(core, liveGame(plays('a', 'b')))
    await subscription.received(3)
    const again = ofGame(createTestClient(origin, await newKey('live')), {
      id,
      after: subscription.events[1]?.id ?? '',
    })
    await again.received(1)
    expect(again.events).toEqual(subscription.events.slice(2))
    await ingestOrThrow(core, finalGame([8, 6]))
    await subscription.completed()
    expect(subscription.names().filter((name) => name !== 'play')).toEqual(['game', 'game', 'final'])
    for (const { id, data } of subscription.events) expect(data.id).toBe(id)
  })

  test('have the events of all games from their start on', async () => {
    const { core, origin, newKey } = await testService(kind)
    const { account, key } = await newAccount(core, 'live')
    const client = createTestClient(origin, key)
    const subscription = subscribe((listeners) => client.stream.subscribe({}, listeners))
    await subscription.received(1)
    await ingestOrThrow(core, scheduledGame())
    await subscription.received(2)
    expect(subscription.names()).toEqual(['start', 'game'])
    expect((await core.usage.ofAccount(account)).today.used).toBe(1)
    const refused = subscribe((listeners) => createTestClient(origin, 'bd_nothing').stream.subscribe({}, listeners))
    expect(await refused.error()).toMatchObject({ data: { httpStatus: 401 }, error: { code: 'unauthorized' } })
    const free = subscribe((listeners) => {
      const opened = newKey('free').then((each) => createTestClient(origin, each).stream.subscribe({}, listeners))
      return { unsubscribe: () => void opened.then((subscription) => subscription.unsubscribe()) }
    })
    expect(await free.error()).toMatchObject({ error: { code: 'upgrade_required', plan: 'live' } })
  })

  test('that are refused have the error of the service', async () => {
    const { core, origin, newKey } = await testService(kind)
    const { game: id } = await ingestOrThrow(core, liveGame(plays('a')))
    const client = createTestClient(origin, await newKey('live'))
    expect(await ofGame(client, { id: UNKNOWN.game }).error()).toMatchObject({ error: { code: 'not_found' } })
    expect(await ofGame(client, { id, after: 'x' }).error()).toMatchObject({ error: { code: 'bad_request' } })
  })

  test('end with their key', async () => {
    const { core, origin } = await testService(kind)
    const { game: id } = await ingestOrThrow(core, liveGame(plays('a')))
    const { id: keyId, key } = await newAccount(core, 'live')
    const subscription = ofGame(createTestClient(origin, key), { id })
    await subscription.received(2)
    await core.keys.revoke(keyId)
    expect(await subscription.error()).toMatchObject({ error: { code: 'unauthorized' } })
  })

  test('go on after their last event when the service has restarted', async () => {
    const { address, drop } = await newDatabase(kind)
    onTestFinished(drop)
    const first = await serve(address)
    const { game: id } = await ingestOrThrow(first.core, liveGame(plays('a')))
    const key = await first.newKey('live')
    const subscription = ofGame(createTestClient(first.origin, key), { id })
    await subscription.received(2)
    await first.close()
    const second = await serve(address, { port: Number(new URL(first.origin).port) })
    onTestFinished(second.close)
    await ingestOrThrow(second.core, liveGame(plays('x', 'b')))
    await subscription.received(4)
    expect(subscription.events.map(({ data }) => (data.event === 'play' ? data.data.op : data.event))).toEqual([
      'game',
      'add',
      'edit',
      'add',
    ])
    subscription.unsubscribe()
  })
})
