import type {
  Competition,
  ErrorCode,
  ErrorFields,
  Game,
  GameStreamEvent,
  StreamEvent,
  PlayerSummary,
  Season,
  Team,
} from '@basketball-data/client'
import { http, HttpResponse, type RequestHandler } from 'msw'
import recordedJson from './recorded.generated.json' with { type: 'json' }

/** Responses of the service, recorded by packages/http/scripts/record-league.ts. */
interface Recorded {
  now: string
  headers: Record<string, string>
  errors: Record<ErrorCode, { status: number; body: { error: object } }>
  /** By method, path and query, such as `GET /games?status=final`. */
  responses: Record<string, { status: number; etag?: string; body: object | string }>
}
const recorded: Recorded = recordedJson

/** The records of the league, for the expectations of a test. */
export interface League {
  /** The time at which it was recorded, ISO 8601 in UTC: yesterday's results are from the day before. */
  now: string
  competitions: Competition[]
  /** Newest first. */
  seasons: Season[]
  /** By name. */
  teams: Team[]
  /** By name. */
  players: PlayerSummary[]
  /** Newest first: a scheduled game, four finals with box scores, and one without a result. One final has a play-by-play and shots. */
  games: Game[]
}

const listAt = <Item>(request: string): Item[] => {
  const { body } = recorded.responses[request] ?? { body: { data: [] } }
  return (body as { data: Item[] }).data
}

const players = listAt<Team>('GET /teams').flatMap(({ id }) => listAt<PlayerSummary>(`GET /players?team=${id}`))

/** The recorded league: made up, small, and the same for every test. */
export const league: League = {
  now: recorded.now,
  competitions: listAt('GET /competitions'),
  seasons: listAt('GET /seasons'),
  teams: listAt('GET /teams'),
  players: [...new Map(players.map((player) => [player.id, player])).values()].toSorted((a, b) =>
    a.name.localeCompare(b.name, 'en'),
  ),
  games: listAt('GET /games'),
}

/** Options of the fixtures. */
export interface FixtureOptions {
  /** Base URL that the client calls; default `http://127.0.0.1:3000/v1`, as in the client. */
  baseUrl?: string
}

/** How calls fail. */
export interface FailOptions {
  /**
   * How many calls; default 1. A client retries transient errors: to see one thrown, let it fail as often as the
   * client tries (3 times), or set `retries: 0` on the client.
   */
  times?: number
  /** Only calls whose path under /v1 begins so, e.g. `/games`; default all calls. */
  path?: string
  /** Seconds of `Retry-After`; default 1 for rate_limited and quota_exceeded, otherwise none. */
  retryAfter?: number
  /** The HTTP status; default the code's. The service also sends server_error with 503. */
  status?: number
}

/** A call that was received. */
export interface FixtureCall {
  method: string
  /** The path under /v1. */
  path: string
  query: Record<string, string>
}

/** Handlers that respond with recordings. */
export interface Fixtures {
  /** For `setupServer` or `setupWorker` of msw. */
  handlers: RequestHandler[]
  /** Every call that was received, failed ones included, in order. */
  calls: FixtureCall[]
  /** Makes the next calls fail with an error of the service, or with a lost connection. */
  fail: (error: ErrorCode | 'no_connection', options?: FailOptions) => void
  /**
   * Sets the events of a stream by its path under /v1. A connection gets those after its last event; then nothing more is to
   * come, so that the loop of a client ends.
   * @example fixtures.stream(`/games/${id}/stream`, events)
   */
  stream: (path: '/stream' | `/games/${string}/stream`, events: readonly (GameStreamEvent | StreamEvent)[]) => void
  /** Clears `calls`, the events of streams, and the failures that are still due. */
  reset: () => void
}

/** The key of a recording. Paging is ignored: every list of the league fits on one page. */
const toFixtureKey = ({ method, path, query }: FixtureCall): string => {
  const { page: _page, per_page: _size, ...filters } = query
  const search = new URLSearchParams(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  return `${method} ${path}${search && `?${search}`}`
}

const errorResponse = (code: ErrorCode, { status, retryAfter, ...fields }: Partial<ErrorFields> & FailOptions = {}) => {
  const { status: usual, body } = recorded.errors[code]
  const seconds = retryAfter ?? (usual === 429 ? 1 : undefined)
  return HttpResponse.json(
    { error: { ...body.error, ...fields } },
    { status: status ?? usual, headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) } },
  )
}

const unrecorded = (call: FixtureCall): Response => {
  const allowed = Object.keys(recorded.responses).filter(
    (key) => key.split('?')[0] === toFixtureKey(call).split('?')[0],
  )
  return errorResponse('bad_request', {
    allowed,
    message: `${toFixtureKey(call)} is not recorded. Recorded for this path: ${allowed.join(', ') || 'nothing'}. The ids are in "league". Use createTestService of @basketball-data/http/testing for the whole service.`,
  })
}

const recordedResponse = (call: FixtureCall, ifNoneMatch: string | null): Response => {
  const recording = recorded.responses[toFixtureKey(call)]
  if (recording === undefined) return unrecorded(call)
  const { status, etag, body } = recording
  const headers = { ...recorded.headers, ...(etag !== undefined && { ETag: etag }) }
  if (etag !== undefined && ifNoneMatch === etag) return new HttpResponse(null, { status: 304, headers })
  if (typeof body === 'string')
    return new HttpResponse(body, { status, headers: { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' } })
  return HttpResponse.json(body, { status, headers })
}

/** The events after one with this id; all if there is none. */
const streamResponse = (events: readonly (GameStreamEvent | StreamEvent)[], after: string | undefined): Response => {
  const later = events.slice(events.findIndex(({ id }) => id === after) + 1)
  const text = later.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const headers = { ...recorded.headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }
  return new HttpResponse(`${text.join('')}retry: 86400000\n\n`, { headers })
}

/**
 * msw handlers that respond with recordings of the real service on the league. They accept any
 * key, apply no rules and change nothing: a request that was not recorded is a bad_request that lists the recorded ones. For
 * every rule of the service use `createTestService` of `@basketball-data/http/testing`.
 * @example
 * const fixtures = createFixtures({ baseUrl: 'https://data.example/v1' })
 * const server = setupServer(...fixtures.handlers)
 * fixtures.fail('quota_exceeded', { path: '/games' })
 */
export const createFixtures = ({ baseUrl = 'http://127.0.0.1:3000/v1' }: FixtureOptions = {}): Fixtures => {
  const base = baseUrl.replace(/\/+$/, '')
  const calls: FixtureCall[] = []
  const streams = new Map<string, readonly (GameStreamEvent | StreamEvent)[]>()
  const failures: { error: ErrorCode | 'no_connection'; options: FailOptions }[] = []

  const takeFailure = (path: string) => {
    const index = failures.findIndex(({ options }) => path.startsWith(options.path ?? ''))
    return index === -1 ? undefined : failures.splice(index, 1)[0]
  }

  const respond = ({ request }: { request: Request }): Response => {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(new URL(base).pathname.length) || '/'
    const call: FixtureCall = { method: request.method, path, query: Object.fromEntries(searchParams) }
    calls.push(call)
    const failure = takeFailure(path)
    if (failure?.error === 'no_connection') return HttpResponse.error()
    const { path: _path, times: _times, ...fields } = failure?.options ?? {}
    const respondTo = () => {
      const events = streams.get(path)
      if (events === undefined) return recordedResponse(call, request.headers.get('if-none-match'))
      return streamResponse(events, request.headers.get('last-event-id') ?? call.query['after'])
    }
    const response = failure ? errorResponse(failure.error, fields) : respondTo()
    response.headers.set('X-Request-Id', request.headers.get('x-request-id') ?? `fixture-${calls.length}`)
    return response
  }

  return {
    handlers: [http.all(base, respond), http.all(`${base}/*`, respond)],
    calls,
    fail: (error, options = {}) => {
      for (let i = 0; i < (options.times ?? 1); i++) failures.push({ error, options })
    },
    stream: (path, events) => void streams.set(path, events),
    reset: () => {
      streams.clear()
      calls.length = 0
      failures.length = 0
    },
  }
}

/**
 * The handlers without `fail` and `calls`, for tests in which nothing fails.
 * @example const server = setupServer(...handlers())
 */
export const handlers = (options: FixtureOptions = {}): RequestHandler[] => createFixtures(options).handlers
