import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { finalGame, scheduledGame } from '../testing/databases.ts'
import { getBodyError } from '../testing/response.ts'
import { sharedService } from '../testing/services.ts'

const service = sharedService('Postgres', {
  ingest: true,
  writesPerMinute: 100_000,
  now: () => new Date('2026-11-19T19:30:00Z'),
})

let games = 0
let [key, name, id, reading] = ['', '', '', '']
beforeEach(async () => {
  const { core } = service()
  ;({ key } = await core.writeKeys.create({ source: 'test' }))
  reading = await service().newKey('complete')
  name = `game ${randomBytes(6).toString('hex')}`
  const fixture = { external_id: name, tip_off: null, date: `${2027 + games++}-01-02` } // no two games are on one day
  const written = await core.ingest(
    scheduledGame({ game: fixture, players: [{ external_id: 'A1', name: 'Player A1' }] }),
  )
  id = written.outcome === 'refused' ? '' : written.game
})

const send = (method: string, path: string, content: string, headers: Record<string, string> = {}) =>
  service().request(`/ingest/v1/games/${encodeURIComponent(name)}${path}`, {
    method,
    key,
    headers: { 'content-type': 'application/json', ...headers },
    content,
  })
const patch = (fields: object, query = '') => send('PATCH', query, JSON.stringify(fields))
const score = (ops: unknown, headers: Record<string, string> = {}) =>
  send('POST', '/events', JSON.stringify({ ops }), headers)
const read = async (path: string) => (await service().request(`/v1/games/${id}${path}`, { key: reading })).body

const add = (event: string, after: string | null, more: object = {}) => ({
  op: 'add',
  id: event,
  after,
  event: { period: 1, clock: '09:40', type: 'two_made', side: 'home', player: 'A1', ...more },
})

test('a game is scored, and readers see it at once', async () => {
  const { status, body } = await score([add('1', null), add('2', '1', { side: 'away', player: null })])
  expect([status, body]).toEqual([200, { data: { revision: expect.any(Number), seqs: { 1: 1, 2: 2 } }, meta: {} }])
  expect(await read('/playbyplay')).toMatchObject({
    data: {
      events: [
        { seq: 1, home_score: 2, away_score: 0, player: { name: 'Player A1' } },
        { seq: 2, home_score: 2, away_score: 2, player: null },
      ],
    },
  })
})

test('a game is changed and scheduled again', async () => {
  const result = { external_id: name, date: '2026-11-18', status: 'final', home_score: 80, away_score: 70 }
  expect((await patch(result)).body).toEqual({
    data: { id, outcome: 'updated', warnings: [] },
    meta: {},
  })
  expect((await patch({ reopen: true, date: '2026-12-01', tip_off: null }, '?dry_run=true')).status).toBe(200)
  expect(await read('')).toMatchObject({ data: { status: 'final' } })
  expect((await patch({ reopen: true, date: '2026-12-01', tip_off: null })).status).toBe(200)
  expect(await read('')).toMatchObject({ data: { status: 'scheduled', date: '2026-12-01', home_score: null } })
})

test('a call with the same Idempotency-Key gets the same response, even if the game has changed since', async () => {
  const headers = { 'idempotency-key': name.replace(' ', '-') }
  const first = await score([add('1', null)], headers)
  await score([add('0', null, { clock: '10:00' })])
  expect((await score([add('1', null)], headers)).body).toEqual(first.body)
  expect((await score([add('1', null)])).body).toMatchObject({ data: { seqs: { 1: 2 } } })
})

test.each<[string, unknown, string]>([
  ['no ops', [], '/ops'],
  ['ops that are no list', {}, '/ops'],
  ['501 ops', Array.from({ length: 501 }, (_, n) => add(`${n}`, null)), '/ops'],
  ['another op', [{ op: 'move', id: '1' }], '/ops/0/op'],
  ['an add without a place', [add('1', null), { ...add('2', '1'), after: undefined }], '/ops/1/after'],
  ['an edit with a place', [{ ...add('1', 'x'), op: 'edit' }], '/ops/0/after'],
  ['an id without a character', [add('', null)], '/ops/0/id'],
  ['an id of 101 characters', [add('x'.repeat(101), null)], '/ops/0/id'],
  ['an id with a line break', [add('a\nb', null)], '/ops/0/id'],
  ['the id __proto__', [add('__proto__', null)], '/ops/0/id'],
  ['a clock of another form', [add('1', null), add('2', '1', { clock: '9.40' })], '/ops/1/event/clock'],
  ['an unknown type', [add('1', null, { type: 'dunk' })], '/ops/0/event/type'],
  ['an unknown field', [add('1', null, { points: 2 })], '/ops/0/event/points'],
  ['a score of a million', [add('1', null, { home_score: 1e6 })], '/ops/0/event/home_score'],
  ['a basket of no side', [add('1', null, { side: null })], '/ops/0/event/side'],
  ['an unknown player', [add('1', null, { player: 'A9' })], '/ops/0/event/player'],
  [
    'a version that is no whole number',
    [{ ...add('1', null), op: 'edit', after: null, version: 1.5 }],
    '/ops/0/version',
  ],
])('%s is 400 with the pointer of what is wrong', async (_, ops, pointer) => {
  const { status, body } = await score(ops)
  expect(status).toBe(400)
  expect(getBodyError({ body }).details?.map((detail) => detail.pointer)).toContain(pointer)
  expect(await read('')).toMatchObject({ data: { has: { playbyplay: false } } })
})

test.each<[string, object, string]>([
  ['another id', { external_id: 'x' }, '/external_id'],
  ['a dry run', { venue: 'Hall', dry_run: true }, '/dry_run'],
  ['an unknown field', { staus: 'final' }, '/staus'],
  ['a day that does not exist', { date: '2026-02-30' }, '/date'],
  ['a final game without a score', { status: 'final' }, '/home_score'],
  ['one score of a game that has none', { home_score: 3 }, '/away_score'],
  ['reopen that is neither true nor false', { reopen: 'yes' }, '/reopen'],
])('%s in a patch is 400 with the pointer of what is wrong', async (_, fields, pointer) => {
  const { status, body } = await patch(fields)
  expect(status).toBe(400)
  expect(getBodyError({ body }).details?.map((detail) => detail.pointer)).toContain(pointer)
})

test('ids are any text: those of properties of JavaScript, of other scripts, of pointers', async () => {
  const ids = ['constructor', 'toString', 'hasOwnProperty', '日本', 'ä', '~1/0', '0', '-1', '" or 1=1 --', '😀']
  const ops = ids.map((event, n) => add(event, ids[n - 1] ?? null))
  const seqs = Object.fromEntries(ids.map((event, n) => [event, n + 1]))
  expect((await score(ops)).body).toMatchObject({ data: { seqs } })
})

test('calls that are cut off anywhere and sent again leave each event once', async () => {
  const ops = Array.from({ length: 60 }, (_, n) => add(`${n}`, n === 0 ? null : `${n - 1}`, { clock: null }))
  const url = `${service().origin}/ingest/v1/games/${encodeURIComponent(name)}/events`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const cut = async (op: object, milliseconds: number) => {
    const signal = AbortSignal.timeout(milliseconds)
    await fetch(url, { method: 'POST', headers, body: JSON.stringify({ ops: [op] }), signal }).catch(() => null)
  }
  for (const [n, op] of ops.entries()) {
    void cut(op, n % 30)
    if (n % 7 !== 0) await cut(op, 1000)
  }
  await expect.poll(async () => (await score(ops)).status).toBe(200)
  const seqs = Object.fromEntries(ops.map((op, n) => [op.id, n + 1]))
  expect((await score(ops)).body).toMatchObject({ data: { seqs } })
})

test('whatever a body has, the service does not fail', async () => {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('add', 'edit', 'remove', '1', '2', 'A1', 'home', '09:40', 1),
  )
  const ops = fc.array(
    fc.record(
      {
        op: fc.oneof(fc.constantFrom('add', 'edit', 'remove'), values),
        id: values,
        after: values,
        event: fc.record(
          {
            period: values,
            clock: values,
            type: fc.constantFrom('foul', 'two_made'),
            side: values,
            player: values,
            home_score: values,
            description: values,
          },
          { requiredKeys: ['period', 'type'] },
        ),
        version: values,
      },
      { requiredKeys: ['op', 'id'] },
    ),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(ops, values), values, async (sent, field) => {
      expect([200, 400, 422]).toContain((await score(sent)).status)
      expect([200, 400, 422]).toContain((await patch({ venue: field, periods: field, status: field })).status)
    }),
    { numRuns: 150 },
  )
})

test('a game that a bundle has ended the scoring of refuses ops until its events are deleted', async () => {
  await score([add('1', null)])
  const { source: _source, ...bundle } = finalGame([8, 6], { game: { external_id: name } })
  const put = (events: unknown) => send('PUT', '', JSON.stringify({ ...bundle, events, shots: null }))
  expect((await put(bundle.events)).status).toBe(200)
  const refused = await score([add('1', null)])
  expect([refused.status, getBodyError(refused).message]).toEqual([400, expect.stringContaining('events: null')])
  await put(null)
  expect((await score([add('1', null)])).status).toBe(200)
})
