import type { Server } from 'node:net'
import { handleRequests } from '../child-process.ts'

/** A request of the measuring process to a server process. */
export type ControlRequest = 'port' | 'cpu' | 'memory' | 'hits'

/**
 * Responds to the measuring process with the port, the CPU time used so far in microseconds, the memory (RSS) in bytes, or
 * the hits and misses of the memory of responses as JSON.
 */
export const handleControl = (port: number, hits = () => ({ hits: 0, misses: 0 })): void =>
  handleRequests(async (message) => {
    if (message === 'port') return String(port)
    if (message === 'memory') {
      await globalThis.gc?.({ type: 'major', execution: 'async' }) // with --expose-gc
      return String(process.memoryUsage.rss())
    }
    if (message === 'hits') return JSON.stringify(hits())
    const { user, system } = process.cpuUsage()
    return String(user + system)
  })

/** The port of a listening server. */
export const getPort = (address: ReturnType<Server['address']>): number => {
  if (typeof address !== 'object' || address === null) throw new TypeError('the server does not listen on a port')
  return address.port
}
