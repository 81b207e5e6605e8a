import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import superjson from 'superjson'
import { describe, expect, test } from 'vitest'
import type { TrpcContext } from './index.ts'
import { anyDatabase, finalGame, ingestOrThrow, sharedCore } from './testing/index.ts'
import { LOCAL_WEBHOOKS } from './deliveries/testing/subscribers.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)

  /** Serves one tRPC request as code that embeds the core does. */
  const serve = async (path: string, init: RequestInit = {}, createContext = (): TrpcContext => core().context()) => {
    const req = new Request(`http://localhost/trpc/${path}`, init)
    const response = await fetchRequestHandler({ endpoint: '/trpc', req, router: core().router, createContext })
    return { status: response.status, body: await response.json() }
  }
  const toQuery = (input: object) => `?input=${encodeURIComponent(JSON.stringify(superjson.serialize(input)))}`

  test('core.router serves queries with core.context()', async () => {
    const { game } = await ingestOrThrow(core(), finalGame([8, 6]))
    expect(await serve(`games.get${toQuery({ id: game })}`)).toMatchObject({
      status: 200,
      body: { result: { data: { json: { data: { id: game, home_score: 8 } } } } },
    })
    expect(await serve('competitions.list')).toMatchObject({ status: 200 })
  })

  test('core.router serves mutations with the account of the context', async () => {
    const account = await core().accounts.create({ email: 'name@example.org', plan: 'live' })
    const webhook = { url: 'http://127.0.0.1:9/hook', events: ['game.final'] }
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(superjson.serialize(webhook)),
    }
    const asAccount = () => core().context({ account: account.id })
    expect(await serve('webhooks.create', init, asAccount)).toMatchObject({
      status: 200,
      body: { result: { data: { json: { data: webhook } } } },
    })
  })

  test('core.router responds with the errors of the contract', async () => {
    expect(await serve(`games.get${toQuery({ id: 'gm_00000000' })}`)).toMatchObject({
      status: 404,
      body: { error: { json: { error: { code: 'not_found' } } } },
    })
    const asFree = () => core().context({ plan: 'free' })
    expect(await serve(`games.prices${toQuery({ id: 'gm_00000000' })}`, {}, asFree)).toMatchObject({
      status: 403,
      body: { error: { json: { error: { code: 'upgrade_required' } } } },
    })
  })
})
