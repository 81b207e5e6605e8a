import { startChild, type ChildProcess } from './child-process.ts'
import type { ControlRequest } from './servers/control.ts'

/** The programs of the measured servers, with their arguments after the database. `bare` and `relay` are the references. */
const PROGRAMS = {
  bare: ['bare'],
  'node:http, a constant': ['node-constant'],
  'Hono, a constant': ['hono-constant'],
  ours: ['ours'],
  'ours, log on': ['ours', '--log'],
  'ours, cold': ['ours', '--cold'],
  'ours, writes on': ['ours', '--ingest'],
  relay: ['relay'],
} satisfies Record<string, [file: string, ...options: string[]]>

/** The name of a server. */
export type ServerName = keyof typeof PROGRAMS

/** A server in a child process. */
export type ServerProcess = {
  port: number
  /** CPU time that it has used so far, in microseconds. */
  cpu: () => Promise<number>
  /** The memory that it occupies now (RSS), in bytes. */
  memory: () => Promise<number>
  /** How many calls so far found their response in memory, and how many made it. */
  hits: () => Promise<{ hits: number; misses: number }>
  stop: ChildProcess['stop']
}

/** Starts a server on a database; one that answers a constant gets the constant in place of the database. */
export const startServer = async (
  name: ServerName,
  database: string,
  nodeOptions: string[] = [],
): Promise<ServerProcess> => {
  const [file, ...options] = PROGRAMS[name]
  const child = startChild(`servers/${file}.ts`, [database, ...options], nodeOptions)
  const request = (message: ControlRequest) => child.request(message)
  return {
    port: Number(await request('port')),
    cpu: async () => Number(await request('cpu')),
    memory: async () => Number(await request('memory')),
    hits: async () => JSON.parse(await request('hits')),
    stop: child.stop,
  }
}
