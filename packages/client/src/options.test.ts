import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BasketballData } from './index.ts'
import { BasketballDataIngest } from './ingest/index.ts'
import { createTrpcClient } from './trpc/index.ts'

const sent: { url: string; key: string | null }[] = []
const fetch = async (url: string, init: RequestInit) => {
  sent.push({ url: url.replace(/\?.*/, ''), key: new Headers(init.headers).get('authorization') })
  return Response.json({ data: {}, meta: {} })
}
beforeEach(() => {
  for (const name of ['KEY', 'WRITE_KEY', 'URL']) vi.stubEnv(`BASKETBALL_DATA_${name}`, '')
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const NEITHER = new TypeError(
  'Pass apiKey and baseUrl, or set BASKETBALL_DATA_KEY and BASKETBALL_DATA_URL in the environment.',
)
/** The process of this test, until the client has been created. */
const createIn = (process: unknown, options = {}) => {
  vi.stubGlobal('process', process)
  try {
    return new BasketballData({ ...options, fetch })
  } finally {
    vi.unstubAllGlobals()
  }
}

describe('a client without options', () => {
  test('has the key and the address of the environment, as it is when the client is created', async () => {
    vi.stubEnv('BASKETBALL_DATA_KEY', ' bd_key\n')
    vi.stubEnv('BASKETBALL_DATA_WRITE_KEY', 'bdw_key')
    vi.stubEnv('BASKETBALL_DATA_URL', 'https://data.example/v1/')
    await new BasketballData({ fetch }).usage()
    await new BasketballDataIngest({ fetch }).games.remove('one')
    await createTrpcClient({ fetch })
      .usage.query({})
      .catch(() => {})
    vi.stubEnv('BASKETBALL_DATA_KEY', 'bd_other')
    await new BasketballData({ fetch }).usage()
    expect(sent).toEqual([
      { url: 'https://data.example/v1/usage', key: 'Bearer bd_key' },
      { url: 'https://data.example/ingest/v1/games/one', key: 'Bearer bdw_key' },
      { url: 'https://data.example/trpc/usage', key: 'Bearer bd_key' },
      { url: 'https://data.example/v1/usage', key: 'Bearer bd_other' },
    ])
  })

  test('calls 127.0.0.1:3000 if the environment has only a key', async () => {
    vi.stubEnv('BASKETBALL_DATA_KEY', 'bd_key')
    vi.stubEnv('BASKETBALL_DATA_WRITE_KEY', 'bdw_key')
    await new BasketballData({ fetch }).usage()
    await new BasketballDataIngest({ fetch }).games.remove('one')
    expect(sent.map(({ url }) => url)).toEqual([
      'http://127.0.0.1:3000/v1/usage',
      'http://127.0.0.1:3000/ingest/v1/games/one',
    ])
  })

  test('throws a TypeError that names the variables if the environment has neither', () => {
    expect(() => new BasketballData()).toThrow(NEITHER)
    expect(() => createTrpcClient()).toThrow(NEITHER)
    vi.stubEnv('BASKETBALL_DATA_KEY', 'bd_key') // no key for the write API
    expect(() => new BasketballDataIngest()).toThrow(/BASKETBALL_DATA_WRITE_KEY and BASKETBALL_DATA_URL/)
  })

  test.each([
    ['there is no process', undefined],
    ['the process has no environment', {}],
    [
      'the environment may not be read',
      {
        get env() {
          throw new Error('NotCapable')
        },
      },
    ],
  ])('throws it too where %s', (_, process) => {
    expect(() => createIn(process)).toThrow(NEITHER)
  })
})

test('options take precedence over the environment, and an empty key sends none', async () => {
  vi.stubEnv('BASKETBALL_DATA_KEY', 'bd_key')
  vi.stubEnv('BASKETBALL_DATA_URL', 'https://data.example/v1')
  await new BasketballData({ apiKey: 'bd_mine', baseUrl: 'https://mine.example/v1', fetch }).usage()
  await new BasketballData({ apiKey: '', fetch }).usage()
  expect(sent).toEqual([
    { url: 'https://mine.example/v1/usage', key: 'Bearer bd_mine' },
    { url: 'https://data.example/v1/usage', key: null },
  ])
})

test('a client in a page needs no key and no process', async () => {
  await createIn(undefined, { baseUrl: '/basketball/v1' }).usage()
  expect(sent).toEqual([{ url: '/basketball/v1/usage', key: null }])
})
