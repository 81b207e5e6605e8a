import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { BadRequestError, ConnectionError, NotFoundError, ServerError, type Fetch } from '@basketball-data/client'
import {
  BasketballDataIngest,
  type GameBundle,
  type IngestOptions,
  type ScoreOp,
  type WrittenLine,
} from '@basketball-data/client/ingest'
import { writeOperations } from '@basketball-data/core'
import { readSheets } from '@basketball-data/feeds/sheets'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedService } from './testing/services.ts'

const service = sharedService('Postgres', {
  ingest: true,
  writesPerMinute: 1000,
  readSheets,
  now: () => new Date('2026-11-19T19:30:00Z'),
})

let [source, key] = ['', '']
beforeEach(async () => {
  source = `s${randomBytes(6).toString('hex')}`
  ;({ key } = await service().core.writeKeys.create({ source }))
})

const open = (options: IngestOptions = {}) =>
  new BasketballDataIngest({ apiKey: key, baseUrl: `${service().origin}/ingest/v1`, ...options })

let days = 0
const toBundle = (external_id: string, game: Partial<GameBundle['game']> = {}): GameBundle => ({
  competition: { external_id: 'ML', name: `League ${source}`, slug: source, gender: 'women', kind: 'league' },
  season: { external_id: 'ML-2026', name: '2026-27', start_year: 2026 },
  game: {
    external_id,
    date: new Date(Date.UTC(2027, 0, 1) + days++ * 86_400_000).toISOString().slice(0, 10),
    status: 'scheduled',
    ...game,
  },
  home: { team: { external_id: '7', name: `Harbour ${source}` } },
  away: { team: { external_id: '9', name: `Hill ${source}` } },
  players: [{ external_id: '7-4', name: `Ana ${source}` }],
})
const FINAL = { status: 'final', home_score: 71, away_score: 64 } as const
const add = (id: string, after: string | null): ScoreOp => ({
  op: 'add',
  id,
  after,
  event: { period: 1, clock: '09:40', type: 'two_made', side: 'home', player: '7-4' },
})

const countGames = async () =>
  (await service().core.sourceRecords(source, { competition: 'ML', season: 'ML-2026' })).games.length

/** A fetch whose calls are lost in turn: before they are sent, or after, with their response; then none. */
const losing = (...losses: ('call' | 'response')[]) => {
  const sent: (string | null)[] = []
  const lossy: Fetch = async (url, init) => {
    const loss = losses.shift()
    if (loss === 'call') throw new TypeError('lost')
    sent.push(new Headers(init.headers).get('idempotency-key'))
    const response = await fetch(url, init)
    if (loss === 'response') throw new TypeError('lost')
    return response
  }
  return { fetch: lossy, sent }
}

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
const describeLine = (line: WrittenLine) => [line.external_id, line.outcome]

test('there is a method for every operation of the write API', async () => {
  const called = new Set<string>()
  const ingest = open({
    logger: ({ method, url, status }) =>
      called.add(
        `${method} ${new URL(url).pathname.replace('/ingest/v1', '').replace('game-1', '{external_id}')} ${status}`,
      ),
  })
  expect(await ingest.openapi()).toMatchObject({ openapi: '3.1.0' })
  expect(await ingest.games.put('game-1', toBundle('game-1'))).toMatchObject({ outcome: 'created', warnings: [] })
  expect(await ingest.games.patch('game-1', { venue: 'North Hall' })).toMatchObject({ outcome: 'updated' })
  expect(await ingest.games.score('game-1', [add('1', null)])).toMatchObject({ seqs: { 1: 1 } })
  const twin = toBundle('game-2', FINAL)
  twin.home.team = { external_id: 'twin', name: `Twin ${source}` }
  expect((await collect(ingest.games.putAll([twin]))).map(describeLine)).toEqual([['game-2', 'created']])
  const merge = { kind: 'team', from: 'twin', into: '7' } as const
  expect(await ingest.records.merge(merge)).toMatchObject({ outcome: 'merged' })
  expect(await ingest.games.remove('game-1')).toMatchObject({ outcome: 'removed' })
  const sheet = new File(['date,home,away,score\n2026-11-19,Reds,Blues,71-68\n'], 'games.csv')
  expect(await ingest.files.import([sheet], { competition: `Cup ${source}` })).toMatchObject({ created: 1 })
  const operations = writeOperations.map(({ method, path }) => `${method} ${path} 200`)
  expect([...called].toSorted()).toEqual(['GET /openapi.json 200', ...operations].toSorted())
})

test('a dry run returns the same and writes nothing, whatever is called', async () => {
  const ingest = open()
  const rehearsed = await ingest.games.put('a', toBundle('a', { date: '2027-01-01' }), { dryRun: true })
  expect(await collect(ingest.games.putAll([toBundle('b')], { dryRun: true }))).toMatchObject([{ outcome: 'created' }])
  const sheet = new File(['date,home,away,score\n2026-11-19,Reds,Blues,71-68\n'], 'games.csv')
  const competition = `Cup ${source}`
  expect(await ingest.files.import([sheet], { competition, season: '2026-27', dryRun: true })).toMatchObject({
    created: 1,
  })
  expect(await countGames()).toBe(0)
  expect(await ingest.games.put('a', toBundle('a', { date: '2027-01-01' }))).toEqual(rehearsed)
  await ingest.games.remove('a', { dryRun: true })
  await ingest.games.patch('a', FINAL, { dryRun: true })
  await collect(ingest.games.scoreAll('a', [add('1', null)], { dryRun: true }))
  expect(await ingest.games.put('a', toBundle('a', { date: '2027-01-01' }))).toMatchObject({ outcome: 'unchanged' })
})

test.each(['a/b', '100%', 'a?b#c', '日本', '../x', '...', ' x'])('the id of a game may be %j', async (id) => {
  const ingest = open()
  expect(await ingest.games.put(id, { ...toBundle(id.trim()) })).toMatchObject({ outcome: 'created' })
  expect(await ingest.games.remove(id)).toMatchObject({ outcome: 'removed' })
})

test.each(['', '.', '..', '\ud800'])('the id of a game cannot be %j, which no URL has', async (id) => {
  await expect(open().games.remove(id)).rejects.toThrow(TypeError)
})

test('a call whose response is lost is repeated with its key, and returns what it would have', async () => {
  const { fetch, sent } = losing('call', 'response')
  expect(await open({ fetch }).games.put('a', toBundle('a'))).toMatchObject({ outcome: 'created' })
  expect(sent).toEqual([expect.stringMatching(/^[\w-]{20,}$/), sent[0]])
  const ops = losing('response')
  expect(await open(ops).games.patch('a', { venue: 'North Hall' })).toMatchObject({ outcome: 'updated' })
  expect(ops.sent[0]).not.toBe(sent[0])
  const removal = losing('response')
  expect(await open(removal).games.remove('a', { idempotencyKey: 'mine' })).toMatchObject({ outcome: 'removed' })
  expect(removal.sent).toEqual(['mine', 'mine'])
  const upload = losing('response', 'call')
  const sheet = new File(['date,home,away,score\n2026-11-19,Reds,Blues,71-68\n'], 'games.csv')
  expect(await open(upload).files.import([sheet], { competition: `Cup ${source}` })).toMatchObject({ created: 1 })
})

test('errors are those of BasketballData, with what is wrong in the body', async () => {
  const ingest = open()
  await expect(ingest.games.remove('none')).rejects.toThrow(NotFoundError)
  const error = await ingest.games.put('a', toBundle('a', { date: '2027-02-30' })).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(BadRequestError)
  expect(error).toMatchObject({ status: 400, details: [{ pointer: '/game/date' }] })
  const sheet = new File(['date,home,away,score\n2026-11-19,Reds,Blues,71-\n'], 'games.csv')
  await expect(ingest.files.import([sheet], { competition: 'Cup' })).rejects.toMatchObject({
    code: 'bad_request',
    status: 422,
    details: [{ sheet: 'games', row: 2, column: 'score' }],
  })
})

describe('putAll', () => {
  test('writes any number of games, and yields their outcomes in order', async () => {
    const names = Array.from({ length: 250 }, (_, n) => `game ${n}`)
    const urls: string[] = []
    const ingest = open({ logger: ({ url }) => urls.push(url) })
    const lines = await collect(
      ingest.games.putAll(names.map((name, n) => toBundle(name, n === 120 ? { date: 'today' } : {}))),
    )
    expect(lines.map(describeLine)).toEqual(names.map((name, n) => [name, n === 120 ? 'refused' : 'created']))
    expect(lines[120]).toMatchObject({ error: { code: 'bad_request', details: [{ pointer: '/game/date' }] } })
    expect([urls.length, await countGames()]).toEqual([3, 249])
  })

  test('writes a game as soon as no other follows', async () => {
    const lines: WrittenLine[] = []
    const produce = async function* () {
      yield toBundle('a')
      yield toBundle('b')
      while (lines.length < 2) await setImmediate()
      yield toBundle('c')
    }
    for await (const line of open().games.putAll(produce())) lines.push(line)
    expect(lines.map(describeLine)).toEqual([
      ['a', 'created'],
      ['b', 'created'],
      ['c', 'created'],
    ])
  })

  test('writes the games before a failure of their reader, and then throws it', async () => {
    const broken = new Error('the file is broken')
    const produce = async function* () {
      yield toBundle('a')
      throw broken
    }
    const lines: WrittenLine[] = []
    const write = async () => {
      for await (const line of open().games.putAll(produce())) lines.push(line)
    }
    await expect(write()).rejects.toBe(broken)
    expect([lines.map(describeLine), await countGames()]).toEqual([[['a', 'created']], 1])
  })

  test('ends the reading of games when its caller leaves', async () => {
    let ended = false
    const produce = async function* () {
      try {
        for (let n = 0; ; n++) yield toBundle(`game ${n}`)
      } finally {
        ended = true
      }
    }
    for await (const line of open().games.putAll(produce())) if (line.outcome === 'created') break
    await expect.poll(() => ended).toBe(true)
    expect(await countGames()).toBe(100)
  })

  test('sends games again whose response was lost', async () => {
    const { fetch } = losing('call', 'response')
    const lines = await collect(open({ fetch }).games.putAll([toBundle('a'), toBundle('b')]))
    expect(lines.map(describeLine)).toEqual([
      ['a', 'unchanged'],
      ['b', 'unchanged'],
    ])
  })

  test('yields the refusal of a game without an id', async () => {
    const { game, ...rest } = toBundle('')
    const lines = await collect(open().games.putAll([{ ...rest, game: { ...game, external_id: undefined } }]))
    expect(lines).toMatchObject([{ external_id: null, outcome: 'refused', error: { code: 'bad_request' } }])
  })

  test.each([
    [
      'ends with an error',
      '{"external_id":null,"outcome":"refused","error":{"code":"server_error","message":"stops"}}',
      ServerError,
    ],
    ['breaks off', '{"external_id":"a","outcome":"unchanged"}\n{"external_', ConnectionError],
    ['lacks lines', '{"external_id":"a","outcome":"unchanged"}\n', ConnectionError],
  ])('throws when a response %s', async (_, text, thrown) => {
    const fetch = async () => new Response(text, { headers: { 'content-type': 'application/x-ndjson' } })
    const { putAll } = open({ fetch, retries: 0 }).games
    await expect(collect(putAll([toBundle('a'), toBundle('b')]))).rejects.toThrow(thrown)
  })
})

test('scoreAll outlasts lost connections, and sends together what was entered meanwhile', async () => {
  await open().games.put('a', toBundle('a', { date: '2026-11-19' }))
  const produce = async function* () {
    for (let n = 1; n <= 450; n++) yield add(String(n), n === 1 ? null : String(n - 1))
  }
  const { fetch, sent } = losing('call', 'response', 'call')
  const scored = await collect(open({ fetch, retries: Infinity }).games.scoreAll('a', produce()))
  expect(scored.map(({ seqs }) => Object.keys(seqs).length)).toEqual([200, 200, 50])
  expect(scored.at(-1)?.seqs['450']).toBe(450)
  expect(new Set(sent).size).toBe(3)
  await expect(collect(open().games.scoreAll('none', [add('1', null)]))).rejects.toThrow(NotFoundError)
})
