import { type Api, createApi } from '../api.ts'
import { type CallOptions, type ClientOptions, clientSettings, type ServiceApi } from '../options.ts'
import { newIdempotencyKey, type Path } from '../request.ts'
import type { Call } from '../response.ts'
import { type Items, toBatches } from './batches.ts'
import type {
  GameBundle,
  GameToPatch,
  ImportedFiles,
  MergedRecord,
  RecordsToMerge,
  RemovedGame,
  ScoredGame,
  ScoreOp,
  WrittenGame,
  WrittenLine,
} from './openapi.generated.ts'

/** Options of a client of the write API. */
export interface IngestOptions extends Omit<ClientOptions, 'cache'> {
  /** The write key, which begins with `bdw_`; by default BASKETBALL_DATA_WRITE_KEY of the environment. */
  apiKey?: string | undefined
  /** URL of the write API; by default `/ingest/v1` of the service in BASKETBALL_DATA_URL, or of `http://127.0.0.1:3000`. */
  baseUrl?: string | undefined
  /** Milliseconds that each attempt may take; default 65,000, because a write waits up to a minute for others. */
  timeout?: number | undefined
}

/** Options of a call that writes any number of items. */
export interface WriteAllOptions extends Omit<CallOptions, 'cache'> {
  /** Whether to return what would happen and to write nothing. */
  dryRun?: boolean | undefined
}

/** Options of a call that writes. */
export interface WriteOptions extends WriteAllOptions {
  /**
   * A call with the same key and body within 24 hours has no further effect and returns the same response. By default every call has a
   * new key, which its retries keep.
   */
  idempotencyKey?: string | undefined
}

/** Options of an import of sheets: what describes the competition where no sheet does. */
export interface ImportOptions extends WriteOptions {
  /** Name of the competition. Default: the name of the workbook. */
  competition?: string | undefined
  /** Such as `2026-27`. Default: that of the days of the games. */
  season?: string | undefined
  /** Such as `Europe/Madrid`; required if games have times. */
  timeZone?: string | undefined
  /** Order of day, month and year, for columns that do not show it. */
  dates?: 'dmy' | 'mdy' | 'ymd' | undefined
}

const WRITE_API: ServiceApi = { keyVariable: 'BASKETBALL_DATA_WRITE_KEY', path: '/ingest/v1' }

/** A write that is about to be sent. */
interface Write {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: Path
  body?: object | undefined
  content?: FormData | undefined
}

/** Games of one request, and the characters from which no further one is added. */
const MAX_GAMES = 100
const MAX_CHARACTERS = 4_000_000
/** Ops of one request: fewer than the service takes, so that they fit in its half a megabyte with long descriptions too. */
const MAX_OPS = 200

/** The path of a game by your identifier, which may have any character. A wrong one rejects the call with a TypeError. */
const gamePath =
  (externalId: string, rest = ''): Path =>
  () => {
    // A URL drops both of these from its path, percent-encoded too.
    if (typeof externalId !== 'string' || /^\.{0,2}$|[\ud800-\udfff]/u.test(externalId))
      throw new TypeError(`Not the identifier of a game: ${JSON.stringify(externalId)}`)
    return `/games/${encodeURIComponent(externalId)}${rest}`
  }

async function* toLines(items: Items<object>): AsyncGenerator<string, void, undefined> {
  for await (const item of items) yield JSON.stringify(item)
}

const isFullOfLines = (lines: readonly string[]): boolean =>
  lines.length >= MAX_GAMES || lines.reduce((sum, { length }) => sum + length, 0) >= MAX_CHARACTERS

/** The lines as in the OpenAPI document, not validated. */
const isWrittenLine = (line: unknown): line is WrittenLine =>
  typeof line === 'object' && line !== null && 'outcome' in line

/** The class behind BasketballDataIngest. Its private field is not part of that type. */
class Client {
  readonly #api: Api

  constructor(options: IngestOptions = {}) {
    const { timeout = 65_000 } = options
    this.#api = createApi({ ...options, timeout }, clientSettings(options, WRITE_API))
  }

  #write<Data>(
    { method, path, body, content }: Write,
    { dryRun, idempotencyKey = newIdempotencyKey(), ...options }: WriteOptions = {},
  ): Call<Data> {
    return this.#api.call(method, path, { body, content, idempotencyKey, query: { dry_run: dryRun } }, options)
  }

  async *#putAll(
    bundles: Items<GameBundle>,
    { dryRun, ...options }: WriteAllOptions = {},
  ): AsyncGenerator<WrittenLine, void, undefined> {
    for await (const batch of toBatches(toLines(bundles), isFullOfLines)) {
      const request = { content: batch.join('\n'), repeatable: true, query: { dry_run: dryRun } }
      const lines = await this.#api.lines('/games', request, batch.length, options)
      yield* lines.filter(isWrittenLine)
    }
  }

  async *#scoreAll(
    externalId: string,
    ops: Items<ScoreOp>,
    options: WriteAllOptions = {},
  ): AsyncGenerator<ScoredGame, void, undefined> {
    const path = gamePath(externalId, '/events')
    for await (const batch of toBatches(ops, ({ length }) => length >= MAX_OPS))
      yield await this.#write<ScoredGame>({ method: 'POST', path, body: { ops: batch } }, options)
  }

  /** GET /openapi.json: the OpenAPI document of the write API. Needs no key. */
  readonly openapi = (options?: CallOptions): Call<Record<string, unknown>> =>
    this.#api.document('/openapi.json', options)

  /** Games, by your own identifiers. */
  readonly games = {
    /**
     * PUT /games/{external_id}: creates a game or corrects it. What the bundle leaves out keeps its value, null deletes it; the same
     * bundle again changes nothing.
     * @example const { id, outcome, warnings } = await ingest.games.put('game-17', bundle, { dryRun: true })
     */
    put: (externalId: string, bundle: GameBundle, options?: WriteOptions): Call<WrittenGame> =>
      this.#write({ method: 'PUT', path: gamePath(externalId), body: bundle }, options),
    /**
     * POST /games: writes any number of games while you produce them, and yields the outcome of each in their order. A bundle that is
     * refused costs only itself. Up to 100 games are sent at once, and none waits for others. Requests are retried; a game that was
     * written before its response was lost is then `unchanged`. Errors of the whole request are thrown.
     * @example for await (const { external_id, outcome } of ingest.games.putAll(readBundles())) console.log(external_id, outcome)
     */
    putAll: (bundles: Items<GameBundle>, options?: WriteAllOptions): AsyncGenerator<WrittenLine, void, undefined> =>
      this.#putAll(bundles, options),
    /** PATCH /games/{external_id}: changes fields of a game; `reopen: true` schedules a final one again. */
    patch: (externalId: string, fields: GameToPatch, options?: WriteOptions): Call<WrittenGame> =>
      this.#write({ method: 'PATCH', path: gamePath(externalId), body: fields }, options),
    /** DELETE /games/{external_id}: removes a game as if it had never been written. */
    remove: (externalId: string, options?: WriteOptions): Call<RemovedGame> =>
      this.#write({ method: 'DELETE', path: gamePath(externalId) }, options),
    /**
     * POST /games/{external_id}/events: scores a game live, under ids of your own. An op that is repeated changes nothing, and the order
     * in which ops arrive does not matter.
     * @example await ingest.games.score('game-17', [{ op: 'add', id: '1', after: null, event: { period: 1, type: 'period_start' } }])
     */
    score: (externalId: string, ops: readonly ScoreOp[], options?: WriteOptions): Call<ScoredGame> =>
      this.#write({ method: 'POST', path: gamePath(externalId, '/events'), body: { ops } }, options),
    /**
     * Scores a game with ops as they are entered, and yields the response to each request. Ops that are entered while one is under way
     * go into the next one together. With `retries: Infinity` it outlasts any lost connection.
     * @example for await (const { seqs } of ingest.games.scoreAll('game-17', readOps(), { retries: Infinity })) console.log(seqs)
     */
    scoreAll: (
      externalId: string,
      ops: Items<ScoreOp>,
      options?: WriteAllOptions,
    ): AsyncGenerator<ScoredGame, void, undefined> => this.#scoreAll(externalId, ops, options),
  }

  /** Records of any kind, by your own identifiers. */
  readonly records = {
    /** POST /records/merge: merges two teams, players, games, seasons or competitions that are one. */
    merge: (records: RecordsToMerge, options?: WriteOptions): Call<MergedRecord> =>
      this.#write({ method: 'POST', path: '/records/merge', body: records }, options),
  }

  /** Sheets of a league. */
  readonly files = {
    /**
     * POST /files: imports a workbook (.xlsx), or CSV files named games, lines, teams, players and competition: all games, or none. If
     * there are mistakes, the `details` of the BadRequestError have all of them by sheet, row and column.
     * @example await ingest.files.import([new File([await readFile('league.xlsx')], 'league.xlsx')], { dryRun: true })
     */
    import: (files: readonly File[], options: ImportOptions = {}): Call<ImportedFiles> => {
      const { competition, season, timeZone, dates, ...rest } = options
      const content = new FormData()
      for (const file of files) content.append('files', file)
      for (const [name, value] of Object.entries({ competition, season, time_zone: timeZone, dates }))
        if (value !== undefined) content.append(name, value)
      return this.#write({ method: 'POST', path: '/files', content }, rest)
    },
  }
}

/**
 * A typed client of the write API, for servers and scorer's tables: with a method for each operation, and the options, retries and errors
 * of BasketballData. An object with the same methods is one too.
 * @example
 * const ingest = new BasketballDataIngest({ apiKey: 'bdw_…', baseUrl: 'https://data.example/ingest/v1' })
 * await ingest.games.patch('game-17', { status: 'final', home_score: 71, away_score: 64 })
 */
export interface BasketballDataIngest extends Pick<Client, keyof Client> {}

/**
 * @throws TypeError for a key or headers that cannot be sent, a baseUrl that is not a URL, and if neither the options nor the environment
 * have a key or an address
 */
export const BasketballDataIngest: new (options?: IngestOptions) => BasketballDataIngest = Client
