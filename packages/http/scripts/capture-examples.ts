import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import {
  createCore,
  ServiceError,
  toErrorResponse,
  MAX_ACTIVE_WEBHOOKS,
  operations,
  writeOperations,
  type GameBundle,
  type Operation,
  type ServiceInfo,
} from '@basketball-data/core'
import {
  ErrorBody,
  getEventSchema,
  isPicture,
  PLAN_TABLE,
  WebhookEvent,
  type Plan,
  WebhookEventType,
} from '@basketball-data/core/contract'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { readSheets } from '@basketball-data/feeds/sheets'
import { createApp } from '../src/app.ts'
import { SAMPLE_NOW, sampleGames } from '../src/sample-league/index.ts'
import { ExampleEvents, type ExampleEvent, type Examples } from '../src/openapi/examples.ts'

const WEBHOOK_ID = 'wh_0f3a9c5d7e1b2468'
const EVENT_ID = 'evt_7b21c40d9ae65f83'
const REQUEST_ID = '3f0c9c1e-6c1b-4a57-9d3c-1f1f0a0b7a52'

/** Replacements for values that differ from run to run, by the name of the field. */
const FIXED_VALUES: Record<string, string> = {
  url: 'https://hooks.example.org/games',
  next_cursor: 'Y3Vyc29yLWV4YW1wbGU',
  key: 'bd_…9fQk',
  secret: 'whsec_9f2c1d84a6b37e0590c2f8a15d6e43b7092c8fe1a45b6d3027984ec5b1f0a2d7',
  secret_prefix: 'whsec_9f2c',
  created_at: '2026-09-28T08:15:00Z',
  resets_at: '2026-11-22T00:00:00Z',
  last_delivery_at: '2026-11-20T21:24:08Z',
  updated_at: '2026-11-20T19:58:03Z',
}

/** Maximum number of records of a list in an example. */
const MAX_RECORDS = 3

/** When the changes of the example were written. */
const CHANGED_AT = '2026-11-20T21:24:05Z'
const DatedChange = z.looseObject({ at: z.string(), parts: z.array(z.string()) })

/** Shortens the lists of a record, and replaces values that differ from run to run. */
const asExample = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) => {
      // A list response stays whole, because its meta counts the records, and so do a patch, the events of a stream, and five players.
      if (
        Array.isArray(part) &&
        typeof part[0] === 'object' &&
        !['data', 'response', 'patch'].includes(name) &&
        !(['players', 'home', 'away'].includes(name) && part.length === 5)
      )
        return part.slice(0, name === 'stints' ? 1 : MAX_RECORDS)
      if (DatedChange.safeParse(part).success) return { ...DatedChange.parse(part), at: CHANGED_AT }
      if (typeof part !== 'string') return part
      return (
        FIXED_VALUES[name] ?? part.replace(/\bwh_[0-9a-f]{16}\b/, WEBHOOK_ID).replace(/\bevt_[0-9a-f]{16}\b/, EVENT_ID)
      )
    }),
  )

/** The events of a stream up to a final score. */
const readUntilFinal = async ({ body }: Response): Promise<ExampleEvent[]> => {
  const events: ExampleEvent[] = []
  const stream = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { id = '', event = '', data } of stream ?? []) {
    events.push({ id, event, data: JSON.parse(data) })
    if (event === 'final') break
  }
  return events
}

/** The last event of each type. */
const pickOneOfEach = (events: unknown): ExampleEvent[] => {
  const all = ExampleEvents.parse(events)
  return ['game', 'play', 'score', 'period', 'final'].flatMap(
    (type) => all.findLast(({ event }) => event === type) ?? [],
  )
}

/** The head of a picture: what is in its place says more than its shapes. */
const cutStyle = (svg: string): string => `${svg.slice(0, svg.indexOf('<style>'))}…</svg>`

const toShown = ({ output }: Operation, response: unknown): unknown => {
  if (isPicture(output)) return cutStyle(z.string().parse(response))
  return getEventSchema(output) === undefined ? response : pickOneOfEach(response)
}

/** A request to a path below /v1; a body that is a string is sent as it is. */
type Sent = {
  method?: string
  path: string
  key?: string
  headers?: Record<string, string>
  body?: unknown
  base?: '/v1' | '/ingest/v1'
}

const openService = async (service: ServiceInfo, allowPrivateWebhooks: boolean) => {
  const clock = { now: SAMPLE_NOW }
  const core = await createCore({
    database: 'memory://',
    now: () => clock.now,
    service,
    allowPrivateWebhooks,
    readSheets,
  })
  const app = createApp(core, { ingest: true })
  let accounts = 0
  const newAccount = (plan: Plan) => core.accounts.create({ email: `account-${++accounts}@example.org`, plan })
  const newKey = async (plan: Plan) => (await core.keys.create((await newAccount(plan)).id)).key
  const send = async ({ method = 'GET', path, key, headers, body, base = '/v1' }: Sent): Promise<unknown> => {
    const sent = new Headers({ 'x-request-id': REQUEST_ID, ...headers })
    if (key !== undefined) sent.set('authorization', `Bearer ${key}`)
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm && !sent.has('content-type')) sent.set('content-type', 'application/json')
    const content = isForm || typeof body === 'string' ? body : JSON.stringify(body)
    const response = await app.request(`${base}${path}`, { method, headers: sent, ...(content && { body: content }) })
    const type = response.headers.get('content-type')
    if (type === 'text/event-stream') return readUntilFinal(response)
    return type?.startsWith('image/svg+xml') === true ? response.text() : response.json()
  }
  return { core, clock, app, newAccount, newKey, send }
}

/** A server on this machine that accepts events. */
const openReceiver = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.int() }).parse(server.address())
  const receive = async (): Promise<unknown> => {
    const [request, response] = await once(server, 'request', { signal: AbortSignal.timeout(60_000) })
    const event: unknown = await json(request)
    response.writeHead(204).end()
    return event
  }
  return { url: `http://127.0.0.1:${port}/games`, server, receive }
}

/** A final game as it was after its first period. */
const afterFirstPeriod = ({ source, competition, season, game, home, away }: GameBundle): GameBundle => {
  const { external_id, stage, round, date, tip_off, venue, periods } = game
  const first = { home: periods?.home.slice(0, 1) ?? [], away: periods?.away.slice(0, 1) ?? [] }
  return {
    source,
    competition,
    season,
    game: { external_id, stage, round, date, tip_off, venue, status: 'scheduled', periods: first },
    home: { team: home.team },
    away: { team: away.team },
  }
}

/** A final game as it was two hours before its tip-off. */
const beforeTipOff = (final: GameBundle): GameBundle => {
  const { game, ...bundle } = afterFirstPeriod(final)
  return { ...bundle, game: { ...game, periods: null } }
}

/** A final game as it was before its attendance was reported. */
const withoutAttendance = (final: GameBundle): GameBundle => ({ ...final, game: { ...final.game, attendance: null } })

/** A final game as it was during its second period. */
const duringSecondPeriod = (final: GameBundle): GameBundle => {
  const { game } = afterFirstPeriod(final)
  return { ...final, game, events: final.events?.slice(0, 214), shots: null, quotes: null }
}

const Created = z.object({ data: z.object({ id: z.string() }) })
const Records = z.object({ data: z.array(z.object({ id: z.string() })) })
const idsIn = (list: unknown): string[] => Records.parse(list).data.map(({ id }) => id)

/** The call that the documentation begins with, on plan free. */
const captureFirstCall = async (
  send: (sent: Sent) => Promise<unknown>,
  key: string,
): Promise<Examples['firstCall']> => {
  const first = { path: '/games', query: { status: 'final', per_page: '1' } }
  const path = `${first.path}?${new URLSearchParams(first.query).toString()}`
  return { ...first, response: await send({ path, key }) }
}

/** Calls every operation of a service that has the sample league and a webhook. */
const captureOperations = async (service: ServiceInfo) => {
  const { url, server, receive } = await openReceiver()
  const { core, clock, newKey, send } = await openService(service, true)
  const key = await newKey('complete')
  const captured: Examples['operations'] = {}
  const call = async (name: string, id = '', query: Record<string, string> = {}, body?: unknown): Promise<unknown> => {
    const operation = operations.find((each) => each.name === name)
    if (operation === undefined) throw new RangeError(`There is no operation ${name}.`)
    const { method, path: template } = operation
    const path = template.replace('{id}', id)
    const search = new URLSearchParams(query).toString()
    const response = await send({ method, path: search === '' ? path : `${path}?${search}`, key, body })
    const error = ErrorBody.safeParse(response).data?.error
    if (error !== undefined) throw new Error(`${method} ${path} failed: ${error.message}`)
    const shown = toShown(operation, response)
    const { after: _fromTheBeginning, ...shownQuery } = query
    captured[name] = { path, query: shownQuery, ...(body !== undefined && { body }), response: shown }
    return response
  }

  const games = sampleGames()
  const detailed = games.find(({ events }) => events !== undefined)
  if (detailed === undefined) throw new Error('No sample game has play-by-play.')
  const { date, tip_off } = detailed.game
  const earlier = games.filter(({ game }) => game.date < date)
  for (const game of earlier) await core.ingest(withoutAttendance(game), { notify: false })
  for (const game of games) if (game.game.date === date) await core.ingest(beforeTipOff(game), { notify: false })
  clock.now = new Date(Date.parse(tip_off ?? date) - 3_600_000)
  await core.sealForecasts()
  clock.now = SAMPLE_NOW
  for (const game of games) if (game !== detailed) await core.ingest(game, { notify: false })
  const [competition = ''] = idsIn(await call('competitions.list'))
  const events = ['game.final', 'game.period']
  const created = Created.parse(await call('webhooks.create', '', {}, { url, events, competitions: [competition] }))
  const worker = await core.startWorker({ sendEmail: async () => {} })
  const [period] = await Promise.all([receive(), core.ingest(afterFirstPeriod(detailed))])
  await core.ingest(duringSecondPeriod(detailed))
  await call('live')
  const [final] = await Promise.all([receive(), core.ingest(detailed)])
  await worker.stop()

  await call('competitions.list')
  const [season = ''] = idsIn(await call('seasons.list'))
  const [team = '', opponent = ''] = idsIn(await call('teams.list', '', { per_page: '2' }))
  const [player = ''] = idsIn(await call('players.list', '', { q: 'inigo' }))
  const [game = ''] = idsIn(await call('results.yesterday'))
  await call('index')
  await call('teams.get', team)
  await call('teams.roster', team)
  await call('teams.form', team, { last: '3' })
  await call('teams.headToHead', team, { opponent })
  await call('teams.lineUps', team, { season, size: '2', top: '1' })
  await call('teams.trends', team, { season })
  await call('players.get', player)
  await call('players.games', player, { season, per_page: '2' })
  await call('players.seasons', player)
  await call('players.splits', player, { season })
  await call('players.averages', player, { season, to: '2026-10-31' })
  await call('players.onOff', player, { season })
  await call('standings.get', '', { competition })
  await call('standings.race', '', { competition })
  await call('standings.whatIf', '', { competition, results: `${game}:80-90` })
  await call('leaders.get', '', { competition, top: '3', min_games: '1' })
  await call('history.standings', '', { competition, date: '2026-10-31' })
  await call('history.leaders', '', { competition, date: '2026-10-31', top: '3', min_games: '1' })
  await call('games.list', '', { per_page: '2' })
  const [corrected = ''] = idsIn(await send({ path: `/games?to=${earlier[0]?.game.date}&status=final`, key }))
  await call('games.revisions', corrected)
  await call('forecasts.get', '', { competition, date })
  await call('games.shotChart', game, { side: 'home' })
  await call('games.flow', game)
  await call('teams.shotChart', team, { season })
  await call('players.shotChart', player, { season })
  await call('games.stream', game, { after: '0-0' })
  await call('stream', '', { competition, after: '0-0' })
  await call('changes.list', '', { per_page: '3' })
  await call('webhooks.list')
  await Promise.all([receive(), call('webhooks.test', created.data.id)])
  await call('webhooks.remove', created.data.id)
  // What needs nothing but the id of a record needs no line of its own.
  const ids: Record<string, string> = { games: game, teams: team, players: player }
  for (const { name, method, path } of operations) {
    const [, kind = ''] = /^\/(\w+)\/\{id\}/.exec(path) ?? []
    const id = ids[kind]
    if (method === 'GET' && id !== undefined && !(name in captured)) await call(name, id)
  }
  await call('usage')
  const missing = operations.filter(({ name }) => !(name in captured)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`Call these in captureOperations, for an example: ${missing.join(', ')}.`)
  const firstCall = await captureFirstCall(send, await newKey('free'))
  await core.close()
  server.close()
  return { operations: captured, firstCall, events: [period, final].map((event) => WebhookEvent.parse(event)) }
}

/** Captures the events of the types that a webhook must name: those of a game that is broken off, replayed and corrected. */
const captureNamedEvents = async (service: ServiceInfo): Promise<WebhookEvent[]> => {
  const { url, server, receive } = await openReceiver()
  const { core, newAccount } = await openService(service, true)
  const played = sampleGames().find(({ events }) => events !== undefined)
  if (played === undefined) throw new Error('No sample game has play-by-play.')
  const started = afterFirstPeriod(played)
  const change = (bundle: GameBundle, game: Partial<GameBundle['game']>) => ({
    ...bundle,
    game: { ...bundle.game, ...game },
  })
  const scheduled = change(started, { periods: undefined })
  const { webhooks } = await core.callerFor((await newAccount('live')).id)
  await webhooks.create({ url, events: ['game.started', 'game.rescheduled', 'game.no_result', 'game.corrected'] })
  const worker = await core.startWorker({ sendEmail: async () => {} })
  const ingest = async (bundle: GameBundle): Promise<WebhookEvent> => {
    const [event] = await Promise.all([receive(), core.ingest(bundle)])
    return WebhookEvent.parse(event)
  }
  await core.ingest(change(scheduled, { date: '2026-11-19', tip_off: '2026-11-19T19:30:00Z' }))
  const events = [
    await ingest(scheduled),
    await ingest(started),
    await ingest(change(started, { status: 'no_result' })),
  ]
  await core.ingest(change(played, { attendance: null }))
  events.push(await ingest(played))
  await worker.stop()
  await core.close()
  server.close()
  return events
}

/** A game as a league writes it after the final whistle. */
const WRITTEN_GAME = {
  competition: { external_id: 'league', name: 'Valley League', slug: 'valley-league', gender: 'women', kind: 'league' },
  season: { external_id: '2026-27', name: '2026-27', start_year: 2026 },
  game: {
    date: '2026-11-20',
    tip_off: '2026-11-20T19:30:00Z',
    status: 'final',
    home_score: 71,
    away_score: 64,
    periods: { home: [18, 15, 20, 18], away: [14, 19, 12, 19] },
  },
  home: { team: { external_id: 'riverside', name: 'Riverside' } },
  away: { team: { external_id: 'hilltop', name: 'Hilltop' } },
}

const SCORER = { external_id: 'riverside-4', name: 'Ana Maré' }

/** The first ops of a game that is scored live. */
const FIRST_OPS = [
  { op: 'add', id: '1', after: null, event: { period: 1, clock: '10:00', type: 'period_start' } },
  {
    op: 'add',
    id: '2',
    after: '1',
    event: { period: 1, clock: '09:40', type: 'two_made', side: 'home', player: SCORER.external_id },
  },
  { op: 'edit', id: '2', event: { period: 1, clock: '09:41', type: 'two_made', side: 'home' } },
]

/** The smallest sheet of a league. */
const GAMES = 'date,home,away,score\n2026-11-20,Riverside,Hilltop,71-64\n2026-11-27,Hilltop,Riverside,\n'

/** A form as a program sends it: of files, their contents. */
const toForm = ({ files, ...fields }: { files: string[] } & Record<string, unknown>): FormData => {
  const form = new FormData()
  for (const content of files) form.append('files', new File([content], 'games.csv'))
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}

/** Calls every operation of the write API, and makes its errors. */
const captureWrites = async (service: ServiceInfo) => {
  const { core, newKey, send } = await openService(service, false)
  const { key } = await core.writeKeys.create({ source: 'valley' })
  const { id, key: revoked } = await core.writeKeys.create({ source: 'valley' })
  await core.writeKeys.revoke(id)
  const captured: Examples['writes'] = {}
  const write = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}, as = key) =>
    send({ method, path, key: as, body, headers, base: '/ingest/v1' })
  const call = async (name: string, params: Record<string, string>, body?: unknown, form?: FormData): Promise<void> => {
    const operation = writeOperations.find((each) => each.name === name)
    if (operation === undefined) throw new RangeError(`There is no operation ${name}.`)
    const path = operation.path.replace(/\{(\w+)\}/g, (_, field: string) => params[field] ?? '')
    const response = await write(operation.method, path, form ?? body)
    const { error } = ErrorBody.safeParse(response).data ?? {}
    if (error !== undefined) throw new Error(`${operation.method} ${path} failed: ${error.message}`)
    captured[name] = { path, query: {}, ...(body !== undefined && { body }), response }
  }
  const game = { external_id: 'game-1' }
  await call('games.put', game, WRITTEN_GAME)
  await call('games.patch', game, { attendance: 1240, venue: 'Riverside Hall' })
  const tonight = { ...WRITTEN_GAME, game: { date: '2026-11-21', status: 'scheduled' }, players: [SCORER] }
  await write('PUT', '/games/game-3', tonight)
  await call('games.score', { external_id: 'game-3' }, { ops: FIRST_OPS })
  const line = {
    ...WRITTEN_GAME,
    game: { ...WRITTEN_GAME.game, external_id: 'game-2', date: '2026-11-21', tip_off: null },
  }
  const twin = { ...line, home: { team: { external_id: 'riverside-bc', name: 'Riverside BC' } } }
  const sent = JSON.stringify(twin)
  const response = await write('POST', '/games', sent, { 'content-type': 'application/x-ndjson' })
  captured['games.putAll'] = { path: '/games', query: {}, body: twin, response }
  await call('records.merge', {}, { kind: 'team', from: 'riverside-bc', into: 'riverside' })
  await call('games.remove', game)
  const sheets = { files: [GAMES], competition: 'Valley Cup' }
  await call('files.import', {}, sheets, toForm(sheets))
  const missing = writeOperations.filter(({ name }) => !(name in captured)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`Call these in captureWrites, for an example: ${missing.join(', ')}.`)

  const failure = (error: Error) => ({
    error: toErrorResponse(error, { docs: core.service.docs, requestId: REQUEST_ID }).fields,
  })
  const wrong = { ...WRITTEN_GAME, game: { ...WRITTEN_GAME.game, date: '2026-02-30', staus: 'final' } }
  const other = { ...WRITTEN_GAME, source: 'lakes' }
  const put = (body: unknown) => write('PUT', '/games/game-1', body)
  const errors = {
    BadRequest: { 'A malformed value': await write('DELETE', '/games/game-1?dry_run=yes') },
    BadBody: {
      'Invalid values': await put(wrong),
      'Another source': await put(other),
      'A contradiction': await put({ ...WRITTEN_GAME, game: { ...WRITTEN_GAME.game, away_score: null } }),
      'Invalid JSON': await put('{"game":'),
    },
    Unauthorized: {
      'A revoked key': await write('PUT', '/games/game-1', WRITTEN_GAME, {}, revoked),
      'A key for reading': await write('PUT', '/games/game-1', WRITTEN_GAME, {}, await newKey('complete')),
    },
    NotFound: { 'No such game': await write('DELETE', '/games/game-9') },
    TooLarge: {
      'Too many bytes': await write('POST', '/files', toForm({ files: ['x'.repeat(9 * 2 ** 20)] })),
    },
    BadFiles: {
      'A misspelt parameter': await write('POST', '/files?dryrun=true', toForm(sheets)),
      'Mistakes in the sheets': await write(
        'POST',
        '/files',
        toForm({ ...sheets, files: [GAMES.replace('71-64', '71-')] }),
      ),
    },
    UnknownParameter: { 'A misspelt parameter': await write('DELETE', '/games/game-1?dryrun=true') },
    TooManyRequests: {
      'Too many calls per minute': failure(
        new ServiceError('rate_limited', 'More than 300 calls in 60 seconds with one write key; wait a little.', {
          resets_at: '2026-11-21T09:00:41Z',
        }),
      ),
    },
    ServerError: { 'The service failed': failure(new Error()) },
    Unavailable: {
      'The database is unreachable': failure(Object.assign(new Error(), { code: 'ECONNREFUSED' })),
    },
  }
  await core.close()
  return { writes: captured, errors }
}

const EventsByType = z.record(WebhookEventType, WebhookEvent)

/** What identifies the example of each event. */
const IDENTIFIED: Record<WebhookEventType, Pick<WebhookEvent, 'id' | 'created_at'>> = {
  'game.final': { id: 'evt_7b21c40d9ae65f83', created_at: '2026-11-20T21:24:07Z' },
  'game.period': { id: 'evt_10d6a9f57c2b83e4', created_at: '2026-11-20T19:58:31Z' },
  'game.started': { id: 'evt_c2f04b81d97a36e5', created_at: '2026-11-20T19:33:12Z' },
  'game.rescheduled': { id: 'evt_5a8e17d3f6042b9c', created_at: '2026-11-18T10:02:45Z' },
  'game.no_result': { id: 'evt_e93b60a4182dc75f', created_at: '2026-11-20T20:41:56Z' },
  'game.corrected': { id: 'evt_86d5f2c90b1e734a', created_at: '2026-11-20T22:24:19Z' },
}

/** Captures an error for each title of the error responses, by the name of the component and the title. */
const captureErrors = async (service: ServiceInfo): Promise<Record<string, Record<string, unknown>>> => {
  const { core, app, newAccount, newKey, send } = await openService(service, false)
  const [game] = sampleGames()
  if (game === undefined) throw new Error('There are no sample games.')
  const cup = { external_id: 'cup', name: 'Northern Cup', slug: 'northern-cup', kind: 'cup' } as const
  await core.ingest(game)
  await core.ingest({ ...game, competition: { ...game.competition, ...cup }, season: { ...game.season, ...cup } })
  const { data: seasons } = await core.caller().seasons.list({})
  const [{ competition } = { competition: { id: '' } }, { id: otherSeason } = { id: '' }] = seasons

  const [key, free] = [await newKey('complete'), await newKey('free')]
  const get = (path: string) => send({ path, key })
  const url = 'https://93.184.215.14/games' // a public address, so that no DNS query is needed
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    send({ method: 'POST', path: '/webhooks', key, headers, body })

  const otherBody = async () => {
    await post({ url }, { 'idempotency-key': 'first' })
    return post({ url, events: ['game.final'] }, { 'idempotency-key': 'first' })
  }
  const deletedWebhook = async () => {
    const { data } = Created.parse(await post({ url }, { 'idempotency-key': 'second' }))
    await send({ method: 'DELETE', path: `/webhooks/${data.id}`, key })
    return post({ url }, { 'idempotency-key': 'second' })
  }
  const repeat = async <Result>(times: number, call: () => Promise<Result>): Promise<Result> => {
    for (let i = 1; i < times; i++) await call()
    return call()
  }
  const { per_minute, per_day } = PLAN_TABLE.free
  /** Uses up the calls per day with one key after another, because each has its own calls per minute. */
  const usedUp = async (): Promise<unknown> => {
    const { id: account } = await newAccount('free')
    let response: unknown
    for (let calls = 0; calls <= (per_day ?? 0); calls += per_minute ?? 1) {
      const { id, key } = await core.keys.create(account)
      response = await repeat(per_minute ?? 1, () => send({ path: '/games', key }))
      await core.keys.revoke(id)
    }
    return response
  }
  const failure = (error: Error) => ({
    error: toErrorResponse(error, { docs: core.service.docs, requestId: REQUEST_ID }).fields,
  })

  const live = await newKey('live')
  /** Opens a stream, and leaves it open unless it is refused. */
  const openStream = async () => app.request('/v1/stream', { headers: { authorization: `Bearer ${live}` } })
  const errors = {
    BadRequest: {
      'A malformed value': await get('/games?from=yesterday'),
      'An unknown value': await get('/games?status=over'),
    },
    BadBody: {
      'An address that is not public': await post({ url: 'https://10.0.0.1/games' }),
      'An unknown value': await post({ url, events: ['game.over'] }),
      'Invalid JSON': await post('{"url":'),
      'An Idempotency-Key sent with another body': await otherBody(),
      'An Idempotency-Key of a deleted webhook': await deletedWebhook(),
      'Too many webhooks': await repeat(MAX_ACTIVE_WEBHOOKS + 1, () => post({ url })),
    },
    BadReference: {
      'No such competition': await get('/standings?competition=cp_0000000z'),
      'A season of another competition': await get(`/standings?competition=${competition.id}&season=${otherSeason}`),
      'A missing parameter': await get('/standings'),
      'An unknown value': await get('/teams/tm_0000000z/form?venue=neutral'),
    },
    Unauthorized: { 'No key': await send({ path: '/games' }) },
    UpgradeRequired: { 'A higher plan needed': await send({ path: '/games/gm_0000000z/boxscore', key: free }) },
    NotFound: { 'No such record': await get('/games/gm_0000000z') },
    UnknownField: { 'A misspelt field': await post({ url, event: 'game.final' }) },
    UnknownParameter: { 'A misspelt parameter': await get('/competitions?perpage=2') },
    TooManyRequests: {
      'Too many calls per minute': await repeat((per_minute ?? 0) + 1, () => send({ path: '/games', key: free })),
      'Too many calls per day': await usedUp(),
    },
    TooManyStreams: {
      'Too many streams': await (await repeat((PLAN_TABLE.live.streams ?? 0) + 1, openStream)).json(),
    },
    ServerError: { 'The service failed': failure(new Error()) },
    Unavailable: {
      'The database is unreachable': failure(Object.assign(new Error(), { code: 'ECONNREFUSED' })),
    },
  }
  await core.close()
  return errors
}

/** Examples of errors, by the name of the component. */
const toErrorExamples = (captured: Record<string, Record<string, unknown>>): Examples['errors'] =>
  Object.fromEntries(
    Object.entries(captured).map(([component, bodies]) => [
      component,
      Object.entries(bodies).map(([summary, body]) => {
        const { error } = ErrorBody.parse(asExample(body))
        const resets_at = error.code === 'rate_limited' ? '2026-11-21T09:00:41Z' : '2026-11-22T00:00:00Z'
        return { summary, body: { error: { ...error, ...(error.resets_at && { resets_at }) } } }
      }),
    ]),
  )

/** Captures an example of every response from a real service, the same ones in every run. */
export const captureExamples = async (service: ServiceInfo): Promise<Examples> => {
  const { operations, firstCall, events } = await captureOperations(service)
  const all = [...events, ...(await captureNamedEvents(service))]
  const { writes, errors: writeErrors } = await captureWrites(service)
  return {
    operations: asExample(operations),
    firstCall: asExample(firstCall),
    events: EventsByType.parse(
      Object.fromEntries(all.map((event) => [event.type, { ...event, ...IDENTIFIED[event.type] }])),
    ),
    errors: toErrorExamples(await captureErrors(service)),
    writes: asExample(writes),
    writeErrors: toErrorExamples(writeErrors),
  }
}
