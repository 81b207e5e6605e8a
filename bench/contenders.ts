import { startChild, type Child } from './child.ts'
import type { Question } from './servers/report.ts'

/** The servers that are measured; the first is what the others are held against. */
export const CONTENDERS = ['bare', 'fastify', 'hono', 'ours'] as const
export type Contender = (typeof CONTENDERS)[number]

/** A server in a process of its own. */
export type RunningContender = {
  name: Contender
  port: number
  /** Microseconds of CPU it has used so far. */
  cpu: () => Promise<number>
  stop: Child['stop']
}

const start = async (name: Contender, database: string): Promise<RunningContender> => {
  const child = startChild(`servers/${name}.ts`, [database])
  const ask = async (question: Question) => Number(await child.ask(question))
  return { name, port: await ask('port'), cpu: () => ask('cpu'), stop: child.stop }
}

/** Starts all of them on one database. */
export const startContenders = (database: string): Promise<RunningContender[]> =>
  Promise.all(CONTENDERS.map((name) => start(name, database)))
