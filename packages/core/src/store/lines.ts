import type { Socket } from 'node:net'
import { SuperJSON } from 'superjson'
import { BadDatabase, DeadlineMissed, FolderInUse, NotAccepted, ProcessLost } from './errors.ts'

/**
 * Writes and reads values. Errors of the classes that are registered with it arrive as such, any other with its name, code,
 * message and cause.
 */
export const wire = new SuperJSON()
wire.allowErrorProps('code')
for (const Class of [BadDatabase, DeadlineMissed, FolderInUse, NotAccepted, ProcessLost])
  wire.registerCustom<Error, [string]>(
    {
      isApplicable: (value): value is Error => value instanceof Class,
      serialize: ({ message }) => [message], // superjson takes a text apart
      deserialize: ([message]) => new Class(message),
    },
    Class.name,
  )

/** Milliseconds between two empty lines, by which each side shows that it is alive. */
const HEARTBEAT = 1000
/** Bytes of a line, far more than a game or a list has. */
const MAX_LINE = 2 ** 26
const NEWLINE = 10

/** What is said of the other side when the connection has ended. */
export const CLOSED = 'it has closed the connection'

/** Waits until a socket has room again, and ends the connection if the other side does not read for too long. */
const drained = (socket: Socket, maxSilence: number): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => socket.destroy(), maxSilence)
    const proceed = () => {
      clearTimeout(late)
      socket.off('drain', proceed).off('close', proceed)
      resolve()
    }
    socket.once('drain', proceed).once('close', proceed)
  })

/**
 * Reads and writes the lines of a connection between two processes, each a value of superjson.
 *
 * @param maxSilence milliseconds without a line, or without room for one, after which the connection is ended
 */
export const openLines = (socket: Socket, maxSilence: number) => {
  socket.on('error', () => {}) // whoever reads gets it
  const heartbeat = setInterval(() => socket.writable && socket.write('\n'), HEARTBEAT).unref()
  socket.once('close', () => clearInterval(heartbeat))
  const chunks: AsyncIterator<Buffer> = socket.iterator({ destroyOnReturn: false })

  const readChunk = async (): Promise<IteratorResult<Buffer>> => {
    let ticks = 0
    // Two halves: a process that was suspended itself reads first what has arrived meanwhile.
    const timer = setInterval(() => {
      if (++ticks === 2) socket.destroy(new DeadlineMissed('it does not respond'))
    }, maxSilence / 2)
    try {
      return await chunks.next()
    } finally {
      clearInterval(timer)
    }
  }

  /** @throws if the other side is silent for too long, or its line is too long or no superjson */
  async function* read(): AsyncGenerator {
    let [parts, length]: [Buffer[], number] = [[], 0]
    for (let chunk = await readChunk(); chunk.done !== true; chunk = await readChunk()) {
      let rest = chunk.value
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
        const line = Buffer.concat([...parts, rest.subarray(0, end)]).toString()
        rest = rest.subarray(end + 1)
        ;[parts, length] = [[], 0]
        if (line !== '') yield wire.parse(line)
      }
      parts.push(rest)
      length += rest.length
      if (length > MAX_LINE) throw new RangeError('it sends too long a line')
    }
  }

  return {
    read,
    /** Resolves when there is room for the next line. @throws if the line is too long, or the connection has ended */
    write: async (value: object): Promise<void> => {
      const line = Buffer.from(`${wire.stringify(value)}\n`)
      if (line.length > MAX_LINE) throw new RangeError(`${line.length} bytes are too many for another process`)
      if (socket.destroyed) throw new Error(CLOSED)
      if (!socket.write(line)) await drained(socket, maxSilence)
    },
  }
}

/** The lines of a connection. */
export type Lines = ReturnType<typeof openLines>
