import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { constants } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { basename, join, relative } from 'node:path'
import { z } from 'zod'
import { FolderInUse } from './errors.ts'
import { lockFile, getFolderPaths } from './folder.ts'

/*
 * Two processes cannot open one folder, so a backup of a folder that is being served needs the process that serves it.
 * That process copies the folder at a moment when no statement runs, and the backup reads the copy. It is asked through
 * a socket in the folder, which every user with write access to the folder can use: connecting to it is the request, and the path of
 * the copy or an error is the response. The copy is deleted when the connection ends.
 */

/** The response of the process that serves the folder. */
const Response = z.union([z.object({ copy: z.string() }), z.object({ error: z.string() })])

/** The path of a socket is at most 107 bytes long, so the shorter of the absolute and the relative path is used. */
const getSocketPath = (folder: string): string => {
  const path = getFolderPaths(folder).socket
  const shorter = relative(process.cwd(), path)
  return shorter.length < path.length ? shorter : path
}

/** Deletes a copy. One that cannot be deleted now is deleted when the folder is opened again. */
export const removeCopy = (copy: string): Promise<void> => rm(copy, { recursive: true, force: true }).catch(() => {})

/** Creates a folder for a copy inside the folder itself, so that it needs no room and no rights elsewhere. */
export const makeCopyFolder = (folder: string): Promise<string> => mkdtemp(getFolderPaths(folder).copies)

/** Copies the files of a database while no statement runs. File systems that can share blocks do so. */
export const copyFiles = async (folder: string, target: string): Promise<void> => {
  const [from, to] = [getFolderPaths(folder), getFolderPaths(target)]
  await cp(from.data, to.data, { recursive: true, mode: constants.COPYFILE_FICLONE })
  await cp(from.secretsKey, to.secretsKey, { force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/** Deletes the copies that a killed process left behind. Copies that are being read are locked. */
export const removeOldCopies = async (folder: string): Promise<void> => {
  const prefix = basename(getFolderPaths(folder).copies)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue
    const copy = join(folder, name)
    try {
      lockFile(getFolderPaths(copy).lock).close()
    } catch {
      continue
    }
    await removeCopy(copy)
  }
}

/** Time, ms, between two blank lines that say that the copy is being made, and how long the other side waits for one. */
const [HEARTBEAT, MAX_WAIT] = [1000, 30_000]

/**
 * Copies the folder for every process that connects to its socket. Where no socket can be made, the folder has no copies.
 * @returns a function that stops it; copies that are being read stay
 */
export const serveCopies = async (
  folder: string,
  copyTo: (target: string) => Promise<void>,
): Promise<() => Promise<void>> => {
  const connections = new Set<Socket>()
  let stopped = false
  const respond = async (socket: Socket): Promise<void> => {
    const respondWith = (response: z.infer<typeof Response>) => socket.write(`${JSON.stringify(response)}\n`)
    const heartbeat = setInterval(() => socket.write('\n'), HEARTBEAT)
    socket.once('close', () => clearInterval(heartbeat))
    try {
      const copy = await makeCopyFolder(folder)
      socket.once('close', () => {
        if (!stopped) void removeCopy(copy)
      })
      await copyTo(copy)
      respondWith({ copy })
    } catch (error) {
      respondWith({ error: error instanceof Error ? error.message : String(error) })
    }
  }
  const server = createServer((socket) => {
    connections.add(socket)
    socket.unref()
    socket.on('error', () => {}) // it is closed then
    socket.once('close', () => connections.delete(socket))
    socket.resume() // so that the end of the connection is noticed
    void respond(socket)
  })
  await rm(getFolderPaths(folder).socket, { force: true }) // a killed process leaves it behind
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true))
    server.once('error', () => resolve(false))
    server.listen(getSocketPath(folder))
  })
  if (!isListening) return async () => {}
  server.unref()
  return async () => {
    stopped = true
    for (const socket of connections) socket.destroy()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  }
}

/** The first line with text that a socket receives. */
const firstLine = (socket: Socket, maxWait: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    socket.setEncoding('utf8').setTimeout(maxWait, () => socket.destroy(new Error('it does not respond')))
    socket.on('data', (text: string) => {
      received = (received + text).trimStart()
      if (received.includes('\n')) resolve(received)
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('it has ended')))
  })

/**
 * Asks the process that has a folder open for a copy of it. `release` deletes the copy.
 *
 * @param maxWait how long that process may be silent, in milliseconds
 * @throws FolderInUse if that process makes no copies
 */
export const requestCopy = async (
  folder: string,
  maxWait = MAX_WAIT,
): Promise<{ copy: string; release: () => Promise<void> }> => {
  const socket = createConnection(getSocketPath(folder))
  try {
    const response = Response.parse(JSON.parse(await firstLine(socket, maxWait)))
    if ('error' in response) throw new Error(response.error)
    const { copy } = response
    socket.setTimeout(0).resume()
    const release = async () => {
      await removeCopy(copy)
      socket.destroy()
    }
    return { copy, release }
  } catch (cause) {
    socket.destroy()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new FolderInUse(
      `The database folder ${folder} is in use by another process, which has made no copy of it for a backup (${reason}). Stop that process first.`,
      { cause },
    )
  }
}
