import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { DeadlineMissed, NotAccepted, ProcessLost } from './errors.ts'
import { getFolderPaths } from './folder.ts'
import { CLOSED, openLines, type Lines } from './lines.ts'
import { SOFTWARE } from './migrations.ts'
import type { FolderRequests } from './store.ts'

/*
 * One process at a time can open a folder. It listens to a socket in the folder, through which other processes of the same
 * user have it work for them. Each request has a connection of its own: the request and its items go one way, the results
 * and their end, or an error, come back. Whoever closes the connection ends the request.
 */

/** Milliseconds without a line after which the process that has the folder open counts as hanging: a statement blocks it. */
const MAX_SILENCE = 60_000
/** The same for the other process, which its user may have suspended. */
const MAX_SUSPENSION = 600_000
/** Milliseconds in which requests can finish when the folder is closed. */
const MAX_FINISH = 10_000
const MAX_CONNECTIONS = 100

/** The process that has a folder open, and how to reach it: a file that only the owner of the folder can read. */
const Holder = z.object({ software: z.string(), pid: z.int(), address: z.string(), secret: z.string() })
type Holder = z.infer<typeof Holder>

/** Reads which process has a folder open; undefined if none has written it. A killed process leaves it behind. */
export const readHolder = async (folder: string): Promise<Holder | undefined> => {
  try {
    return Holder.parse(JSON.parse(await readFile(getFolderPaths(folder).holder, 'utf8')))
  } catch {
    return undefined
  }
}

const writeHolder = async (folder: string, holder: Holder): Promise<void> => {
  const file = getFolderPaths(folder).holder
  await rm(`${file}.new`, { force: true })
  await writeFile(`${file}.new`, JSON.stringify(holder), { mode: 0o600, flag: 'wx' })
  await rename(`${file}.new`, file)
}

/** Bytes of the longest path of a socket: on Linux 107, on macOS 103. */
const MAX_PATH = 103

/** Calls `use` with a path that is short enough for a socket: instead of a long one, with one that leads there meanwhile. */
const withShortPath = async <Result>(path: string, use: (path: string) => Promise<Result>): Promise<Result> => {
  if (process.platform === 'win32' || Buffer.byteLength(path) <= MAX_PATH) return use(path)
  const folder = await mkdtemp(join(tmpdir(), 'bd-'))
  try {
    await symlink(dirname(path), join(folder, 'f'))
    return await use(join(folder, 'f', basename(path)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const listen = (server: Server, address: string): Promise<boolean> =>
  withShortPath(address, (path) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    server.listen(path)
    return promise
  })

/** The first line of a connection. */
const Opening = z.object({ secret: z.string(), method: z.string(), args: z.array(z.unknown()) })

const isSecret = (given: string, secret: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Rejects with the reason when a signal is aborted. */
const aborted = (signal: AbortSignal): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  if (signal.aborted) reject(signal.reason)
  promise.catch(() => {}) // nobody may wait for it any more
  return promise
}

/** The items that follow a request, until the line that ends them. */
async function* readItems(lines: AsyncGenerator, signal: AbortSignal): AsyncGenerator {
  const stopped = aborted(signal)
  for (;;) {
    const { value } = await Promise.race([lines.next(), stopped])
    if (!isObject(value)) throw new Error('The other process is gone.')
    if (!('item' in value)) return
    yield value.item
  }
}

/** Reads lines until the other process has read everything, and closes the connection. */
const discard = async (lines: AsyncGenerator): Promise<void> => {
  while ((await lines.next().catch(() => ({ done: true }))).done !== true) continue
}

/**
 * Takes the requests of other processes to the one that has a folder open. Where no socket can be made, there are none.
 * @returns a function that stops it: what runs is told to, and has some seconds to finish
 */
export const serveFolder = async (folder: string, respond: FolderRequests['respond']): Promise<() => Promise<void>> => {
  const { socket: path, holder } = getFolderPaths(folder)
  const isPipe = process.platform === 'win32'
  const address = isPipe ? `\\\\.\\pipe\\basketball-data-${randomBytes(16).toString('hex')}` : path
  const secret = randomBytes(32).toString('base64url')
  const stopping = new AbortController()
  const connections = new Set<Socket>()
  const running = new Set<Promise<void>>()

  const answer = async (socket: Socket, { read, write }: Lines): Promise<void> => {
    const lines = read()
    try {
      const { secret: given, method, args } = Opening.parse((await lines.next()).value)
      if (!isSecret(given, secret)) throw new NotAccepted('The request has not the secret of the folder.')
      const gone = new AbortController()
      socket.once('close', () => gone.abort())
      const signal = AbortSignal.any([gone.signal, stopping.signal])
      const results = respond({ method, args, items: readItems(lines, signal), signal })
      if (results === undefined) throw new NotAccepted('The process takes no requests of this kind.')
      for await (const result of results) await write({ result })
      await write({ end: true })
    } catch (error) {
      await write({ error })
    }
    await new Promise<void>((resolve) => {
      socket.end(resolve)
    })
    void discard(lines).finally(() => socket.destroy())
  }

  const server = createServer((socket) => {
    socket.unref()
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    const answering = answer(socket, openLines(socket, MAX_SUSPENSION))
      .catch(() => void socket.destroy()) // the connection is lost
      .finally(() => running.delete(answering))
    running.add(answering)
  })
  server.maxConnections = MAX_CONNECTIONS
  await rm(path, { force: true }) // a killed process leaves it behind
  await writeHolder(folder, { software: SOFTWARE, pid: process.pid, address, secret })
  if (!(await listen(server, address))) return () => rm(holder, { force: true })
  server.unref()
  if (!isPipe) await chmod(path, 0o600)
  return async () => {
    stopping.abort(new ProcessLost(`The process that has the database folder ${folder} open is stopping.`))
    server.close()
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, MAX_FINISH)
    await Promise.race([Promise.all(running), late.promise])
    clearTimeout(timer)
    for (const socket of connections) socket.destroy()
    await Promise.all([rm(holder, { force: true }), rm(path, { force: true })])
  }
}

/** Connects to a socket; undefined if no process listens to it. */
const connectTo = (address: string): Promise<Socket | undefined> =>
  withShortPath(address, async (path) => {
    const socket = createConnection(path)
    return once(socket, 'connect').then(
      () => socket,
      () => undefined,
    )
  })

/** Whether a request has failed because no process takes it, or the one that did closes the folder. One that hangs still has it. */
export const isGone = (error: unknown): boolean =>
  error instanceof NotAccepted || (error instanceof ProcessLost && !(error.cause instanceof DeadlineMissed))

/** What another process asks for; `items` follow as fast as they are taken. */
type Sent = { method: string; args?: unknown[]; items?: AsyncIterable<unknown> | undefined }

/**
 * Sends a request to the process that has a folder open, and yields the results. It is ended when no more results are taken.
 *
 * @param maxSilence milliseconds without a sign of life after which that process counts as lost
 * @throws NotAccepted if no process takes such requests; ProcessLost; and what the process or the items have thrown
 */
export async function* sendRequest(
  folder: string,
  { method, args = [], items }: Sent,
  maxSilence = MAX_SILENCE,
): AsyncGenerator {
  const holder = await readHolder(folder)
  const socket = holder && (await connectTo(holder.address))
  if (socket === undefined) throw new NotAccepted('No process takes requests.')
  const { read, write } = openLines(socket, maxSilence)
  let failure: { error: unknown } | undefined
  const send = async () => {
    await write({ secret: holder?.secret, method, args })
    try {
      for await (const item of items ?? []) await write({ item })
    } catch (error) {
      failure = { error }
    }
    await write({ end: true })
  }
  send().catch((error: Error) => socket.destroy(error))
  const lost = (reason: string, cause?: unknown) =>
    new ProcessLost(`Process ${holder?.pid}, which has the database folder ${folder} open, is lost (${reason}).`, {
      cause,
    })
  const lines = read()
  try {
    for (;;) {
      const { value, done } = await lines.next().catch((error: Error) => {
        const isOurs = error instanceof DeadlineMissed || !('code' in error)
        throw lost(isOurs ? error.message : CLOSED, error)
      })
      if (done === true || !isObject(value)) throw lost(CLOSED)
      if ('error' in value) throw value.error
      if (!('result' in value)) break
      yield value.result
    }
  } finally {
    socket.destroy()
  }
  if (failure !== undefined) throw failure.error
}
