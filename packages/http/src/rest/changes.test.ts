import { BadRequestError, BasketballData } from '@basketball-data/client'
import { createTrpcClient, serviceErrorIn } from '@basketball-data/client/trpc'
import { describe, expect, test } from 'vitest'
import { anyDatabase, ingestOrThrow, scheduledGame } from '../testing/databases.ts'
import { sharedService } from '../testing/services.ts'

describe.each(anyDatabase)('GET /changes on %s', (kind) => {
  const service = sharedService(kind)

  test('refuses an id beyond the end over REST, tRPC and the client, until there is such a change', async () => {
    const { core, origin, newKey, request } = service()
    const key = await newKey('live')
    const options = { apiKey: key, baseUrl: `${origin}/v1` }
    const [client, trpc] = [new BasketballData(options), createTrpcClient(options)]
    await ingestOrThrow(core, scheduledGame())
    const { meta } = await client.changes.list()
    const after = String(Number(meta.next_after) + 1)
    const read = () => request(`/v1/changes?after=${after}`, { key })

    const message = /^after is beyond the end of the change log.*Leave it out/
    const error = { code: 'bad_request', message: expect.stringMatching(message) }
    for (let n = 0; n < 2; n++) expect(await read()).toMatchObject({ status: 400, body: { error } })
    const refused: unknown = await trpc.changes.list.query({ after }).catch((thrown: unknown) => thrown)
    expect(serviceErrorIn(refused)).toBeInstanceOf(BadRequestError)
    await expect(client.changes.list({ after })).rejects.toThrow(message)
    await expect(async () => {
      for await (const _ of client.changes.list({ after }));
    }).rejects.toThrow(BadRequestError)

    await ingestOrThrow(core, scheduledGame({ game: { external_id: 'next' } }))
    expect(await read()).toMatchObject({ status: 200, body: { data: [], meta: { count: 0, next_after: after } } })
  })
})
