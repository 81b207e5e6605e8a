import { startChild, type ChildProcess } from './child-process.ts'
import type { ControlRequest } from './servers/control.ts'

/** The measured servers; the first is the reference. */
export const SERVERS = ['bare', 'fastify', 'hono', 'ours'] as const
export type ServerName = (typeof SERVERS)[number]

/** A server in a child process. */
export type ServerProcess = {
  name: ServerName
  port: number
  /** CPU time that it has used so far, in microseconds. */
  cpu: () => Promise<number>
  /** The memory that it occupies now (RSS), in bytes. */
  memory: () => Promise<number>
  stop: ChildProcess['stop']
}

/** Starts one server on a database. */
export const startServer = async (name: ServerName, database: string): Promise<ServerProcess> => {
  const child = startChild(`servers/${name}.ts`, [database])
  const request = async (message: ControlRequest) => Number(await child.request(message))
  return {
    name,
    port: await request('port'),
    cpu: () => request('cpu'),
    memory: () => request('memory'),
    stop: child.stop,
  }
}

/** Starts all servers on one database. */
export const startServers = (database: string): Promise<ServerProcess[]> =>
  Promise.all(SERVERS.map((name) => startServer(name, database)))
