import { z } from 'zod'
import { ErrorCode, ErrorExtras, type GameBundle } from './contract/index.ts'
import { createCore, type Core, type CoreOptions } from './core.ts'
import { ServiceError } from './errors.ts'
import type { IngestAllOptions } from './ingest/ingest.ts'
import type { IngestResult } from './ingest/result.ts'
import {
  DeadlineMissed,
  findFolder,
  FolderInUse,
  isGone,
  NotAccepted,
  openOrReach,
  ProcessLost,
  readHolder,
  sendRequest,
  SOFTWARE,
  wire,
  type FolderRequest,
} from './store/index.ts'

/*
 * A command beside a process that has the folder of its database open has that process do the work: no other one can open the
 * folder, and what it keeps in memory, such as counts and cached responses, stays true.
 */

/** The methods of a core that commands call, by the part that has them. All return promises of what superjson can write. */
const METHODS = {
  core: [
    'ingest',
    'ingestQuotes',
    'closeUnplayed',
    'reopenGame',
    'removeGame',
    'mergeRecords',
    'refuse',
    'refuseInput',
    'clearRefusals',
    'warnings',
    'refusals',
    'rebuildStatistics',
    'refreshStandings',
    'auditLog',
    'sourceRecords',
    'reportForecasts',
  ],
  accounts: ['create', 'get', 'getByEmail', 'list', 'setPlan', 'setOperator', 'log'],
  keys: ['create', 'list', 'revoke'],
  writeKeys: ['create', 'list', 'revoke'],
  usage: ['ofAccount'],
  deliveries: ['list', 'getAccount', 'get', 'resend', 'resendFailed'],
  teams: ['get', 'list'],
} as const satisfies { core: readonly (keyof Core)[]; teams: readonly (keyof Teams)[] } & {
  [Part in keyof Core]?: readonly (keyof Core[Part])[]
}

type Methods = typeof METHODS
type Part = keyof Methods
type Bundles = Iterable<GameBundle> | AsyncIterable<GameBundle>
type Teams = ReturnType<Core['caller']>['teams']

/** What commands may call of a core, whether it is in this process or in the one that has the folder open. */
export type CommandCore = Pick<Core, Methods['core'][number] | 'ingestAll' | 'accuracy' | 'close'> & {
  [Name in Exclude<Part, 'core' | 'teams'>]: Pick<Core[Name], Extract<Methods[Name][number], keyof Core[Name]>>
} & {
  /** Operations that need neither a key nor an account. */
  caller: () => { teams: Pick<Teams, Methods['teams'][number]> }
}

const SentError = z.object({ code: ErrorCode, message: z.string(), extras: ErrorExtras.omit({ docs: true }) })

wire.registerCustom<ServiceError, [string]>(
  {
    isApplicable: (value): value is ServiceError => value instanceof ServiceError,
    serialize: ({ code, message, extras }) => [JSON.stringify({ code, message, extras })],
    deserialize: ([sent]) => {
      const { code, message, extras } = SentError.parse(JSON.parse(sent))
      return new ServiceError(code, message, extras)
    },
  },
  'ServiceError',
)

/** Whether this process does what commands ask it to. */
const HELLO = 'hello'
const REBUILD = 'core.rebuildStatistics'
const INGEST_ALL = 'ingestAll'
const ACCURACY = 'accuracy'

/** A bundle as it is sent; `ingestAll` validates it. */
const Sent = z.object({ bundle: z.custom<GameBundle>(), location: z.string().optional() })
const IngestAllArgs = z.tuple([z.object({ notify: z.boolean().optional(), dryRun: z.boolean().optional() })])

async function* ingestAll(core: Core, { args, items }: FolderRequest): AsyncGenerator<IngestResult> {
  const [{ notify = true, dryRun = false }] = IngestAllArgs.parse(args)
  let location: string | undefined
  async function* bundles(): AsyncGenerator<GameBundle> {
    for await (const item of items) {
      const sent = Sent.parse(item)
      location = sent.location
      yield sent.bundle
    }
  }
  yield* core.ingestAll(bundles(), { notify, dryRun, location: () => location })
}

const isPart = (name: string): name is Part => Object.hasOwn(METHODS, name)

/** Calls a method of the table by its path, such as `keys.create`. @throws NotAccepted for any other */
const callMethod = (core: Core, { method: path, args, signal }: FolderRequest): unknown => {
  const [part = '', name = ''] = path.split('.')
  if (!isPart(part) || !METHODS[part].some((known) => known === name)) throw new NotAccepted(`There is no ${path}.`)
  const parts = { ...core, core, teams: core.caller().teams }
  const method: unknown = Reflect.get(parts[part], name)
  if (typeof method !== 'function') throw new TypeError(`${path} is no method.`)
  return Reflect.apply(method, undefined, path === REBUILD ? [{ signal }] : args)
}

async function* respond(core: Core, request: FolderRequest): AsyncGenerator {
  switch (request.method) {
    case HELLO:
      yield true
      break
    case INGEST_ALL:
      yield* ingestAll(core, request)
      break
    case ACCURACY:
      yield* core.accuracy()
      break
    default:
      yield await callMethod(core, request)
  }
}

/**
 * Lets the commands of `basketball-data` work beside this process, which has the folder of its database open, until that is
 * closed: for the user who owns the folder. Without a folder it does nothing.
 * @example acceptCommands(await createCore({ database: 'data' })) // and then: basketball-data --database data keys create …
 */
export const acceptCommands = (core: Core): void => {
  if (core.store.requests !== undefined) core.store.requests.respond = (request) => respond(core, request)
}

const CHECK = 'Check what it has done, and run the command again.'

/** An error of a method, with what to do. */
const explain = (folder: string, error: unknown): unknown => {
  if (error instanceof NotAccepted)
    return new ProcessLost(`No process has the database folder ${folder} open any more: run the command again.`)
  if (error instanceof ProcessLost) return new ProcessLost(`${error.message} ${CHECK}`, { cause: error })
  if (error instanceof DeadlineMissed)
    return new ServiceError('server_error', `The service is busy. ${error.message} ${CHECK}`, {}, error)
  return error
}

/** The one result of a request. */
const request = async (folder: string, method: string, args: unknown[] = []): Promise<unknown> => {
  const results = sendRequest(folder, { method, args })
  try {
    return (await results.next()).value
  } finally {
    await results.return(undefined)
  }
}

async function* locate(bundles: Bundles, location: IngestAllOptions['location']): AsyncGenerator<z.input<typeof Sent>> {
  let index = 0
  for await (const bundle of bundles) yield { bundle, location: location?.(index++) }
}

/** The core of the process that has a folder open. */
const createRemoteCore = (folder: string): CommandCore => {
  const call =
    (path: string) =>
    (...args: unknown[]) =>
      request(folder, path, args).catch((error: unknown) => Promise.reject(explain(folder, error)))
  const parts = Object.entries(METHODS).map(([part, names]) => {
    const methods = names.map((name): [string, ReturnType<typeof call>] => [name, call(`${part}.${name}`)])
    return [part, Object.fromEntries(methods)] as const
  })
  const { core, teams, ...others } = Object.fromEntries(parts)
  const remote: object = {
    ...core,
    ...others,
    caller: () => ({ teams }),
    ingestAll: (bundles: Bundles, { notify, dryRun, location }: IngestAllOptions = {}) =>
      sendRequest(folder, { method: INGEST_ALL, args: [{ notify, dryRun }], items: locate(bundles, location) }),
    accuracy: () => sendRequest(folder, { method: ACCURACY }),
    close: async () => {},
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- CommandCore is derived from the table that is read here
  return remote as CommandCore
}

/**
 * Reaches the process that has a folder open; undefined if none takes commands.
 * @throws FolderInUse if it is of another version, ProcessLost if it does not respond
 */
const reachCore = async (folder: string): Promise<CommandCore | undefined> => {
  const holder = await readHolder(folder)
  const reached = await request(folder, HELLO).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  if (reached !== null && isGone(reached.error)) return undefined
  if (holder !== undefined && holder.software !== SOFTWARE)
    throw new FolderInUse(
      `The database folder ${folder} is in use by version ${holder.software} of this software (process ${holder.pid}), and this command is of version ${SOFTWARE}: use the command of that version, or restart that process with this one.`,
    )
  if (reached !== null) throw reached.error
  return createRemoteCore(folder)
}

/**
 * Opens the database of a command, as `createCore` does, or reaches the process that has its folder open, which then does the work
 * with its own settings (`acceptCommands`).
 *
 * @throws FolderInUse if that process is of another version, or takes no commands; it waits 10 s for it to end
 * @throws ProcessLost if that process does not respond for a minute
 */
export const openCommandCore = async (options: CoreOptions): Promise<CommandCore> => {
  const folder = findFolder(options.database)
  const open = (): Promise<CommandCore> => createCore(options)
  return folder === undefined ? open() : openOrReach(folder, open, () => reachCore(folder))
}
